"""The axes of a calculator: along x one of its integers; along y one axis for each unit, for all choices of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from site_builder.engine.units import axis_text, count_text
from site_builder.figures import chart
from site_builder.figures.calculator import CalculatorSpec, Combination, IntegerSpec
from site_builder.figures.chart import Axis, Scale, Tick
from site_builder.figures.sweeps import sweep

FINE_STEPS = 16
"""Stops of a logarithmic slider to a doubling."""
_MOST_STEPS = 512
"""Stops of a linear slider, where it has not one for each number."""
_SAMPLES = 48
"""Points of a curve along a linear axis."""


@dataclass(frozen=True, slots=True)
class UnitAxis:
    """The y axis of all values in `unit`; `base` is what its lines are multiples of, `step` a log one's factor."""

    unit: str
    style: str
    axis: Axis
    base: int
    step: int

    def ticks(self) -> tuple[Tick, ...]:
        if isinstance(self.axis, chart.LinearAxis):
            return chart.even_ticks(
                self.axis, lambda value: axis_text(value, self.style, self.unit), base=self.base, upright=True
            )
        return chart.stepped_ticks(self.axis, self.step, lambda value: axis_text(value, self.style, self.unit))


def x_axis(integer: IntegerSpec) -> Axis:
    """The axis of an integer, from end to end."""
    if integer.scale == "linear":
        return chart.LinearAxis(integer.minimum, integer.maximum)
    return chart.axis_between(integer.minimum, integer.maximum)


def x_ticks(axis: Axis) -> tuple[Tick, ...]:
    """Lines at the powers of two, or at even steps."""
    if isinstance(axis, chart.LinearAxis):
        return chart.even_ticks(axis, count_text, whole=True)
    return chart.doubling_ticks(axis, count_text)


def samples_of(integer: IntegerSpec, finer: int = 1) -> tuple[int, ...]:
    """The whole numbers at which a curve along this integer has a point; so many times as many where it is `finer`."""
    if integer.scale == "log":
        return chart.sample_points(integer.minimum, integer.maximum, 2 * finer)
    low, span = integer.minimum, integer.maximum - integer.minimum
    steps = min(span, _SAMPLES * finer)
    return tuple(low + (2 * span * step + steps) // (2 * steps) for step in range(steps + 1))


def slider_of(integer: IntegerSpec) -> tuple[int, int, int]:
    """(first, last, at the start) in fine steps."""
    if integer.scale == "log":
        axis = chart.axis_between(integer.minimum, integer.maximum)
        first, last = int(axis.low * FINE_STEPS), -int(-axis.high * FINE_STEPS // 1)
        return first, last, round(chart.axis_between(integer.start, integer.maximum).low * FINE_STEPS)
    span, steps = integer.maximum - integer.minimum, fine_steps(integer)
    return 0, steps, (2 * steps * (integer.start - integer.minimum) + span) // (2 * span)


def fine_steps(integer: IntegerSpec) -> int:
    """Stops to a doubling of a logarithmic scale; all stops of a linear one."""
    return FINE_STEPS if integer.scale == "log" else min(integer.maximum - integer.minimum, _MOST_STEPS)


def y_axes(spec: CalculatorSpec) -> tuple[UnitAxis, ...]:
    """One axis for each unit that a combination counts: it holds every value of all of them, at all ends of the held
    integers, so that no control but one of the unit moves it."""
    return tuple(_unit_axis(spec, unit, style) for unit, style in _units(spec))


def _units(spec: CalculatorSpec) -> Mapping[tuple[str, str], None]:
    return dict.fromkeys((combination.unit, combination.style) for combination in (spec.first, *spec.combinations))


def _unit_axis(spec: CalculatorSpec, unit: str, style: str) -> UnitAxis:
    shown = [each for each in spec.combinations if (each.unit, each.style) == (unit, style)]
    values = [value for value in _drawn(spec, shown) if spec.scale == "linear" or value > 0]
    lowest, highest = min(values, default=1.0), max(values, default=1.0)
    step = 1024 if style == "memory" else 10
    if spec.scale == "linear":
        base = base_of(style, max(abs(lowest), abs(highest)))
        return UnitAxis(unit, style, chart.even_axis(lowest, highest, base), base, step)
    return UnitAxis(unit, style, chart.stepped_axis(lowest, highest, step), 1, step)


def _drawn(spec: CalculatorSpec, combinations: list[Combination]) -> Iterator[float]:
    samples = samples_of(spec.axis)
    quantities = dict.fromkeys(curve.quantity for each in combinations for curve in each.curves)
    corners = [spec.starts, *(corner for corner in spec.corners() if corner != spec.starts)]
    for quantity in quantities:
        for held in corners:
            yield from (value for value in sweep(quantity, spec.axis.name, samples, held) if value is not None)
    yield from (float(mark.value) for each in combinations for mark in each.marks if mark.is_level)


def base_of(style: str, highest: float) -> int:
    """What the lines of a linear axis are multiples of: KiB and the like, minutes, hours; else plain ones."""
    if style == "memory":
        return int(next(1024**power for power in range(8, -1, -1) if 1024**power <= highest or power == 0))
    if style == "time":
        return next((size for size in (86400, 3600, 60) if highest >= 2 * size), 1)
    return 1


def scale_json(axis: Axis) -> dict[str, object]:
    """An axis for the browser: the ends of a logarithmic one are powers of two."""
    scale: Scale = axis.scale
    return {"scale": scale, "low": axis.low, "high": axis.high}
