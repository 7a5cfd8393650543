// The light layer over the chart: the reader's N as a guide line, a marker on each curve, a readout
// under the pointer.  Places are percentages of the plot, so that a new width needs nothing; when
// the axes change (a zoom), `look` lays everything anew.  The curves themselves are never redrawn.
// Lines lie under the drawing and markers over it, so that every label stays whole.
lesson.calculator ||= /** @type {CalculatorParts} */ ({});

lesson.calculator.chart = function (root, data, scale, readings) {
  const { put } = lesson.calculator;
  /** @param {string} role */
  const find = (role) => lesson.part(root, `[data-role="${role}"]`);
  const [plot, guide, guideLabel, hover, crosshair] = ["plot", "guide", "guide-label", "hover", "crosshair"].map(find);
  const pins = () => ["pin-line", "pin"].map(find); // where a guess is asked
  const { symbol } = root.dataset;
  const [markLines, markTexts] = ["line", "text"].map((part) => [...root.querySelectorAll(`[data-mark-${part}]`)]);
  const markers = [...root.querySelectorAll('[data-role="marker"]')];
  /** @type {(axis: Axis) => Extent} */
  const ends = ({ low, high }) => [low, high];
  let y = data.ys[0]; // the axis of what the curves count now
  /** @type {Mark[]} */
  let marks = [];
  /** @type {Axes | null} */
  let looked = null; // a closer look
  /** @type {Parameters<typeof show> | null} */
  let shown = null;
  /** @type {Parameters<typeof pin> | null} */
  let pinned = null;
  /** @type {() => Axes} */
  const axes = () => looked || { x: ends(data.x), y: ends(y) };

  /** @param {Extent} extent @param {number} exponent */
  const percent = ([low, high], exponent) => (100 * (exponent - low)) / (high - low);
  /** @param {number} place */
  const inside = (place) => place > -0.01 && place < 100.01;

  // The grid's lines, each with its place in powers of two.
  const grid = [...root.querySelectorAll(".calculator-grid line")].map(function (line) {
    const { axis } = line.dataset;
    const [{ low, high }, part] = [axis === "x" ? data.x : data.ys[Number(line.dataset.y)], parseFloat(line.getAttribute(axis + "1") || "") / 100];
    return { line, axis, exponent: axis === "x" ? low + part * (high - low) : high - part * (high - low) };
  });

  function layGrid() {
    for (const { line, axis, exponent } of grid) {
      const at = axis === "x" ? percent(axes().x, exponent) : 100 - percent(axes().y, exponent);
      put(line, "visibility", inside(at) ? "visible" : "hidden");
      for (const end of ["1", "2"]) put(line, axis + end, at.toFixed(3) + "%");
    }
  }

  // Lines at values worth one: { level, place, text } each.
  function layMarks() {
    marks.forEach(function ({ level, place, text }, index) {
      const [line, label] = [markLines[index], markTexts[index]];
      const along = place === null ? -1 : percent(axes()[level ? "y" : "x"], place);
      for (const element of [line, label]) put(element, "visibility", inside(along) ? "inherit" : "hidden");
      if (!inside(along)) return;
      const where = (level ? 100 - along : along).toFixed(3) + "%";
      for (const name of level ? ["y1", "y2"] : ["x1", "x2"]) put(line, name, where);
      put(label, level ? "y" : "x", where);
      if (!level) {
        put(label, "text-anchor", along > 50 ? "end" : "start");
        put(label, "dx", along > 50 ? "-6" : "6");
      }
      label.textContent = text;
    });
  }

  /** @param {number} n @param {string} text @param {Reading[]} values */
  function show(n, text, values) {
    shown = [n, text, values];
    const x = percent(axes().x, scale.of(n));
    const left = x.toFixed(3) + "%";
    for (const part of [guide, guideLabel]) put(part, "visibility", inside(x) ? "visible" : "hidden");
    put(guide, "x1", left);
    put(guide, "x2", left);
    put(guideLabel, "x", left);
    put(guideLabel, "text-anchor", x < 12 ? "start" : x > 88 ? "end" : "middle");
    /** @type {Text} */ (guideLabel.firstChild).data = symbol + " = " + text;
    markers.forEach((marker, index) => place(marker, x, left, values[index].height));
  }

  /** @param {HTMLElement} marker @param {number} x @param {string} left @param {number | null} height */
  function place(marker, x, left, height) {
    const y = height === null ? -1 : 100 - percent(axes().y, height);
    const visible = inside(x) && inside(y);
    put(marker, "visibility", visible ? "visible" : "hidden");
    if (!visible) return;
    put(marker, "x", left);
    put(marker, "y", y.toFixed(3) + "%");
  }

  // A line of its own at N, such as a reader's guess.
  /** @param {number} n @param {string} text */
  function pin(n, text) {
    pinned = [n, text];
    const x = percent(axes().x, scale.of(n));
    const left = x.toFixed(3) + "%";
    const [pinLine, pinLabel] = pins();
    for (const part of [pinLine, pinLabel]) put(part, "visibility", inside(x) ? "visible" : "hidden");
    for (const name of ["x1", "x2"]) put(pinLine, name, left);
    put(pinLabel, "x", left);
    put(pinLabel, "dx", x > 50 ? "-6" : "6");
    put(pinLabel, "text-anchor", x > 50 ? "end" : "start");
    pinLabel.textContent = text;
  }

  // The N under a pointer.
  /** @param {PointerEvent} event */
  function under(event) {
    const box = plot.getBoundingClientRect();
    const fraction = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    const [low, high] = axes().x;
    return scale.at(low + fraction * (high - low));
  }

  /** @param {number} n */
  function hoverAt(n) {
    const x = percent(axes().x, scale.of(n));
    const head = line(symbol + " = ", lesson.calculator.count(n), "");
    hover.replaceChildren(head, ...readings(n).map((value) => line(value.label + " ", value.text, "role-" + value.role)));
    hover.hidden = crosshair.hidden = false;
    hover.style.left = crosshair.style.left = x.toFixed(2) + "%";
    hover.style.translate = x > 50 ? "calc(-100% - 0.75rem)" : "0.75rem";
  }

  /** @param {string} label @param {string} text @param {string} role */
  function line(label, text, role) {
    const paragraph = document.createElement("p");
    paragraph.className = role;
    const strong = document.createElement("b");
    strong.textContent = text;
    paragraph.append(label, strong);
    return paragraph;
  }

  const silence = () => void (hover.hidden = crosshair.hidden = true);

  return {
    drawn: null, // other curves than the page began with: what calculator-drawing.js has drawn
    plot,
    show,
    whole: () => ({ x: ends(data.x), y: ends(y) }),

    // The y axis of what the curves count now, and what is marked on the axes.
    count(next, marked) {
      [y, marks] = [next, marked];
      if (!looked) layGrid();
      layMarks();
    },
    under,
    hoverAt,
    silence,
    pin,
    unpin() {
      pinned = null;
      for (const part of pins()) put(part, "visibility", "hidden");
    },
    // Other axes, each [low, high] as the scale places values; none for the whole chart.
    look(next) {
      looked = next;
      layGrid();
      layMarks();
      if (shown) show(...shown);
      if (pinned) pin(...pinned);
    },
  };
};

