"""What `resolve` found for a reference: everything a template needs to print it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, TypeAlias

from site_builder.document.course import Chapter, CourseLesson
from site_builder.document.inline import Inline, Token
from site_builder.document.lesson import Lesson
from site_builder.engine.quantity import BoundQuantity
from site_builder.problems import SourcePosition


@dataclass(frozen=True, slots=True)
class ComputedInput:
    """One input of a computed value: symbol, its value as text, and where it came from."""

    symbol: str
    tex: str
    text: str
    origin: str


@dataclass(frozen=True, slots=True)
class ComputedValue:
    """A printed number.  `value` is exact ("137438953472" or "p/q"); `other` the other unit or the exact figure.

    `call` is the expression that asks for it, which names it on the page; `computed` is false for a number
    read as it stands, such as a field of the anchor.  `bound` is what it was printed from.
    """

    quantity: str
    call: str
    value: str
    text: str
    other: str
    unit: str
    title: str
    tex: str
    substituted: str
    inputs: tuple[ComputedInput, ...]
    conventions: tuple[tuple[str, str], ...]
    sources: tuple[str, ...]
    computed: bool = True
    bound: BoundQuantity | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Step:
    """A value on the way from a printed number to the facts: `inputs` are (symbol, exact value, origin).

    An origin is the name of another step, of a fact (``h200.bandwidth``; of the page's own model without its id), of
    an argument, or of what has no definition of its own.
    """

    quantity: str
    value: str
    text: str
    unit: str
    formula: str
    arguments: tuple[tuple[str, str], ...]
    inputs: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Trail:
    """The steps that a page prints or draws, by their calls, and those behind them by name."""

    asked: Mapping[str, Step] = field(default_factory=dict)
    behind: Mapping[str, Step] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LessonTarget:
    """A lesson of the course.  `url` is relative to the page, or None where it is not written yet."""

    id: str
    title: Inline
    label: str
    url: str | None
    text: str


@dataclass(frozen=True, slots=True)
class PromiseTarget:
    """A promise, with the lesson that pays it.

    `text` is what stands in the sentence in place of `promised`, the promise's own words; `element` is the id of
    this place on the page, empty where the page made the promise before.
    """

    id: str
    text: str
    promised: Inline
    lesson: LessonTarget
    element: str


@dataclass(frozen=True, slots=True)
class PaidTarget:
    """The place at which a promise is paid; `url` leads to it in the ledger of promises, and so to who made it.

    `text` and `promised` are as in `PromiseTarget`; `element` is the id of this place, empty where the page paid the
    promise before.
    """

    id: str
    text: str
    promised: Inline
    url: str
    element: str


@dataclass(frozen=True, slots=True)
class CiteTarget:
    """A source with its place; `number` is its order of first citation on the page."""

    key: str
    number: int
    label: str
    title: Inline
    authors: str
    year: int
    url: str
    place: str


@dataclass(frozen=True, slots=True)
class TermTarget:
    """A term: `text` stands in the lesson in place of `title`, its entry's."""

    key: str
    text: str
    title: Inline
    english: str
    sentence: Inline


@dataclass(frozen=True, slots=True)
class DimTarget:
    """A dimension: its name, TeX and colour role (`dim-N`)."""

    name: str
    tex: str
    role: str


@dataclass(frozen=True, slots=True)
class LiveValue:
    """A number that follows the calculator `widget`: its value at the start, and what the browser makes others of."""

    widget: str
    start: ComputedValue
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SetTarget:
    """A button that sets controls of `widget`, by name: digits, or the word of a choice."""

    widget: str
    settings: tuple[tuple[str, str], ...]
    label: str


@dataclass(frozen=True, slots=True)
class TargetNumber:
    """The number of a figure or the like; with its kind, if `whole`.

    `element` is the id of the place it numbers, where it stands there.  `lesson` is the lesson it is in, where that
    is not this page's, and `chapter` the label of that lesson's chapter, where it is not this page's either.
    """

    kind: str
    number: int
    whole: bool = True
    element: str = ""
    lesson: CourseLesson | None = None
    chapter: str = ""


Resolved: TypeAlias = (
    ComputedValue
    | LessonTarget
    | PromiseTarget
    | PaidTarget
    | CiteTarget
    | TermTarget
    | DimTarget
    | SetTarget
    | LiveValue
    | TargetNumber
)


@dataclass(frozen=True, slots=True)
class ResolvedClaim:
    """A claim with its grade (proved, experiment, practice, none), and its source or the section that derives it.

    `element` is its id on the page, made of what it says and rests on.
    """

    text: Inline
    grade: str
    cite: CiteTarget | None
    section: str
    position: SourcePosition
    element: str


@dataclass(frozen=True, slots=True)
class ResolvedClaims:
    stem: ClassVar[str] = "claims"
    title: Inline | None
    claims: tuple[ResolvedClaim, ...]
    position: SourcePosition


@dataclass(frozen=True)
class ResolvedLesson:
    """A lesson ready to render: every reference found, every computing block turned into its view.

    `url` is the page's path in the site (``c0/first/index.html``); `cited`, `promises`,
    `values` and `terms` are in order of first appearance, each once; `calculators` counts the page's experiments;
    `trail` is what the values and the curves were made from.
    """

    lesson: Lesson
    place: CourseLesson
    chapter: Chapter
    url: str
    previous: LessonTarget | None
    next: LessonTarget | None
    calculators: int
    cited: tuple[CiteTarget, ...]
    promises: tuple[PromiseTarget, ...]
    values: tuple[ComputedValue, ...]
    terms: tuple[TermTarget, ...] = ()
    trail: Trail = field(default_factory=Trail)
    nodes: tuple[Any, ...] = field(default=(), repr=False)
    """Everything in the lesson, in reading order: see `walk`."""

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """Those of `nodes` that are tokens."""
        return tuple(node for node in self.nodes if type(node) is Token)

    @cached_property
    def records(self) -> tuple[Any, ...]:
        """Those of `nodes` that are neither tokens nor tuples: a few of many."""
        return tuple(node for node in self.nodes if type(node) is not Token and type(node) is not tuple)
