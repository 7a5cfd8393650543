// A table of numbers can be sorted by each of its columns: up, down, and as it came.
lesson.component("plot", function (root) {
  const table = /** @type {HTMLTableElement | null} */ (root.querySelector("table[data-sort]"));
  if (!table) return;
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.rows[0].cells];
  const orders = ["ascending", "descending", "none"];

  /** What a row is sorted by: its number in a column, and nothing where it has none. @type {(row: HTMLTableRowElement, column: number) => number} */
  const number = (row, column) => Number(row.cells[column].dataset.value || "NaN");

  /** @type {(column: number, order: string) => void} */
  function sort(column, order) {
    heads.forEach((head, index) => head.setAttribute("aria-sort", index === column ? order : "none"));
    const sign = order === "descending" ? -1 : 1;
    const known = rows.filter((row) => !Number.isNaN(number(row, column)));
    known.sort((a, b) => sign * (number(a, column) - number(b, column)));
    body.append(...(order === "none" ? rows : [...known, ...rows.filter((row) => !known.includes(row))]));
  }

  heads.slice(1).forEach(function (head, index) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "plot-sort";
    button.textContent = head.textContent;
    button.title = lesson.fill(table.dataset.sort, { name: head.textContent });
    head.replaceChildren(button);
    button.addEventListener("click", function () {
      const now = orders.indexOf(head.getAttribute("aria-sort") || "none");
      sort(index + 1, orders[(now + 1) % orders.length]);
    });
  });
});
