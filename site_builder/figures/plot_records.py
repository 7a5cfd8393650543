"""What a plot is made of: its numbers as they come, and the geometry that the page draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from site_builder.engine.formula import Number
from site_builder.engine.quantity import BoundQuantity
from site_builder.figures.chart import Axis, Scale, Tick
from site_builder.problems import SourcePosition


@dataclass(frozen=True, slots=True)
class Value:
    """A number and its text; without a number the text says so.  `bound` is what it was computed from."""

    number: Number | None
    text: str
    bound: BoundQuantity | None = None


@dataclass(frozen=True, slots=True)
class SeriesSpec:
    """The values of a series for each x; `path` are those of its line, where that has more points, from `bound`."""

    label: str
    role: str
    unit: str
    style: str
    values: tuple[Value, ...]
    path: tuple[tuple[float, float | None], ...] = ()
    bound: BoundQuantity | None = None


@dataclass(frozen=True, slots=True)
class Computed:
    """What was computed for a plot: of a series, at one of the places it runs over (none for all), with its samples."""

    series: str
    place: str
    bound: BoundQuantity
    samples: tuple[tuple[str, Number | None], ...]


@dataclass(frozen=True, slots=True)
class PlotSpec:
    """A plot with all numbers known.  `places` are where each x stands on the axis, none for categories."""

    title: Any
    kind: str
    names: tuple[str, ...]
    places: tuple[float, ...]
    x: Axis | None
    x_ticks: tuple[Tick, ...]
    x_label: str
    rows: tuple[str, ...]
    row_label: str
    series: tuple[SeriesSpec, ...]
    scale: Scale
    stacked: bool
    levels: tuple[tuple[str, Value], ...]
    caption: Any
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Line:
    """A series as drawn: path data, and the points that stand for values (x, y in per cent, text)."""

    role: str
    path: str
    points: tuple[tuple[float, float, str], ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar from `x` to `x` + `width` per cent, its top at `y` pixels; its text stands at `at` per cent."""

    role: str
    x: float
    width: float
    y: int
    text: str
    at: float
    inside: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the table, `value` as near as a float comes; in a heatmap it has a shade from 0 to `LEVELS`."""

    text: str
    value: str
    level: int | None = None


@dataclass(frozen=True, slots=True)
class PlotView:
    """What the template prints: `names` of categories with their place from the top, `height` in pixels of bars.

    `levels` are lines worth one: label, text, and place in per cent.
    """

    stem: ClassVar[str] = "plot"
    title: Any
    kind: str
    x_label: str
    unit: str
    style: str
    scale: Scale
    legend: tuple[tuple[str, str], ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    lines: tuple[Line, ...]
    names: tuple[tuple[str, int], ...]
    bars: tuple[Bar, ...]
    height: int
    levels: tuple[tuple[str, str, float], ...]
    head: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]
    computed: tuple[Computed, ...]
    caption: Any
    position: SourcePosition
