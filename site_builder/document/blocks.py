"""The typed blocks of a lesson as the parser makes them: what the author wrote, checked for form.

A block's class carries its `stem`: the one name of its directive, template, style, script and test.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, TypeAlias

from site_builder.document.calculator import Control, Crossing, Curve, Mark, Scale
from site_builder.document.frames import Frame
from site_builder.document.inline import Inline, Prose
from site_builder.document.plot import Columns, Runs, Series
from site_builder.problems import SourcePosition, Written


@dataclass(frozen=True, slots=True)
class Section:
    """A titled part of a block: a step of a stepper, a question of the FAQ."""

    title: Inline
    body: Blocks
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Framed:
    """Prose in one of the frames of `document.frames`, with an optional title."""

    frame: Frame
    title: Inline | None
    body: Blocks
    position: SourcePosition

    @property
    def stem(self) -> str:
        return self.frame.stem

    @property
    def things(self) -> int:
        """The items of its lists, without those inside items."""
        tokens = (token for block in self.body if isinstance(block, Prose) for token in block.tokens)
        return sum(token.type == "list_item_open" and token.level == 1 for token in tokens)


@dataclass(frozen=True, slots=True)
class Sectioned:
    """A block made of titled sections, each begun by a heading in the body."""

    stem: ClassVar[str]
    title: Inline | None
    sections: tuple[Section, ...]
    position: SourcePosition


class Stepper(Sectioned):
    stem = "stepper"


class Faq(Sectioned):
    stem = "faq"


class Tabs(Sectioned):
    """Ways to see one thing, one shown at a time."""

    stem = "tabs"


class Evidence(Sectioned):
    """The three fixed questions; the body has exactly three sections, whose titles restate them."""

    stem = "evidence"


@dataclass(frozen=True, slots=True)
class Claim:
    """One claim: `grade` is proved, experiment, practice or none.

    It rests on a `place` in a `source`, or on a `section` of its own page, by the id of its heading.
    """

    text: Inline
    grade: str
    source: str
    place: str
    section: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Claims:
    stem: ClassVar[str] = "claims"
    title: Inline | None
    claims: tuple[Claim, ...]
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Prediction:
    """A question with choices; `right` is the number of the one that is right, from 1, and `why` says so."""

    ask: Inline
    choices: tuple[Inline, ...]
    right: int
    why: Blocks
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Predictions:
    """Questions that a reader answers before the answers are shown."""

    stem: ClassVar[str] = "predictions"
    title: Inline | None
    items: tuple[Prediction, ...]
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Exercise:
    """Something to work out; `answer` is the number that comes out, where there is one."""

    stem: ClassVar[str] = "exercise"
    title: Inline | None
    label: str
    body: Blocks
    answer: Inline | None
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Solution:
    """How the exercise labelled `of` is worked out; `number` is that exercise's."""

    stem: ClassVar[str] = "solution"
    of: str
    number: Inline
    body: Blocks
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Figure:
    """An image of the course: `path` relative to the lesson's file, text alternative required.

    `shown` is its width and height on the page, in CSS pixels, where they are known.
    """

    stem: ClassVar[str] = "figure"
    path: str
    alternative: str
    caption: Blocks
    position: SourcePosition
    shown: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A Markdown table with a title; `body` is the table alone."""

    stem: ClassVar[str] = "table"
    title: Inline | None
    body: Blocks
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class StepsFigure:
    """The chain of recurrence beside attention's all pairs, over the course's running example.

    `lengths` are other numbers of words that a reader may choose.
    """

    stem: ClassVar[str] = "steps_figure"
    title: Inline | None
    lengths: tuple[Written, ...]
    caption: Blocks
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class SmallToken:
    """One token of an attention done by hand: its word, and vectors of decimals with one digit behind the point."""

    word: str
    q: tuple[Fraction, ...]
    k: tuple[Fraction, ...]
    v: tuple[Fraction, ...]
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class AttentionFigure:
    """Attention of a few tokens, from their vectors to what each fetches; `name` is what others call it."""

    stem: ClassVar[str] = "attention_figure"
    title: Inline | None
    name: str
    tokens: tuple[SmallToken, ...]
    caption: Blocks
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Dataflow:
    """The course's pipeline, lit up to this lesson; shapes are those of `N` tokens."""

    stem: ClassVar[str] = "dataflow"
    title: Inline | None
    N: Written
    caption: Blocks
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class ShapeDiagram:
    """Q, Kᵀ and S at a real size (`N`, `d_k`) and a small one with its scores.

    The small one is the attention_figure called `example`; without a name it is made up, `small_N` by `small_d_k`.
    """

    stem: ClassVar[str] = "shape_diagram"
    title: Inline | None
    N: Written
    d_k: Written
    small_N: Written
    small_d_k: Written
    example: str
    caption: Blocks
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Calculator:
    """Curves over one variable, with the controls that move them.

    `name` is the widget's name for `{set}` and for the page's address; `axis` is the name of the integer along x;
    `table` gives the first and last power of two of the table, `scale` is that of the curves' values.
    """

    stem: ClassVar[str] = "calculator"
    title: Inline
    name: str
    controls: tuple[Control, ...]
    axis: str
    table: tuple[int, int]
    curves: tuple[Curve, ...]
    crossing: Crossing | None
    marks: tuple[Mark, ...]
    scale: Scale
    caption: Blocks
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Areas:
    """The curves of the `calculator` of that name as true areas."""

    stem: ClassVar[str] = "areas"
    title: Inline | None
    calculator: str
    caption: Blocks
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Plot:
    """Series over what runs along `x`: lines, points, bars, or a table; for each of `rows` too, a heatmap."""

    stem: ClassVar[str] = "plot"
    title: Inline | None
    kind: str
    x: Runs
    rows: Runs | None
    series: tuple[Series, ...]
    columns: Columns | None
    stacked: bool
    scale: Scale
    levels: tuple[Mark, ...]
    caption: Blocks
    position: SourcePosition


Drawing: TypeAlias = Figure | StepsFigure | AttentionFigure | Dataflow | ShapeDiagram | Calculator | Areas | Plot
Block: TypeAlias = Prose | Framed | Sectioned | Claims | Predictions | Exercise | Solution | Table | Drawing
Blocks: TypeAlias = tuple[Block, ...]
