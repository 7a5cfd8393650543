"""Arithmetic on quantities: expressions are joined, inputs kept, units carried along."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from fractions import Fraction

from site_builder.engine.approximate import PI
from site_builder.engine.formula import (
    Expression,
    FormulaError,
    Integer,
    Number,
    Operation,
    Symbol,
    bind,
    evaluate,
    symbols,
)
from site_builder.engine.measure import CONSTANTS, ONE, Unit
from site_builder.engine.quantity import BoundQuantity, Input
from site_builder.engine.units import Style, style_of

Join = Callable[..., Expression]


class IncompatibleUnits(ValueError):
    """Two units that do not go together under an operator."""


def literal(value: Number, written: str = "") -> BoundQuantity:
    """A number written in the lesson."""
    return BoundQuantity(written or str(value), "", ONE, "count", _number(value))


def constant(name: str) -> BoundQuantity:
    """A unit of `measure.CONSTANTS` as a number: so many bases."""
    size, unit = CONSTANTS[name]
    return BoundQuantity(name, "", unit, style_of(unit), _number(size))


def pi() -> BoundQuantity:
    """π, rounded to more digits than are ever printed."""
    return BoundQuantity("pi", "π", ONE, "count", Symbol("π"), (Input("π", PI, "pi"),), rounded=True)


def add(left: BoundQuantity, right: BoundQuantity) -> BoundQuantity:
    return _joined("+", left, right, *same_unit("add", left, right), lambda a, b: a + b)


def subtract(left: BoundQuantity, right: BoundQuantity) -> BoundQuantity:
    return _joined("-", left, right, *same_unit("subtract", left, right), lambda a, b: a - b)


def multiply(left: BoundQuantity, right: BoundQuantity) -> BoundQuantity:
    unit = _unit(lambda: left.unit * right.unit)
    chief = left if left.unit else right
    style = style_of(unit) if left.unit and right.unit else chief.style
    return _joined("*", left, right, unit, style, lambda a, b: _product(a, b, left, right))


def divide(left: BoundQuantity, right: BoundQuantity) -> BoundQuantity:
    unit = _unit(lambda: left.unit / right.unit)
    style: Style = "ratio" if not unit else left.style if not right.unit else style_of(unit)
    return _joined("/", left, right, unit, style, lambda a, b: a if right.unit and b == Integer(1) else a / b)


def power(left: BoundQuantity, right: BoundQuantity) -> BoundQuantity:
    """`left` raised to `right`: exactly for a whole exponent from 0 on, else as the rounded kind."""
    if right.unit:
        raise IncompatibleUnits(f"cannot raise {left.unit.words()} to a power in {right.unit}")
    exponent = None if right.free else right.value()
    whole = exponent is None or (isinstance(exponent, int) and exponent >= 0)
    if left.unit and not isinstance(exponent, int):
        raise IncompatibleUnits(f"{left.unit} can be raised to a whole number only, not to {exponent or right.id}")
    unit = _unit(lambda: left.unit**exponent) if left.unit and isinstance(exponent, int) else ONE
    operator = "^" if whole else "power"
    return _joined(
        "^", left, right, unit, style_of(unit) if unit else "count", lambda a, b: Operation(operator, (a, b))
    )


def same_unit(verb: str, *sides: BoundQuantity) -> tuple[Unit, Style]:
    """The unit and style that all sides have; a bare number beside what can be counted is that many of it."""
    chief = next((side for side in sides if side.unit), sides[-1])
    for side in sides:
        if side.unit != chief.unit and not (chief.unit.is_countable and is_bare(side)):
            left, right = sides[0], next(each for each in sides if each.unit != sides[0].unit)
            raise IncompatibleUnits(f"cannot {verb} {left.unit.words()} and {right.unit.words()}")
    return chief.unit, chief.style


def is_bare(side: BoundQuantity) -> bool:
    """Whether it is a number as it was written, without a unit."""
    return not side.unit and not any(symbols(side.expression))


def combined(
    name: Callable[[list[str]], str], sides: tuple[BoundQuantity, ...], unit: Unit, style: Style, join: Join
) -> BoundQuantity:
    """One quantity of several: `join` makes its expression, `name` its id, title and call from theirs."""
    apart: list[BoundQuantity] = []
    for side in sides:
        apart.append(_without_clashes(apart, side))
    return BoundQuantity(
        id=name([side.id for side in apart]),
        title=name([side.title or side.id for side in apart]),
        unit=unit,
        style=style,
        expression=join(*(side.expression for side in apart)),
        inputs=tuple(dict.fromkeys(given for side in apart for given in side.inputs)),
        arguments=tuple(dict.fromkeys(given for side in apart for given in side.arguments)),
        sources=tuple(dict.fromkeys(source for side in apart for source in side.sources)),
        call=name([side.call or side.id for side in apart]),
        rounded=any(side.rounded for side in apart),
    )


def _joined(
    sign: str, left: BoundQuantity, right: BoundQuantity, unit: Unit, style: Style, join: Join
) -> BoundQuantity:
    def name(sides: list[str]) -> str:
        return f" {sign} ".join(f"({side})" if " " in side else side for side in sides)

    joined = combined(name, (left, right), unit, style, join)
    counted = left.unit or right.unit
    if counted and not any(symbols(joined.expression)):  # 3.35*TB/s is one number
        return replace(joined, expression=_number(evaluate(joined.expression, {})), rounded=bool(joined.about()))
    return joined


def _unit(make: Callable[[], Unit]) -> Unit:
    try:
        return make()
    except ValueError as error:
        raise IncompatibleUnits(str(error)) from None


def _product(left: Expression, right: Expression, first: BoundQuantity, second: BoundQuantity) -> Expression:
    """One byte for each of P parameters is P bytes: a unit alone leaves no factor."""
    if first.unit and left == Integer(1):
        return right
    return left if second.unit and right == Integer(1) else left * right


def _number(value: Number) -> Expression:
    """A number as it is written in a formula: whole, or over a power of ten where it is a decimal."""
    if value.denominator == 1:
        return Integer(value.numerator)
    places = next((places for places in range(1, 40) if 10**places % value.denominator == 0), None)
    if places is None:
        return Integer(value.numerator) / Integer(value.denominator)
    return Integer(int(value * 10**places)) / Integer(10**places)


def _without_clashes(others: list[BoundQuantity], side: BoundQuantity) -> BoundQuantity:
    """`side` with a symbol that means another number in one of the others written as that number."""
    meant = {given.symbol: given.value for other in others for given in other.inputs}
    return with_numbers(
        side, {given.symbol for given in side.inputs if meant.get(given.symbol, given.value) != given.value}
    )


def with_numbers(bound: BoundQuantity, names: Collection[str]) -> BoundQuantity:
    """`bound` with its inputs of these names written into the formula as numbers."""
    numbers = {given.symbol: _number(given.value) for given in bound.inputs if given.symbol in names}
    if not numbers:
        return bound
    kept = tuple(given for given in bound.inputs if given.symbol not in numbers)
    return replace(bound, expression=bind(bound.expression, numbers), inputs=kept)


def exact_decimal(written: str) -> Fraction:
    """The number that a decimal says, never a float's neighbour of it.  FormulaError beyond what can be printed."""
    digits, _, exponent = written.lower().replace("_", "").partition("e")
    if len(exponent.lstrip("+-0")) > 3 or abs(int(exponent or 0)) > 300:
        raise FormulaError(f"{written} is beyond what can be printed")
    return Fraction(digits) * Fraction(10) ** int(exponent or 0)
