"""Marks typed with the wrong keys: full-width ones, LaTeX's own brackets, lines that only look like list or table.

They stay text, so nothing is lost; but a reader would see the marks, or lines run together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from site_builder.parse.places import places_of
from site_builder.parse.slip import slip
from site_builder.problems import Mistake, Problems

_TICKS = re.compile(r"`+")
_ITEM = re.compile(
    r"[ \t]*(?:(?:\d{1,3}[、．）]|（\d{1,3}）|[•·・●○－＊＋] ?)(?=\S)"
    r"|(?:[-+]|\d{1,3}[.)])(?=[^\W\d_]|\{[a-z])|\d{1,3}[.)] +(?=\S))"
)
_BRACKETS = re.compile(
    r"\\\(((?:(?!\\[()])[^\u2e80-\U0003ffff]){1,300})\\\)|\\\[((?:(?!\\[\[\]])[^\u2e80-\U0003ffff]){1,300})\\\]"
)
"""LaTeX's ``\\(…\\)`` and ``\\[…\\]`` around anything but Chinese."""
_ADDRESS = re.compile(r"(?<![<(（［\[\"'/\w=])https?://[^\s<>\u2010-\u203a\u2e80-\U0003ffff]{1,500}")
_RANGE = re.compile(r"(?<=\d)~~(?=\d)")
_BY_THEMSELVES: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (re.compile(r"^[ \t]*＞", re.MULTILINE), "this looks like a quote but is not", "write >"),
    (re.compile(r"^[ \t]*｀{3}", re.MULTILINE), "this looks like code but is not", "write ```"),
    (re.compile(r"｀[^｀\n]+｀"), "this looks like code but is not", "write `…`"),
    (re.compile(r"＊＊[^＊\n]+＊＊"), "this looks bold but is not", "write **…**"),
    (re.compile(r"＄(?!\d)[^＄\n]+＄(?!\d)"), "this looks like a formula but is not", "write $…$"),
    (re.compile(r"｛[a-z]+｝"), "this looks like a role but is not", "write {name}`…`"),
    (re.compile(r"［[^［］\n]+］[（(]|【[^【】\n]+】\("), "this looks like a link but is not",
     "write [words](address)"),
    (re.compile(r"^[ \t]*\[!\w+\]", re.MULTILINE), "this looks like a note but is not",
     "write :::{note} or :::{warning}"),
)  # fmt: skip
_HTML = re.compile(
    r"<(?:br|hr|img|sub|sup|details|summary|div|span|center|font|iframe|video|kbd|mark|table|tr|td|ul|li)\b[^<>]{0,200}>"
    r"|<a href",
    re.IGNORECASE,
)
"""Elements that Markdown's authors borrow from HTML; what models write, ``<s>`` or ``<think>``, is none of them."""
_FROM_ELSEWHERE: tuple[tuple[re.Pattern[str], str, str, str], ...] = (
    (re.compile(r"(?<![\w:]):(?:eval|lesson|promise|cite|term|dim|set):(?=`)"), "role-is-well-formed",
     "this looks like a role but is not", "write {name}`…`"),
    (re.compile(r"\[@[\w-]+(?:,[^\[\]]*)?\]"), "role-is-well-formed", "a source is not cited like this",
     "write {cite}`key`"),
    (_HTML, "html-is-not-printed", "HTML is text here, so this tag would be printed",
     "write Markdown, a formula or a directive; put it in backticks where it is meant as text"),
    (re.compile(r"!?\[\[[^\[\],]+\]\]"), "link-is-written-right", "this looks like a link but is not",
     "write [words](file.md), or :::{figure} for an image"),
    (re.compile(r"(?<![=\w])==(?=[^=\s])[^=\n]+(?<=\S)==(?!=)"), "emphasis-is-closed",
     "== marks nothing and would be printed", "write **…**"),
    (re.compile(r"^\[[ xX]\] (?=\S)"), "list-is-written-right", "a box to tick is not drawn but printed",
     "write the words alone"),
    (re.compile(r"(?<=[ \t])\{#[\w-]+\}$"), "heading-is-written-right", "an id behind a heading is printed",
     "leave it out: a heading's id is made of its words"),
    (re.compile(r"(?<!\\)\](?=[ \t]+\((?:[^\s()#]+\.md(?:#[^\s()]*)?|https?://[^\s()]+)\))"), "link-is-written-right",
     "this looks like a link but is not", r"write [words](address) without a space between; \] where it is text"),
)  # fmt: skip
"""What other dialects of Markdown have."""


