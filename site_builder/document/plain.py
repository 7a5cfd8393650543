"""Inline content as words alone, for places where no element may stand: the title of the window, descriptions."""

from __future__ import annotations

from collections.abc import Iterable

from site_builder.document.inline import Inline, Token
from site_builder.document.plain_maths import plain_maths
from site_builder.document.resolved import (
    CiteTarget,
    ComputedValue,
    DimTarget,
    LessonTarget,
    LiveValue,
    PaidTarget,
    PromiseTarget,
    Resolved,
    SetTarget,
    TargetNumber,
    TermTarget,
)


def plain(content: Inline) -> str:
    """The words a reader of the rendered `content` would read, on one line; of a role not yet looked up, its text."""
    return " ".join("".join(_words(content.tokens)).split())


def _words(tokens: Iterable[Token]) -> Iterable[str]:
    for token in tokens:
        if token.type == "role":
            yield _role(token.meta["resolved"]) if "resolved" in token.meta else token.content
        elif token.type.startswith("math"):
            yield plain_maths(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            yield " "
        elif token.children is not None:
            yield from _words(token.children)
        else:
            yield token.content


def _role(resolved: Resolved) -> str:
    match resolved:
        case ComputedValue(text=text) | LiveValue(start=ComputedValue(text=text)):
            return text
        case (
            LessonTarget(text=text, title=own)
            | PromiseTarget(text=text, promised=own)
            | PaidTarget(text=text, promised=own)
            | TermTarget(text=text, title=own)
        ):
            return text or plain(own)
        case SetTarget(label=text) | DimTarget(name=text):
            return text
        case CiteTarget(number=number):
            return f"[{number}]"
        case TargetNumber(number=number):
            return str(number)
