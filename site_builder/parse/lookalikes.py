"""Marks typed with the wrong keys: full-width ones, LaTeX's own brackets, lines that only look like list or table.

They stay text, so nothing is lost; but a reader would see the marks, or lines run together.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from markdown_it.token import Token

from site_builder.parse.dollars import Formula, read_dollar
from site_builder.parse.inline_html import RAISED
from site_builder.parse.own_blocks import alert_frame
from site_builder.parse.places import places_of
from site_builder.parse.slip import slip
from site_builder.parse.unresolved import unresolved_references
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
_ELEMENTS = (
    "abbr|address|article|aside|audio|b|bdo|big|blockquote|body|button|canvas|caption|center|cite|code|col|dd|del|details|"
    "dfn|div|dl|dt|em|embed|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|"
    "li|link|main|mark|math|meta|nav|object|ol|p|picture|pre|q|samp|script|section|select|small|source|span|strike|strong|"
    "style|sub|summary|sup|svg|table|tbody|td|textarea|th|thead|tr|tt|u|ul|var|video|wbr|br"
)
_GIVEN = r"(?:=(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>]+))"
_HTML = re.compile(
    rf"(?<!\\)<(/?)(?:({_ELEMENTS})(?:\s+[\w:@.-]+{_GIVEN}?)*\s*/?"
    rf"|([a-z][\w.-]*)(?:(?:\s+[\w:@.-]+{_GIVEN})+(?:\s+[\w:@.-]+)*\s*/?|\s*/))>",
    re.IGNORECASE,
)
"""Tags: an element of HTML, and any name with attributes or a closing stroke.  What models write, ``<s>`` or
``<think>``, is neither."""
_INSTEAD = {
    **dict.fromkeys(("b", "strong"), "write **…**"),
    **dict.fromkeys(("i", "em"), "write *…*"),
    **dict.fromkeys(("del", "strike"), "write ~~…~~"),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), "write `…`"),
    **dict.fromkeys(("table", "tr", "td", "th", "thead", "tbody"), "write a table with |"),
    **dict.fromkeys(("details", "summary"), "write :::{dig} and a title"),
    **dict.fromkeys(("ul", "li"), "write - before each item"),
    **dict.fromkeys(("video", "audio", "iframe", "embed"), "link to it"),
    **{f"h{level}": f"write {'#' * max(level, 2)} before it" for level in range(1, 7)},
    "img": "write ![words](path) on a line of its own",
    "figure": "write :::{figure}",
    "a": "write [words](address)",
    "pre": "write it between lines of ```",
    "ol": "write 1. before each item",
    "hr": "write ---",
    "blockquote": "write > before it",
    "p": "leave a line empty between paragraphs",
    "script": "remove it",
}
"""What to write in place of a tag."""
_FROM_ELSEWHERE: tuple[tuple[re.Pattern[str], str, str, str], ...] = (
    (re.compile(r"(?<![\w:]):[a-z][\w+-]*:(?=`)"), "role-is-well-formed",
     "this looks like a role but is not", "write {name}`…`"),
    (re.compile(r"\[@[\w-]+(?:,[^\[\]]*)?\]"), "role-is-well-formed", "a source is not cited like this",
     "write {cite}`key`"),
    (re.compile(r"!?\[\[[^\[\],]+\]\]"), "link-is-written-right", "this looks like a link but is not",
     "write [words](file.md), or :::{figure} for an image"),
    (re.compile(r"(?<![=\w])==(?=[^=\s])[^=\n]+(?<=\S)==(?!=)"), "emphasis-is-closed",
     "== marks nothing and would be printed", "write **…**"),
    (re.compile(r"(?<=[ \t])\{#[\w-]+\}$"), "heading-is-written-right", "an id behind a heading is printed",
     "leave it out: a heading's id is made of its words"),
    (re.compile(r"(?<!\\)\](?=[ \t]+\((?:[^\s()#]+\.md(?:#[^\s()]*)?|https?://[^\s()]+)\))"), "link-is-written-right",
     "this looks like a link but is not", r"write [words](address) without a space between; \] where it is text"),
    (re.compile(r"<!--"), "comment-is-not-printed", "this comment would be printed", "keep remarks out of the text"),
    (re.compile(r"%%[^%\n]{1,500}%%"), "comment-is-not-printed", "this comment would be printed",
     "keep remarks out of the text"),
    (re.compile(r"(?<=[A-Za-z])~\d{1,3}~|(?<=\w)\^[\w+-]{1,5}\^"), "maths-is-well-formed",
     "this is neither lowered nor raised, but printed as typed", "write $x_2$, or <sub>2</sub> and <sup>2</sup>"),
    (re.compile(r"(?<!\\)\\(?:begin|end)\{[a-z]+\*?\}"), "maths-is-well-formed",
     "TeX outside a formula is printed as typed", "put it between lines of $$"),
    (re.compile(r"^[ \t]*\*\[[^\[\]\n]{1,100}\]:", re.MULTILINE), "link-is-written-right",
     "an abbreviation is not explained like this, but printed", "write {term}`key`"),
    (re.compile(r"(?<=\n): (?=\S)"), "list-is-written-right", "this looks like a definition but is not",
     "write a list, or {term}`key`"),
    (re.compile(r"(?<![A-Za-z\d)}])\^\[[^\[\]\n]{1,300}\]"), "link-is-written-right",
     "this looks like a note but is not", "write [^1], and [^1]: with its text below"),
    (re.compile(r"^\[TOC\][ \t]*$", re.IGNORECASE | re.MULTILINE), "directive-is-known",
     "a table of contents is on every page", "remove this line"),
    (re.compile(r"^[ \t]*(?:!!!|\?\?\?\+?) [\w-]+", re.MULTILINE), "directive-is-known",
     "this looks like a frame but is not", "write :::{note} or :::{warning}, and ::: below"),
    (re.compile(r"(?<!~)~{3,}(?!~)"), "emphasis-is-closed", "three or more ~ are printed in part", "write ~~…~~"),
    (re.compile(r"&#(?:0+|[xX]0+);"), "source-has-no-control-characters", "this is no character", "remove it"),
)  # fmt: skip
"""What other dialects of Markdown have."""


_IN_A_QUOTE = 2
"""The level of a paragraph's text in a quote that stands in nothing else."""


