"""Arithmetic on quantities: expressions are joined, inputs kept, units checked."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from site_builder.engine.formula import Expression, Integer, bind
from site_builder.engine.quantity import BoundQuantity, Style


class IncompatibleUnits(ValueError):
    """Two units that do not go together under an operator."""


def literal(value: int) -> BoundQuantity:
    """A whole number written in the lesson."""
    return BoundQuantity(str(value), "", "", "count", Integer(value))


def add(left: BoundQuantity, right: BoundQuantity) -> BoundQuantity:
    return _joined("+", left, right, *_same_unit("+", left, right), lambda a, b: a + b)


def subtract(left: BoundQuantity, right: BoundQuantity) -> BoundQuantity:
    return _joined("-", left, right, *_same_unit("-", left, right), lambda a, b: a - b)


def multiply(left: BoundQuantity, right: BoundQuantity) -> BoundQuantity:
    if left.unit and right.unit:
        raise IncompatibleUnits(f"cannot multiply {left.unit} by {right.unit}")
    chief = left if left.unit else right
    return _joined("*", left, right, chief.unit, chief.style, lambda a, b: a * b)


def divide(left: BoundQuantity, right: BoundQuantity) -> BoundQuantity:
    if right.unit and left.unit != right.unit:
        raise IncompatibleUnits(f"cannot divide {left.unit or 'a plain number'} by {right.unit}")
    unit = "" if left.unit == right.unit else left.unit
    style: Style = left.style if unit else "ratio"
    return _joined("/", left, right, unit, style, lambda a, b: a / b)


def power(left: BoundQuantity, right: BoundQuantity) -> BoundQuantity:
    if left.unit or right.unit:
        base, exponent = left.unit or "a plain number", right.unit or "plain numbers"
        raise IncompatibleUnits(f"cannot raise {base} to a power in {exponent}")
    return _joined("^", left, right, "", "count", lambda a, b: a**b)


def _same_unit(sign: str, left: BoundQuantity, right: BoundQuantity) -> tuple[str, Style]:
    plain = [side for side in (left, right) if not side.unit and isinstance(side.expression, Integer)]
    if left.unit != right.unit and not plain:
        words = {"+": "add", "-": "subtract"}[sign]
        raise IncompatibleUnits(f"cannot {words} {left.unit or 'a plain number'} and {right.unit or 'a plain number'}")
    chief = left if left.unit else right
    return chief.unit, chief.style


def _joined(
    sign: str,
    left: BoundQuantity,
    right: BoundQuantity,
    unit: str,
    style: Style,
    join: Callable[[Expression, Expression], Expression],
) -> BoundQuantity:
    right = _without_clashes(left, right)
    return BoundQuantity(
        id=f"{_named(left.id)} {sign} {_named(right.id)}",
        title=f"{left.title or left.id} {sign} {right.title or right.id}",
        unit=unit,
        style=style,
        expression=join(left.expression, right.expression),
        inputs=tuple(dict.fromkeys(left.inputs + right.inputs)),
        arguments=tuple(dict.fromkeys(left.arguments + right.arguments)),
        sources=tuple(dict.fromkeys(left.sources + right.sources)),
        call=f"{_named(left.call or left.id)} {sign} {_named(right.call or right.id)}",
    )


def _named(side: str) -> str:
    return f"({side})" if " " in side else side


def _without_clashes(left: BoundQuantity, right: BoundQuantity) -> BoundQuantity:
    """`right` with a symbol that means another number in `left` written as that number."""
    meant = {given.symbol: given.value for given in left.inputs}
    return with_numbers(
        right, {given.symbol for given in right.inputs if meant.get(given.symbol, given.value) != given.value}
    )


def with_numbers(bound: BoundQuantity, names: Collection[str]) -> BoundQuantity:
    """`bound` with its inputs of these names written into the formula as numbers."""
    numbers = {given.symbol: given.value for given in bound.inputs if given.symbol in names}
    if not numbers:
        return bound
    kept = tuple(given for given in bound.inputs if given.symbol not in numbers)
    return replace(bound, expression=bind(bound.expression, numbers), inputs=kept)
