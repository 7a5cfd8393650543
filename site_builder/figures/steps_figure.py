"""The chain of recurrence beside attention's all pairs, over one sentence, and over as many words as a reader asks for.

Both panels stand on the same words at the same places; they differ in their links alone.  A tick
is one sequential step: at tick t everything marked t is computed at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Literal, TypeAlias

from site_builder.figures.geometry import HEAD_LENGTH, head, line, text_width, tidy
from site_builder.figures.printed import Printed
from site_builder.problems import SourcePosition

Kind: TypeAlias = Literal["recurrent", "attention"]

NARROWEST_SLOT = 62
"""Width of a word's column in user units; a longer word widens all columns alike."""
NARROW_SLOT = 50
"""Width of a column that stands for a word of many, by its number."""
LABEL = 16
MARGIN = 6
RADIUS = 16
STATE_Y = 46
WORD_Y, WORD_HEIGHT = 144, 34
WIDEST_IN_COLUMN = 340
"""A drawing wider than this scrolls instead of shrinking its labels below 12 px on a phone."""
LAMPS = 16
"""Cores that are shown as lamps: those that have a state to compute in the same tick are lit."""
DRAWN = 3
"""How many words of many are drawn from the first on; then an ellipsis, and the last."""
ELLIPSIS = "⋯"


@dataclass(frozen=True, slots=True)
class Column:
    """Where a word stands: centre `x` and `width`.  An ellipsis stands for the words from `first` to `last`."""

    text: str
    x: float
    width: float
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Node:
    """A column's word with the state computed for it: the `tick` it is ready, and for an ellipsis the last of them.

    `label` is the tick, in a shape of `width` user units; an ellipsis has neither shape.
    """

    column: Column
    tick: int
    until: int
    label: str
    width: float

    @property
    def text(self) -> str:
        return self.column.text

    @property
    def x(self) -> float:
        return self.column.x


@dataclass(frozen=True, slots=True)
class Link:
    """A line along which something is handed on: `path` and `head` are SVG path data.

    `kind` is ``input`` (a word enters its own state) or ``hop``.  A hop of the longest path has its
    number in `step`, written at (`x`, `y`); any other link has step 0.
    """

    kind: Literal["input", "hop"]
    tick: int
    path: str
    head: str = ""
    step: int = 0
    x: float = 0
    y: float = 0


@dataclass(frozen=True, slots=True)
class Panel:
    """One way of encoding the words, with its two counts from the engine."""

    kind: Kind
    nodes: tuple[Node, ...]
    links: tuple[Link, ...]
    steps: Printed
    longest_path: Printed

    @property
    def ticks(self) -> int:
        return max(node.until for node in self.nodes)

    @property
    def lit(self) -> int:
        """How many lamps are lit while this panel computes."""
        return min(LAMPS, max(node.column.last for node in self.nodes) // self.ticks)


@dataclass(frozen=True, slots=True)
class Length:
    """Both panels over `count` words, as `text` and drawn in `columns`."""

    count: int
    text: str
    columns: tuple[Column, ...]
    panels: tuple[Panel, ...]

    @property
    def width(self) -> float:
        return tidy(sum(column.width for column in self.columns) + 2 * MARGIN)

    @property
    def wide(self) -> bool:
        return self.width > WIDEST_IN_COLUMN

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(column.text for column in self.columns)


@dataclass(frozen=True, slots=True)
class StepsFigureView:
    """The panels at each length a reader may choose, the running example first; boxes are `height` user units high."""

    stem: ClassVar[str] = "steps_figure"
    height: ClassVar[int] = WORD_Y + WORD_HEIGHT + 4
    radius: ClassVar[int] = RADIUS
    state_y: ClassVar[int] = STATE_Y
    word_y: ClassVar[int] = WORD_Y
    word_height: ClassVar[int] = WORD_HEIGHT
    lamps: ClassVar[int] = LAMPS
    title: Any
    caption: Any
    position: SourcePosition
    lengths: tuple[Length, ...]


def columns_of(words: Sequence[str]) -> tuple[Column, ...]:
    """A column for every word, wide enough for the longest."""
    width = tidy(max(NARROWEST_SLOT, *(_room(word) for word in words)))
    return _side_by_side([(word, width, number, number) for number, word in enumerate(words, start=1)])


def columns_for(count: int) -> tuple[Column, ...]:
    """Columns for so many words that they go by their numbers: the first ones, an ellipsis, the last."""
    last = f"{count:,}"
    each = [(str(number), NARROW_SLOT, number, number) for number in range(1, DRAWN + 1)]
    ellipsis = (ELLIPSIS, NARROW_SLOT, DRAWN + 1, count - 1)
    return _side_by_side([*each, ellipsis, (last, tidy(max(NARROW_SLOT, _room(last))), count, count)])


def _room(text: str) -> float:
    return text_width(text) * LABEL + 20


def _side_by_side(given: Sequence[tuple[str, float, int, int]]) -> tuple[Column, ...]:
    columns, left = [], float(MARGIN)
    for text, width, first, last in given:
        columns.append(Column(text, tidy(left + width / 2), width, first, last))
        left += width
    return tuple(columns)


def recurrent_panel(columns: Sequence[Column], steps: Printed, longest_path: Printed) -> Panel:
    """A chain: the state of word i is ready at tick i, after i − 1 hand-overs."""
    nodes = tuple(_node(column, column.first, column.last) for column in columns)
    inputs = (_input(node) for node in nodes if node.text != ELLIPSIS)
    hops = (_hand_over(left, right) for left, right in pairwise(nodes))
    return Panel("recurrent", nodes, (*inputs, *hops), steps, longest_path)


def attention_panel(columns: Sequence[Column], steps: Printed, longest_path: Printed) -> Panel:
    """All pairs: every state fetches from every word, all at tick 1.

    The longest path is any one of them; the one from the first word to the last state is marked.
    """
    nodes = tuple(_node(column, 1, 1) for column in columns)
    first, last = nodes[0], nodes[-1]
    pairs = ((word, state) for word in nodes for state in nodes if (word, state) != (first, last))
    hops = (Link("hop", 1, _fetch(word, state)) for word, state in pairs)
    middle_x, middle_y = (first.x + last.x) / 2, (WORD_Y + STATE_Y + RADIUS) / 2
    longest = Link("hop", 1, _fetch(first, last), step=1, x=tidy(middle_x), y=tidy(middle_y))
    return Panel("attention", nodes, (*hops, longest), steps, longest_path)


def _node(column: Column, tick: int, until: int) -> Node:
    label = ELLIPSIS if column.text == ELLIPSIS else f"{tick:,}"
    return Node(column, tick, until, label, tidy(max(2 * RADIUS, text_width(label) * LABEL + 12)))


def _input(node: Node) -> Link:
    tip = STATE_Y + RADIUS
    return Link("input", node.tick, line(node.x, WORD_Y, node.x, tip + HEAD_LENGTH), head(node.x, tip, "up"))


def _hand_over(left: Node, right: Node) -> Link:
    start, tip = left.x + left.width / 2, right.x - right.width / 2
    over = RADIUS + 12 if _room(f"{right.tick - 1:,}") > NARROW_SLOT else 16  # a long number stands above the shapes
    return Link(
        "hop", right.tick, line(start, STATE_Y, tip - HEAD_LENGTH, STATE_Y), head(tip, STATE_Y, "right"),
        right.tick - 1, tidy((start + tip) / 2), STATE_Y - over,
    )  # fmt: skip


def _fetch(word: Node, state: Node) -> str:
    return line(word.x, WORD_Y, state.x, STATE_Y + RADIUS)
