// Plays both panels at the same speed: a tick is one sequential step of each.
lesson.component("steps_figure", function (root) {
  const TICK_MS = 900;
  const ticks = Number(root.dataset.ticks);
  const parts = [...root.querySelectorAll("[data-tick]")];
  const panels = [...root.querySelectorAll("[data-kind][data-ticks]")];
  const said = root.querySelector("[data-role=said]");
  const controls = root.querySelector(".figure-controls");
  const buttons = {};
  for (const button of controls.querySelectorAll("button")) buttons[button.dataset.role] = button;
  let tick = ticks;
  let timer = null;

  function ready(panel) {
    return [...panel.querySelectorAll(".steps_figure-node")].filter((node) => Number(node.dataset.tick) <= tick).length;
  }

  function show(next) {
    tick = Math.min(Math.max(next, 0), ticks);
    for (const part of parts) {
      const own = Number(part.dataset.tick);
      part.dataset.state = own > tick ? "waiting" : own === tick ? "now" : "done";
    }
    let text = tick === ticks ? root.dataset.finished : root.dataset.said;
    text = text.replaceAll("{tick}", tick);
    for (const panel of panels) {
      const { kind, ticks: own } = panel.dataset;
      text = text.replaceAll("{" + kind + "}", ready(panel)).replaceAll("{" + kind + "_ticks}", own);
    }
    said.textContent = text;
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    buttons.play.textContent = buttons.play.dataset.play;
  }

  function play() {
    show(tick === ticks ? 0 : tick);
    buttons.play.textContent = buttons.play.dataset.pause;
    timer = setInterval(function () {
      show(tick + 1);
      if (tick === ticks) pause();
    }, TICK_MS);
  }

  function step(by) {
    pause();
    show(tick + by);
  }

  function replay() {
    pause();
    show(0);
    play();
  }

  buttons.play.addEventListener("click", () => (timer === null ? play() : pause()));
  buttons.back.addEventListener("click", () => step(-1));
  buttons.forward.addEventListener("click", () => step(1));
  buttons.replay.addEventListener("click", replay);
  controls.addEventListener("keydown", function (event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    event.preventDefault();
    step(by);
  });
  controls.hidden = false;
});
