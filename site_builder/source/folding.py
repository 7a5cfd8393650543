"""A line end counts as a space; inside a Chinese sentence there is none."""

from __future__ import annotations

import re

import yaml

from site_builder.source.characters import joins_lines

_FOLD = re.compile(r"(\S)[ \t]*\n\s*(?=(\S))")
_GAP = re.compile(r" |\n*")
_RUN = re.compile(r"[ \t\n]*")
_ESCAPE = re.compile(r"\\(?:x.{2}|u.{4}|U.{8}|.)")
_ENDS_ESCAPED = re.compile(r"(?<!\\)(?:\\\\)*\\$")


def without_folds(event: yaml.ScalarEvent, text: str) -> str:
    """The value of a scalar of `text`, without the spaces that stand for a line end between Chinese characters.

    The lines as written are laid beside the value, one after another, so that a space which was typed stays.
    A literal block (``|``) keeps its lines.
    """
    value: str = event.value
    if event.style == "|" or event.start_mark.line == event.end_mark.line:
        return value
    parts, done = [], 0
    for line in _lines(event, text):
        gap = (_RUN if event.style == ">" else _GAP).match(value, done)
        assert gap is not None
        start, end = gap.span()
        if not _stands_at(line, value, end, event.style):
            break
        is_fold = 0 < start < end and "\n" not in gap[0] and joins_lines(value[start - 1], value[end])
        parts.append(value[done:start] if is_fold else value[done:end])
        parts.append(value[end : end + _length(line, event.style)])
        done = end + len(parts[-1])
    return "".join((*parts, value[done:]))


def _lines(event: yaml.ScalarEvent, text: str) -> list[str]:
    """The lines of a scalar as they are written, without their margins, quotes and empty ones."""
    written = text[event.start_mark.index : event.end_mark.index]
    if event.style == ">":
        written = written.partition("\n")[2]
    elif event.style:
        written = written[1:-1]
    return [line for each in written.split("\n") if (line := each.strip(" \t"))]


def _stands_at(line: str, value: str, at: int, style: str | None) -> bool:
    """Whether `line` is what `value` has at `at`, as far as can be said without reading escapes."""
    if style == '"' and "\\" in line:
        return True
    return value.startswith(line.replace("''", "'") if style == "'" else line, at)


def _length(line: str, style: str | None) -> int:
    """How many characters of the value a line stands for."""
    if style == '"':
        return len(_ESCAPE.sub("x", line.removesuffix("\\") if _ENDS_ESCAPED.search(line) else line))
    return len(line.replace("''", "'") if style == "'" else line)


def one_line(text: str) -> str:
    """A text of several lines on one: a line end is a space, or nothing inside a Chinese sentence."""
    return _FOLD.sub(lambda fold: fold[1] + ("" if joins_lines(fold[1], fold[2]) else " "), text.strip())
