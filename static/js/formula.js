// What engine/formula.py and engine/notation.py do, exactly and to the character.
// A formula is nested lists, ["*", "2", ["^", "N", "2"]]: digits are integers, names are symbols.
// A number is a pair of BigInts in lowest terms, [numerator, denominator > 0].
window.lesson = window.lesson || {};
lesson.formula = (function () {
  "use strict";
  // The pair for 6, 6n, "6", "128/5" or such a pair itself.
  /** @param {Value} value */
  function rational(value) {
    const [numerator, denominator = 1] = Array.isArray(value) ? value : String(value).split("/");
    return reduced(BigInt(numerator), BigInt(denominator));
  }

  /**
   * @param {bigint} numerator
   * @param {bigint} denominator
   * @returns {Rational}
   */
  function reduced(numerator, denominator) {
    if (denominator === 0n) throw new RangeError("division by zero");
    let [divisor, rest] = [numerator, denominator];
    while (rest) [divisor, rest] = [rest, divisor % rest];
    if (divisor < 0n !== denominator < 0n) divisor = -divisor;
    return [numerator / divisor, denominator / divisor];
  }

  // The engine's own bounds, LARGEST_POWER and LARGEST_BITS: beyond them neither side has a value.
  const [LARGEST_POWER, TOO_LARGE] = [64n, 1n << 4096n];

  /**
   * @param {Rational} value
   * @returns {Rational}
   */
  function bounded([numerator, denominator]) {
    if (numerator >= TOO_LARGE || numerator <= -TOO_LARGE || denominator >= TOO_LARGE) throw new RangeError("too large a value");
    return [numerator, denominator];
  }

  /** @type {(left: Rational, right: Rational) => boolean} */
  const less = ([a, b], [c, d]) => a * d < c * b;

  /**
   * @param {Rational} value
   * @param {bigint} smallest
   */
  function whole([numerator, denominator], smallest) {
    if (denominator !== 1n || numerator < smallest) throw new RangeError("not a whole number ≥ " + smallest);
    return numerator;
  }

  /** @param {Rational} value */
  function ceiling([numerator, denominator]) {
    const quotient = numerator / denominator; // rounded towards zero
    return quotient + (quotient * denominator < numerator ? 1n : 0n);
  }

  /** @param {bigint} number */
  function root(number) {
    if (number < 2n) return number;
    let guess = 1n << BigInt((number.toString(2).length + 1) >> 1);
    for (;;) {
      const next = (guess + number / guess) >> 1n;
      if (next >= guess) return guess;
      guess = next;
    }
  }

  /**
   * @param {bigint} base
   * @param {bigint} number
   */
  function logarithm(base, number) {
    let steps = 0n;
    for (let reached = 1n; reached < number; reached *= base) steps++;
    return steps;
  }

  /**
   * @param {Rational} base
   * @param {Rational} exponent
   * @returns {Rational}
   */
  function power([numerator, denominator], exponent) {
    const times = whole(exponent, 0n);
    if (times > LARGEST_POWER) throw new RangeError("a power above " + LARGEST_POWER);
    return [numerator ** times, denominator ** times];
  }

  /** @type {Record<string, Operator>} */
  const evaluators = {
    "+": ([a, b], [c, d]) => reduced(a * d + c * b, b * d),
    "-": ([a, b], [c, d]) => reduced(a * d - c * b, b * d),
    "*": ([a, b], [c, d]) => reduced(a * c, b * d),
    "/": ([a, b], [c, d]) => reduced(a * d, b * c),
    "^": power,
    min: (...numbers) => numbers.reduce((a, b) => (less(b, a) ? b : a)),
    max: (...numbers) => numbers.reduce((a, b) => (less(a, b) ? b : a)),
    ceil_div: ([a, b], [c, d]) => [ceiling(reduced(a * d, b * c)), 1n],
    isqrt: (a) => [root(whole(a, 0n)), 1n],
    ceil_log: (base, a) => [logarithm(whole(base, 2n), whole(a, 1n)), 1n],
    ...lesson.approximate(reduced),
  };

  // Whether a root or the like was rounded on the way: as engine/formula.py's is_approximate.
  /** @type {Record<string, (first: Rational, value: Rational, exponent: Rational) => boolean>} */
  const rounded = {
    sqrt: ([a, b], root) => [root[0] ** 2n, root[1] ** 2n].join() !== [a, b].join(),
    power: ([a, b], _, exponent) => exponent[1] !== 1n && a !== 0n && a !== b,
    log: ([a, b]) => a !== b,
    exp: ([a]) => a !== 0n,
    sin: ([a]) => a !== 0n,
    cos: ([a]) => a !== 0n,
  };

  /**
   * @param {Formula} formula
   * @param {Values} values
   * @returns {boolean}
   */
  function isApproximate(formula, values) {
    if (!Array.isArray(formula)) return false;
    if (formula[0] === "if_less") return isApproximate(branch(formula, values), values);
    const [operator, ...operands] = operation(formula);
    if (Object.hasOwn(rounded, operator)) {
      const [first, exponent] = operands.map((operand) => evaluate(operand, values));
      if (rounded[operator](first, evaluate(formula, values), exponent)) return true;
    }
    return operands.some((operand) => isApproximate(operand, values));
  }

  /** @param {Formula} formula */
  const isInteger = (formula) => !Array.isArray(formula) && /^-?\d+$/.test(formula);

  /** @type {(formula: Formula[]) => [string, ...Formula[]]} */
  const operation = (formula) => /** @type {[string, ...Formula[]]} */ (formula);

  // The branch of ["if_less", left, right, first, second] that its comparison chooses.
  /** @type {(formula: Formula[], values: Values) => Formula} */
  const branch = ([, left, right, first, second], values) =>
    less(evaluate(left, values), evaluate(right, values)) ? first : second;

  // Throws for a symbol without a value and outside an operator's domain.
  /**
   * @param {Formula} formula
   * @param {Values} values
   * @returns {Rational}
   */
  function evaluate(formula, values) {
    if (Array.isArray(formula)) {
      if (formula[0] === "if_less") return evaluate(branch(formula, values), values);
      const [operator, ...operands] = operation(formula);
      return bounded(evaluators[operator](...operands.map((operand) => evaluate(operand, values))));
    }
    if (isInteger(formula)) return rational(formula);
    if (!Object.hasOwn(values, formula)) throw new RangeError("the symbol " + formula + " has no value");
    return rational(values[formula]);
  }

  // How strongly the parts of a written formula hold together.
  const [LOOSE, SUM, PRODUCT, POWER, ATOM] = [0, 1, 2, 3, 4];
  /** @type {Record<string, number>} */
  const strengths = { "+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "^": POWER, power: POWER };
  /** @type {Record<string, string>} */
  const names = { min: "min", max: "max", exp: "exp", log: "ln", sin: "sin", cos: "cos" };
  /** @type {Record<string, string>} */
  const signs = { "+": "+", "-": "−", "*": "×", "/": "÷" };
  /** @param {string} text */
  const isDigits = (text) => /^\d+$/.test(text);
  /** @type {(written: [string, number], needed: number) => string} */
  const bracketed = ([text, strength], needed) => (strength < needed ? "(" + text + ")" : text);
  /** @type {(text: string, digits: string, otherwise: string) => string} */
  const script = (text, digits, otherwise) =>
    isDigits(text) ? text.replace(/\d/g, (digit) => digits[Number(digit)]) : otherwise + "(" + text + ")";

  /**
   * @param {Value} value
   * @returns {[string, number]}
   */
  function numberText(value) {
    const [above, below] = rational(value);
    let text = [above, below].join("/").replace(/\/1$/, "").replace("-", "−");
    for (let places = 1n; below > 1n && places <= 9n; places++) {
      const scale = 10n ** places;
      if (scale % below) continue;
      return atom(decimalOf((above * scale) / below, scale));
    }
    if (below >= 10n ** 9n) text = cut(above, below);
    return atom(text);
  }

  /** @type {(text: string) => [string, number]} */
  const atom = (text) => [text, isDigits(text.replace(/[.…]/g, "")) ? ATOM : LOOSE];

  // "0.761594…": the first six significant digits of a fraction that is too long to read.
  /**
   * @param {bigint} above
   * @param {bigint} below
   */
  function cut(above, below) {
    const size = above < 0n ? -above : above;
    let scale = 10n;
    while (size * scale < below * 10n ** 5n) scale *= 10n;
    const digits = ((size * scale) / below) % scale;
    return (above < 0n ? "−" : "") + size / below + "." + String(digits).padStart(String(scale).length - 1, "0") + "…";
  }

  // "3.35" for 335 over 100; empty where what is below is no power of ten.
  /**
   * @param {bigint} above
   * @param {bigint} below
   */
  function decimalOf(above, below) {
    const places = String(below).length - 1;
    if (places < 1 || below !== 10n ** BigInt(places)) return "";
    const [sign, size] = above < 0n ? ["−", -above] : ["", above];
    const decimals = String(size % below).padStart(places, "0").replace(/0+$/, "");
    return sign + size / below + (decimals && "." + decimals);
  }

  // The text of a formula and its strength.
  /**
   * @param {Formula} formula
   * @param {Values} values
   * @returns {[string, number]}
   */
  function written(formula, values) {
    if (!Array.isArray(formula)) {
      if (isInteger(formula)) return numberText(formula);
      return Object.hasOwn(values, formula) ? numberText(values[formula]) : [formula, ATOM];
    }
    const [operator, ...operands] = operation(formula);
    const decimal = operator === "/" && operands.every(isInteger) && decimalOf(BigInt(String(operands[0])), BigInt(String(operands[1])));
    if (decimal) return [decimal, decimal.startsWith("−") ? LOOSE : ATOM];
    const strength = strengths[operator] || ATOM;
    const parts = operands.map((operand) => written(operand, values));
    return [operationText(operator, strength, parts, parts.map((part) => part[0])), strength];
  }

  /**
   * @param {string} operator
   * @param {number} strength
   * @param {[string, number][]} parts
   * @param {string[]} texts
   */
  function operationText(operator, strength, parts, texts) {
    switch (operator) {
      case "^":
      case "power": return bracketed(parts[0], ATOM) + script(texts[1], "⁰¹²³⁴⁵⁶⁷⁸⁹", "^");
      case "if_less":
        return "{" + texts[2] + " | " + texts[0] + " < " + texts[1] + "; " + texts[3] + " | " + texts[0] + " ≥ " + texts[1] + "}";
      case "sqrt": return "√(" + texts[0] + ")";
      case "ceil_div": return "⌈" + bracketed(parts[0], PRODUCT) + " ÷ " + bracketed(parts[1], POWER) + "⌉";
      case "isqrt": return "⌊√(" + texts[0] + ")⌋";
      case "ceil_log": return "⌈log" + script(texts[0], "₀₁₂₃₄₅₆₇₈₉", "_") + "(" + texts[1] + ")⌉";
    }
    if (Object.hasOwn(names, operator)) return names[operator] + "(" + texts.join(", ") + ")";
    const right = bracketed(parts[1], strength + (operator === "-" || operator === "/" ? 1 : 0));
    return bracketed(parts[0], strength) + " " + signs[operator] + " " + right;
  }

  return {
    rational,
    evaluate,
    isApproximate,

    // "2 × 131072²": symbols that have a value become numbers, the others keep their names.
    toText: (formula, values) => written(formula, values)[0],

    // "2 × 131072² B = 32 GiB"
    equation(formula, values, unit, result) {
      const text = written(formula, values);
      return (unit ? bracketed(text, PRODUCT) + " " + unit : text[0]) + (result.startsWith("≈ ") ? " " : " = ") + result;
    },
  };
})();
