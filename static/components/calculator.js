// The calculator: its controls, moved by hand, by the chart, by prose and address; one update a frame.
// Its parts are in calculator-*.js, which come before this file.
const PAUSE = 500; // ms without a change after which a reader has stopped

lesson.component("calculator", function (root) {
  const find = (role) => root.querySelector(`[data-role="${role}"]`);
  const data = JSON.parse(find("data").textContent);
  const { address, count, fill } = lesson.calculator;
  const model = lesson.calculator.model(data);
  const { axis } = data;
  const bounds = data.controls.find(({ name }) => name === axis);
  const scale = lesson.calculator.scale(bounds);
  const readings = (n) => model.readings({ ...state, [axis]: n }).filter(({ off }) => !off || "more" in root.dataset);
  const chart = lesson.calculator.chart(root, data, scale, readings);
  const drawing = lesson.calculator.drawing(root, data, model, scale);
  const zoom = lesson.calculator.zoom(root, scale, readings, chart);
  const cards = lesson.calculator.cards(root);
  const guess = lesson.calculator.guess(root, data.name, bounds, () => drawing.meeting(state), chart, say);
  const prose = lesson.calculator.prose(data.name, model);
  const controls = data.controls.map(control);
  const said = find("said");
  const beyond = find("beyond");
  const stands = [...root.querySelectorAll("[data-stands]")];

  const state = { ...model.start };
  let committed = { ...state }; // the state that the address and the announcement know
  let spoken = { ...state }; // the state that was announced last, or that the page was opened with
  let held = false; // a pointer is down on slider or chart
  let before = { ...state }; // the state from before that
  let by = { name: "", part: "" }; // the part of a control that moved last and shows it already
  let drawn = model.start; // the state of the other controls that the curves are drawn for
  let gesture = null; // what keeps on moving a control: typing, or keys, until the control is left
  let [frame, timer, following] = [0, 0, 0];

  const keys = Object.fromEntries(data.controls.map(({ name }) => [name, address.keyOf(root, name)]));
  const named = (name) => controls.find((each) => each.name === name);
  const changed = (from) => data.controls.map(({ name }) => name).filter((name) => state[name] !== from[name]);

  function control(given) {
    const { name } = given;
    const part = root.querySelector(`[data-control="${name}"]`);
    if (given.options) return lesson.calculator.choice(part, given, (place) => set([[name, place]]));
    return lesson.calculator.integer(part, given, lesson.calculator.scale(given), {
      now: () => state[name],
      move: (value, mover) => move(name, value, mover),
      set: (value) => set([[name, value]]),
      refuse: say,
      hold,
      release,
      visit,
    });
  }

  function move(name, value, mover = "") {
    by = { name, part: mover };
    if (mover !== "address") guess.pass();
    state[name] = named(name).limit(value);
    if (!frame) frame = requestAnimationFrame(show);
    rest();
  }

  function show() {
    frame = 0;
    if (changed(drawn).some((name) => name !== axis)) draw();
    const [values, text] = [model.readings(state), count(state[axis])];
    chart.show(state[axis], text, values);
    cards.show(values);
    prose(state);
    for (const each of controls) each.show(state[each.name], by.name === each.name ? by.part : "", values[0]);
    for (const element of stands) element.textContent = standing(element);
    if (beyond) beyond.textContent = past();
    root.moved = { text, values, state: { ...state }, curves: chart.drawn?.curves }; // for those that come later
    root.dispatchEvent(new CustomEvent("moved", { detail: root.moved }));
  }

  // Other curves.
  function draw() {
    drawn = { ...state };
    guess.forget();
    zoom.leave();
    chart.count(model.yAxis(state), drawing.marksOf(state));
    chart.drawn = drawing.draw(state);
    root.dispatchEvent(new CustomEvent("redrawn"));
  }

  // Where another control than the axis stands, in words.
  function standing({ dataset }) {
    return fill(dataset.pattern, { value: named(dataset.stands).text(state[dataset.stands]) });
  }

  // What is said of an N that is more than the model was made for.
  function past() {
    const found = model.beyond(state);
    if (!found) return "";
    const chosen = named(found.choice).text(state[found.choice]);
    return fill(beyond.dataset.pattern, { model: chosen, context: count(found.context) });
  }

  function rest() {
    clearTimeout(timer);
    if (!held) timer = setTimeout(commit, PAUSE);
  }

  // The reader has stopped: one entry of the history, one announcement.
  function commit() {
    clearTimeout(timer);
    const names = changed(committed);
    if (!names.length) return;
    committed = { ...state };
    address.commit(names.map((name) => keys[name]), gesture);
    zoom.follow(state[axis]);
    announce();
  }

  function announce() {
    const texts = readings(state[axis]).map((value) => fill(said.dataset.reading, value));
    const where = { variable: root.dataset.symbol, value: count(state[axis]), readings: texts.join(said.dataset.between) };
    const others = stands.filter(({ dataset }) => state[dataset.stands] !== spoken[dataset.stands]);
    spoken = { ...state };
    said.textContent = [...others.map(standing), fill(said.dataset.said, where), beyond ? past() : ""].filter(Boolean).join(" ");
  }

  function say(text) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      commit();
      said.textContent = text;
    }, PAUSE);
  }

  function hold() {
    held = true;
    before = { ...state };
    gesture = null;
  }

  // The system took the pointer away, as for a scroll: nothing has happened.
  function cancel() {
    held = false;
    for (const name of changed(before)) move(name, before[name]);
    clearTimeout(timer);
  }

  function release() {
    held = false;
    rest();
  }

  function set(settings) {
    gesture = null;
    for (const [name, value] of settings) move(name, value);
    commit();
  }

  // One visit of a control is one gesture, however many keys it takes.
  function visit(element) {
    element.addEventListener("keydown", () => (gesture = gesture || {}));
    element.addEventListener("blur", () => {
      if (changed(committed).length) commit();
      gesture = null;
    });
  }

  // The curves that are off at first, and off again.
  find("more")?.addEventListener("click", function () {
    this.setAttribute("aria-pressed", String(root.toggleAttribute("data-more")));
    root.dispatchEvent(new CustomEvent("more"));
    announce();
  });

  lesson.calculator.scrub(chart, {
    hold,
    cancel,
    move: (value) => guess.aim(value) || move(axis, value),
    release: () => (release(), commit()),
  });
  lesson.calculator.proseButtons(data.name, root, (settings) => set(settings.map(([name, text]) => [name, named(name).read(text)])));

  // What the address asks for; a value that the page does not have is put right.
  let misplaced = null;
  for (const each of controls) {
    const asked = address.join(keys[each.name], {
      start: each.write(state[each.name]),
      current: () => each.write(state[each.name]),
      apply(text) {
        move(each.name, each.read(text), "address");
        clearTimeout(timer);
        if (committed[each.name] !== state[each.name]) followed();
        committed[each.name] = state[each.name];
        if (each.write(state[each.name]) !== text) requestAnimationFrame(() => clamped(each));
      },
    });
    if (asked === null) continue;
    state[each.name] = each.limit(each.read(asked));
    if (each.write(state[each.name]) !== asked) misplaced = each;
  }
  committed = { ...state };
  spoken = { ...state };

  // The address has moved some controls; it is said once.
  function followed() {
    if (following) return;
    following = requestAnimationFrame(function () {
      following = 0;
      zoom.follow(state[axis]);
      announce();
    });
  }

  // The address asked for a whole number that the page does not have.
  function clamped(each) {
    address.correct();
    said.textContent = each.say("clamped");
  }

  chart.count(model.yAxis(model.start), drawing.marksOf(model.start));

  return function () {
    show();
    for (const role of ["controls", "tools"]) find(role).hidden = false;
    zoom.begin(() => state[axis]);
    guess.begin();
    if (misplaced) clamped(misplaced);
    if (address.leadsTo(data.name)) root.scrollIntoView({ block: "start", behavior: "instant" });
  };
});
