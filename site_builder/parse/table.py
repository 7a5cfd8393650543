"""GFM tables that lose no cell: a `|` inside code or a formula splits nothing, a row too long is an error."""

from __future__ import annotations

import re
from dataclasses import dataclass

from markdown_it.rules_block import StateBlock

from site_builder.parse.dollars import Formula, read_dollar
from site_builder.parse.parser import column_of, note

_DELIMITER = re.compile(r":?-+:?")
_MOST_CELLS = 2
"""Cells of a table for each of its characters: short rows are filled up, and each cell is an element of the page."""
_BACKTICKS = re.compile(r"`+")


@dataclass(frozen=True, slots=True)
class Cell:
    """The content of a cell, the column it begins at (from 0 in its row), and where backslashes were dropped."""

    content: str
    column: int
    dropped: tuple[int, ...]


def table(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """The block rule; the same grammar as upstream's but for how a row is cut."""
    alignments = _alignments(state, first, end)
    if alignments is None:
        return False
    header = cells(_line(state, first))
    if len(header) != len(alignments):
        return False
    if silent:
        return True
    last = _last_row(state, first + 2, end)
    filled, written = len(header) * (last - first), state.eMarks[last - 1] - state.bMarks[first]
    if filled > _MOST_CELLS * written:
        message = f"this table would have {filled:,} cells, most of them empty, so it stays text"
        note(state, first, "file-size-is-bounded", message, "give its rows the cells of its header")
        return False
    _push_table(state, first, last, header, alignments)
    state.line = last
    return True


def _alignments(state: StateBlock, first: int, end: int) -> list[str] | None:
    """The alignments of the delimiter row below the header, or None where there is none."""
    if first + 2 > end or state.sCount[first + 1] < state.blkIndent:
        return None
    if state.is_code_block(first) or state.is_code_block(first + 1):
        return None
    delimiter = _line(state, first + 1).strip()
    if "|" not in _line(state, first) or delimiter.startswith(("- ", "-\t")):
        return None
    marks = [mark.strip() for mark in delimiter.removeprefix("|").removesuffix("|").split("|")]
    if not all(_DELIMITER.fullmatch(mark) for mark in marks):
        return None
    return [{"::": "center", ":-": "left", "-:": "right"}.get(mark[0] + mark[-1], "") for mark in marks]


def _last_row(state: StateBlock, line: int, end: int) -> int:
    terminators = state.md.block.ruler.getRules("blockquote")
    while line < end and _line(state, line).strip():
        if state.sCount[line] < state.blkIndent or state.is_code_block(line):
            break
        if any(rule(state, line, end, True) for rule in terminators):
            break
        line += 1
    return line


def _push_table(state: StateBlock, first: int, last: int, header: list[Cell], alignments: list[str]) -> None:
    parent, state.parentType = state.parentType, "table"
    state.push("table_open", "table", 1).map = [first, last]
    state.push("thead_open", "thead", 1).map = [first, first + 1]
    _push_row(state, first, "th", header, alignments)
    state.push("thead_close", "thead", -1)
    if last > first + 2:
        state.push("tbody_open", "tbody", 1).map = [first + 2, last]
        for line in range(first + 2, last):
            row = cells(_line(state, line))
            _check_row(state, line, row, len(header))
            padding = [Cell("", 0, ())] * (len(header) - len(row))
            _push_row(state, line, "td", row[: len(header)] + padding, alignments)
        state.push("tbody_close", "tbody", -1)
    state.push("table_close", "table", -1)
    state.parentType = parent


def _check_row(state: StateBlock, line: int, row: list[Cell], width: int) -> None:
    if len(row) > width:
        note(state, line, "table-keeps-its-cells", f"this row has {_count(len(row))}, the header {width}",
                   r"write \| for a bar that separates nothing")  # fmt: skip
    elif len(row) < width:
        full_width = "｜" in _line(state, line)
        note(state, line, "table-keeps-its-cells", f"this row has {_count(len(row))}, the header {width}",
                   "｜ separates no cells; write |" if full_width else "", "warning")  # fmt: skip


def _push_row(state: StateBlock, line: int, tag: str, row: list[Cell], alignments: list[str]) -> None:
    state.push("tr_open", "tr", 1).map = [line, line + 1]
    for cell, alignment in zip(row, alignments, strict=True):
        token = state.push(f"{tag}_open", tag, 1)
        if alignment:
            token.attrs = {"style": f"text-align:{alignment}"}
        token = state.push("inline", "", 0)
        token.map, token.content, token.children = [line, line + 1], cell.content, []
        token.meta = {"column": column_of(state, line) + cell.column, "dropped": cell.dropped}
        state.push(f"{tag}_close", tag, -1)
    state.push("tr_close", "tr", -1)


def cells(line: str) -> list[Cell]:
    """A row cut at its bars, without the empty cells before the first and after the last bar."""
    found, start = [], 0
    for bar in (*_bars(line), len(line)):
        found.append(_cell(line, start, bar))
        start = bar + 1
    if found and not found[0].content:
        found.pop(0)
    if found and not found[-1].content:
        found.pop()
    return found


def _bars(line: str) -> list[int]:
    """The offsets of the bars that separate cells."""
    bars, position = [], 0
    while position < len(line):
        char = line[position]
        if char == "|" and line[position - 1 : position] != "\\":
            bars.append(position)
        position = _after(line, position, char)
    return bars


def _after(line: str, position: int, char: str) -> int:
    """The offset after the character, escape, code span or formula at `position`."""
    if char == "\\":
        return position + 2
    if char == "`":
        run = (_BACKTICKS.match(line, position) or "`")[0]
        closing = re.compile(rf"(?<!`){run}(?!`)").search(line, position + len(run))
        return closing.end() if closing else position + len(run)
    if char == "$":
        found = read_dollar(line, position, len(line))
        return found.end if isinstance(found, Formula) else position + 1
    return position + 1


def _cell(line: str, start: int, end: int) -> Cell:
    r"""One cell; `\|` in it is a bar, in code and formulas too, as GFM has it."""
    raw = line[start:end]
    content = raw.strip()
    column = start + len(raw) - len(raw.lstrip())
    escapes = [match.start() for match in re.finditer(r"\\\|", content)]
    dropped = tuple(escape - index for index, escape in enumerate(escapes))
    return Cell(content.replace("\\|", "|"), column, dropped)


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _count(cells: int) -> str:
    return "1 cell" if cells == 1 else f"{cells} cells"
