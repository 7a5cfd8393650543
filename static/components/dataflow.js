// The nodes open by themselves: they are <details>.  On paper every lit one lies open.
lesson.component("dataflow", function (root) {
  const nodes = Array.from(root.querySelectorAll("details"));
  let closed = [];
  addEventListener("beforeprint", function () {
    closed = nodes.filter((node) => !node.open);
    for (const node of closed) node.open = true;
  });
  addEventListener("afterprint", function () {
    for (const node of closed) node.open = false;
  });
});
