// The calculator: one N, moved by slider, box, buttons, chart, prose and address; one update a frame.
// Its parts are in calculator-*.js, which come before this file.
const PAUSE = 500; // ms without a change after which a reader has stopped

lesson.component("calculator", function (root) {
  const find = (role) => root.querySelector(`[data-role="${role}"]`);
  const data = JSON.parse(find("data").textContent);
  const { count, fill, put } = lesson.calculator;
  const readings = lesson.calculator.readings(data);
  const scale = lesson.calculator.scale(data);
  const chart = lesson.calculator.chart(root, data, scale, readings);
  const zoom = lesson.calculator.zoom(root, data, readings, chart);
  const cards = lesson.calculator.cards(root);
  const box = lesson.calculator.box(root, data, () => n, (value) => move(value, "box"), say);
  const guess = lesson.calculator.guess(root, data, chart, say);
  const slider = root.querySelector('input[type="range"]');
  const presets = [...root.querySelectorAll('[data-role="preset"]')];
  const said = find("said");

  let n = data.start;
  let settled = n; // the N that the address and the announcement know
  let held = false; // a pointer is down on slider or chart
  let before = n; // the N from before that
  let by = ""; // the control that moved N last and shows it already
  let gesture = null; // what keeps on moving N: typing, or keys, until the control is left
  let [frame, timer] = [0, 0];

  function move(value, mover = "") {
    by = mover;
    if (mover !== "address") guess.pass();
    n = scale.limit(value);
    if (!frame) frame = requestAnimationFrame(show);
    rest();
  }

  function show() {
    frame = 0;
    const [values, text] = [readings(n), count(n)];
    chart.show(n, text, values);
    cards.show(values);
    if (by !== "box") box.show(text);
    if (by !== "slider") slider.value = scale.stepOf(n);
    put(slider, "aria-valuetext", fill(slider.dataset.spoken, { value: text, ...values[0] }));
    for (const preset of presets) put(preset, "aria-pressed", String(Number(preset.value) === n));
    root.dispatchEvent(new CustomEvent("moved", { detail: { text, values } }));
  }

  function rest() {
    clearTimeout(timer);
    if (!held) timer = setTimeout(settle, PAUSE);
  }

  // The reader has stopped: one entry of the history, one announcement.
  function settle() {
    clearTimeout(timer);
    if (n === settled) return;
    settled = n;
    lesson.calculator.address.settle(data.name, gesture);
    zoom.follow(n);
    announce();
  }

  function announce() {
    const told = readings(n).map((value) => fill(said.dataset.reading, value));
    said.textContent = fill(said.dataset.said, { variable: data.variable, value: count(n), readings: told.join(said.dataset.between) });
  }

  function say(text) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      settle();
      said.textContent = text;
    }, PAUSE);
  }

  function hold() {
    held = true;
    before = n;
    gesture = null;
  }

  // The system took the pointer away, as for a scroll: nothing has happened.
  function cancel() {
    held = false;
    if (n !== before) move(before);
    clearTimeout(timer);
  }

  function release() {
    held = false;
    rest();
  }

  function set(value) {
    gesture = null;
    move(value);
    settle();
  }

  // One visit of a control is one gesture, however many keys it takes.
  function visit(control) {
    control.addEventListener("keydown", () => (gesture = gesture || {}));
    control.addEventListener("blur", () => {
      if (n !== settled) settle();
      gesture = null;
    });
  }

  visit(slider);
  visit(find("number"));
  slider.addEventListener("input", () => move(scale.atStep(Number(slider.value)), "slider"));
  slider.addEventListener("pointerdown", () => {
    hold();
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, release, { once: true });
  });
  slider.addEventListener("keydown", (event) => {
    const next = lesson.calculator.afterKey(event.key, n, scale);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move(next);
  });
  for (const preset of presets) preset.addEventListener("click", () => set(Number(preset.value)));
  lesson.calculator.scrub(chart, {
    hold,
    cancel,
    move: (value) => guess.aim(value) || move(value),
    release: () => (release(), settle()),
  });
  lesson.calculator.proseButtons(data.name, root, set);

  const asked = lesson.calculator.address.join(data.name, {
    start: data.start,
    current: () => n,
    apply(value) {
      move(value, "address");
      clearTimeout(timer);
      const moved = n !== settled;
      settled = n;
      if (moved) {
        zoom.follow(n);
        announce();
      }
      if (n !== value) requestAnimationFrame(clamped);
    },
  });
  if (asked !== null) n = settled = scale.limit(asked);

  // The address asked for an N that the page does not have.
  function clamped() {
    lesson.calculator.address.correct();
    said.textContent = box.tell("clamped");
  }

  return function () {
    show();
    for (const role of ["controls", "tools"]) find(role).hidden = false;
    zoom.begin(() => n);
    guess.begin();
    if (asked !== null && asked !== n) clamped();
    if (lesson.calculator.address.leadsTo(data.name)) root.scrollIntoView({ block: "start", behavior: "instant" });
  };
});
