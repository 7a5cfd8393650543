"""The values of a calculator's curves at one N as areas in one true scale.

What N does not move is a square of fixed side.  What grows as N² is a square from the same corner, so that it covers
the other when it is larger.  What grows otherwise is a strip as tall as that square, beside it.  Where the largest
would leave the drawing, all sides are halved until it does not, and `shrunk` says by how much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log2, sqrt
from typing import Any, ClassVar, Literal, TypeAlias

from site_builder.figures.calculator_records import CalculatorView
from site_builder.figures.geometry import tidy
from site_builder.problems import SourcePosition

Kind: TypeAlias = Literal["fixed", "square", "strip"]

WIDTH, HEIGHT = 440, 336
CORNER_X, CORNER_Y = 110, 328
"""Where all squares stand."""
FIXED, LARGEST, WIDEST = 200, 320, 96
"""The side of the fixed square, of the largest square and of the widest strip there is room for."""
GAP = 10
KINDS: dict[int | None, Kind] = {0: "fixed", 2: "square"}
"""By the slope of the curve on logarithmic axes; any other is a strip."""


@dataclass(frozen=True, slots=True)
class Area:
    """One curve's value as a rectangle in user units."""

    role: str
    label: str
    text: str
    kind: Kind
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class AreasView:
    """The areas at the calculator's start; `slider` is the calculator's, `shrunk` the power of two of the scale."""

    stem: ClassVar[str] = "areas"
    width: ClassVar[int] = WIDTH
    height: ClassVar[int] = HEIGHT
    title: Any
    caption: Any
    position: SourcePosition
    calculator: CalculatorView
    areas: tuple[Area, ...]
    shrunk: int


def areas_view(title: Any, caption: Any, position: SourcePosition, calculator: CalculatorView) -> AreasView | None:
    """The areas of a calculator; None where it has no fixed curve, or none that grows as a square."""
    kinds = [KINDS.get(curve.slope, "strip") for curve in calculator.curves]
    if "fixed" not in kinds or "square" not in kinds:
        return None
    values = [float(Fraction(curve.start.exact)) for curve in calculator.curves]
    unit = FIXED / sqrt(values[kinds.index("fixed")])
    tall = unit * sqrt(values[kinds.index("square")])
    shrunk = max(
        halvings(value * unit**2 / tall, WIDEST) if kind == "strip" else halvings(unit * sqrt(value), LARGEST)
        for value, kind in zip(values, kinds, strict=True)
    )
    unit, tall = unit / 2**shrunk, tall / 2**shrunk
    areas = tuple(
        _area(curve.role, curve.label, curve.start.text, kind, value * unit**2, tall)
        for curve, kind, value in zip(calculator.curves, kinds, values, strict=True)
    )
    return AreasView(title, caption, position, calculator, _in_order(areas), shrunk)


def halvings(side: float, room: float) -> int:
    """How often a side is halved until it fits."""
    return max(0, ceil(log2(side / room)))


def _area(role: str, label: str, text: str, kind: Kind, area: float, tall: float) -> Area:
    height = tall if kind == "strip" else sqrt(area)
    width = area / height
    x = CORNER_X - GAP - width if kind == "strip" else CORNER_X
    return Area(role, label, text, kind, tidy(x), tidy(CORNER_Y - height), tidy(width), tidy(height))


def _in_order(areas: Sequence[Area]) -> tuple[Area, ...]:
    """The fixed squares first: what is drawn later covers them."""
    return tuple(sorted(areas, key=lambda area: area.kind != "fixed"))
