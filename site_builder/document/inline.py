"""Inline content: Markdown tokens in which roles stand as typed references.

The parser turns `` {eval}`weights` `` into a token of type ``role`` whose ``meta["reference"]`` is
one of the dataclasses below; `resolve` puts what it found in ``meta["resolved"]`` of a copy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from markdown_it.token import Token as Token  # for the floors above, which may not know the library

from site_builder.problems import SourcePosition, Written


@dataclass(frozen=True, slots=True)
class EvalReference:
    """`` {eval}`…` ``: print a computed value."""

    expression: Written
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class LessonReference:
    """`` {lesson}`id` `` or `` {lesson}`text <id>` ``."""

    id: str
    text: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class PromiseReference:
    """`` {promise}`id` `` or `` {promise}`text <id>` ``: something a later lesson pays."""

    id: str
    text: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class PaidReference:
    """`` {paid}`id` `` or `` {paid}`text <id>` ``: here this lesson pays what was promised."""

    id: str
    text: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class CiteReference:
    """`` {cite}`key` `` or `` {cite}`key §4` ``: a source, with an optional place in it."""

    key: str
    place: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class TermReference:
    """`` {term}`key` `` or `` {term}`text <key>` ``: a glossary entry."""

    key: str
    text: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class DimReference:
    """`` {dim}`N` ``: a dimension of the dimension key."""

    name: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class SetReference:
    """`` {set}`label <widget: N=131072, dtype=float8>` ``: a button that sets controls of a calculator."""

    label: str
    widget: str
    settings: tuple[tuple[str, Written], ...]
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class LiveReference:
    """`` {live}`score_matrix(N=N) <widget>` ``: a number that follows the controls of a calculator."""

    expression: Written
    widget: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Target:
    """What a page numbers because its author gave it a label; the number stands where this does.

    `kind` is figure, table, equation, experiment or exercise; `number` counts its kind in reading order, from 1.
    """

    kind: str
    name: str
    position: SourcePosition
    number: int = 0

    @property
    def element(self) -> str:
        """The id of the element that a link leads to."""
        return f"{self.kind}-{self.name}"


@dataclass(frozen=True, slots=True)
class TargetReference:
    """The number in the words of a link to a target, whose `address` is ``#name`` or ``other.md#name``.

    `whole` asks for the kind too, as a link without words of its own does.
    """

    address: str
    whole: bool
    position: SourcePosition


Reference: TypeAlias = (
    EvalReference
    | LessonReference
    | PromiseReference
    | PaidReference
    | CiteReference
    | TermReference
    | DimReference
    | SetReference
    | LiveReference
    | Target
    | TargetReference
)


@dataclass(frozen=True, slots=True)
class Inline:
    """One run of inline content: a title, a table cell, an item of a list of data."""

    tokens: tuple[Token, ...]
    plain: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Prose:
    """Block-level Markdown between two directives, as a flat token stream."""

    tokens: tuple[Token, ...]
    position: SourcePosition