def tell_lookalikes(token: Token, lines: Sequence[str], path: str, problems: Problems) -> None:
    """Warn of every such mark in one run of inline content, at its place."""
    content = _without_code(token.content)
    places = places_of(token, lines, path)
    for tell in (_runs_of_lines, _marks, _dialects, _addresses, _ranges, _brackets):
        for found in tell(content):
            problems.add(found.at(places.at(found.offset)))


def _without_code(content: str) -> str:
    """`content` with spaces in place of what stands between backticks."""
    runs = list(_TICKS.finditer(content))
    partner: list[int | None] = [None] * len(runs)
    latest: dict[int, int] = {}
    for index in range(len(runs) - 1, -1, -1):
        partner[index] = latest.get(len(runs[index][0]))
        latest[len(runs[index][0])] = index
    parts, index, kept = [], 0, 0
    while index < len(runs):
        closing = partner[index]
        if closing is not None:
            code = content[runs[index].end() : runs[closing].start()]
            parts += [content[kept : runs[index].end()], re.sub(r"[^\n]", " ", code)]
            index, kept = closing, runs[closing].start()
        index += 1
    return "".join((*parts, content[kept:]))


def _marks(content: str) -> Iterator[Mistake]:
    for pattern, message, hint in _BY_THEMSELVES:
        for found in pattern.finditer(content):
            yield slip(found.start(), "marks-are-ascii", message, hint)


def _dialects(content: str) -> Iterator[Mistake]:
    for pattern, rule, message, hint in _FROM_ELSEWHERE:
        for found in pattern.finditer(content):
            yield slip(found.start(), rule, message, hint)


def _addresses(content: str) -> Iterator[Mistake]:
    for found in _ADDRESS.finditer(content):
        message = "this address is no link, and marks in it would be read as marks"
        yield slip(found.start(), "link-is-written-right", message, f"write <{found[0][:60]}>")


def _ranges(content: str) -> Iterator[Mistake]:
    for found in _RANGE.finditer(content):
        message = "~~ between digits strikes out what follows, or is printed; the range sign is a single ~"
        hint = "write 2~3, or a space before what is to be struck out"
        yield slip(found.start(), "emphasis-is-closed", message, hint)


def _brackets(content: str) -> Iterator[Mistake]:
    for found in _BRACKETS.finditer(content):
        if found[1] or re.search(r"[\\^_={}]", found[2]):
            marks = (r"\(…\)", "$…$") if found[1] else (r"\[…\]", "$$…$$")
            message = f"{marks[0]} is no formula here: its brackets would be printed"
            yield slip(found.start(), "maths-is-well-formed", message, f"write {marks[1]}")


def _runs_of_lines(content: str) -> Iterator[Mistake]:
    """The first of two or more lines below one another that begin like items or look like rows."""
    lines = content.split("\n")
    for is_alike, rule, what, hint in (
        (_ITEM.match, "list-is-written-right", "items of a list", "write 1. or -, then a space"),
        (_is_row, "table-is-written-right", "rows of a table", "put |---|---| below the first"),
    ):
        alike = [bool(is_alike(line)) for line in lines]
        start = 0
        for index in range(len(lines) - 1):
            broken = lines[index].endswith(("  ", "\\"))
            if alike[index] and alike[index + 1] and not broken and not (index and alike[index - 1]):
                yield slip(start, rule, f"these lines look like {what} but would run together", hint)
            start += len(lines[index]) + 1


def _is_row(line: str) -> bool:
    line = line.strip(" \t")
    return len(line) > 1 and line[0] == line[-1] == "|" and any(map(str.isalnum, line))
