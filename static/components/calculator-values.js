// The values of a calculator's curves at one N: texts equal to Python's, places on a log2 scale.
lesson.calculator = lesson.calculator || {};

lesson.calculator.readings = function (data) {
  const dash = "–";

  function valueOf(quantity, n) {
    const values = { ...quantity.inputs, [data.variable]: n };
    try {
      return { values, ...lesson.units.read(quantity, values) };
    } catch {
      return null; // outside the formula's domain
    }
  }

  const textOf = (found) => (found ? found.text : dash);

  // log2 of a positive value, or null.
  function heightOf(found) {
    const height = found ? Math.log2(Number(found.value[0])) - Math.log2(Number(found.value[1])) : NaN;
    return Number.isFinite(height) ? height : null;
  }

  const multipleOf = (curve, n) => (curve.multiple ? textOf(valueOf(curve.multiple, n)) : "");
  const depends = (formula) => (Array.isArray(formula) ? formula.some(depends) : formula === data.variable);

  function read(curve, n) {
    const found = valueOf(curve.value, n);
    const text = textOf(found);
    return {
      role: curve.role,
      label: curve.label,
      text,
      height: heightOf(found),
      formula: () => (found ? lesson.units.equation(curve.value, found.values, text) : dash),
      multiple: () => multipleOf(curve, n),
    };
  }

  // A curve that N does not move is read once; only what it is a multiple of can change.
  const reader = (curve) => {
    if (depends(curve.value.formula)) return (n) => read(curve, n);
    const fixed = read(curve, data.start);
    const formula = fixed.formula();
    return (n) => ({ ...fixed, formula: () => formula, multiple: () => multipleOf(curve, n) });
  };
  const readers = data.curves.map(reader);
  return (n) => readers.map((readAt) => readAt(n));
};

lesson.calculator.fill = lesson.fill;

// An attribute is written only when it changes: the browser would style and lay out for the same value too.
lesson.calculator.put = function (element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
};

lesson.calculator.count = (n) => lesson.units.formatValue(n, "count");
