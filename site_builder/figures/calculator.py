"""The records of a calculator: what it is made from, and what its template prints.

Everything a page shows before any script runs is computed at the starting N; `data` is what the
browser needs to do the same at any other N, `figure` the same chart for Plotly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from site_builder.engine.quantity import BoundQuantity
from site_builder.figures.chart import Label, Point, Tick
from site_builder.problems import SourcePosition


@dataclass(frozen=True, slots=True)
class CurveSpec:
    """A curve as resolved: `quantity` is free in the variable, and so may `multiple` be.

    `multiple` is the curve's value over that of the curve labelled `compared`, a ratio.
    """

    role: str
    label: str
    quantity: BoundQuantity
    multiple: BoundQuantity | None = None
    compared: str = ""


@dataclass(frozen=True, slots=True)
class CrossingSpec:
    """A point to mark: the variable's value there, the role of the curve it lies on, its label."""

    value: int
    role: str
    label: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The values of one curve at one N, as text; `exact` is for machines ("34359738368" or "p/q")."""

    text: str
    exact: str
    substituted: str
    multiple: str
    point: Point | None


@dataclass(frozen=True, slots=True)
class CurveView:
    """One curve: how it is drawn, where its label stands, and its reading at the start.

    `slope` is the power of N it grows with, where that is one whole number; `lowest` and `highest`
    are its values at both ends of the range; `bound` is what it is drawn from.
    """

    role: str
    label: str
    quantity: str
    bound: BoundQuantity
    compared: str
    slope: int | None
    path: str
    direct_label: Label | None
    lowest: str
    highest: str
    start: Reading


@dataclass(frozen=True, slots=True)
class CrossingView:
    """The marked crossing and its label."""

    value: int
    text: str
    label: str
    point: Point
    direct_label: Label


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: N and one text a curve."""

    value: int
    text: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """A value of N that has a name of its own: the ends, the start, a preset."""

    value: int
    text: str


@dataclass(frozen=True, slots=True)
class CalculatorView:
    """A calculator ready for its template.

    `unit` is what the y axis counts, empty for plain numbers, and `step` the factor from line to line.
    `slider` is (first, last, at the start) in fine steps; `start_place` is per cent along x.
    """

    stem: ClassVar[str] = "calculator"
    title: Any
    name: str
    variable: str
    minimum: Stop
    maximum: Stop
    start: Stop
    presets: tuple[Stop, ...]
    slider: tuple[int, int, int]
    start_place: float
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    unit: str
    step: int
    curves: tuple[CurveView, ...]
    crossing: CrossingView | None
    rows: tuple[Row, ...]
    data: Mapping[str, Any]
    figure: Mapping[str, Any]
    caption: Any
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class CalculatorSpec:
    """A calculator as resolved: all numbers known, 1 ≤ minimum ≤ start ≤ maximum, minimum < maximum."""

    title: Any
    name: str
    variable: str
    minimum: int
    maximum: int
    start: int
    presets: tuple[int, ...]
    rows: tuple[int, ...]
    curves: tuple[CurveSpec, ...]
    crossing: CrossingSpec | None
    caption: Any
    position: SourcePosition

    @property
    def unit(self) -> str:
        """What all curves count."""
        return str(self.curves[0].quantity.unit) if self.curves else ""

    @property
    def style(self) -> str:
        """How it is printed."""
        return self.curves[0].quantity.style if self.curves else "count"
