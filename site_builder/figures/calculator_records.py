"""What a calculator's template prints.

Everything a page shows before any script runs is computed at the start of every control; `data` is what the browser
needs to do the same at any other, `figure` the same chart for Plotly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from site_builder.engine.quantity import BoundQuantity
from site_builder.figures.calculator import Option
from site_builder.figures.chart import Label, Point, Scale, Tick
from site_builder.problems import SourcePosition


@dataclass(frozen=True, slots=True)
class Stop:
    """A value of an integer that has a name of its own: the ends, the start, a preset."""

    value: int
    text: str


@dataclass(frozen=True, slots=True)
class IntegerView:
    """A slider with its box and buttons.

    `symbol` is what stands before ``= 6``, `label` what readers call it, or nothing; `slider` is (first, last, at the
    start) in fine steps.
    """

    kind: ClassVar[str] = "integer"
    name: str
    symbol: str
    label: str
    scale: Scale
    minimum: Stop
    maximum: Stop
    start: Stop
    presets: tuple[Stop, ...]
    slider: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A choice; `start` is the place of the option that is shown at first, and `label` is never empty."""

    kind: ClassVar[str] = "choice"
    name: str
    label: str
    options: tuple[Option, ...]
    start: int
    contexts: tuple[Stop | None, ...] = ()

    @property
    def is_model(self) -> bool:
        """Whether it is a choice of models; `contexts` are then their native contexts, where they are known."""
        return bool(self.contexts)


ControlView: TypeAlias = IntegerView | ChoiceView


@dataclass(frozen=True, slots=True)
class AxisView:
    """The y axis of one unit: what it counts, empty for plain numbers; `step` is the factor from line to line."""

    unit: str
    scale: Scale
    step: int
    ticks: tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """The values of one curve at one N, as text; `exact` is for machines ("34359738368" or "p/q").

    `multiple` is what it is of another curve, ``25.6``, or where that `is_share`, ``62%`` or ``1/256``.
    """

    text: str
    exact: str
    substituted: str
    multiple: str
    is_share: bool
    point: Point | None


@dataclass(frozen=True, slots=True)
class CurveView:
    """One curve: how it is drawn, where its label stands, and its reading at the start.

    `slope` is the power of N it grows with, where that is one whole number; `lowest` and `highest`
    are its values at both ends of the range.  One that is not `shown` is off at first.
    """

    id: str
    role: str
    label: str
    quantity: str
    compared: str
    slope: int | None
    path: str
    direct_label: Label | None
    lowest: str
    highest: str
    start: Reading
    shown: bool


@dataclass(frozen=True, slots=True)
class CrossingView:
    """The marked crossing and its label; `value` is None, and so is `point`, where the two curves do not meet.

    `one` and `other` are the labels of the two curves.
    """

    value: int | None
    text: str
    label: str
    one: str
    other: str
    guess: bool
    point: Point | None
    direct_label: Label | None


@dataclass(frozen=True, slots=True)
class MarkView:
    """A line across the chart at `place` per cent (from the left, or from the top for a level), None off the chart."""

    label: str
    text: str
    is_level: bool
    place: float | None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table: N and one text a curve."""

    value: int
    text: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CalculatorView:
    """A calculator ready for its template.

    `ys` are the y axes, one for each unit that a choice leads to, the one shown at first in front; `start_place` is
    per cent along x.  `formulas` are what the curves are drawn from, as `CalculatorSpec.formulas` gives them, and
    `held` is where the integers beside the axis are at first.
    """

    stem: ClassVar[str] = "calculator"
    title: Any
    name: str
    controls: tuple[ControlView, ...]
    axis: IntegerView
    start_place: float
    x_ticks: tuple[Tick, ...]
    ys: tuple[AxisView, ...]
    curves: tuple[CurveView, ...]
    crossing: CrossingView | None
    marks: tuple[MarkView, ...]
    rows: tuple[Row, ...]
    held: Mapping[str, int]
    formulas: tuple[tuple[str, str, BoundQuantity], ...]
    data: Mapping[str, Any]
    figure: Mapping[str, Any]
    caption: Any
    position: SourcePosition
