// What a calculator's curves are at a state of its controls: texts equal to Python's, places on its axes.
// A state has the value of each integer and the place of each choice's option, by the control's name.
lesson.calculator ||= /** @type {CalculatorParts} */ ({});

lesson.calculator.model = function (data) {
  const dash = "–";
  const choices = data.controls.filter((control) => control.options !== undefined);
  /** @type {{ key: string, found: Evaluated | null }[]} */
  const latest = []; // what each formula was asked last: { key, found }

  // The combination of options, as Python counts them: the last choice runs fastest.
  /** @type {(state: State) => number} */
  const combination = (state) => choices.reduce((place, { name, options }) => place * options.length + state[name], 0);
  /** @param {State} state */
  const yAxis = (state) => data.ys[data.y[combination(state)]];

  /** @type {(formula: Formula) => string[]} */
  const symbolsOf = (formula) => (Array.isArray(formula) ? formula.slice(1).flatMap(symbolsOf) : [formula]);
  const free = data.formulas.map(({ formula }) => {
    const used = new Set(symbolsOf(formula));
    return data.controls.map(({ name }) => name).filter((name) => used.has(name));
  });

  // The value, the text and the values of all symbols, or null outside the formula's domain.
  /** @type {(place: number | null, state: State) => Evaluated | null} */
  function read(place, state) {
    if (place === null) return null;
    const key = free[place].map((name) => state[name]).join();
    if (latest[place]?.key !== key) latest[place] = { key, found: evaluated(data.formulas[place], state) };
    return latest[place].found;
  }

  /** @type {(quantity: Quantity, state: State) => Evaluated | null} */
  function evaluated(quantity, state) {
    const values = { ...state, ...quantity.inputs };
    try {
      return { values, ...lesson.units.read(quantity, values) };
    } catch {
      return null;
    }
  }

  // "25.6" times another curve, or the share of it: "62%", below a tenth "1/256".
  /** @param {Evaluated | null} found */
  function multiple(found) {
    if (!found) return { text: dash, isShare: false };
    const [above, below] = found.value;
    const isShare = above > 0n && above < below;
    if (!isShare || above * 10n < below) return { text: found.text, isShare };
    const about = found.text.startsWith("≈ ") ? "≈ " : "";
    return { text: about + lesson.units.formatValue(found.value, "percent", ""), isShare };
  }

  /** @param {Evaluated | null} found */
  const textOf = (found) => (found ? found.text : dash);

  /** @type {(curve: Curve, state: State) => Reading} */
  function reading(curve, state) {
    const place = curve.at[combination(state)];
    const found = read(place, state);
    return {
      role: curve.role,
      label: curve.label,
      off: curve.off,
      text: textOf(found),
      height: found ? lesson.calculator.coordinate(yAxis(state).scale, found.value) : null,
      power: found ? lesson.calculator.coordinate("log", found.value) : null,
      formula: () => (found && place !== null ? lesson.units.equation(data.formulas[place], found.values, found.text) : dash),
      multiple: () => multiple(read(curve.multiple[combination(state)], state)),
    };
  }

  return {
    start: Object.fromEntries(data.controls.map(({ name, start }) => [name, start])),
    combination,
    yAxis,
    readings: (state) => data.curves.map((curve) => reading(curve, state)),

    // The exact value of a curve by its place, or null.
    value: (curve, state) => read(data.curves[curve].at[combination(state)], state)?.value || null,
    text: (curve, state) => textOf(read(data.curves[curve].at[combination(state)], state)),

    // What reads a number of the prose, which has its own formulas: { text, value }.
    follow({ at, formulas }) {
      return function (state) {
        const found = evaluated(formulas[at[combination(state)]], state);
        return { text: textOf(found), value: found ? found.value.join("/").replace(/\/1$/, "") : "" };
      };
    },

    // Whether a value of the variable is more than the model that is chosen was made for: { model, context }, or null.
    beyond(state) {
      const choice = choices.find(({ contexts }) => contexts);
      const context = choice?.contexts && data.axis === "N" ? choice.contexts[state[choice.name]] : 0;
      return choice && context && state.N > context ? { choice: choice.name, context } : null;
    },
  };
};

// Where an exact number stands on an axis: itself, or its power of two on a logarithmic one; null where it has no place.
lesson.calculator.coordinate = function (scale, [above, below]) {
  if (scale === "linear") {
    const near = Number(above) / Number(below);
    return Number.isFinite(near) ? near : null;
  }
  const power = above > 0n ? Math.log2(Number(above)) - Math.log2(Number(below)) : NaN;
  return Number.isFinite(power) ? power : null;
};

// The control of the x axis, which is a whole number's.
lesson.calculator.axisOf = ({ controls, axis }) =>
  /** @type {IntegerControl} */ (controls.find(({ name }) => name === axis));

// The scale of an integer control: where its values stand on an axis, and the stops of its slider.
lesson.calculator.scale = function ({ scale, minimum, maximum, steps }) {
  /** @param {number} n */
  const limit = (n) => Math.min(maximum, Math.max(minimum, n));
  const span = maximum - minimum;
  const common = { minimum, maximum, limit };
  if (scale === "linear") {
    /** @param {number} step */
    const atStep = (step) => limit(minimum + Math.round((step * span) / steps));
    return {
      ...common,
      of: (n) => n,
      at: (place) => limit(Math.round(place)),
      stepOf: (n) => Math.round(((n - minimum) * steps) / span),
      atStep,
      page: (n, direction) => n + direction * Math.max(1, Math.round(span / 10)),
    };
  }
  /** @param {number} step */
  const atStep = (step) => limit(Math.round(2 ** (step / steps)));
  return {
    ...common,
    of: Math.log2,
    at: (place) => atStep(Math.round(place * steps)), // powers of two are met exactly
    stepOf: (n) => Math.round(Math.log2(n) * steps),
    atStep,
    page: (n, direction) => (direction > 0 ? n * 2 : Math.round(n / 2)),
  };
};

lesson.calculator.fill = lesson.fill;

// An attribute is written only when it changes: the browser would style and lay out for the same value too.
lesson.calculator.put = function (element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
};

lesson.calculator.count = (n) => lesson.units.formatValue(n, "count");
