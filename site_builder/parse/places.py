"""Where inline content stands in its file: from offsets in what Markdown or YAML made of it to lines and columns."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from markdown_it.token import Token

from site_builder.problems import SourcePosition


@dataclass(frozen=True, slots=True)
class Places:
    """From an offset in a run of inline content to a place in its file.

    `lines` and `columns` say where each line of the content begins; `dropped` the offsets at which a table
    cell lost a backslash; `limits`, where it has any, the last column of each line.
    """

    path: str
    lines: tuple[int, ...]
    starts: tuple[int, ...]
    columns: tuple[int, ...]
    dropped: tuple[int, ...] = ()
    limits: tuple[int, ...] = ()

    def at(self, offset: int) -> SourcePosition:
        index = bisect_right(self.starts, offset) - 1
        column = self.columns[index] + offset - self.starts[index] + bisect_right(self.dropped, offset)
        return SourcePosition(self.path, self.lines[index], min(column, self.limits[index]) if self.limits else column)


def first_line(token: Token) -> int:
    """The line of the file that a block's token begins at, from 0."""
    return token.map[0] if token.map else 0


def places_of(token: Token, lines: Sequence[str], path: str) -> Places:
    """The places of an inline token of a file with these `lines`."""
    first = first_line(token)
    if "column" in token.meta:
        return Places(path, (first + 1,), (0,), (token.meta["column"],), token.meta["dropped"])
    return places_of_lines(token.content, first, lines, path)


def places_in(lines: Sequence[str], content: str, position: SourcePosition) -> Places:
    """The places of a value of YAML or of an argument that begins at `position`, in quotes or on the next line perhaps.

    A part of it that is not found as it stands (an escape) keeps the place of the one before, at the end of its line.
    """
    parts: list[tuple[int, int, int]] = []
    row, column, start = position.line - 1, position.column - 1, 0
    for text in content.split("\n"):
        found = list(_pieces(text, lines, row, column)) or [(0, row, column)]
        parts += [(start + offset, at_row, at_column) for offset, at_row, at_column in found]
        _, row, column = found[-1]
        start += len(text) + 1
    starts, rows, columns = zip(*parts, strict=True)
    limits = tuple(len(lines[row]) + 1 if row < len(lines) else 1 for row in rows)
    return Places(
        position.path, tuple(row + 1 for row in rows), starts, tuple(column + 1 for column in columns), limits=limits
    )


def _pieces(text: str, lines: Sequence[str], row: int, column: int) -> Iterator[tuple[int, int, int]]:
    """(offset, row, column) of `text`, and of each part of it that YAML folded from a line of its own."""
    for index in (row, row + 1):
        found = lines[index].find(text, column if index == row else 0) if index < len(lines) else -1
        if found >= 0:
            yield 0, index, found
            return
    done = 0
    for index in range(row, len(lines)):
        source = lines[index][column if index == row else 0 :]
        written = source.lstrip(" \t'\"") if not done else source.lstrip(" \t")
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(written, text[done:], strict=False)))
        if not same and index > row:
            return
        if same:
            yield done, index, len(lines[index]) - len(written)
            done += same + text.startswith(" ", done + same)


def places_of_lines(content: str, first: int, lines: Sequence[str], path: str) -> Places:
    """The places of `content`, whose lines are the ends of the file's lines from `first` on."""
    while content and first + 1 < len(lines) and not lines[first].strip():
        first += 1  # a line of nothing but white space that Markdown knows not as such, which it drops all the same
    starts, columns, start = [], [], 0
    for index, text in enumerate(content.split("\n")):
        source = lines[first + index] if first + index < len(lines) else ""
        starts.append(start)
        columns.append(max(source.rfind(text.rstrip()), 0) + 1)
        start += len(text) + 1
    return Places(path, tuple(range(first + 1, first + 1 + len(starts))), tuple(starts), tuple(columns))
