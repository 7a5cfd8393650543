// A calculator's values as areas; its N moves them, and the slider here moves its N.
lesson.component("areas", function (root) {
  const CORNER_X = 110, CORNER_Y = 328, FIXED = 200, LARGEST = 320, WIDEST = 96; // as in figures/areas.py
  const calculator = document.querySelector(`[data-component=calculator][data-name="${root.dataset.calculator}"]`);
  const areas = [...root.querySelectorAll("rect")];
  const slider = root.querySelector("input");
  const theirs = calculator.querySelector(`[data-control="${calculator.dataset.axis}"] input[type=range]`);
  const { fill } = lesson;
  const KINDS = { 0: "fixed", 2: "square" };

  // Another model or format may make a curve grow otherwise; shapes that need a fixed one and a square stay without.
  function reshape(curves) {
    const kinds = areas.map(({ dataset }) => KINDS[curves.find(({ role }) => role === dataset.role).slope] || "strip");
    if (!kinds.includes("fixed") || !kinds.includes("square")) return;
    areas.forEach(function ({ dataset }, index) {
      const swatch = root.querySelector(`[data-text="${dataset.role}"]`).parentNode.querySelector("span");
      dataset.kind = swatch.dataset.kind = kinds[index];
    });
    areas[0].parentNode.prepend(...areas.filter(({ dataset }) => dataset.kind === "fixed")); // what is later covers them
  }

  function show({ text, values, curves }) {
    if (curves) reshape(curves);
    const read = areas.map(({ dataset }) => values.find(({ role }) => role === dataset.role));
    const height = (kind) => read[areas.findIndex(({ dataset }) => dataset.kind === kind)].power;
    const sides = read.map((value) => FIXED * 2 ** ((value.power - height("fixed")) / 2));
    const whole = FIXED * 2 ** ((height("square") - height("fixed")) / 2);
    const isStrip = areas.map(({ dataset }) => dataset.kind === "strip");
    const crowding = sides.map((side, index) => (isStrip[index] ? (side * side) / whole / WIDEST : side / LARGEST));
    const shrunk = 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(...crowding))));
    areas.forEach(function (area, index) {
      const height = (isStrip[index] ? whole : sides[index]) / shrunk;
      const width = (sides[index] / shrunk) ** 2 / height;
      const x = isStrip[index] ? 100 - width : CORNER_X;
      for (const [name, value] of Object.entries({ x, y: CORNER_Y - height, width, height })) area.setAttribute(name, value.toFixed(2));
      root.querySelector(`[data-text="${area.dataset.role}"]`).textContent = read[index].text;
    });
    root.querySelector("[data-role=n]").textContent = text;
    root.querySelector("[data-role=scale]").textContent = fill(root.dataset[shrunk > 1 ? "shrunk" : "full"], { times: shrunk });
    slider.value = theirs.value;
    slider.setAttribute("aria-valuetext", text);
  }

  calculator.addEventListener("moved", () => show(calculator.moved));
  if (calculator.moved) show(calculator.moved);
  slider.addEventListener("input", function () {
    theirs.value = slider.value;
    theirs.dispatchEvent(new Event("input"));
  });
  root.querySelector("label").hidden = false;
});
