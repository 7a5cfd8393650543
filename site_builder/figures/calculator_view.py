"""A resolved calculator becomes its view: chart, cards, table, the browser's data, the Plotly figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from site_builder.engine.quantity import BoundQuantity
from site_builder.engine.units import Style, count_text, format_value
from site_builder.figures.calculator import CalculatorSpec, ChoiceSpec, Control, CurveSpec, IntegerSpec, MarkSpec
from site_builder.figures.calculator_axes import UnitAxis, slider_of, x_axis, x_ticks, y_axes
from site_builder.figures.calculator_data import calculator_data
from site_builder.figures.calculator_records import (
    AxisView,
    CalculatorView,
    ChoiceView,
    CrossingView,
    CurveView,
    IntegerView,
    MarkView,
    Reading,
    Row,
    Stop,
)
from site_builder.figures.calculator_samples import refined_samples
from site_builder.figures.chart import Label, Plot
from site_builder.figures.curve_labels import Drawn, curve_labels
from site_builder.figures.plotly_figure import DrawnCurve, DrawnMark, plotly_figure
from site_builder.figures.sweeps import DASH, Values, slope_of, sweep, text_at, value_at

SHORT = 2
"""Letters of a name that stands for itself in a formula; a longer one is replaced by its label."""


@dataclass(frozen=True, slots=True)
class _Chart:
    """The chart at the start of all controls: the points of each curve, and where they stand."""

    spec: CalculatorSpec
    plot: Plot
    samples: tuple[int, ...]
    swept: tuple[tuple[float | None, ...], ...]

    def at(self, value: int) -> dict[str, int]:
        """The value of every integer when the axis' own is `value`."""
        return {**self.spec.starts, self.spec.axis.name: value}


def calculator_view(spec: CalculatorSpec) -> CalculatorView:
    """Everything the page shows of one calculator."""
    axes, axis = y_axes(spec), spec.axis
    first, plot = spec.first, Plot(x_axis(axis), axes[0].axis)
    samples = refined_samples(spec, plot)
    swept = tuple(sweep(curve.quantity, axis.name, samples, spec.starts) for curve in first.curves)
    chart = _Chart(spec, plot, samples, swept)
    lines = x_ticks(plot.x)
    curves, crossing = _curves(chart), _crossing(chart)
    return CalculatorView(
        title=spec.title,
        name=spec.name,
        controls=tuple(map(_control, spec.controls)),
        axis=_integer(axis),
        start_place=_across(plot, axis.start),
        x_ticks=lines,
        ys=tuple(map(_axis, axes)),
        curves=curves,
        crossing=crossing,
        marks=tuple(_mark(mark, plot) for mark in first.marks),
        rows=tuple(_row(chart, value) for value in spec.rows),
        held=spec.starts,
        formulas=tuple(spec.formulas()),
        data=calculator_data(spec, plot.x, axes),
        figure=plotly_figure(plot, lines, axes[0].ticks(), _drawn(curves, chart), _marked(crossing)),
        caption=spec.caption,
        position=spec.position,
    )


def _control(control: Control) -> IntegerView | ChoiceView:
    if isinstance(control, ChoiceSpec):
        label = control.label or control.name
        contexts = tuple(_stop(context) if context else None for context in control.contexts)
        return ChoiceView(control.name, label, control.options, control.start, contexts)
    return _integer(control)


def _integer(integer: IntegerSpec) -> IntegerView:
    return IntegerView(
        integer.name, symbol_of(integer), integer.label, integer.scale, _stop(integer.minimum), _stop(integer.maximum),
        _stop(integer.start), tuple(map(_stop, integer.presets)), slider_of(integer),
    )  # fmt: skip


def symbol_of(integer: IntegerSpec) -> str:
    """What stands before its value: ``N = 6``; the label of an integer with a long name."""
    return integer.name if len(integer.name) <= SHORT else integer.label or integer.name


def _stop(value: int) -> Stop:
    return Stop(value, count_text(value))


def _axis(axis: UnitAxis) -> AxisView:
    return AxisView(axis.unit, axis.axis.scale, axis.step, axis.ticks())


def _across(plot: Plot, value: float) -> float:
    return round(100 * plot.x.fraction(value), 3)


