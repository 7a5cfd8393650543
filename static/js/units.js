// What engine/units.py does, to the character. A value is anything lesson.formula.rational takes.
window.lesson = window.lesson || {};
lesson.units = (function () {
  "use strict";
  const { rational } = lesson.formula;
  const PREFIXES = ["", ..."KMGTPEZY"];
  const MEMORY = ["B", ...[..."KMGTPEZY"].map((prefix) => prefix + "iB")];
  /** @typedef {[string, bigint][]} Steps units from small to large, each with how many of it make the next */
  const MODEL_SIZE = steps(["", ..."KMBT"], 1000n);
  /** @type {Steps} */
  const TIME = [[" ns", 1000n], [" µs", 1000n], [" ms", 1000n], [" s", 60n], [" min", 60n], [" h", 24n], [" d", 1n]];

  /**
   * @param {string[]} units
   * @param {bigint} step
   * @returns {Steps}
   */
  function steps(units, step) {
    return units.map((unit) => [unit, step]);
  }

  /** @param {bigint} number */
  const digitsOf = (number) => String(number).length;
  /** @param {bigint} number */
  const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
  /** @type {(value: Value, write: (size: Rational) => string) => string} */
  const signed = (value, write) => {
    const [numerator, denominator] = rational(value);
    return numerator < 0n ? "−" + write([-numerator, denominator]) : write([numerator, denominator]);
  };

  // The k with 10^k ≤ size < 10^(k+1); 0 for 0.
  /**
   * @param {Rational} size
   * @returns {number}
   */
  function exponentOf([numerator, denominator]) {
    if (numerator >= denominator || numerator === 0n) return digitsOf(numerator / denominator) - 1;
    return -digitsOf((denominator - 1n) / numerator);
  }

  // How many decimals make `digits` significant digits.
  /** @type {(size: Rational, digits: number) => number} */
  const placesOf = (size, digits) => Math.max(0, digits - 1 - exponentOf(size));

  // size × 10^places, rounded half up.
  /** @type {(size: Rational, places: number) => bigint} */
  const rounded = ([numerator, denominator], places) =>
    (2n * numerator * 10n ** BigInt(places) + denominator) / (2n * denominator);

  /**
   * @param {Rational} size
   * @param {number} places
   * @param {(whole: bigint) => string} write
   */
  function decimal(size, places, write) {
    const [scaled, scale] = [rounded(size, places), 10n ** BigInt(places)];
    const decimals = places ? (scaled % scale).toString().padStart(places, "0").replace(/0+$/, "") : "";
    return write(scaled / scale) + (decimals && "." + decimals);
  }

  /**
   * @param {Rational} size
   * @param {number} digits
   */
  function scientific(size, digits) {
    let exponent = exponentOf(size);
    const scale = 10n ** BigInt(Math.abs(exponent));
    /** @type {Rational} */
    const scaled = exponent < 0 ? [size[0] * scale, size[1]] : [size[0], size[1] * scale];
    let mantissa = decimal(scaled, digits - 1, String);
    if (mantissa === "10") [mantissa, exponent] = ["1", exponent + 1];
    const raised = String(exponent).replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).replace("-", "⁻");
    return mantissa + " × 10" + raised;
  }

  // A number ≥ 0 to `digits` significant digits, its whole part never cut.
  /**
   * @param {Rational} size
   * @param {number} digits
   * @param {(whole: bigint) => string} write
   */
  function figure(size, digits, write) {
    const exponent = exponentOf(size);
    return exponent < -4 || exponent > 14 ? scientific(size, digits) : decimal(size, placesOf(size, digits), write);
  }

  // The figure in the first of `units` in which it prints below the step to the next, or else in the last.
  /**
   * @param {Rational} size
   * @param {Steps} units
   * @param {number} digits
   * @param {(whole: bigint) => string} [write]
   */
  function stepped(size, units, digits, write = String) {
    let index = 0;
    for (; index + 1 < units.length; index++) {
      const places = placesOf(size, digits);
      if (rounded(size, places) < units[index][1] * 10n ** BigInt(places)) break;
      size = [size[0], size[1] * units[index][1]];
    }
    if (index > 0 && size[0] < size[1]) size = [1n, 1n]; // 1023.96 MiB prints as 1 GiB
    return figure(size, digits, write) + units[index][0];
  }

  /** @param {Rational} size */
  const plain = (size) => figure(size, 4, grouped);

  // Below a tenth as one part of many, "1/256", while those can be written plainly.
  /** @param {Rational} size */
  function ratio(size) {
    /** @type {Rational} */
    const parts = [size[1], size[0]];
    const small = size[0] > 0n && 10n * size[0] < size[1] && exponentOf(parts) <= 14;
    return small ? "1/" + plain(parts) : plain(size);
  }

  /** @param {Rational} size */
  const count = (size) => (size[1] === 1n ? grouped(size[0]) : plain(size));

  /** @type {Record<string, (size: Rational, unit: string) => string>} */
  const texts = {
    memory: (size, unit) => stepped(size, steps(MEMORY.map((name) => " " + name + unit.slice(1)), 1024n), 4),
    model_size: (size) => stepped(size, MODEL_SIZE, 3),
    count,
    ratio,
    percent: ([above, below]) => plain([100n * above, below]) + "%",
    rate: (size, unit) => stepped(size, steps(PREFIXES.map((prefix) => " " + prefix + unit), 1000n), 4),
    time: ([above, below]) => (above ? stepped([above * 10n ** 9n, below], TIME, 4, grouped) : "0 s"),
    work: (size) => (exponentOf(size) > 14 || exponentOf(size) < -4 ? scientific(size, 4) : count(size)),
    measure: (size, unit) => (plain(size) + " " + unit).trimEnd(),
  };

  // The one printed form of a value: "32 GiB", "27.8B", "262,144", "25.6".
  /** @type {Units["formatValue"]} */
  const formatValue = (value, style, unit = "") => signed(value, (size) => texts[style](size, unit));

  // The unit that stands with a figure of this style; the sentence has the noun for counts.
  /** @type {Units["printedUnit"]} */
  const printedUnit = (style, unit) => (["memory", "rate", "time", "measure"].includes(style) ? unit : "");

  // A quantity, as BoundQuantity.as_json writes it, at values for its symbols: its text, and its formula with them.
  /** @type {Units["read"]} */
  function read(quantity, values) {
    const value = lesson.formula.evaluate(quantity.formula, values);
    const about = quantity.rounded || lesson.formula.isApproximate(quantity.formula, values) ? "≈ " : "";
    return { value, text: about + formatValue(value, quantity.style, quantity.unit) };
  }

  /** @type {Units["equation"]} */
  const equation = (quantity, values, text) =>
    lesson.formula.equation(quantity.formula, values, printedUnit(quantity.style, quantity.unit), text);

  return { formatValue, printedUnit, read, equation };
})();
