"""A plot: numbers in, geometry out.  Lines and points stand in per cent of the chart's box, bars in rows of pixels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log2

from site_builder.engine.formula import Number
from site_builder.engine.units import axis_text, format_value
from site_builder.figures import chart
from site_builder.figures.calculator_axes import base_of
from site_builder.figures.chart import Axis, LinearAxis, Scale, Tick
from site_builder.figures.plot_records import Bar, Cell, Computed, Line, PlotSpec, PlotView, SeriesSpec, Value

LEVELS = 10
"""Shades of a heatmap above the lightest."""
NAME, BAR, GAP = 22, 20, 12
"""Pixels of a category's name, of a bar, and between categories."""
_LONG = 0.72
"""From this share of the width on, a bar has its text inside."""


def plot_view(spec: PlotSpec) -> PlotView:
    """Everything the page shows of one plot."""
    axis, ticks = _values_axis(spec)
    bars = spec.kind == "bar"
    drawn = spec.kind in ("line", "points")
    return PlotView(
        title=spec.title,
        kind=spec.kind,
        x_label=spec.x_label,
        unit=spec.series[0].unit,
        style=spec.series[0].style,
        scale=spec.scale,
        legend=tuple((each.role, each.label) for each in spec.series),
        x_ticks=_across(ticks) if bars else spec.x_ticks,
        y_ticks=ticks if drawn else (),
        lines=tuple(_line(each, spec, axis) for each in spec.series) if drawn else (),
        names=tuple((name, turn * _pitch(spec)) for turn, name in enumerate(spec.names)) if bars else (),
        bars=tuple(_bars(spec, axis)) if bars else (),
        height=len(spec.names) * _pitch(spec),
        levels=tuple((label, value.text, _at(axis, value, across=bars)) for label, value in spec.levels),
        head=(
            f"{spec.row_label} ↓ {spec.x_label} →" if spec.rows else spec.x_label,
            *(spec.names if spec.rows else (each.label for each in spec.series)),
        ),
        rows=tuple(_heat(spec) if spec.rows else _rows(spec)),
        computed=tuple(_computed(spec)),
        caption=spec.caption,
        position=spec.position,
    )


def _computed(spec: PlotSpec) -> Iterator[Computed]:
    """A line by its formula, any other value by its own; what was read from a file is not computed."""
    places = [f"{row} · {name}" for row in spec.rows for name in spec.names] if spec.rows else spec.names
    for series in spec.series:
        if series.bound:
            samples = ((name, value.number) for name, value in zip(spec.names, series.values, strict=True))
            yield Computed(series.label, "", series.bound, tuple(samples))
        for place, value in zip(places, series.values, strict=True):
            if value.bound:
                yield Computed(series.label, place, value.bound, (("", value.number),))


def _values_axis(spec: PlotSpec) -> tuple[Axis, tuple[Tick, ...]]:
    """The axis of all values, with its lines from the top down."""
    first = spec.series[0]

    def text(value: Number) -> str:
        return axis_text(value, first.style, first.unit)

    found = [float(value.number) for each in spec.series for value in each.values if value.number is not None]
    found += [float(value.number) for _, value in spec.levels if value.number is not None]
    found += [y for each in spec.series for _, y in each.path if y is not None]
    if spec.stacked:
        found += [float(sum(numbers)) for numbers in _columns(spec)]
    if spec.scale == "log":
        found = [value for value in found if value > 0]
        step = 1024 if first.style == "memory" else 10
        axis = chart.stepped_axis(min(found, default=1), max(found, default=1), step)
        return axis, chart.stepped_ticks(axis, step, text)
    base = base_of(first.style, max(map(abs, found), default=1))
    even = chart.even_axis(min(found, default=0), max(found, default=1), base)
    return even, chart.even_ticks(even, text, base=base, upright=True)


def _at(axis: Axis, value: Value, *, across: bool) -> float:
    """Where a level stands, in per cent from the left or from the top."""
    part = axis.fraction(float(value.number or 0))
    return round(100 * (part if across else 1 - part), 3)


