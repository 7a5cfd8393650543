// The chart by Plotly, in a file of its own: it comes with Plotly, when a chart is near (calculator-zoom.js).
// Moving N never redraws it.
"use strict";

// `chart` is the calculator's light layer.  Resolves to { look } when the chart is drawn.
lesson.calculator.explore = async function (root, chart, Plotly) {
  const began = JSON.parse(root.querySelector('[data-role="figure"]').textContent);
  let figure = chart.drawn ? figureOf(chart.drawn) : began;
  const box = root.querySelector('[data-role="plotly"]');
  let looked = null; // the axes of a closer look
  let size = "";

  // A chart in a closed section has no size yet.
  function visible() {
    if (box.clientWidth) return null;
    return new Promise((resolve) => {
      const watcher = new ResizeObserver(() => {
        if (!box.clientWidth) return;
        watcher.disconnect();
        resolve();
      });
      watcher.observe(box);
    });
  }

  // The figure of other curves than the page began with.
  function figureOf({ curves, met, x, y }) {
    const next = structuredClone(began);
    const up = (place) => (y.scale === "log" ? 2 ** place : place);
    const placed = ({ scale }, place) => (scale === "log" ? place * Math.log10(2) : place);
    const at = ({ n, place }) => ({ x: placed(x, x.scale === "log" ? Math.log2(n) : n), y: placed(y, place) });
    next.data = curves.map(({ points }, index) => ({
      ...began.data[index],
      x: points.map(({ n }) => n),
      y: points.map(({ value, place }) => (value === null ? null : up(place))),
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

    function note(name, { at: point, lines, anchor, above, gap }) {
      const side = anchor === "start" ? "left" : "right";
      return {
        name, ...at(point), text: lines.map(escaped).join("<br>"), showarrow: false, xshift: anchor === "start" ? gap : -gap,
        yshift: above ? 3 : -1, align: side, xanchor: side, yanchor: above ? "bottom" : "top",
      };
    }
  }

  // Plotly reads a small HTML in its texts.
  function escaped(text) {
    return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  }

  function redraw() {
    figure = figureOf(chart.drawn);
    const { "xaxis.ticktext": ticktext, ...sizes } = measures();
    const layout = Object.assign(structuredClone(figure.layout), sizes);
    layout.xaxis.ticktext = ticktext;
    Plotly.react(box, structuredClone(figure.data), layout, { staticPlot: true, displayModeBar: false });
  }

  async function create() {
    const { "xaxis.ticktext": ticktext, ...sizes } = measures();
    const layout = Object.assign(structuredClone(figure.layout), sizes); // Plotly writes into what it is given
    layout.xaxis.ticktext = ticktext;
    await Plotly.newPlot(box, figure.data, layout, { staticPlot: true, displayModeBar: false });
    dress();
    box.on("plotly_afterplot", dress);
    root.dataset.drawn = "";
    new ResizeObserver(fit).observe(chart.plot);
  }

  // Each label wears the role of its curve; Plotly writes them anew with the axes.
  function dress() {
    for (const label of box.querySelectorAll(".annotation")) {
      label.classList.add("role-" + figure.layout.annotations[label.dataset.index].name);
    }
  }

  // The page's box, margins and type, read where the style sheet has put them.
  function measures() {
    const [outer, inner] = [box.getBoundingClientRect(), chart.plot.getBoundingClientRect()];
    const style = getComputedStyle(root.querySelector('[data-role="drawing"]'));
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
  function labels([low, high], width) {
    const drawn = [...root.querySelectorAll('[data-role="drawing"] .calculator-label')];
    return figure.layout.annotations.map(function (label, index) {
      if (!looked || label.xanchor !== "right") return { ...label };
      const [at, wide] = [((label.x - low) / (high - low)) * width, drawn[index].getBoundingClientRect().width];
      const [left, right] = [wide - at - label.xshift, at - label.xshift + wide - width].map((over) => Math.max(0, over));
      if (left <= right) return { ...label, xshift: label.xshift + left };
      return { ...label, xanchor: "left", align: "left", xshift: -label.xshift - right, yanchor: "top", yshift: -1 };
    });
  }

  // Every line that the page has; as many have a label as there is room for.
  function tickTexts([low, high]) {
    const { type, tickvals: values } = figure.layout.xaxis;
    const places = type === "log" ? values.map(Math.log10) : values;
    const first = places.findIndex((place) => place > low - 1e-6);
    const count = places.filter((place) => place > low - 1e-6 && place < high + 1e-6).length;
    const narrow = root.querySelector("[data-wide]") && !root.querySelector("[data-wide]").getClientRects().length;
    const every = Math.ceil(count / 8) * (narrow ? 2 : 1);
    return values.map((value, index) => ((index - first) % every ? "" : lesson.calculator.count(value)));
  }

  function fit() {
    const outer = box.getBoundingClientRect();
    if (!outer.width || size === [outer.width, outer.height].join()) return;
    requestAnimationFrame(() => box.clientWidth && Plotly.relayout(box, measures()));
  }

  // Shows x and y from [low, high] in powers of two, or the whole chart.
  async function look(axes) {
    looked = axes;
    const [x, y] = [decades("x"), decades("y")];
    const drawn = Plotly.relayout(box, {
      "xaxis.range": x,
      "yaxis.range": y,
      "xaxis.ticktext": tickTexts(x),
      annotations: labels(x, chart.plot.clientWidth),
    });
    chart.look(axes); // in the same frame
    await drawn;
  }

  // The range of an axis as Plotly wants it, in powers of ten.
  function decades(name) {
    const axis = figure.layout[name + "axis"];
    return looked ? looked[name].map((place) => (axis.type === "log" ? place * Math.log10(2) : place)) : axis.range;
  }

  // On paper stands our own drawing, which is always the whole chart.
  window.addEventListener("beforeprint", () => chart.look(null));
  window.addEventListener("afterprint", () => chart.look(looked));

  await visible();
  await create();
  root.addEventListener("redrawn", redraw);
  return { look };
};
