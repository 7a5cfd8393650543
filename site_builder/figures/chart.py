"""The geometry of a chart: axes, ticks, points and paths.

An axis, logarithmic or linear, turns a value into a fraction of its length; every place on the chart is a percentage of
the plot's own box (x from the left, y from the top), so that one drawing fits every width and text
keeps its size.  Curves are paths in a square of `BOX` units that is stretched over the plot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, isfinite, log2, log10
from typing import ClassVar, Literal, TypeAlias

from site_builder.engine.formula import Number

BOX = 1000
"""Side of the square in which paths are written."""
MOST_LABELS = 8
"""Labels along x on a wide screen; a narrow one shows every second of them."""

Anchor: TypeAlias = Literal["start", "end"]
Scale: TypeAlias = Literal["log", "linear"]
_SLACK = Fraction(1, 10**9)
_ROUNDED = 1e-9
"""What a logarithm of a power may miss its whole number by."""
ROOM = 0.5
"""What is left free above the highest value for its label, as a share of the way between two lines."""
LINE_STEP = 18
"""Pixels from one line of a label to the next."""


@dataclass(frozen=True, slots=True)
class LogAxis:
    """A logarithmic axis from ``2**low`` to ``2**high``."""

    low: float
    high: float
    scale: ClassVar[Scale] = "log"

    def fraction(self, value: float) -> float:
        """Where a value > 0 stands between the two ends: 0 at the low one, 1 at the high one."""
        return (log2(value) - self.low) / (self.high - self.low)

    def holds(self, value: float | None) -> bool:
        """Whether a value has a place on an axis of this kind."""
        return value is not None and isfinite(value) and value > 0

    @property
    def ends(self) -> tuple[float, float]:
        """The ends as Plotly wants them: powers of ten."""
        return self.low * log10(2), self.high * log10(2)


@dataclass(frozen=True, slots=True)
class LinearAxis:
    """An axis from `low` to `high` whose steps are even."""

    low: float
    high: float
    scale: ClassVar[Scale] = "linear"

    def fraction(self, value: float) -> float:
        """Where a value stands between the two ends: 0 at the low one, 1 at the high one."""
        return (value - self.low) / (self.high - self.low)

    def holds(self, value: float | None) -> bool:
        """Whether a value has a place on an axis of this kind."""
        return value is not None and isfinite(value)

    @property
    def ends(self) -> tuple[float, float]:
        """The ends as Plotly wants them."""
        return self.low, self.high


Axis: TypeAlias = LogAxis | LinearAxis


@dataclass(frozen=True, slots=True)
class Tick:
    """A grid line at `value`, `place` per cent along its axis.

    `text` is empty for a line without a label; a `wide` label has room on a wide screen only.
    """

    value: int | float
    place: float
    text: str
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the chart: its data, and its place in per cent from the left and the top."""

    x_value: float
    y_value: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Label:
    """Lines of text beside a point: `anchor` says which end of the text is there, `gap` pixels away.

    `above` puts the text over the point, else it hangs under it.
    """

    at: Point
    lines: tuple[str, ...]
    anchor: Anchor
    above: bool
    gap: int = 6

    @property
    def shift(self) -> int:
        """Pixels to the right of the point."""
        return self.gap if self.anchor == "start" else -self.gap

    @property
    def drops(self) -> tuple[int, ...]:
        """Pixels from the point down to each line's baseline."""
        count = len(self.lines)
        return tuple(-9 - LINE_STEP * (count - 1 - i) if self.above else 19 + LINE_STEP * i for i in range(count))


@dataclass(frozen=True, slots=True)
class Plot:
    """Two axes and what stands on them."""

    x: Axis
    y: Axis

    def point(self, x_value: float, y_value: float) -> Point:
        """A point whose values both have a place on their axes."""
        left = _percent(self.x.fraction(x_value))
        top = _percent(1 - self.y.fraction(y_value))
        return Point(x_value, y_value, left, top)

    def path(self, xs: Sequence[float], ys: Sequence[float | None]) -> str:
        """SVG path data; a value that has no place on the axis is a gap."""
        commands, pen = [], "M"
        for x, y in zip(xs, ys, strict=True):
            if y is None or not self.y.holds(y) or not self.x.holds(x):
                pen = "M"
                continue
            left, top = self.x.fraction(x) * BOX, (1 - self.y.fraction(y)) * BOX
            commands.append(f"{pen}{_short(left)} {_short(top)}")
            pen = "L"
        return "".join(commands)


def axis_between(lowest: float, highest: float) -> LogAxis:
    """The axis from one value > 0 to another."""
    return LogAxis(log2(lowest), log2(highest))


