"""What a formula of whole numbers can come to while its symbols run over ranges, by interval arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from operator import add, mul, sub
from typing import TypeAlias

from site_builder.engine.formula import (
    LARGEST_BITS,
    LARGEST_POWER,
    Expression,
    FormulaError,
    Integer,
    Operation,
    Symbol,
    evaluate,
)

Range: TypeAlias = tuple[int, int]
"""The smallest and the largest of some whole numbers."""


def range_of(expression: Expression, ranges: Mapping[str, Range]) -> Range | None:
    """A range that holds every value of `expression`; at times wider than the values (``N − N``), never narrower.

    None where a value might be no whole number (÷) or there might be none, and for operators other than + − × ^ of
    what varies.
    """
    match expression:
        case Integer(value):
            return value, value
        case Symbol(name):
            return ranges.get(name)
        case Operation(operator, (left, right)) if operator in _CORNERS:
            return _corners(_CORNERS[operator], range_of(left, ranges), range_of(right, ranges))
        case Operation("^", (base, exponent)):
            return _powers(range_of(base, ranges), range_of(exponent, ranges))
    return _whole(expression)


def _whole(expression: Expression) -> Range | None:
    """The value itself of what does not vary, ``⌈7 ÷ 2⌉``, where it is whole."""
    try:
        value = evaluate(expression, {})
    except FormulaError:
        return None
    return (int(value), int(value)) if value.denominator == 1 else None


def _corners(operate: Callable[[int, int], int], left: Range | None, right: Range | None) -> Range | None:
    """+ − × are monotonic in each operand, so that the extremes lie where both operands are extreme."""
    if left is None or right is None:
        return None
    values = [operate(one, other) for one, other in product(left, right)]
    return _bounded(min(values), max(values))


def _powers(base: Range | None, exponent: Range | None) -> Range | None:
    if base is None or exponent is None or base[0] < 1 or exponent[0] < 0 or exponent[1] > LARGEST_POWER:
        return None
    return _bounded(base[0] ** exponent[0], base[1] ** exponent[1])


def _bounded(low: int, high: int) -> Range | None:
    return None if max(low.bit_length(), high.bit_length()) > LARGEST_BITS else (low, high)


_CORNERS: dict[str, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul}
