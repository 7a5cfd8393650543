"""Formulas as data: one small immutable expression, five uses, no second definition.

An `Expression` is built from integers and symbols with + − × ÷ ^, min, max, ⌈a ÷ b⌉, ⌊√a⌋ and
⌈log_b a⌉ and can be

* evaluated exactly          `evaluate(expression, {"N": 6})`          int or Fraction
* evaluated over arrays      `engine.sweep.evaluate_array`             float64 curves
* printed as maths           `to_tex(expression)`
* printed with its numbers   `to_text(expression, {"N": 6})`           "2 × 6²"
* sent to the browser        `to_json(expression)`                     evaluated there by formula.js

Counts and bytes are Python integers; nothing here is ever a float.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from site_builder.engine.number import LARGEST_BITS as LARGEST_BITS
from site_builder.engine.number import LARGEST_POWER as LARGEST_POWER
from site_builder.engine.number import FormulaError as FormulaError
from site_builder.engine.number import Number as Number
from site_builder.engine.operators import APPROXIMATE, EVALUATORS, bounded, is_exact, whole


@dataclass(frozen=True, slots=True)
class Expression:
    """Base of the three node kinds.  Operators build larger expressions: ``2 * N ** 2``."""

    def __add__(self, other: Operand) -> Expression:
        return Operation("+", (self, as_expression(other)))

    def __radd__(self, other: Operand) -> Expression:
        return Operation("+", (as_expression(other), self))

    def __sub__(self, other: Operand) -> Expression:
        return Operation("-", (self, as_expression(other)))

    def __rsub__(self, other: Operand) -> Expression:
        return Operation("-", (as_expression(other), self))

    def __mul__(self, other: Operand) -> Expression:
        return Operation("*", (self, as_expression(other)))

    def __rmul__(self, other: Operand) -> Expression:
        return Operation("*", (as_expression(other), self))

    def __truediv__(self, other: Operand) -> Expression:
        return Operation("/", (self, as_expression(other)))

    def __rtruediv__(self, other: Operand) -> Expression:
        return Operation("/", (as_expression(other), self))

    def __pow__(self, other: Operand) -> Expression:
        return Operation("^", (self, as_expression(other)))


Operand: TypeAlias = Expression | int


@dataclass(frozen=True, slots=True)
class Integer(Expression):
    """A whole number written in the formula itself."""

    value: int


@dataclass(frozen=True, slots=True)
class Symbol(Expression):
    """A name for a number given later: a dimension (``N``) or a field of the model (``d_h``)."""

    name: str


@dataclass(frozen=True, slots=True)
class Operation(Expression):
    """An operator of `EVALUATORS` with its operands in reading order."""

    operator: str
    operands: tuple[Expression, ...]


def as_expression(operand: Operand) -> Expression:
    """`operand` itself, or an `Integer` for an int.  TypeError for floats, strings and booleans."""
    if isinstance(operand, Expression):
        return operand
    if isinstance(operand, int) and not isinstance(operand, bool):
        return Integer(operand)
    raise TypeError(f"a formula is made of integers and symbols, not {operand!r}")


def minimum(first: Operand, *others: Operand) -> Expression:
    """The smallest operand."""
    return Operation("min", tuple(map(as_expression, (first, *others))))


def maximum(first: Operand, *others: Operand) -> Expression:
    """The largest operand."""
    return Operation("max", tuple(map(as_expression, (first, *others))))


def ceil_div(numerator: Operand, denominator: Operand) -> Expression:
    """⌈numerator ÷ denominator⌉, exact."""
    return Operation("ceil_div", (as_expression(numerator), as_expression(denominator)))


def integer_root(operand: Operand) -> Expression:
    """⌊√operand⌋, exact (math.isqrt); the operand must be a whole number ≥ 0."""
    return Operation("isqrt", (as_expression(operand),))


def ceil_log(base: Operand, operand: Operand) -> Expression:
    """⌈log_base operand⌉ by integer multiplication, never a float logarithm."""
    return Operation("ceil_log", (as_expression(base), as_expression(operand)))


def product(*factors: Operand) -> Expression:
    """The factors multiplied from left to right; factors that are the integer 1 are left out."""
    kept = [factor for factor in map(as_expression, factors) if factor != Integer(1)]
    return _fold("*", kept, Integer(1))


def total(*terms: Operand) -> Expression:
    """The terms added from left to right; terms that are the integer 0 are left out."""
    kept = [term for term in map(as_expression, terms) if term != Integer(0)]
    return _fold("+", kept, Integer(0))


def _fold(operator: str, operands: list[Expression], empty: Integer) -> Expression:
    if not operands:
        return empty
    folded = operands[0]
    for operand in operands[1:]:
        folded = Operation(operator, (folded, operand))
    return folded


# --- evaluate exactly -----------------------------------------------------------------------


def evaluate(expression: Expression, values: Mapping[str, Number]) -> Number:
    """The exact value: an int where it is whole, else a Fraction.

    Raises `FormulaError` for a symbol without a value, a division by zero, a power that is not a
    whole number from 0 to `LARGEST_POWER`, a root or logarithm outside its domain, and a value of
    more than `LARGEST_BITS`; TypeError for a value that is a float, a boolean or a numpy number.
    """
    match expression:
        case Integer(value):
            return value
        case Symbol(name):
            if name not in values:
                raise FormulaError(f"the symbol {name} has no value")
            return _exact(name, values[name])
        case Operation("if_less", (left, right, first, second)):
            return evaluate(first if evaluate(left, values) < evaluate(right, values) else second, values)
        case Operation(operator, operands):
            numbers = [evaluate(operand, values) for operand in operands]
            return bounded(EVALUATORS[operator](*numbers))
    raise TypeError(f"not an expression: {expression!r}")


def _exact(name: str, value: Number) -> Number:
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
        raise TypeError(f"the value of {name} is an int or a Fraction, not {value!r}")
    return whole(value)


def is_approximate(expression: Expression, values: Mapping[str, Number]) -> bool:
    """Whether a root, a logarithm or the like was rounded on the way to the value; √256 was not."""
    match expression:
        case Operation("if_less", (left, right, first, second)):
            chosen = first if evaluate(left, values) < evaluate(right, values) else second
            return is_approximate(chosen, values)
        case Operation(operator, operands):
            if operator in APPROXIMATE and not is_exact(operator, *(evaluate(each, values) for each in operands)):
                return True
            return any(is_approximate(operand, values) for operand in operands)
    return False


# --- walk and bind --------------------------------------------------------------------------


def symbols(expression: Expression) -> Iterator[str]:
    """The names in the expression, in reading order, with repeats."""
    match expression:
        case Symbol(name):
            yield name
        case Operation(_, operands):
            for operand in operands:
                yield from symbols(operand)


def bind(expression: Expression, values: Mapping[str, Operand]) -> Expression:
    """The expression with some symbols replaced by integers or other expressions."""
    match expression:
        case Symbol(name) if name in values:
            return as_expression(values[name])
        case Operation(operator, operands):
            return Operation(operator, tuple(bind(operand, values) for operand in operands))
    return expression


# --- send to the browser --------------------------------------------------------------------


def to_json(expression: Expression) -> Any:
    """Nested lists: ``["*", "2", ["^", "N", "2"]]``.

    Integers are strings of digits, so that no reader of JSON rounds them; a symbol's name never
    starts with a digit or a sign.
    """
    match expression:
        case Integer(value):
            return str(value)
        case Symbol(name):
            return name
        case Operation(operator, operands):
            return [operator, *map(to_json, operands)]
    raise TypeError(f"not an expression: {expression!r}")


def from_json(data: Any) -> Expression:
    """The inverse of `to_json`.  ValueError for anything else."""
    match data:
        case str() if re.fullmatch(r"-?[0-9]+", data):
            return Integer(int(data))
        case str() if data.isidentifier():
            return Symbol(data)
        case [str() as operator, *operands] if _takes(operator, len(operands)):
            return Operation(operator, tuple(map(from_json, operands)))
    raise ValueError(f"not a serialised expression: {data!r}")


def _takes(operator: str, operand_count: int) -> bool:
    if operator in ("min", "max"):
        return operand_count >= 1
    if operator == "if_less":
        return operand_count == 4
    return operator in EVALUATORS and operand_count == (1 if operator in _OF_ONE else 2)


_OF_ONE = ("isqrt", "sqrt", "exp", "log", "sin", "cos")
