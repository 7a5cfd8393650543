"""Lines of a paragraph that look like items of a list, rows of a table, a heading or a directive."""

from __future__ import annotations

import re
from collections.abc import Iterator

from site_builder.parse.lint.looks import LOOKS
from site_builder.problems import Mistake
from site_builder.source.characters import is_wide

_ITEM = re.compile(
    r"[ \t]*(?:(?:\d{1,3}[、．）]|（\d{1,3}）|[•·・●○－＊＋] ?)(?=\S)"
    r"|(?:[-+]|\d{1,3}[.)])(?=[^\W\d_]|\{[a-z])|\d{1,3}[.)] +(?=\S))"
)
_GLUED = re.compile(r"[-+](?=\S)|\d{1,9}[.)](?=\S)")
_ROLE = re.compile(r"\{[a-z]+\}`")
_OF_LINES = tuple(look for look in LOOKS if look.where == "line")


def line_mistake(line: str) -> Mistake | None:
    """What a line of a paragraph looks like, and is not; its own offset is 0."""
    for look in _OF_LINES:
        if look.pattern.match(line):
            return Mistake(look.rule, look.message, look.hint, "warning")
    if (mark := _GLUED.match(line)) and (is_wide(line[mark.end()]) or _ROLE.match(line, mark.end())):
        message = "this looks like an item of a list but is not"
        return Mistake("list-is-written-right", message, f"write a space after {mark[0]}", "warning")
    return None


def runs_of_lines(content: str) -> Iterator[Mistake]:
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
                message = f"these lines look like {what} but would run together"
                yield Mistake(rule, message, hint, "warning", start)
            start += len(lines[index]) + 1


def _is_row(line: str) -> bool:
    line = line.strip(" \t")
    return len(line) > 1 and line[0] == line[-1] == "|" and any(map(str.isalnum, line))
