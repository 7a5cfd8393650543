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
    """`` {set}`label <widget: N=131072>` ``: a button that sets a calculator."""

    label: str
    widget: str
    variable: str
    value: Written
    position: SourcePosition


Reference: TypeAlias = (
    EvalReference | LessonReference | PromiseReference | CiteReference | TermReference | DimReference | SetReference
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
