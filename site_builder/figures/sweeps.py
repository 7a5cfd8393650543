"""A quantity along its variable: points of a curve, exact values, the power it grows with."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isfinite

from site_builder.engine.formula import FormulaError, Number
from site_builder.engine.quantity import BoundQuantity

DASH = "–"
"""What stands where a formula has no value."""


def sweep(quantity: BoundQuantity, variable: str, samples: Sequence[int]) -> tuple[int | float | None, ...]:
    """The quantity's values over the samples: whole ones as int, those not finite as None."""
    import numpy as np  # only a page with curves pays for it

    from site_builder.engine.sweep import evaluate_array

    values = evaluate_array(quantity.expression, {**quantity.values(), variable: np.array(samples, dtype=np.float64)})
    return tuple(_plain(value) for value in values.tolist())


def _plain(value: float) -> int | float | None:
    if not isfinite(value):
        return None
    return int(value) if value == int(value) else value


def slope_of(quantity: BoundQuantity, variable: str, minimum: int, maximum: int) -> int | None:
    """The whole power of the variable the quantity grows with, from end to end; None where there is none.

    Told from every doubling and from the very end, behind the last one: a window may fill in between.
    """
    points = [minimum]
    while 2 * points[-1] < maximum:
        points.append(2 * points[-1])
    points.append(maximum)
    values = [value_at(quantity, variable, point) for point in points]
    known = [Fraction(value) for value in values if value]
    if len(known) < len(points):
        return None
    grown = [(Fraction(point, minimum), value / known[0]) for point, value in zip(points, known, strict=True)]
    return next((power for power in range(9) if all(ratio == wider**power for wider, ratio in grown)), None)


def value_at(quantity: BoundQuantity, variable: str, value: int) -> Number | None:
    """The exact value, or None where the formula has none."""
    try:
        return quantity.value(**{variable: value})
    except FormulaError:
        return None


def text_at(quantity: BoundQuantity, variable: str, value: int) -> str:
    """The value as printed, or `DASH`."""
    return DASH if value_at(quantity, variable, value) is None else quantity.text(**{variable: value})
