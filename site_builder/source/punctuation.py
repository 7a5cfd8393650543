"""Half-width punctuation in Chinese text: typed with the wrong keys, and set too tight."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from site_builder.problems import Problems, SourcePosition
from site_builder.source.nodes import MappingNode, Node, ScalarNode, SequenceNode

_HAN = r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd]"
_MARK = re.compile(rf"(?<={_HAN})(?:[,;?:]|!(?!\[))|(?<![,;?!:/])[,;?!:](?={_HAN})")
_BRACKETS = re.compile(rf"(?<={_HAN})\([^()\n]{{1,80}}\)")
_HALF = frozenset(",;?!:(")
_MOST_LINES = 50
"""Lines of a value that are looked through for a mark."""
_FULL = str.maketrans(",;?!:", "，；？！：")


def half_width_marks(text: str) -> Iterator[tuple[int, str, str]]:
    """(offset, mark as typed, as Chinese has it) of each mark beside a Han character, and of brackets behind one."""
    if _HALF.isdisjoint(text):
        return
    for found in _MARK.finditer(text):
        yield found.start(), found[0], found[0].translate(_FULL)
    for found in _BRACKETS.finditer(text):
        yield found.start(), "()", "（）"


def report_half_width(text: str, at: Callable[[int], SourcePosition], problems: Problems) -> None:
    """Warn of every such mark of `text`; `at` gives the place of an offset."""
    for offset, mark, meant in half_width_marks(text):
        message = f"{mark} is half-width, among Chinese characters"
        problems.warning(at(offset), "punctuation-is-full-width", message, f"write {meant}")


def report_half_width_in(node: Node | None, lines: Sequence[str], problems: Problems) -> None:
    """The same for every text of a YAML file with these `lines`; the names of its fields are left alone."""
    match node:
        case ScalarNode():
            report_half_width(node.written, lambda offset: _place(node, offset, lines), problems)
        case SequenceNode():
            for item in node.items:
                report_half_width_in(item, lines, problems)
        case MappingNode():
            for entry in node.entries:
                report_half_width_in(entry.value, lines, problems)


def _place(node: ScalarNode, offset: int, lines: Sequence[str]) -> SourcePosition:
    """The place of a character of a value: in its first line, or where YAML folded a later one into it."""
    at, beside = node.position, node.written[max(offset - 1, 0) : offset + 1]
    if at.column + offset <= len(lines[at.line - 1]):
        return SourcePosition(at.path, at.line, at.column + offset)
    for row in range(at.line, min(at.line + _MOST_LINES, len(lines))):
        if (found := lines[row].find(beside)) >= 0:
            return SourcePosition(at.path, row + 1, found + len(beside))
    return at
