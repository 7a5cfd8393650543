// Switches between the scales, and shows where each small score comes from.
lesson.component("shape_diagram", function (root) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const choices = root.querySelectorAll("input[type=radio]");
  const scales = Array.from(root.querySelectorAll("[data-scale]"));
  const grid = lesson.part(root, "[data-role=grid]");
  const rows = Array.from(grid.querySelectorAll("[data-role=row]"), (row) => Array.from(row.querySelectorAll("[data-role=cell]")));
  const product = lesson.part(root, "[data-role=product]");
  const ring = lesson.part(root, "[data-role=ring]");
  /** @type {HTMLDetailsElement} */
  const table = lesson.part(root, "details");
  const group = "shape_diagram-" + Array.from(document.querySelectorAll("[data-component=shape_diagram]")).indexOf(root);

  /** @param {string} name */
  function choose(name) {
    for (const scale of scales) scale.hidden = scale.dataset.scale !== name;
  }

  /** @param {HTMLElement} cell */
  function showCell(cell) {
    const { row, column } = cell.dataset;
    for (const part of root.querySelectorAll("[data-lit]")) part.removeAttribute("data-lit");
    const lit = `[data-matrix=Q] [data-row="${row}"], [data-matrix=K] [data-column="${column}"]`;
    for (const part of root.querySelectorAll(lit)) part.setAttribute("data-lit", "");
    ring.setAttribute("transform", cell.getAttribute("transform") || "");
    ring.setAttribute("visibility", "visible");
    product.textContent = cell.getAttribute("aria-label");
  }

  /** @param {HTMLElement} cell */
  function focusCell(cell) {
    for (const other of rows.flat()) other.setAttribute("tabindex", other === cell ? "0" : "-1");
    cell.focus();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} row
   * @param {number} column
   */
  function reached(event, row, column) {
    const last = rows.length - 1;
    switch (event.key) {
      case "ArrowUp": return [row - 1, column];
      case "ArrowDown": return [row + 1, column];
      case "ArrowLeft": return [row, column - 1];
      case "ArrowRight": return [row, column + 1];
      case "Home": return [event.ctrlKey ? 0 : row, 0];
      case "End": return [event.ctrlKey ? last : row, last];
      default: return null;
    }
  }

  /** @param {HTMLElement} cell */
  function prepare(cell) {
    const title = lesson.part(cell, "title");
    cell.setAttribute("role", "gridcell");
    cell.setAttribute("aria-label", title.textContent);
    cell.setAttribute("tabindex", cell === rows[0][0] ? "0" : "-1");
    title.remove();
    cell.addEventListener("pointerenter", () => showCell(cell));
    cell.addEventListener("focus", () => showCell(cell));
    cell.addEventListener("click", () => focusCell(cell));
  }

  grid.closest("svg")?.setAttribute("role", "group");
  grid.setAttribute("role", "grid");
  grid.setAttribute("aria-label", grid.dataset.label || "");
  for (const row of grid.querySelectorAll("[data-role=row]")) row.setAttribute("role", "row");
  rows.flat().forEach(prepare);
  product.hidden = false;
  grid.addEventListener("keydown", function (event) {
    if (event.altKey || event.metaKey || event.isComposing) return;
    const cell = event.target instanceof Element && event.target.closest("[data-role=cell]");
    const next = cell && reached(event, Number(cell.dataset.row) - 1, Number(cell.dataset.column) - 1);
    if (!next) return;
    event.preventDefault();
    const target = rows[next[0]] && rows[next[0]][next[1]];
    if (target) focusCell(target);
  });

  for (const choice of choices) {
    choice.name = group;
    choice.addEventListener("change", () => choose(choice.value));
  }
  table.open = false;
  lesson.part(root, "fieldset").hidden = false;
  choose("real");
});