def tell_lookalikes(
    token: Token, lines: Sequence[str], path: str, defined: Collection[str], problems: Problems
) -> None:
    """Warn of every such mark in one run of inline content, at its place; `defined` are the names of links."""
    content = _without_formulas(_without_code(token.content))
    places = places_of(token, lines, path)
    if token.level == _IN_A_QUOTE and alert_frame(content):
        content = re.sub(r"\[!\w+\]", lambda mark: " " * len(mark[0]), content, count=1)  # it becomes a frame
    for tell in (_runs_of_lines, _marks, _dialects, _html, _ranges, _brackets):
        for found in tell(content):
            problems.add(found.at(places.at(found.offset)))
    for found in unresolved_references(content, defined):
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


def _without_formulas(content: str) -> str:
    """`content` with spaces in place of what stands between the dollars of a formula."""
    parts, kept, start = [], 0, content.find("$")
    while start >= 0:
        found = read_dollar(content, start, len(content))
        if isinstance(found, Formula):
            parts += [content[kept:start], re.sub(r"[^\n]", " ", content[start : found.end])]
            kept = found.end
        start = content.find("$", found.end if isinstance(found, Formula) else start + 1)
    return "".join((*parts, content[kept:]))


def _html(content: str) -> Iterator[Mistake]:
    opened: set[str] = set()  # a tag that closes such a one is no second mistake
    for found in _HTML.finditer(content):
        name = (found[2] or found[3]).lower()
        is_own = name == "br" or (RAISED.match(content, found.start()) and not found[1])
        if not is_own and not (found[1] and name in opened):
            message = f"HTML is text here, so <{found[1]}{name}> would be printed"
            instead = _INSTEAD.get(name, "write Markdown, a formula or a directive")
            hint = f"{instead}; put the tag in backticks where it is meant as text"
            yield Mistake("html-is-not-printed", message, hint, "warning", found.start())
        opened.add(name)


def _marks(content: str) -> Iterator[Mistake]:
    for pattern, message, hint in _BY_THEMSELVES:
        for found in pattern.finditer(content):
            yield slip(found.start(), "marks-are-ascii", message, hint)


def _dialects(content: str) -> Iterator[Mistake]:
    for pattern, rule, message, hint in _FROM_ELSEWHERE:
        for found in pattern.finditer(content):
            yield slip(found.start(), rule, message, hint)


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
