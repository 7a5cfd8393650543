"""The chain of recurrence beside attention's all pairs, over one sentence.

Both panels stand on the same words at the same places; they differ in their links alone.  A tick
is one sequential step: at tick t everything marked t is computed at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from site_builder.figures.geometry import HEAD_LENGTH, head, line, text_width, tidy
from site_builder.figures.printed import Printed
from site_builder.problems import SourcePosition

Kind: TypeAlias = Literal["recurrent", "attention"]

NARROWEST_SLOT = 62
"""Width of a word's column in user units; a longer word widens all columns alike."""
LABEL = 16
MARGIN = 6
RADIUS = 16
STATE_Y = 46
WORD_Y, WORD_HEIGHT = 144, 34
WIDEST_IN_COLUMN = 340
"""A drawing wider than this scrolls instead of shrinking its labels below 12 px on a phone."""


@dataclass(frozen=True, slots=True)
class Node:
    """One word with the state computed for it: column centre `x`, the `tick` its state is ready."""

    text: str
    x: float
    tick: int


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
    """One way of encoding the sentence, with its two counts from the engine."""

    kind: Kind
    nodes: tuple[Node, ...]
    links: tuple[Link, ...]
    steps: Printed
    longest_path: Printed

    @property
    def ticks(self) -> int:
        return max(node.tick for node in self.nodes)


@dataclass(frozen=True, slots=True)
class StepsFigureView:
    """Both panels over the same words, each drawn in a box of `width` × `height` user units."""

    stem: ClassVar[str] = "steps_figure"
    height: ClassVar[int] = WORD_Y + WORD_HEIGHT + 4
    radius: ClassVar[int] = RADIUS
    state_y: ClassVar[int] = STATE_Y
    word_y: ClassVar[int] = WORD_Y
    word_height: ClassVar[int] = WORD_HEIGHT
    title: Any
    caption: Any
    position: SourcePosition
    words: tuple[str, ...]
    panels: tuple[Panel, ...]

    @property
    def slot(self) -> float:
        return slot_width(self.words)

    @property
    def width(self) -> float:
        return tidy(self.slot * len(self.words) + 2 * MARGIN)

    @property
    def wide(self) -> bool:
        return self.width > WIDEST_IN_COLUMN

    @property
    def ticks(self) -> int:
        return max(panel.ticks for panel in self.panels)


def slot_width(words: Sequence[str]) -> float:
    """The width of every word's column: wide enough for the longest word."""
    return tidy(max(NARROWEST_SLOT, max(map(text_width, words)) * LABEL + 20))


def recurrent_panel(words: Sequence[str], steps: Printed, longest_path: Printed) -> Panel:
    """A chain: the state of word i is ready at tick i, after i − 1 hand-overs."""
    nodes = _nodes(words, ticks=range(1, len(words) + 1))
    inputs = (_input(node) for node in nodes)
    hops = (_hand_over(step, nodes[step - 1], nodes[step]) for step in range(1, len(nodes)))
    return Panel("recurrent", nodes, (*inputs, *hops), steps, longest_path)


def attention_panel(words: Sequence[str], steps: Printed, longest_path: Printed) -> Panel:
    """All pairs: every state fetches from every word, all at tick 1.

    The longest path is any one of them; the one from the first word to the last state is marked.
    """
    nodes = _nodes(words, ticks=[1] * len(words))
    first, last = nodes[0], nodes[-1]
    pairs = ((word, state) for word in nodes for state in nodes if (word, state) != (first, last))
    hops = (Link("hop", 1, _fetch(word, state)) for word, state in pairs)
    middle_x, middle_y = (first.x + last.x) / 2, (WORD_Y + STATE_Y + RADIUS) / 2
    longest = Link("hop", 1, _fetch(first, last), step=1, x=tidy(middle_x), y=tidy(middle_y))
    return Panel("attention", nodes, (*hops, longest), steps, longest_path)


def _nodes(words: Sequence[str], ticks: Sequence[int]) -> tuple[Node, ...]:
    slot = slot_width(words)
    return tuple(
        Node(word, tidy(MARGIN + slot * (index + 0.5)), tick)
        for index, (word, tick) in enumerate(zip(words, ticks, strict=True))
    )


def _input(node: Node) -> Link:
    tip = STATE_Y + RADIUS
    return Link("input", node.tick, line(node.x, WORD_Y, node.x, tip + HEAD_LENGTH), head(node.x, tip, "up"))


def _hand_over(step: int, left: Node, right: Node) -> Link:
    start, tip = left.x + RADIUS, right.x - RADIUS
    return Link(
        "hop", right.tick, line(start, STATE_Y, tip - HEAD_LENGTH, STATE_Y), head(tip, STATE_Y, "right"),
        step, tidy((start + tip) / 2), STATE_Y - 16,
    )  # fmt: skip


def _fetch(word: Node, state: Node) -> str:
    return line(word.x, WORD_Y, state.x, STATE_Y + RADIUS)
