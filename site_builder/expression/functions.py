"""The functions of the language: exact ones of the engine, and the rounded kind that prints behind a ≈."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from site_builder.engine.formula import Operation
from site_builder.engine.measure import ONE, Unit
from site_builder.engine.quantity import BoundQuantity
from site_builder.engine.units import Style, style_of
from site_builder.expression.arithmetic import IncompatibleUnits, combined, same_unit

Units = Callable[[str, tuple[BoundQuantity, ...]], tuple[Unit, Style]]


@dataclass(frozen=True, slots=True)
class Function:
    """`takes` is how many operands, 0 for any; `units` says what the result counts, or refuses theirs."""

    takes: int
    units: Units
    example: str


def apply(name: str, sides: tuple[BoundQuantity, ...]) -> BoundQuantity:
    """The function of these operands.  `IncompatibleUnits` where their units do not go together."""
    unit, style = FUNCTIONS[name].units(name, sides)
    return combined(
        lambda names: f"{name}({', '.join(names)})", sides, unit, style, lambda *parts: Operation(name, parts)
    )


def _of_one_unit(name: str, sides: tuple[BoundQuantity, ...]) -> tuple[Unit, Style]:
    return same_unit("compare", *sides)


def _whole_quotient(name: str, sides: tuple[BoundQuantity, ...]) -> tuple[Unit, Style]:
    unit = sides[0].unit / sides[1].unit
    if unit and not unit.is_countable:
        above, below = (side.unit.words() for side in sides)
        raise IncompatibleUnits(f"{name} counts whole things; {above} by {below} is {unit}")
    return unit, style_of(unit)


def _of_plain(name: str, sides: tuple[BoundQuantity, ...]) -> tuple[Unit, Style]:
    for side in sides:
        if side.unit:
            raise IncompatibleUnits(f"{name} takes a plain number; {side.id} is in {side.unit}")
    return ONE, "count"


FUNCTIONS = {
    "min": Function(0, _of_one_unit, "min(N, 4096)"),
    "max": Function(0, _of_one_unit, "max(N, 4096)"),
    "ceil_div": Function(2, _whole_quotient, "ceil_div(N, 256)"),
    "isqrt": Function(1, _of_plain, "isqrt(N)"),
    "ceil_log": Function(2, _of_plain, "ceil_log(2, N)"),
    "sqrt": Function(1, _of_plain, "sqrt(head_dim)"),
    "exp": Function(1, _of_plain, "exp(-0.5)"),
    "log": Function(1, _of_plain, "log(vocab_size)"),
    "sin": Function(1, _of_plain, "sin(0.5)"),
    "cos": Function(1, _of_plain, "cos(0.5)"),
}
"""`log` is the natural logarithm; angles are in radians."""
