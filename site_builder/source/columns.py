"""A table of data in a CSV or YAML file: its columns by name, numbers exactly as they are written."""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction
from typing import NamedTuple

from site_builder.problems import Problems, SourcePosition
from site_builder.source.nodes import MappingNode, ScalarNode, SequenceNode
from site_builder.source.text import SourceText
from site_builder.source.yaml import load_yaml

LONGEST, WIDEST = 2000, 24
"""Rows and columns of a table: what a figure can show."""
_NUMBER = re.compile(r"[+-]?(\d{1,40}\.?\d{0,40}|\.\d{1,40})([eE][+-]?\d{1,2})?", re.ASCII)


class Table(NamedTuple):
    """Cells by the names of their columns, and the line of each row."""

    cells: dict[str, tuple[Fraction | str, ...]]
    lines: tuple[int, ...]


def read_columns(source: SourceText, problems: Problems) -> Table | None:
    """The columns of the file; None with every problem reported at its line."""
    rows = _yaml(source, problems) if source.path.endswith((".yaml", ".yml")) else _csv(source)
    mark = problems.mark
    if rows is None:
        return None
    head, body = rows[:1], rows[1:]
    if not head or not body or len(body) > LONGEST or len(head[0][1]) > WIDEST:
        message = f"a table of data has a head, 1 to {LONGEST:,} rows below it and at most {WIDEST} columns"
        problems.error(SourcePosition(source.path), "table-keeps-its-cells", message)
        return None
    names = head[0][1]
    if len(names) == 1 and (parted := re.search(r"[;\t]", names[0])):
        message = f"the head is one column: {names[0][:40]!r}"
        hint = f"part the cells by commas, not by {parted[0]!r}"
        problems.error(SourcePosition(source.path, head[0][0]), "table-keeps-its-cells", message, hint)
    for name in {name for name in names if names.count(name) > 1 or not name}:
        message = f"two columns are called {name!r}" if name else "a column has no name in the head"
        problems.error(SourcePosition(source.path, head[0][0]), "table-keeps-its-cells", message)
    for line, cells in body:
        if len(cells) != len(names):
            message = f"this row has {len(cells)} cells, the head {len(names)}"
            problems.error(SourcePosition(source.path, line), "table-keeps-its-cells", message)
    if problems.has_errors_since(mark):
        return None
    columns = {name: tuple(_cell(cells[turn]) for _, cells in body) for turn, name in enumerate(names)}
    return Table(columns, tuple(line for line, _ in body))


def _csv(source: SourceText) -> list[tuple[int, list[str]]]:
    """Each row with its line; empty lines and those that begin with # are none."""
    reader = csv.reader(io.StringIO(source.text), skipinitialspace=True)
    found = []
    for row in reader:
        if row and not row[0].startswith("#") and any(cell.strip() for cell in row):
            found.append((reader.line_num, [cell.strip() for cell in row]))
    return found


def _yaml(source: SourceText, problems: Problems) -> list[tuple[int, list[str]]] | None:
    """A mapping of names to lists, as rows."""
    node = load_yaml(source, problems)
    if node is None:
        return None
    columns = {}
    for entry in node.entries if isinstance(node, MappingNode) else ():
        items = entry.value.items if isinstance(entry.value, SequenceNode) else ()
        columns[entry.key] = [item for item in items if isinstance(item, ScalarNode)]
    lengths = {len(column) for column in columns.values()}
    if len(lengths) != 1:
        message = "a table of data in YAML is names with lists of one length: step: [1, 2]"
        problems.error(SourcePosition(source.path), "field-has-its-type", message)
        return None
    rows = zip(*columns.values(), strict=True)
    return [(1, [*columns]), *((row[0].position.line, [cell.written.strip() for cell in row]) for row in rows)]


def _cell(text: str) -> Fraction | str:
    return Fraction(text) if _NUMBER.fullmatch(text) else text
