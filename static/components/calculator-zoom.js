// A closer look around N, by a button; the chart follows when N leaves the part that is shown.
lesson.calculator = lesson.calculator || {};

lesson.calculator.zoom = function (root, data, readings, plotly) {
  const button = root.querySelector('[data-role="zoom"]');
  const HALF = 2.5; // doublings on either side
  let shown = null; // the axes looked at, or null for the whole chart

  // x around N within the chart; y as the curves need it there.
  function around(n) {
    const width = Math.min(2 * HALF, data.x[1] - data.x[0]);
    const low = Math.min(Math.max(Math.log2(n) - width / 2, data.x[0]), data.x[1] - width);
    const ends = [low, low + width].map((exponent) => Math.round(2 ** exponent));
    const heights = ends.flatMap(readings).map((value) => value.height).filter((height) => height !== null);
    return { x: [low, low + width], y: [Math.min(...heights) - 1, Math.max(...heights) + 3] };
  }

  async function look(axes) {
    try {
      await plotly.look(axes);
      shown = axes;
      button.textContent = axes ? button.dataset.out : button.dataset.in;
    } catch {
      // without Plotly there is no closer look, and no button
    }
  }

  return {
    begin(now) {
      button.hidden = !plotly.available;
      button.addEventListener("click", () => look(shown ? null : around(now())));
      plotly.begin(() => void (button.hidden = true));
    },

    follow(n) {
      const exponent = Math.log2(n);
      if (shown && (exponent < shown.x[0] + 0.2 || exponent > shown.x[1] - 0.2)) look(around(n));
    },
  };
};
