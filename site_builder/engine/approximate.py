"""√, exp, ln, sin, cos and broken powers in fixed-point integers: rounded, and equal to the last digit everywhere.

static/js/approximate.js takes the same steps with the same integers, so both sides have the same value, a fraction
right to some fifty digits.  At most six of them are printed, behind a ≈.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from site_builder.engine.number import LARGEST_POWER, FormulaError, Number

BITS = 192
"""Binary places of every fixed-point integer here."""
ONE = 1 << BITS
_DIGITS = 10**64
LN2 = (6931471805599453094172321214581765680755001343602552541206800094 << BITS) // _DIGITS
TWO_PI = (62831853071795864769252867665590057683943387987502116419498891846 << BITS) // _DIGITS
PI = Fraction(TWO_PI, 2 * ONE)
LARGEST_EXPONENT = 2048
"""Largest number `exponential` raises e to, and largest power of two in between."""
LARGEST_ANGLE = 2**40
_NOTHING = 1 << 16
"""A sine or cosine below is what rounding has left of none, as at π."""


def square_root(number: Number) -> Number:
    """√number, exact where it is a fraction."""
    if number < 0:
        raise FormulaError(f"a square root needs a number ≥ 0, not {number}")
    above, below = number.numerator, number.denominator
    roots = isqrt(above), isqrt(below)
    if roots[0] ** 2 == above and roots[1] ** 2 == below:
        return Fraction(*roots)
    shift = max(0, BITS - (above.bit_length() - below.bit_length()) // 2)
    return Fraction(isqrt((above << 2 * shift) // below), 1 << shift)


def exponential(number: Number) -> Number:
    """e to the power of the number: 2ⁿ · eʳ with 0 ≤ r < ln 2."""
    if abs(Fraction(number)) > LARGEST_EXPONENT:
        raise FormulaError(f"exp takes numbers from -{LARGEST_EXPONENT} to {LARGEST_EXPONENT}")
    if number < 0:
        return 1 / Fraction(exponential(-number))
    twos, rest = divmod((number.numerator << BITS) // number.denominator, LN2)
    term = total = ONE
    turn = 0
    while term:
        turn += 1
        term = (term * rest >> BITS) // turn
        total += term
    return Fraction(total << twos, ONE)


def logarithm(number: Number) -> Number:
    """The natural logarithm: n · ln 2 + 2 · artanh((m − 1) ÷ (m + 1)) with number = m · 2ⁿ and 1 ≤ m < 2."""
    if number <= 0:
        raise FormulaError(f"a logarithm needs a number > 0, not {number}")
    above, below = number.numerator, number.denominator
    twos = above.bit_length() - below.bit_length()
    if (above if twos >= 0 else above << -twos) < (below << twos if twos > 0 else below):
        twos -= 1
    mantissa = (above << BITS) // (below << twos) if twos >= 0 else (above << (BITS - twos)) // below
    term = ((mantissa - ONE) << BITS) // (mantissa + ONE)
    square = term * term >> BITS
    total, turn = 0, 1
    while term:
        total += term // turn
        term, turn = term * square >> BITS, turn + 2
    return Fraction(twos * LN2 + 2 * total, ONE)


def sine(number: Number) -> Number:
    """The sine of an angle in radians."""
    return -_series(-number, 1) if number < 0 else _series(number, 1)


def cosine(number: Number) -> Number:
    """The cosine of an angle in radians."""
    return _series(abs(Fraction(number)), 0)


def _series(number: Number, turn: int) -> Fraction:
    """x ÷ 1 − x³ ÷ 3! + … from turn 1, 1 − x² ÷ 2! + … from turn 0, of the angle within one turn of the circle."""
    if number > LARGEST_ANGLE:
        raise FormulaError(f"an angle is at most {LARGEST_ANGLE:,} radians")
    angle = ((number.numerator << BITS) // number.denominator) % TWO_PI
    term, total, sign = (angle if turn else ONE), 0, 1
    while term:
        total += sign * term
        term = (term * angle >> BITS) * angle >> BITS
        term, turn, sign = term // ((turn + 1) * (turn + 2)), turn + 2, -sign
    return Fraction(total, ONE) if abs(total) >= _NOTHING else Fraction(0)


def power(base: Number, exponent: Number) -> Number:
    """base ^ exponent for any exponent; exact where that is whole."""
    if base == 0 and exponent <= 0:
        raise FormulaError("zero has no power that is negative or zero")
    if exponent.denominator == 1 and abs(Fraction(exponent)) <= LARGEST_POWER:
        return Fraction(base) ** exponent.numerator
    if base < 0:
        raise FormulaError(f"a broken power needs a base ≥ 0, not {base}")
    return 0 if base == 0 else exponential(exponent * Fraction(logarithm(base)))
