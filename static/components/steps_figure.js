// Plays both panels at the same speed, a tick being one sequential step of each, over as many words as the reader chooses.
lesson.component("steps_figure", function (root) {
  const TICK_MS = 900;
  const FRAMES = 60; // of a sentence too long for a frame each tick
  const FRAME_MS = 100;
  const lengths = [...root.querySelectorAll(".steps_figure-panels")];
  const said = lesson.part(root, "[data-role=said]");
  const controls = lesson.part(root, ".figure-controls");
  const [playing, back, forward, again] = ["play", "back", "forward", "replay"].map((role) => lesson.part(controls, `[data-role=${role}]`));
  /** @type {NodeListOf<HTMLInputElement>} */
  const choices = root.querySelectorAll("input[type=radio]");
  let shown = lengths[0];
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;

  const ticks = () => Math.max(...[...shown.children].map((panel) => Number(/** @type {HTMLElement} */ (panel).dataset.ticks)));
  let tick = ticks();
  const grouped = (/** @type {number} */ number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

  /** @param {HTMLElement} part */
  function stateOf({ dataset }) {
    if (Number(dataset.tick) > tick) return "waiting";
    return Number(dataset.until || dataset.tick) < tick ? "done" : "now";
  }

  // How many words a panel has ready, and the tick at which it has all.
  function progress() {
    const count = Number(shown.dataset.count);
    const texts = [...shown.querySelectorAll(".steps_figure-panel")].map(function ({ dataset }) {
      const ready = Math.floor((count * Math.min(tick, Number(dataset.ticks))) / Number(dataset.ticks));
      return [[dataset.kind, grouped(ready)], [`${dataset.kind}_ticks`, grouped(Number(dataset.ticks))]];
    });
    return Object.fromEntries(texts.flat());
  }

  /** @param {number} next */
  function show(next) {
    tick = Math.min(Math.max(next, 0), ticks());
    for (const part of shown.querySelectorAll("[data-tick]")) part.dataset.state = stateOf(part);
    const pattern = tick === ticks() ? root.dataset.finished : root.dataset.said;
    said.textContent = lesson.fill(pattern, { tick: grouped(tick), ...progress() });
  }

  function pause() {
    clearInterval(timer);
    timer = undefined;
    playing.textContent = playing.dataset.play || "";
  }

  function play() {
    const every = Math.ceil(ticks() / FRAMES);
    show(tick === ticks() ? 0 : tick);
    playing.textContent = playing.dataset.pause || "";
    timer = setInterval(function () {
      show(tick + every);
      if (tick === ticks()) pause();
    }, every > 1 ? FRAME_MS : TICK_MS);
  }

  /** @param {number} by */
  function step(by) {
    pause();
    show(tick + by);
  }

  function replay() {
    pause();
    show(0);
    play();
  }

  /** @param {number} index */
  function choose(index) {
    pause();
    shown = lengths[index];
    for (const length of lengths) length.hidden = length !== shown;
    show(ticks());
  }

  playing.addEventListener("click", () => (timer === undefined ? play() : pause()));
  back.addEventListener("click", () => step(-1));
  forward.addEventListener("click", () => step(1));
  again.addEventListener("click", replay);
  controls.addEventListener("keydown", function (event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    event.preventDefault();
    step(by);
  });
  const group = `steps_figure-${[...document.querySelectorAll("[data-component=steps_figure]")].indexOf(root)}`;
  for (const choice of choices) {
    choice.name = group;
    choice.addEventListener("change", () => choose(Number(choice.value)));
  }
  for (const part of root.querySelectorAll(".figure-switch")) part.hidden = false;
  controls.hidden = false;
});
