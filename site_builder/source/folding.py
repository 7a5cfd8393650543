"""A line end counts as a space; inside a Chinese sentence there is none."""

from __future__ import annotations

import re

import yaml

from site_builder.source.characters import joins_lines

_FOLD = re.compile(r"(\S)[ \t]*\n\s*(?=(\S))")


def without_folds(event: yaml.ScalarEvent, text: str) -> str:
    """The value of a scalar of `text`, without the spaces that stand for a line end between Chinese characters.

    A literal block (``|``) keeps its lines.
    """
    value: str = event.value
    start, end = event.start_mark, event.end_mark
    if event.style == "|" or start.line == end.line:
        return value
    parts, done = [], 0
    for fold in _FOLD.finditer(text, start.index, end.index):
        before, after = fold.groups()
        found = value.find(f"{before} {after}", done) if joins_lines(before, after) else -1
        if found >= 0:
            parts.append(value[done : found + 1])
            done = found + 2
    return "".join((*parts, value[done:]))


def one_line(text: str) -> str:
    """A text of several lines on one: a line end is a space, or nothing inside a Chinese sentence."""
    return _FOLD.sub(lambda fold: fold[1] + ("" if joins_lines(fold[1], fold[2]) else " "), text.strip())
