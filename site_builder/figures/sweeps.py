"""A quantity along its variable: points of a curve, exact values, the power it grows with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from site_builder.engine.formula import FormulaError, Number
from site_builder.engine.quantity import BoundQuantity

DASH = "–"
"""What stands where a formula has no value."""

Values = Mapping[str, int]
"""The integers that are held while another varies, by name."""


def sweep(
    quantity: BoundQuantity, variable: str, samples: Sequence[int], held: Values | None = None
) -> tuple[int | float | None, ...]:
    """The quantity's exact values over the samples, made floats; whole ones as int, those beyond any float as None."""
    return tuple(_plain(value_at(quantity, {**(held or {}), variable: sample})) for sample in samples)


def _plain(value: Number | None) -> int | float | None:
    if value is None:
        return None
    try:
        near = float(value)
    except OverflowError:
        return None
    return int(near) if near.is_integer() else near


def slope_of(
    quantity: BoundQuantity, variable: str, minimum: int, maximum: int, held: Values | None = None
) -> int | None:
    """The whole power of the variable the quantity grows with, from end to end; None where there is none.

    Told from every doubling and from the very end, behind the last one: a window may fill in between.
    """
    points = [*_doublings(max(1, minimum), maximum), maximum]
    values = [value_at(quantity, {**(held or {}), variable: point}) for point in points]
    known = [Fraction(value) for value in values if value]
    if len(known) < len(points):
        return None
    grown = [(Fraction(point, points[0]), value / known[0]) for point, value in zip(points, known, strict=True)]
    return next((power for power in range(9) if all(ratio == wider**power for wider, ratio in grown)), None)


def _doublings(point: int, maximum: int) -> Iterator[int]:
    while point < maximum:
        yield point
        point *= 2


def value_at(quantity: BoundQuantity, values: Values) -> Number | None:
    """The exact value, or None where the formula has none."""
    try:
        return quantity.value(**values)
    except FormulaError:
        return None


def text_at(quantity: BoundQuantity, values: Values) -> str:
    """The value as printed, or `DASH`."""
    return DASH if value_at(quantity, values) is None else quantity.text(**values)
