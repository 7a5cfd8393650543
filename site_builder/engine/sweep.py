"""Formulas over many values at once: float64 arrays for curves.

The only place where a formula meets floats.  A curve's points are rounded; every number a reader
is reported is evaluated exactly by `formula.evaluate`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce

import numpy as np

from site_builder.engine.formula import (
    LARGEST_POWER,
    Expression,
    FormulaError,
    Integer,
    Number,
    Operation,
    Symbol,
)
from site_builder.engine.shapes import Array


def evaluate_array(expression: Expression, values: Mapping[str, Number | Array]) -> Array:
    """`expression` for arrays of values: float64, in the shape the arrays broadcast to.

    Where `formula.evaluate` would raise for a value (division by zero, a root or logarithm outside
    its domain), and where the result is beyond float64, the entry is nan.  Raises `FormulaError` for
    a symbol without a value and ValueError for arrays that do not broadcast.
    """
    floats = {name: _as_float(value) for name, value in values.items()}
    shape = np.broadcast_shapes(*(value.shape for value in floats.values()))
    with np.errstate(all="ignore"):
        result = _evaluate(expression, floats)
        curve = np.array(np.broadcast_to(result, shape), dtype=np.float64)
    curve[~np.isfinite(curve)] = np.nan
    return curve


def _evaluate(expression: Expression, values: Mapping[str, Array]) -> Array:
    match expression:
        case Integer(value):
            return _as_float(value)
        case Symbol(name):
            if name not in values:
                raise FormulaError(f"the symbol {name} has no value")
            return values[name]
        case Operation("if_less", (left, right, first, second)):
            condition = _evaluate(left, values) < _evaluate(right, values)
            return np.where(condition, _evaluate(first, values), _evaluate(second, values))
        case Operation(operator, operands):
            return _ARRAY_EVALUATORS[operator](*(_evaluate(operand, values) for operand in operands))
    raise TypeError(f"not an expression: {expression!r}")


def _as_float(value: Number | Array) -> Array:
    if isinstance(value, (int, Fraction)):
        try:
            return np.asarray(float(value))
        except OverflowError:
            return np.asarray(np.inf)
    return np.asarray(value, dtype=np.float64)


def _power(base: Array, exponent: Array) -> Array:
    allowed = (exponent == np.floor(exponent)) & (exponent >= 0) & (exponent <= LARGEST_POWER)
    if exponent.ndim == 0 and allowed:
        return np.asarray(base ** int(exponent))  # numpy squares faster than it raises to an array of twos
    return np.where(allowed, np.power(base, exponent), np.nan)


def _ceiling_quotient(left: Array, right: Array) -> Array:
    return -np.floor_divide(-left, right)


def _integer_root(number: Array) -> Array:
    root = np.floor(np.sqrt(number))
    root = root - (root * root > number)
    root = root + ((root + 1) * (root + 1) <= number)
    return np.where(number == np.floor(number), root, np.nan)


def _ceiling_logarithm(base: Array, number: Array) -> Array:
    whole = (base == np.floor(base)) & (number == np.floor(number))
    allowed = whole & (base >= 2) & (number >= 1) & np.isfinite(base) & np.isfinite(number)
    base, number = np.fmax(base, 2.0), np.where(allowed, number, 1.0)
    steps, reached = np.zeros(allowed.shape), np.ones(base.shape)
    while np.any(short := reached < number):
        steps += short
        reached = reached * base
    return np.where(allowed, steps, np.nan)


_ARRAY_EVALUATORS: dict[str, Callable[..., Array]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
    "^": _power,
    "min": lambda *numbers: reduce(np.minimum, numbers),
    "max": lambda *numbers: reduce(np.maximum, numbers),
    "ceil_div": _ceiling_quotient,
    "isqrt": _integer_root,
    "ceil_log": _ceiling_logarithm,
    "sqrt": np.sqrt,
    "exp": np.exp,
    "log": np.log,
    "sin": np.sin,
    "cos": np.cos,
    "power": np.power,
}
