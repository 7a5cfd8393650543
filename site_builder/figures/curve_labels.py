"""The label of each curve, beside it on the side it cannot reach; `calculator-drawing.js` places them alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from site_builder.engine.formula import Symbol
from site_builder.engine.notation import to_text
from site_builder.figures.chart import Label, Plot

_MIDDLE, _EXTRA = 0.4, 0.7
"""Where the label of a curve below the highest stands that has no other beside it; and of one that is off at first."""

_CLOSE = 12
"""Percent of the chart's height that a label above its curve needs."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A curve over its samples: its label, its text at the start, and the power of the variable it grows with."""

    label: str
    text: str
    slope: int | None
    xs: tuple[int, ...]
    ys: tuple[float | None, ...]
    shown: bool = True


def curve_labels(curves: Sequence[Drawn], variable: str, plot: Plot) -> list[Label | None]:
    """The labels in the curves' order; None for one that has no point on the chart."""
    places = _places(curves)
    return [_label(curve, curves, variable, plot, places.get(index)) for index, curve in enumerate(curves)]


def _label(curve: Drawn, curves: Sequence[Drawn], variable: str, plot: Plot, place: float | None) -> Label | None:
    """A rising line leaves room above left, away from a crossing; below right where another is close above.

    `place` is how far along the curve it stands; at the end of the highest one, where it is None.
    """
    drawn = [(x, y) for x, y in zip(curve.xs, curve.ys, strict=True) if y is not None and plot.y.holds(y)]
    if not drawn:
        return None
    lines = (f"{curve.label} {curve.text if curve.slope == 0 else growth(curve.slope, variable)}".strip(),)
    if curve.slope == 0:
        return Label(plot.point(*drawn[0]), lines, "start", above=False)
    if drawn[-1][1] < drawn[0][1]:  # a falling line leaves room above right and below left
        at = plot.point(*drawn[int(len(drawn) * (place or _MIDDLE))])
        return Label(at, lines, "start", above=True) if place is None else Label(at, lines, "end", above=False)
    if place is None:
        return Label(plot.point(*drawn[-1]), lines, "end", above=True)
    x, y = drawn[int(len(drawn) * place)]
    at = plot.point(x, y)
    others = (other.ys[other.xs.index(x)] for other in curves if other is not curve)
    heights = (at.y - plot.point(x, other).y for other in others if other is not None and plot.y.holds(other))
    crowded = any(0 < height < _CLOSE for height in heights)
    return Label(at, lines, "start" if crowded else "end", above=not crowded)


def _places(curves: Sequence[Drawn]) -> dict[int, float]:
    """How far along its curve each label stands, the lower the curve the farther, so that none hides another."""
    ends = [curve.ys[-1] or 0 for curve in curves]
    below = sorted((index for index, end in enumerate(ends) if end < max(ends)), key=lambda index: -ends[index])
    rising = [index for index in below if len(set(curves[index].ys)) > 1]
    extra = {index: _EXTRA for index in rising if not curves[index].shown}
    moving = [index for index in rising if index not in extra]
    if len(moving) < 2:
        return dict.fromkeys(moving, _MIDDLE) | extra
    return {index: 0.25 + 0.5 * turn / (len(moving) - 1) for turn, index in enumerate(moving)} | extra


def growth(slope: int | None, variable: str) -> str:
    """``∝ N²``; nothing for a curve that grows as no whole power of the variable."""
    if slope is None:
        return ""
    return f"∝ {variable}" if slope == 1 else f"∝ {to_text(Symbol(variable) ** slope, {})}"
