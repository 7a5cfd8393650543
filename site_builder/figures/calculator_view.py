"""A resolved calculator becomes its view: chart, cards, table, the browser's data, the Plotly figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from site_builder.engine.formula import Symbol
from site_builder.engine.notation import to_text
from site_builder.engine.units import axis_text, count_text
from site_builder.figures import chart
from site_builder.figures.calculator import (
    CalculatorSpec,
    CalculatorView,
    CrossingView,
    CurveSpec,
    CurveView,
    Reading,
    Row,
    Stop,
)
from site_builder.figures.chart import Label, Plot
from site_builder.figures.plotly_figure import DrawnCurve, DrawnMark, plotly_figure
from site_builder.figures.sweeps import DASH, slope_of, sweep, text_at, value_at

_MIDDLE = 0.4
"""Where the label of a curve below the highest stands that has no other beside it."""
FINE_STEPS = 16
"""Stops of the slider to a doubling of N."""


def calculator_view(spec: CalculatorSpec) -> CalculatorView:
    """Everything the page shows of one calculator."""
    samples = chart.sample_points(spec.minimum, spec.maximum)
    swept = {curve.role: sweep(curve.quantity, spec.variable, samples) for curve in spec.curves}
    plot = _plot(spec, swept)
    x_ticks, y_ticks = (
        chart.doubling_ticks(plot.x, count_text),
        chart.stepped_ticks(plot.y, _step(spec), lambda value: axis_text(value, spec.style, spec.unit)),
    )
    places = _label_places(spec, swept)
    curves = tuple(_curve(spec, curve, plot, samples, swept, places.get(curve.role)) for curve in spec.curves)
    crossing = _crossing(spec, plot)
    return CalculatorView(
        title=spec.title,
        name=spec.name,
        variable=spec.variable,
        minimum=_stop(spec.minimum),
        maximum=_stop(spec.maximum),
        start=_stop(spec.start),
        presets=tuple(map(_stop, spec.presets)),
        slider=_slider(spec),
        start_place=plot.point(spec.start, 1).x,
        x_ticks=x_ticks,
        y_ticks=y_ticks,
        unit=spec.unit,
        step=_step(spec),
        curves=curves,
        crossing=crossing,
        rows=tuple(_row(spec, value) for value in spec.rows),
        data=_data(spec, plot),
        figure=plotly_figure(plot, x_ticks, y_ticks, _drawn(curves, samples, swept), _marks(crossing)),
        caption=spec.caption,
        position=spec.position,
    )


def _plot(spec: CalculatorSpec, swept: Mapping[str, Sequence[float | None]]) -> Plot:
    drawn = [value for values in swept.values() for value in values if value is not None and value > 0]
    return Plot(
        chart.axis_between(spec.minimum, spec.maximum),
        chart.stepped_axis(min(drawn, default=1), max(drawn, default=1), _step(spec)),
    )


def _step(spec: CalculatorSpec) -> int:
    """From one line of the y axis to the next: bytes go by 1,024, all else by ten."""
    return 1024 if spec.style == "memory" else 10


def _stop(value: int) -> Stop:
    return Stop(value, count_text(value))


def _slider(spec: CalculatorSpec) -> tuple[int, int, int]:
    axis = chart.axis_between(spec.minimum, spec.maximum)
    first, last = int(axis.low * FINE_STEPS), -int(-axis.high * FINE_STEPS // 1)
    start = chart.axis_between(spec.start, spec.maximum).low * FINE_STEPS
    return first, last, round(start)


def _reading(curve: CurveSpec, variable: str, value: int, plot: Plot) -> Reading:
    exact = value_at(curve.quantity, variable, value)
    multiple = text_at(curve.multiple, variable, value) if curve.multiple else ""
    if exact is None:
        return Reading(DASH, "", DASH, multiple, None)
    free = {variable: value}
    point = plot.point(value, float(exact)) if exact > 0 else None
    return Reading(curve.quantity.text(**free), str(exact), curve.quantity.substituted(**free), multiple, point)


def _row(spec: CalculatorSpec, value: int) -> Row:
    return Row(value, count_text(value), tuple(text_at(curve.quantity, spec.variable, value) for curve in spec.curves))


def _curve(
    spec: CalculatorSpec,
    curve: CurveSpec,
    plot: Plot,
    samples: Sequence[int],
    swept: Mapping[str, Sequence[float | None]],
    label_place: float | None,
) -> CurveView:
    slope = slope_of(curve.quantity, spec.variable, spec.minimum, spec.maximum)
    start = _reading(curve, spec.variable, spec.start, plot)
    return CurveView(
        role=curve.role,
        label=curve.label,
        quantity=curve.quantity.id,
        bound=curve.quantity,
        compared=curve.compared,
        slope=slope,
        path=plot.path(samples, swept[curve.role]),
        direct_label=_direct_label(curve, spec.variable, slope, start, plot, samples, swept[curve.role], label_place),
        lowest=text_at(curve.quantity, spec.variable, spec.minimum),
        highest=text_at(curve.quantity, spec.variable, spec.maximum),
        start=start,
    )


def _direct_label(
    curve: CurveSpec,
    variable: str,
    slope: int | None,
    start: Reading,
    plot: Plot,
    samples: Sequence[int],
    values: Sequence[float | None],
    place: float | None,
) -> Label | None:
    """Beside the curve, on the side it cannot reach: a rising line leaves room above left, away from the crossing.

    `place` is how far along the curve it stands; at the end of the highest one, where it is None.
    """
    drawn = [(n, value) for n, value in zip(samples, values, strict=True) if value and value > 0]
    if not drawn:
        return None
    lines = (f"{curve.label} {start.text if slope == 0 else _growth(slope, variable)}".strip(),)
    if slope == 0:
        return Label(plot.point(*drawn[0]), lines, "start", above=False)
    if drawn[-1][1] < drawn[0][1]:  # a falling line leaves room above right and below left
        at = plot.point(*drawn[int(len(drawn) * (place or _MIDDLE))])
        return Label(at, lines, "start", above=True) if place is None else Label(at, lines, "end", above=False)
    if place is None:
        return Label(plot.point(*drawn[-1]), lines, "end", above=True)
    return Label(plot.point(*drawn[int(len(drawn) * place)]), lines, "end", above=True)


def _label_places(spec: CalculatorSpec, swept: Mapping[str, Sequence[float | None]]) -> dict[str, float]:
    """How far along its curve each label stands, the lower the curve the farther, so that none hides another."""
    ends = {curve.role: swept[curve.role][-1] or 0 for curve in spec.curves}
    below = sorted((role for role in ends if ends[role] < max(ends.values())), key=lambda role: -ends[role])
    moving = [role for role in below if len(set(swept[role])) > 1]
    if len(moving) < 2:
        return dict.fromkeys(moving, _MIDDLE)
    return {role: 0.25 + 0.5 * turn / (len(moving) - 1) for turn, role in enumerate(moving)}


def _growth(slope: int | None, variable: str) -> str:
    if slope is None:
        return ""
    return f"∝ {variable}" if slope == 1 else f"∝ {to_text(Symbol(variable) ** slope, {})}"


def _crossing(spec: CalculatorSpec, plot: Plot) -> CrossingView | None:
    crossing = spec.crossing
    if crossing is None:
        return None
    curve = next(curve for curve in spec.curves if curve.role == crossing.role)
    value = value_at(curve.quantity, spec.variable, crossing.value)
    if not value or value < 0:
        return None
    point, text = plot.point(crossing.value, float(value)), count_text(crossing.value)
    lines = (crossing.label, f"{spec.variable} = {text}")
    left = point.x >= 50  # a rising line leaves room above left of the point and under it on the right
    label = Label(point, lines, "end" if left else "start", above=left, gap=20)
    return CrossingView(crossing.value, text, crossing.label, point, label)


def _data(spec: CalculatorSpec, plot: Plot) -> dict[str, Any]:
    """What the browser needs: bounds, axes in powers of two, and the formulas."""
    return {
        "name": spec.name,
        "variable": spec.variable,
        "minimum": spec.minimum,
        "maximum": spec.maximum,
        "start": spec.start,
        "fine_steps": FINE_STEPS,
        "x": [plot.x.low, plot.x.high],
        "y": [plot.y.low, plot.y.high],
        "curves": [
            {
                "role": curve.role,
                "label": curve.label,
                "value": curve.quantity.as_json(),
                "multiple": curve.multiple.as_json() if curve.multiple else None,
            }
            for curve in spec.curves
        ],
    }


def _drawn(
    curves: Sequence[CurveView], samples: Sequence[int], swept: Mapping[str, Sequence[float | None]]
) -> tuple[DrawnCurve, ...]:
    return tuple(
        DrawnCurve(curve.role, curve.label, tuple(samples), tuple(swept[curve.role]), curve.direct_label)
        for curve in curves
    )


def _marks(crossing: CrossingView | None) -> tuple[DrawnMark, ...]:
    return (DrawnMark("crossing", crossing.label, crossing.direct_label),) if crossing else ()
