"""What one run of inline content gives away: a pass over its finished tokens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from markdown_it.token import Token

from site_builder.parse.lint.html import html_tags
from site_builder.parse.lint.lines import runs_of_lines
from site_builder.parse.lint.links import unmade_links
from site_builder.parse.lint.looks import LOOKS
from site_builder.parse.lint.view import text_view
from site_builder.problems import Mistake

_BRACKETS = re.compile(
    r"\\\(((?:(?!\\[()])[^\u2e80-\U0003ffff]){1,300})\\\)|\\\[((?:(?!\\[\[\]])[^\u2e80-\U0003ffff]){1,300})\\\]"
)
"""LaTeX's ``\\(…\\)`` and ``\\[…\\]`` around anything but Chinese."""
_SIGNS = frozenset("＞｀＊＄｛［【[]:={<%~^\\&!?")
"""Every row of `LOOKS` about a text asks for one of these; most texts hold none."""
_OF_TEXTS = tuple(look for look in LOOKS if look.where == "text")


def text_mistakes(token: Token) -> Iterator[Mistake]:
    """All of one inline token, whose children still know their offsets; their places are offsets in its content."""
    content = text_view(token)
    if token.meta.pop("alert", False):
        content = re.sub(r"\[!\w+\]", lambda mark: " " * len(mark[0]), content, count=1)  # it becomes a frame
    for look in () if _SIGNS.isdisjoint(content) else _OF_TEXTS:
        for found in look.pattern.finditer(content):
            yield Mistake(look.rule, look.message, look.hint, "warning", found.start())
    yield from runs_of_lines(content)
    yield from html_tags(content)
    yield from unmade_links(content)
    yield from _tex_brackets(content)
    yield from _unpaired_marks(token)


def _tex_brackets(content: str) -> Iterator[Mistake]:
    for found in _BRACKETS.finditer(content):
        if found[1] or re.search(r"[\\^_={}]", found[2]):
            marks = (r"\(…\)", "$…$") if found[1] else (r"\[…\]", "$$…$$")
            message = f"{marks[0]} is no formula here: its brackets would be printed"
            tex = " ".join((found[1] or found[2]).split()).removesuffix("\\").rstrip()
            written = marks[1].replace("…", tex) if len(tex) <= 60 else marks[1]
            yield Mistake("maths-is-well-formed", message, f"write {written}", "warning", found.start())


def _unpaired_marks(token: Token) -> Iterator[Mistake]:
    """Two or more marks of emphasis that found no partner: one alone is a sign."""
    marks = (mark for child in token.children or () for mark in child.meta.get("marks", ()))
    for (offset, mark), run in groupby(marks):
        length = len(mark) * len(list(run))
        if length >= 2:
            message = f"{mark[0] * length} has no partner and would be printed"
            hint = f"write \\{mark[0]} for the sign, or put code in backticks"
            yield Mistake("emphasis-is-closed", message, hint, "warning", offset)