def _across(ticks: Sequence[Tick]) -> tuple[Tick, ...]:
    """The lines of an upright axis along x."""
    return tuple(
        Tick(tick.value, round(100 - tick.place, 3), tick.text, wide=turn % 2 == 1) for turn, tick in enumerate(ticks)
    )


def _columns(spec: PlotSpec) -> list[list[Number]]:
    """The numbers of all series for each x."""
    return [
        [each.values[turn].number or 0 for each in spec.series if each.values[turn].number is not None]
        for turn in range(len(spec.names))
    ]


def _line(series: SeriesSpec, spec: PlotSpec, axis: Axis) -> Line:
    assert spec.x is not None
    plot = chart.Plot(spec.x, axis)
    shown = [
        (place, float(value.number), value.text)
        for place, value in zip(spec.places, series.values, strict=True)
        if value.number is not None and axis.holds(float(value.number)) and 0 <= spec.x.fraction(place) <= 1
    ]
    points = tuple((plot.point(x, y).x, plot.point(x, y).y, text) for x, y, text in shown)
    drawn = series.path or tuple((x, y) for x, y, _ in shown)
    path = plot.path([x for x, _ in drawn], [y for _, y in drawn]) if spec.kind == "line" else ""
    return Line(series.role, path, points if spec.kind == "points" or not series.path else ())


def _pitch(spec: PlotSpec) -> int:
    return NAME + GAP + BAR * (1 if spec.stacked else len(spec.series))


def _bars(spec: PlotSpec, axis: Axis) -> Iterator[Bar]:
    zero = axis.fraction(0) if isinstance(axis, LinearAxis) else 0.0
    for turn in range(len(spec.names)):
        top, end = turn * _pitch(spec) + NAME, zero
        shown = [(each, each.values[turn]) for each in spec.series]
        total = sum((value.number for _, value in shown if value.number is not None), start=0)
        for place, (series, value) in enumerate(shown):
            if value.number is None:
                continue
            length = axis.fraction(float(value.number)) - zero
            begin = end if spec.stacked else zero
            end = begin + length
            y = top if spec.stacked else top + place * BAR
            yield _bar(series.role, begin, end, y, "" if spec.stacked else value.text)
        if spec.stacked:
            first = spec.series[0]
            yield _bar("total", end, end, top, _text(total, first))


def _text(value: Number, series: SeriesSpec) -> str:
    return format_value(value, series.style, series.unit)


def _bar(role: str, begin: float, end: float, y: int, text: str) -> Bar:
    low, high = sorted((begin, end))
    inside = high > _LONG
    return Bar(role, round(100 * low, 3), round(100 * (high - low), 3), y, text, round(100 * high, 3), inside)


def _rows(spec: PlotSpec) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    for turn, name in enumerate(spec.names):
        yield name, tuple(_cell(each.values[turn]) for each in spec.series)


def _heat(spec: PlotSpec) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """The rows of a heatmap: its one series has the values row by row."""
    values, wide = spec.series[0].values, len(spec.names)
    known = [_height(value, spec.scale) for value in values]
    heights = [height for height in known if height is not None]
    low, high = min(heights, default=0.0), max(heights, default=1.0)
    for turn, name in enumerate(spec.rows):
        part = slice(turn * wide, (turn + 1) * wide)
        levels = (_level(height, low, high) for height in known[part])
        yield name, tuple(_cell(value, level) for value, level in zip(values[part], levels, strict=True))


def _cell(value: Value, level: int | None = None) -> Cell:
    return Cell(value.text, "" if value.number is None else repr(float(value.number)), level)


def _height(value: Value, scale: Scale) -> float | None:
    if value.number is None or (scale == "log" and value.number <= 0):
        return None
    return log2(value.number) if scale == "log" else float(value.number)


def _level(height: float | None, low: float, high: float) -> int:
    if height is None or high == low:
        return 0
    return round(LEVELS * (height - low) / (high - low))
