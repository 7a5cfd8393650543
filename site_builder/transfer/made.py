"""Lines in, lines of a lesson out: blocks go to who reads them, what stands between goes to `text`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from site_builder.transfer.context import Context
from site_builder.transfer.text import rewritten

FENCE = re.compile(r"(\s*)(`{3,}|~{3,})[ \t]*([^`]*)$")


class Line(NamedTuple):
    """A line of the source, and its number there."""

    number: int
    text: str


_DEEPEST = 10
"""Blocks inside one another; what stands deeper is text."""


@dataclass(frozen=True, slots=True)
class Made:
    """Lines of a lesson; `height` is how deep frames nest in them."""

    lines: tuple[str, ...] = ()
    height: int = 0


Found: TypeAlias = tuple[Made, int] | None
"""What a block has become, and the index of the line below it."""


def converted(lines: Sequence[Line], context: Context) -> Made:
    """`lines`, which stand at the margin or all in one item of a list, as lines of a lesson."""
    made: list[str] = []
    height, index, start = 0, 0, 0
    context.depth += 1
    readers = context.readers if context.depth <= _DEEPEST else ()
    while index < len(lines):
        found = next((block for read in readers if (block := read(lines, index, context))), None)
        if found is None:
            index += 1
            continue
        _add(made, _text(lines[start:index], context))
        block, index = found
        _add(made, block.lines)
        height, start = max(height, block.height), index
    _add(made, _text(lines[start:], context))
    context.depth -= 1
    return Made(tuple(made), height)


def _text(lines: Sequence[Line], context: Context) -> Sequence[str]:
    if not lines:
        return ()
    context.line = lines[0].number
    return rewritten("\n".join(line.text for line in lines), context).split("\n")


def _add(made: list[str], lines: Sequence[str]) -> None:
    """Add lines below those that there are, with one empty line between where both have one."""
    first = next((index for index, line in enumerate(lines) if line.strip()), -1)
    if first < 0:
        made += [""] if lines and made[-1:] != [""] else []
        return
    made += lines[first:] if made[-1:] == [""] else lines[max(first - 1, 0) :]


def framed(stem: str, title: str, body: Sequence[Line], indent: str, context: Context, line: Line) -> Made:
    """A frame of ours round `body`; in an item of a list, where none can stand, a quote or a fold."""
    becomes = f"{{{stem}}}" if not indent else "a fold" if stem == "dig" else "a quote"
    context.note("rewritten", f"a frame, now {becomes}", line.text, line.number)
    context.line = line.number
    title = rewritten(title, context).strip()
    inner = converted(dedented(body), context)
    lines = trimmed(inner.lines)
    title = title or ("…" if stem == "dig" else "")
    if indent and stem == "dig":
        lines = (f"<details><summary>{title}</summary>", "", *lines, "", "</details>")
        return Made(("", *(f"{indent}{each}".rstrip() for each in lines), ""))
    if indent:
        heading = (f"**{title}**", "") if title else ()
        return Made(("", *(f"{indent}> {each}".rstrip() for each in (*heading, *lines)), ""))
    colons = ":" * (3 + inner.height)
    return Made(("", f"{colons}{{{stem}}} {title}".rstrip(), *lines, colons, ""), inner.height + 1)


def trimmed(lines: Sequence[str]) -> Sequence[str]:
    first = next((index for index, line in enumerate(lines) if line.strip()), len(lines))
    last = next((index for index in range(len(lines), first, -1) if lines[index - 1].strip()), first)
    return lines[first:last]


def dedented(body: Sequence[Line]) -> list[Line]:
    widths = [len(line.text) - len(line.text.lstrip()) for line in body if line.text.strip()]
    least = min(widths, default=0)
    return [Line(line.number, line.text[least:] if line.text.strip() else "") for line in body]


def until(lines: Sequence[Line], start: int, opens: Callable[[str], object], closes: Callable[[str], object]) -> int:
    """The index of the line that closes what was opened before `start`; code between is skipped."""
    depth, fence = 1, ""
    for index in range(start, len(lines)):
        text = lines[index].text
        mark = FENCE.match(text)
        if fence:
            fence = "" if mark and mark[2].startswith(fence) and not mark[3].strip() else fence
        elif mark:
            fence = mark[2]
        elif closes(text):
            depth -= 1
            if not depth:
                return index
        elif opens(text):
            depth += 1
    return len(lines)
