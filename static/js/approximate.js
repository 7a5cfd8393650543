// What engine/approximate.py does, with the same integers step by step: √, exp, ln, sin, cos, broken powers.
window.lesson = window.lesson || {};
lesson.approximate = function (reduced) {
  "use strict";
  const BITS = 192n;
  const ONE = 1n << BITS;
  const SCALE = 10n ** 64n;
  const LN2 = (6931471805599453094172321214581765680755001343602552541206800094n << BITS) / SCALE;
  const TWO_PI = (62831853071795864769252867665590057683943387987502116419498891846n << BITS) / SCALE;
  const LARGEST_EXPONENT = 2048n;
  const LARGEST_ANGLE = 1n << 40n;
  const NOTHING = 1n << 16n; // a sine below is what rounding has left of none
  const LARGEST_POWER = 64n;

  /** @param {bigint} number */
  const lengthOf = (number) => (number ? BigInt(number.toString(2).length) : 0n);
  /** @type {(value: Rational) => Rational} */
  const sizeOf = ([above, below]) => [above < 0n ? -above : above, below];
  /** @type {(why: string) => never} */
  const refuse = (why) => {
    throw new RangeError(why);
  };

  /** @param {bigint} number */
  function root(number) {
    if (number < 2n) return number;
    let guess = 1n << ((lengthOf(number) + 1n) >> 1n);
    for (;;) {
      const next = (guess + number / guess) >> 1n;
      if (next >= guess) return guess;
      guess = next;
    }
  }

  // Half a difference of lengths, rounded down as Python's // rounds.
  /** @param {bigint} number */
  const halved = (number) => number >> 1n;

  /** @param {Rational} value */
  function squareRoot([above, below]) {
    if (above < 0n) refuse("a root of a negative number");
    const [top, bottom] = [root(above), root(below)];
    if (top * top === above && bottom * bottom === below) return reduced(top, bottom);
    const wanted = BITS - halved(lengthOf(above) - lengthOf(below));
    const shift = wanted > 0n ? wanted : 0n;
    return reduced(root((above << (2n * shift)) / below), 1n << shift);
  }

  /** @param {Rational} number */
  function exponential(number) {
    const [above, below] = sizeOf(number);
    if (above > LARGEST_EXPONENT * below) refuse("too large an exponent");
    const whole = (above << BITS) / below;
    const [twos, rest] = [whole / LN2, whole % LN2];
    let [term, total] = [ONE, ONE];
    for (let turn = 1n; term; turn++) {
      term = ((term * rest) >> BITS) / turn;
      total += term;
    }
    return number[0] < 0n ? reduced(ONE, total << twos) : reduced(total << twos, ONE);
  }

  /** @param {Rational} value */
  function logarithm([above, below]) {
    if (above <= 0n) refuse("a logarithm of no positive number");
    let twos = lengthOf(above) - lengthOf(below);
    if ((twos >= 0n ? above : above << -twos) < (twos > 0n ? below << twos : below)) twos--;
    const mantissa = twos >= 0n ? (above << BITS) / (below << twos) : (above << (BITS - twos)) / below;
    let [term, total] = [((mantissa - ONE) << BITS) / (mantissa + ONE), 0n];
    const square = (term * term) >> BITS;
    for (let turn = 1n; term; turn += 2n) {
      total += term / turn;
      term = (term * square) >> BITS;
    }
    return reduced(twos * LN2 + 2n * total, ONE);
  }

  // x ÷ 1 − x³ ÷ 3! + … from turn 1, 1 − x² ÷ 2! + … from turn 0.
  /**
   * @param {Rational} size
   * @param {bigint} turn
   */
  function series([above, below], turn) {
    if (above > LARGEST_ANGLE * below) refuse("too large an angle");
    const angle = ((above << BITS) / below) % TWO_PI;
    let [term, total, sign] = [turn ? angle : ONE, 0n, 1n];
    while (term) {
      total += sign * term;
      term = (((term * angle) >> BITS) * angle) >> BITS;
      [term, turn, sign] = [term / ((turn + 1n) * (turn + 2n)), turn + 2n, -sign];
    }
    return reduced(total > -NOTHING && total < NOTHING ? 0n : total, ONE);
  }

  /** @type {Operator} */
  function sine(number) {
    const [above, below] = series(sizeOf(number), 1n);
    return number[0] < 0n ? [-above, below] : [above, below];
  }

  /**
   * @param {Rational} base
   * @param {Rational} exponent
   * @returns {Rational}
   */
  function power([a, b], [c, d]) {
    if (a === 0n && c <= 0n) refuse("no such power of zero");
    if (d === 1n && c <= LARGEST_POWER && c >= -LARGEST_POWER) {
      return c < 0n ? reduced(b ** -c, a ** -c) : reduced(a ** c, b ** c);
    }
    if (a < 0n) refuse("a broken power of a negative number");
    if (a === 0n) return [0n, 1n];
    const [above, below] = logarithm([a, b]);
    return exponential(reduced(c * above, d * below));
  }

  return {
    sqrt: squareRoot,
    exp: exponential,
    log: logarithm,
    sin: sine,
    cos: (number) => series(sizeOf(number), 0n),
    power,
  };
};