def stepped_axis(lowest: float, highest: float, step: int, *, upright: bool = True) -> LogAxis:
    """An axis whose ends are powers of `step` and which holds both values > 0; an `upright` one has room for labels."""
    each = log2(step)
    room = ROOM if upright and step != 1024 else 0.0  # a thousandfold line has room enough above the last value
    low, high = floor(log2(lowest) / each + _ROUNDED), ceil(log2(highest) / each + room - _ROUNDED)
    each = int(each) if each.is_integer() else each
    return LogAxis(low * each, max(high, low + 1) * each)


def even_step(lowest: float, highest: float, base: int = 1) -> Fraction:
    """The step between the lines of a linear axis: 1, 2 or 5 times a power of ten times `base`, 4 to 8 steps in all.

    Below one KiB or the like, which is no round number of a smaller one, it is a half, a quarter and so on of it.
    """
    span = max(highest - lowest, 1e-12) / base
    if base >= 1024 and span <= 8:
        return Fraction(2) ** ceil(log2(span / 8)) * base
    power = Fraction(10) ** floor(log10(span / 8))
    return next(
        power * times * base for times in (1, 2, 5, 10, 20, 50) if power * times * 8 >= Fraction(span) * (1 - _SLACK)
    )


def even_axis(lowest: float, highest: float, base: int = 1) -> LinearAxis:
    """A linear axis that holds both values and ends at its lines; it begins at 0 where nothing is below."""
    lowest, highest = min(lowest, 0.0), max(highest, 0.0)
    if lowest == highest:
        highest = float(base)
    step = even_step(lowest, highest, base)
    low, high = floor(Fraction(lowest) / step), ceil(Fraction(highest) / step)
    return LinearAxis(float(low * step), float(high * step))


def even_ticks(
    axis: LinearAxis, text: Callable[[Number], str], *, base: int = 1, whole: bool = False, upright: bool = False
) -> tuple[Tick, ...]:
    """A line with a text at each step of a linear axis; `upright` is that of a y axis, `whole` of integers alone."""
    step = even_step(axis.low, axis.high, base)
    step = max(step, Fraction(1)) if whole else step
    lines = [step * k for k in range(ceil(Fraction(axis.low) / step), floor(Fraction(axis.high) / step) + 1)]
    values: list[int | Fraction] = [line.numerator if line.denominator == 1 else line for line in lines]
    return tuple(
        Tick(
            _plain(Fraction(value)),
            _percent(1 - axis.fraction(float(value)) if upright else axis.fraction(float(value))),
            text(value),
            wide=not upright and turn % 2 == 1,
        )
        for turn, value in enumerate(values)
    )


def doubling_ticks(axis: LogAxis, text: Callable[[int], str]) -> tuple[Tick, ...]:
    """A line at each power of two on the axis; at most `MOST_LABELS` of them have a text."""
    exponents = range(ceil(axis.low), floor(axis.high) + 1)
    every = max(1, ceil(len(exponents) / MOST_LABELS))
    return tuple(
        Tick(
            2**exponent,
            _percent(axis.fraction(2**exponent)),
            text(2**exponent) if index % every == 0 else "",
            wide=index % every == 0 and index // every % 2 == 1,
        )
        for index, exponent in enumerate(exponents)
    )


def stepped_ticks(axis: LogAxis, step: int, text: Callable[[Number], str]) -> tuple[Tick, ...]:
    """A line at each power of `step` on the axis; at most `MOST_LABELS` of them have a text."""
    exponents = range(ceil(axis.low / log2(step) - _ROUNDED), floor(axis.high / log2(step) + _ROUNDED) + 1)
    if step == 1024:
        exponents = range(max(0, exponents.start), exponents.stop)  # there is less than a byte, and no unit for it
    every = max(1, ceil(len(exponents) / MOST_LABELS))
    values = [Fraction(step) ** exponent for exponent in exponents]
    return tuple(
        Tick(_plain(value), _percent(1 - axis.fraction(float(value))), text(value) if index % every == 0 else "")
        for index, value in enumerate(values)
    )


def _plain(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)


def sample_points(minimum: int, maximum: int, each_doubling: int = 2) -> tuple[int, ...]:
    """Whole numbers from minimum to maximum, `each_doubling` to a doubling where there are so many."""
    steps = range(floor(log2(minimum) * each_doubling), ceil(log2(maximum) * each_doubling) + 1)
    between = {round(2 ** (step / each_doubling)) for step in steps}
    return tuple(sorted({minimum, maximum} | {n for n in between if minimum < n < maximum}))


def _percent(fraction: float) -> float:
    return round(100 * fraction, 3)


def _short(length: float) -> str:
    return f"{floor(length * 10 + 0.5) / 10:.1f}".removesuffix(".0")  # half up, as in the browser