def _reading(curve: CurveSpec, value: int, chart: _Chart) -> Reading:
    values = chart.at(value)
    exact = value_at(curve.quantity, values)
    multiple, is_share = _multiple(curve.multiple, values)
    if exact is None:
        return Reading(DASH, "", DASH, multiple, is_share, None)
    point = chart.plot.point(value, float(exact)) if chart.plot.y.holds(float(exact)) else None
    substituted = curve.quantity.substituted(**values)
    return Reading(curve.quantity.text(**values), str(exact), substituted, multiple, is_share, point)


def _multiple(multiple: BoundQuantity | None, values: Values) -> tuple[str, bool]:
    """``25.6`` times the other curve, or the share of it that it is: ``62%``, below a tenth ``1/256``."""
    value = None if multiple is None else value_at(multiple, values)
    if multiple is None or value is None:
        return ("" if multiple is None else DASH), False
    style: Style = "percent" if 1 > value >= Fraction(1, 10) else "ratio"
    return multiple.about(**values) + format_value(value, style, ""), 0 < value < 1


def _row(chart: _Chart, value: int) -> Row:
    cells = tuple(text_at(curve.quantity, chart.at(value)) for curve in chart.spec.first.curves)
    return Row(value, count_text(value), cells)


def _curves(chart: _Chart) -> tuple[CurveView, ...]:
    axis, curves = chart.spec.axis, chart.spec.first.curves
    slopes = [_slope(curve.quantity, chart) for curve in curves]
    readings = [_reading(curve, axis.start, chart) for curve in curves]
    drawn = [
        Drawn(curve.label, reading.text, slope, chart.samples, values, curve.shown)
        for curve, reading, slope, values in zip(curves, readings, slopes, chart.swept, strict=True)
    ]
    labels = curve_labels(drawn, axis.name, chart.plot)
    return tuple(
        CurveView(
            id=curve.id,
            role=curve.role,
            label=curve.label,
            quantity=curve.quantity.id,
            compared=curve.compared,
            slope=slopes[index],
            path=chart.plot.path(chart.samples, chart.swept[index]),
            direct_label=labels[index],
            lowest=text_at(curve.quantity, chart.at(axis.minimum)),
            highest=text_at(curve.quantity, chart.at(axis.maximum)),
            start=readings[index],
            shown=curve.shown,
        )
        for index, curve in enumerate(curves)
    )


def _slope(quantity: BoundQuantity, chart: _Chart) -> int | None:
    axis = chart.spec.axis
    return slope_of(quantity, axis.name, axis.minimum, axis.maximum, chart.spec.starts)


def _crossing(chart: _Chart) -> CrossingView | None:
    crossing = chart.spec.crossing
    if crossing is None:
        return None
    one, other = (chart.spec.first.curves[index] for index in crossing.curves)
    words = (crossing.label, one.label, other.label, crossing.guess)
    value = None if crossing.value is None else value_at(one.quantity, chart.at(crossing.value))
    if crossing.value is None or value is None or not chart.plot.y.holds(float(value)):
        return CrossingView(None, "", *words, None, None)
    point, text = chart.plot.point(crossing.value, float(value)), count_text(crossing.value)
    lines = (crossing.label, f"{symbol_of(chart.spec.axis)} = {text}")
    left = point.x >= 50  # a rising line leaves room above left of the point and under it on the right
    label = Label(point, lines, "end" if left else "start", above=left, gap=20)
    return CrossingView(crossing.value, text, *words, point, label)


def _mark(mark: MarkSpec, plot: Plot) -> MarkView:
    value, axis = float(mark.value), plot.y if mark.is_level else plot.x
    part = axis.fraction(value) if axis.holds(value) else -1.0
    place = round(100 * (1 - part if mark.is_level else part), 3) if 0 <= part <= 1 else None
    return MarkView(mark.label, mark.text, mark.is_level, place)


def _drawn(curves: Sequence[CurveView], chart: _Chart) -> tuple[DrawnCurve, ...]:
    return tuple(
        DrawnCurve(curve.role, curve.label, chart.samples, values, curve.direct_label)
        for curve, values in zip(curves, chart.swept, strict=True)
    )


def _marked(crossing: CrossingView | None) -> tuple[DrawnMark, ...]:
    if crossing is None or crossing.direct_label is None:
        return ()
    return (DrawnMark("crossing", crossing.label, crossing.direct_label),)