// Dragging anywhere on the plot moves N; a mouse that only passes over it is told the values there.
// A finger may have come to scroll the page: it moves N once it has gone sideways, or by a tap.
// `move(n)` is called at most once a frame, between `hold()` and `release()`; `cancel()` instead of `release()` where the
// system took the gesture away.
lesson.calculator.scrub = function (chart, { hold, move, release, cancel }) {
  const SIDEWAYS = 8; // px
  /** @type {PointerEvent | null} */
  let began = null; // where a finger went down that has not gone anywhere yet
  let dragging = false;
  /** @type {PointerEvent | null} */
  let latest = null;
  let frame = 0;

  /** @param {PointerEvent} event */
  function follow(event) {
    latest = event;
    if (!frame) frame = requestAnimationFrame(act);
  }

  function act() {
    cancelAnimationFrame(frame);
    frame = 0;
    if (!latest) return;
    const n = chart.under(latest);
    if (dragging) move(n);
    chart.hoverAt(n);
  }

  /** @param {PointerEvent} event */
  function drag(event) {
    began = null;
    dragging = true;
    hold();
    if (event.pointerType === "mouse") chart.plot.setPointerCapture(event.pointerId); // a finger is captured by itself
    follow(event);
  }

  /** @param {() => void} end */
  function stop(end) {
    began = null;
    if (!dragging) return;
    if (frame) act();
    dragging = false;
    end();
  }

  function leave() {
    latest = null;
    chart.silence();
  }

  chart.plot.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary || chart.plot.closest("[data-exploring]")) return; // then Plotly has the drag
    if (event.pointerType === "mouse") drag(event);
    else began = event;
  });
  chart.plot.addEventListener("pointermove", (event) => {
    if (dragging || event.pointerType === "mouse") return follow(event);
    if (!began || event.pointerId !== began.pointerId) return;
    const [x, y] = [event.clientX - began.clientX, event.clientY - began.clientY].map(Math.abs);
    if (x > SIDEWAYS && x > y) drag(event);
    else if (y > SIDEWAYS) began = null;
  });
  chart.plot.addEventListener("pointerup", (event) => {
    if (began) drag(event);
    stop(release);
    if (event.pointerType !== "mouse") leave();
  });
  chart.plot.addEventListener("pointercancel", () => {
    latest = null;
    stop(cancel);
    leave();
  });
  chart.plot.addEventListener("lostpointercapture", () => stop(release));
  chart.plot.addEventListener("pointerleave", leave);
};
