// The chart by Plotly, in a file of its own: it comes with Plotly, when a reader asks for more (calculator-zoom.js).
// Moving N never redraws it.
"use strict";

// `chart` is the calculator's light layer; `onAxes` hears of the axes that are shown, null being the whole chart.
// Resolves to { explore } when the chart is drawn.
lesson.calculator.explore = async function (root, chart, Plotly, onAxes) {
  const CONFIG = { displayModeBar: false, doubleClick: false, showAxisDragHandles: false, showAxisRangeEntryBoxes: false };
  /** @type {PlotlyFigure} */
  const began = JSON.parse(lesson.part(root, '[data-role="figure"]').textContent);
  let figure = chart.drawn ? figureOf(chart.drawn) : began;
  /** @type {PlotlyBox} */
  const box = lesson.part(root, '[data-role="plotly"]');
  const drawing = lesson.part(root, '[data-role="drawing"]');
  /** @type {Axes | null} */
  let looked = null; // the axes of a closer look
  let size = "";
  let ours = false; // Plotly reports what we ask for too
  /** @type {Set<string>} */
  const off = new Set(); // the roles of curves that are switched off

  // A chart in a closed section has no size yet.
  function visible() {
    if (box.clientWidth) return null;
    return /** @type {Promise<void>} */ (new Promise((resolve) => {
      const watcher = new ResizeObserver(() => {
        if (!box.clientWidth) return;
        watcher.disconnect();
        resolve();
      });
      watcher.observe(box);
    }));
  }

  // The figure of other curves than the page began with.
  /** @param {CurvesDrawn} drawn */
  function figureOf({ curves, met, x, y }) {
    const next = structuredClone(began);
    /** @param {number} place */
    const up = (place) => (y.scale === "log" ? 2 ** place : place);
    /** @param {Axis} axis @param {number} place */
    const placed = ({ scale }, place) => (scale === "log" ? place * Math.log10(2) : place);
    /** @param {Placed} point */
    const at = ({ n, place }) => ({ x: placed(x, x.scale === "log" ? Math.log2(n) : n), y: placed(y, place) });
    next.data = curves.map(({ points }, index) => ({
      ...began.data[index],
      x: points.map(({ n }) => n),
      y: points.map((point) => (point.value === null ? null : up(point.place))),
    }));
    next.layout.annotations = curves.flatMap(({ direct, role }) => (direct ? note(role, direct) : []));
    next.layout.shapes = [];
    Object.assign(next.layout.yaxis, { type: y.scale, range: [y.low, y.high].map((end) => placed(y, end)) });
    if (y.ticks) Object.assign(next.layout.yaxis, { tickvals: y.ticks.map(([value]) => value), ticktext: y.ticks.map(([, text]) => text) });
    if (!met) return next;
    const { label } = met;
    const [left, top] = [met.n, up(label.at.place)];
    next.data.push({ type: "scatter", uid: "crossing", mode: "markers", marker: { size: 9 }, x: [left], y: [top], hoverinfo: "skip" });
    next.layout.annotations.push(note("crossing", label));
    next.layout.shapes.push({ type: "line", layer: "below", x0: left, x1: left, y0: up(y.low), y1: top });
    return next;

    /** @type {(name: string, label: CurveLabel) => PlotlyNote} */
    function note(name, { at: point, lines, anchor, above, gap }) {
      const side = anchor === "start" ? "left" : "right";
      return {
        name, ...at(point), text: lines.map(escaped).join("<br>"), showarrow: false, xshift: anchor === "start" ? gap : -gap,
        yshift: above ? 3 : -1, align: side, xanchor: side, yanchor: above ? "bottom" : "top",
      };
    }
  }

  // Plotly reads a small HTML in its texts.
  /** @param {string} text */
  function escaped(text) {
    return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  }

  function redraw() {
    if (chart.drawn) figure = figureOf(chart.drawn);
    const { "xaxis.ticktext": ticktext, ...sizes } = measures();
    const layout = Object.assign(structuredClone(figure.layout), sizes);
    layout.xaxis.ticktext = ticktext;
    Plotly.react(box, structuredClone(figure.data), free(layout), CONFIG).then(showCurves);
  }

  async function create() {
    const { "xaxis.ticktext": ticktext, ...sizes } = measures();
    const layout = Object.assign(structuredClone(figure.layout), sizes); // Plotly writes into what it is given
    layout.xaxis.ticktext = ticktext;
    await Plotly.newPlot(box, figure.data, free(layout), CONFIG);
    dress();
    box.on("plotly_afterplot", dress);
    box.on("plotly_relayout", (change) => Object.keys(change).some((name) => /axis\.range/.test(name)) && !ours && look(seen()));
    box.on("plotly_relayouting", () => chart.look(seen()));
    box.on("plotly_doubleclick", () => look(null));
    root.dataset.drawn = "";
    followMore();
    new ResizeObserver(fit).observe(chart.plot);
  }

  // Each label wears the role of its curve; Plotly writes them anew with the axes.
  function dress() {
    for (const label of box.querySelectorAll(".annotation")) {
      label.classList.add("role-" + figure.layout.annotations[Number(label.dataset.index)].name);
    }
  }

  // The page's box, margins and type, read where the style sheet has put them.
  function measures() {
    const [outer, inner] = [box.getBoundingClientRect(), chart.plot.getBoundingClientRect()];
    const style = getComputedStyle(drawing);
    const [l, t] = [inner.left - outer.left, inner.top - outer.top];
    const [r, b] = [outer.right - inner.right, outer.bottom - inner.bottom];
    size = [outer.width, outer.height].join();
    return {
      width: outer.width,
      height: outer.height,
      margin: { l, t, r, b, pad: 0 },
      font: { family: style.fontFamily, size: parseFloat(style.fontSize) },
      "xaxis.ticktext": tickTexts(decades("x")),
      annotations: labels(decades("x"), inner.width),
    };
  }

  // A label that a closer look would push out on the left moves in, or stands on the right, under its point, where
  // more of it fits.  The page's own labels, in the same order, tell how wide each is.
  /** @type {(range: Extent, width: number) => PlotlyNote[]} */
  function labels([low, high], width) {
    const drawn = drawing.querySelectorAll(".calculator-label");
    return figure.layout.annotations.map(function (label, index) {
      if (!looked || label.xanchor !== "right") return { ...label };
      const [at, wide] = [((label.x - low) / (high - low)) * width, drawn[index].getBoundingClientRect().width];
      const [left, right] = [wide - at - label.xshift, at - label.xshift + wide - width].map((over) => Math.max(0, over));
      if (left <= right) return { ...label, xshift: label.xshift + left };
      return { ...label, xanchor: "left", align: "left", xshift: -label.xshift - right, yanchor: "top", yshift: -1 };
    });
  }

  // Every line that the page has; as many have a label as there is room for.
  /** @param {Extent} range */
  function tickTexts([low, high]) {
    const { type, tickvals: values } = figure.layout.xaxis;
    const places = type === "log" ? values.map(Math.log10) : values;
    const first = places.findIndex((place) => place > low - 1e-6);
    const count = places.filter((place) => place > low - 1e-6 && place < high + 1e-6).length;
    const narrow = root.querySelector("[data-wide]")?.getClientRects().length === 0;
    const every = Math.ceil(count / 8) * (narrow ? 2 : 1);
    return values.map((value, index) => ((index - first) % every ? "" : lesson.calculator.count(value)));
  }

  function fit() {
    const outer = box.getBoundingClientRect();
    if (!outer.width || size === [outer.width, outer.height].join()) return;
    requestAnimationFrame(() => box.clientWidth && Plotly.relayout(box, measures()));
  }

  // Axes that a drag may move; the drag is Plotly's once a tool is chosen.
  /** @param {PlotlyLayout} layout */
  function free(layout) {
    layout.xaxis.fixedrange = layout.yaxis.fixedrange = false;
    return Object.assign(layout, { dragmode: root.dataset.exploring || false });
  }

  // What Plotly shows now, in the places of the scales.
  function seen() {
    /** @type {(axis: PlotlyAxis) => Extent} */
    const extent = ({ type, range: [low, high] }) => (type === "log" ? [low / Math.log10(2), high / Math.log10(2)] : [low, high]);
    return { x: extent(box.layout.xaxis), y: extent(box.layout.yaxis) };
  }

  // Axes moved into the chart, or null where they are all of it.
  /** @type {(axes: Axes | null) => Axes | null} */
  function within(axes) {
    if (!axes) return null;
    const whole = chart.whole();
    const [x, y] = [moved(axes.x, whole.x), moved(axes.y, whole.y)];
    /** @type {(extent: Extent, all: Extent) => boolean} */
    const isAll = ([low, high], [least, most]) => high - low > 0.999 * (most - least);
    return isAll(x, whole.x) && isAll(y, whole.y) ? null : { x, y };

    /** @type {(extent: Extent, all: Extent) => Extent} */
    function moved([low, high], [least, most]) {
      const width = Math.min(high - low, most - least);
      const begin = Math.min(Math.max(low, least), most - width);
      return [begin, begin + width];
    }
  }

  // Shows x and y from [low, high] in powers of two, or the whole chart.
  /** @param {Axes | null} next */
  async function look(next) {
    const axes = within(next);
    looked = axes;
    ours = true;
    const [x, y] = [decades("x"), decades("y")];
    const drawn = Plotly.relayout(box, {
      "xaxis.range": x,
      "yaxis.range": y,
      "xaxis.ticktext": tickTexts(x),
      annotations: labels(x, chart.plot.clientWidth),
    });
    chart.look(axes); // in the same frame
    onAxes(axes);
    await drawn;
    ours = false;
  }

  // The range of an axis as Plotly wants it, in powers of ten.
  /** @type {(name: keyof Axes) => Extent} */
  function decades(name) {
    const { type, range } = figure.layout[/** @type {"xaxis" | "yaxis"} */ (name + "axis")];
    if (!looked) return [...range]; // Plotly writes into it
    const [low, high] = looked[name];
    return type === "log" ? [low * Math.log10(2), high * Math.log10(2)] : [low, high];
  }

  // On paper stands our own drawing, which is always the whole chart.
  window.addEventListener("beforeprint", () => chart.look(null));
  window.addEventListener("afterprint", () => chart.look(looked));

  // A curve that is switched off takes its label and its marker along.
  function showCurves() {
    const names = figure.data.map(({ uid }) => uid);
    Plotly.restyle(box, { visible: names.map((name) => !off.has(name)) }, [...names.keys()]);
    const notes = labels(decades("x"), chart.plot.clientWidth).map((label) => ({ ...label, visible: !off.has(label.name) }));
    Plotly.relayout(box, { annotations: notes });
    for (const marker of root.querySelectorAll('[data-role="marker"]')) marker.toggleAttribute("data-off", off.has(marker.dataset.curve || ""));
  }

  // Curves that are off at first come with the button for more.
  function followMore() {
    for (const { dataset } of root.querySelectorAll('[data-role="marker"][data-extra]')) {
      const { curve = "" } = dataset;
      off[root.hasAttribute("data-more") ? "delete" : "add"](curve);
      lesson.part(group, `[value="${curve}"]`).setAttribute("aria-pressed", String(!off.has(curve)));
    }
    if (root.querySelector("[data-extra]")) showCurves();
  }

  /** @type {Record<string, (button: HTMLButtonElement) => void>} */
  const tools = {
    zoom: choose,
    pan: choose,
    curve(button) {
      if (root.querySelector(`[data-extra][data-curve="${button.value}"]`)) return lesson.part(root, '[data-role="more"]').click();
      if (!off.delete(button.value)) off.add(button.value);
      button.setAttribute("aria-pressed", String(!off.has(button.value)));
      showCurves();
    },
    svg: () => save(new Blob([portrait()], { type: "image/svg+xml" }), "svg"),
    png: paint,
  };

  // A tool that is chosen has the drags over the chart; chosen once more it gives them back to N.
  /** @param {HTMLButtonElement} chosen */
  function choose(chosen) {
    const mode = root.dataset.exploring === chosen.dataset.explore ? undefined : chosen.dataset.explore;
    if (mode) root.dataset.exploring = mode;
    else delete root.dataset.exploring;
    for (const button of group.querySelectorAll('[data-explore="zoom"], [data-explore="pan"]')) {
      button.setAttribute("aria-pressed", String(button.dataset.explore === mode));
    }
    Plotly.relayout(box, { dragmode: mode || false });
  }

  // Keys while a tool has the focus.
  /** @type {Record<string, [right: number, up: number, grow: number]>} */
  const KEYS = { ArrowLeft: [-0.1, 0, 1], ArrowRight: [0.1, 0, 1], ArrowUp: [0, 0.1, 1], ArrowDown: [0, -0.1, 1], "+": [0, 0, 0.5], "=": [0, 0, 0.5], "-": [0, 0, 2] };
  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (event.key === "0") return void look(null);
    if (!Object.hasOwn(KEYS, event.key)) return;
    event.preventDefault();
    const [right, up, grow] = KEYS[event.key];
    const now = looked || chart.whole();
    look({ x: stepped(now.x, right), y: stepped(now.y, up) });

    /** @type {(extent: Extent, step: number) => Extent} */
    function stepped([low, high], step) {
      const [middle, half] = [(low + high) / 2 + step * (high - low), ((high - low) / 2) * grow];
      return [middle - half, middle + half];
    }
  }

  // All that is seen of the chart as one SVG that needs no style sheet.
  function portrait() {
    const outer = box.getBoundingClientRect();
    const sheet = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    for (const [name, value] of Object.entries({ width: outer.width, height: outer.height, viewBox: `0 0 ${outer.width} ${outer.height}` })) sheet.setAttribute(name, String(value));
    const ground = sheet.appendChild(document.createElementNS(sheet.namespaceURI, "rect"));
    for (const [name, value] of Object.entries({ width: "100%", height: "100%", fill: lesson.colour("--sheet") })) ground.setAttribute(name, value);
    for (const part of root.querySelectorAll(".calculator-lines, .calculator-plotly .main-svg, .calculator-overlay")) {
      const { left, top, width, height } = part.getBoundingClientRect();
      const copy = plain(part);
      for (const [name, value] of Object.entries({ x: left - outer.left, y: top - outer.top, width, height })) copy.setAttribute(name, String(value));
      sheet.append(copy);
    }
    return new XMLSerializer().serializeToString(sheet);
  }

  // A copy that carries the looks which the style sheet has given.
  /** @param {Element} part */
  function plain(part) {
    const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linejoin", "paint-order", "opacity", "visibility", "display", "font-family", "font-size", "font-weight", "text-anchor", "overflow", "vector-effect"];
    const copy = /** @type {Element} */ (part.cloneNode(true));
    const [sources, targets] = [part, copy].map((top) => [top, ...top.querySelectorAll("*")]);
    sources.forEach(function (source, index) {
      const style = getComputedStyle(source);
      for (const name of ["style", "class"]) targets[index].removeAttribute(name);
      for (const name of LOOKS) targets[index].setAttribute(name, style.getPropertyValue(name));
    });
    return copy;
  }

  function paint() {
    const [image, canvas, { width, height }] = [new Image(), document.createElement("canvas"), box.getBoundingClientRect()];
    Object.assign(canvas, { width: 2 * width, height: 2 * height });
    image.onload = function () {
      canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => blob && save(blob, "png"));
    };
    image.src = "data:image/svg+xml," + encodeURIComponent(portrait());
  }

  /** @param {Blob} blob @param {string} ending */
  function save(blob, ending) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${root.dataset.name}.${ending}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href));
  }

  const group = lesson.part(root, '[data-role="explore"]');
  /** @type {NodeListOf<HTMLButtonElement>} */
  const buttons = group.querySelectorAll("button");
  for (const button of buttons) button.addEventListener("click", () => tools[button.dataset.explore || ""](button));
  group.addEventListener("keydown", press);

  await visible();
  await create();
  root.addEventListener("redrawn", redraw);
  root.addEventListener("more", followMore);
  return {
    explore(axes) {
      group.hidden = false;
      return look(axes);
    },
  };
};
