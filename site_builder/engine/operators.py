"""The operators of formulas: exact ones in integers and fractions, and a second, rounded kind (`APPROXIMATE`)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, isqrt
from operator import add, mul, sub

from site_builder.engine.approximate import cosine, exponential, logarithm, power, sine, square_root
from site_builder.engine.number import LARGEST_BITS, LARGEST_POWER, FormulaError, Number


def bounded(number: Number) -> Number:
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > LARGEST_BITS:
        raise FormulaError(f"a value grows beyond {LARGEST_BITS} bits")
    return whole(number)


def whole(number: Number) -> Number:
    return number.numerator if number.denominator == 1 else number


def _quotient(left: Number, right: Number) -> Number:
    if right == 0:
        raise FormulaError("division by zero")
    return Fraction(left) / Fraction(right)


def _power(base: Number, exponent: Number) -> Number:
    if not isinstance(exponent, int) or not 0 <= exponent <= LARGEST_POWER:
        raise FormulaError(f"a power must be a whole number from 0 to {LARGEST_POWER}, not {exponent}")
    return base**exponent


def _smallest(*numbers: Number) -> Number:
    return min(numbers)


def _largest(*numbers: Number) -> Number:
    return max(numbers)


def _ceiling_quotient(left: Number, right: Number) -> Number:
    return ceil(_quotient(left, right))


def _integer_root(number: Number) -> Number:
    if not isinstance(number, int) or number < 0:
        raise FormulaError(f"the integer root needs a whole number ≥ 0, not {number}")
    return isqrt(number)


def _ceiling_logarithm(base: Number, number: Number) -> Number:
    if not (isinstance(base, int) and isinstance(number, int) and base >= 2 and number >= 1):
        raise FormulaError(f"the integer logarithm needs base ≥ 2 and number ≥ 1, not {base} and {number}")
    steps, reached = 0, 1
    while reached < number:
        steps, reached = steps + 1, reached * base
    return steps


EVALUATORS: dict[str, Callable[..., Number]] = {
    "+": add,
    "-": sub,
    "*": mul,
    "/": _quotient,
    "^": _power,
    "min": _smallest,
    "max": _largest,
    "ceil_div": _ceiling_quotient,
    "isqrt": _integer_root,
    "ceil_log": _ceiling_logarithm,
    "sqrt": square_root,
    "exp": exponential,
    "log": logarithm,
    "sin": sine,
    "cos": cosine,
    "power": power,
}
APPROXIMATE = ("sqrt", "exp", "log", "sin", "cos", "power")
"""Operators whose values are rounded, to more digits than are ever printed."""


def is_exact(operator: str, first: Number, exponent: Number = 0) -> bool:
    """Whether an operator of `APPROXIMATE` happens to be exact for its operands: √256, 2⁻¹, ln 1."""
    match operator:
        case "sqrt":
            return square_root(first) ** 2 == first
        case "power":
            return first in (0, 1) or exponent.denominator == 1
        case "log":
            return first == 1
    return first == 0
