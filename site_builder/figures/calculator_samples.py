"""Where a calculator's curves have points: evenly along x, and closer where one of them bends or steps.

`calculator-drawing.js` finds the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from site_builder.figures.calculator import CalculatorSpec
from site_builder.figures.calculator_axes import samples_of
from site_builder.figures.chart import Axis, Plot
from site_builder.figures.sweeps import value_at

FINE = 0.002
"""Of the chart's width and height: what is nearer than this looks alike."""


def refined_samples(spec: CalculatorSpec, plot: Plot) -> tuple[int, ...]:
    """The whole numbers of the axis at which every curve has a point, at the start of all other controls.

    Between two of them each curve is straight to the eye, or they are one column of pixels apart.
    """
    first, *rest = samples_of(spec.axis)
    found, points = [first], _Points(spec, plot, {})
    for right in rest:
        found.extend(points.between(found[-1], right))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Points:
    spec: CalculatorSpec
    plot: Plot
    known: dict[int, tuple[float | None, ...]]

    def between(self, left: int, right: int) -> Iterator[int]:
        """What stands after `left`, up to and with `right`."""
        is_log = self.spec.axis.scale == "log"
        middle = int(sqrt(left * right)) if is_log else (left + right) // 2
        begin, end = self.plot.x.fraction(left), self.plot.x.fraction(right)
        if left < middle < right and end - begin >= FINE:
            share = (self.plot.x.fraction(middle) - begin) / (end - begin)
            heights = zip(self.heights(left), self.heights(middle), self.heights(right), strict=True)
            if any(_bends(low, height, high, share) for low, height, high in heights):
                yield from self.between(left, middle)
                yield from self.between(middle, right)
                return
        yield right

    def heights(self, at: int) -> tuple[float | None, ...]:
        """How high each curve stands, None where it has no place."""
        if at not in self.known:
            values = {**self.spec.starts, self.spec.axis.name: at}
            found = (value_at(curve.quantity, values) for curve in self.spec.first.curves)
            self.known[at] = tuple(None if value is None else _height(self.plot.y, value) for value in found)
        return self.known[at]


def _height(axis: Axis, value: int | Fraction) -> float | None:
    try:
        near = float(value)
    except OverflowError:
        return None
    return axis.fraction(near) if axis.holds(near) else None


def _bends(low: float | None, height: float | None, high: float | None, share: float) -> bool:
    if low is None or high is None or height is None:
        return not low == height == high
    return abs(height - low - share * (high - low)) > FINE
