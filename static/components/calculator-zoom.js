// A closer look around N, by a button; the chart follows when N leaves the part that is shown.
// It needs Plotly, which comes when a reader goes for the tools under the chart.  Until then, and if it never comes, the
// page's own drawing serves.
lesson.calculator ||= /** @type {CalculatorParts} */ ({});

lesson.calculator.later = function (root, chart, looked) {
  const bundle = document.documentElement.dataset.plotly || "";
  let failed = () => {}; // told once, when it is sure that the chart stays a drawing
  /** @type {Promise<Explored> | null} */
  let drawing = null; // a promise of the drawn chart

  // Reading the bundle is one long task; drawing is another, so that an event can pass between them.
  function draw() {
    if (drawing) return drawing;
    drawing = Promise.all([script(bundle), script(bundle.replace(/vendor\/[^/]*$/, "explore.js"))])
      .then(() => new Promise(whenIdle))
      .then(() => lesson.calculator.explore(root, chart, window.Plotly, looked));
    drawing.catch((error) => {
      console.warn("the chart stays a drawing:", error.message);
      failed();
    });
    return drawing;
  }

  /** @param {() => void} onFailure */
  function begin(onFailure) {
    if (!bundle) return;
    failed = onFailure;
    const quietly = () => draw().catch(() => {}); // it is reported above
    for (const name of ["pointerenter", "focusin"]) lesson.part(root, '[data-role="tools"]').addEventListener(name, quietly, { once: true });
  }

  return { begin, explore: (axes) => draw().then((drawn) => drawn.explore(axes)), available: Boolean(bundle) };
};

/** @param {(value: unknown) => void} action */
function whenIdle(action) {
  if ("requestIdleCallback" in window) requestIdleCallback(action, { timeout: 4000 });
  else setTimeout(action, 300);
}

/** @type {Map<string, Promise<unknown>>} */
const scripts = new Map(); // address → promise; one element for the page, whoever asks first

/** @param {string} address */
function script(address) {
  if (!scripts.has(address)) {
    const loading = new Promise((resolve, reject) => {
      const element = document.createElement("script");
      element.src = address;
      element.onload = resolve;
      element.onerror = () => reject(new Error("the bundle did not load"));
      document.head.append(element);
    });
    scripts.set(address, loading);
  }
  return scripts.get(address);
}

lesson.calculator.zoom = function (root, scale, readings, chart) {
  const button = lesson.part(root, '[data-role="zoom"]');
  const plotly = lesson.calculator.later(root, chart, looked);
  const HALF = 2.5; // doublings on either side
  /** @type {Axes | null} */
  let shown = null; // the axes looked at, or null for the whole chart

  // x around N within the chart; y as the curves need it there.
  /** @type {(n: number) => Axes} */
  function around(n) {
    const whole = chart.whole();
    const [first, last] = whole.x;
    const width = Math.min(scale.of === Math.log2 ? 2 * HALF : (last - first) / 4, last - first);
    const low = Math.min(Math.max(scale.of(n) - width / 2, first), last - width);
    const heights = [low, low + width].flatMap((place) => readings(scale.at(place))).map((value) => value.height);
    const known = heights.filter((height) => height !== null);
    const room = (whole.y[1] - whole.y[0]) / 40;
    return { x: [low, low + width], y: [Math.min(...known) - room, Math.max(...known) + 3 * room] };
  }

  /** @param {Axes | null} axes */
  async function look(axes) {
    try {
      await plotly.explore(axes);
    } catch {
      // without Plotly there is no closer look, and no button
    }
  }

  // The axes that are shown now, whoever chose them.
  /** @type {Looked} */
  function looked(axes) {
    shown = axes;
    button.textContent = button.dataset[axes ? "out" : "in"] || "";
  }

  return {
    begin(now) {
      button.hidden = !plotly.available;
      button.addEventListener("click", () => look(shown ? null : around(now())));
      plotly.begin(() => void (button.hidden = true));
    },

    // Other curves: the whole chart again.
    leave() {
      if (shown) look(null);
    },

    follow(n) {
      if (!shown) return;
      const [place, [low, high]] = [scale.of(n), shown.x];
      if (place < low + (high - low) / 25 || place > high - (high - low) / 25) look(around(n));
    },
  };
};
