"""The Markdown rule for `:::{stem} argument`, its `:option: value` lines, and the `:::` that closes it.

The rule only marks where directives open and close, so fences, code and depth are Markdown's own affair;
`outline` matches the marks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from site_builder.parse.maths import TERMINATED
from site_builder.parse.slip import block_slip, column_of

_MARK = re.compile(r"([:：]{3,})[ \t]*")
_OPENING = re.compile(r"\{([^{}\s]*)\}[ \t]*")
_NAME = re.compile(r"[\w-]+")
_OPTION = re.compile(r":([A-Za-z_][\w-]*):(?:[ \t]+|$)")


@dataclass(frozen=True, slots=True)
class OptionLine:
    """``:name: value``, with the places (line from 0, columns from 1) of both."""

    name: str
    value: str
    line: int
    column: int
    value_column: int


def colons_plugin(md: MarkdownIt, data_stems: frozenset[str]) -> None:
    """`data_stems`: the directives whose body is YAML, which Markdown must leave alone."""

    def rule(state: StateBlock, first: int, end: int, silent: bool) -> bool:
        mark = None if state.is_code_block(first) else _MARK.match(_line(state, first))
        if mark is None:
            return False
        if not silent:
            _read_mark(state, first, end, mark, data_stems)
        return True

    md.block.ruler.before("fence", "colons", rule, {"alt": list(TERMINATED)})


def _read_mark(state: StateBlock, first: int, end: int, mark: re.Match[str], data_stems: frozenset[str]) -> None:
    state.line = first + 1
    rest = _line(state, first)[mark.end() :].rstrip()
    if "：" in mark[1]:
        block_slip(state, first, "directive-is-known", "a directive begins with ASCII colons, not with ：", "write :::")
    if state.level:
        if rest:
            block_slip(
                state, first, "directive-stands-alone", "a directive stands at the margin, outside lists and quotes"
            )
        return
    if rest:
        _open(state, first, end, mark, rest, data_stems)
    else:
        _push(state, "directive_close", first, len(mark[1]))


def _open(state: StateBlock, first: int, end: int, mark: re.Match[str], rest: str, data_stems: frozenset[str]) -> None:
    opening = _OPENING.match(rest)
    if opening is None:
        name = (_NAME.search(rest) or [""])[0]
        block_slip(state, first, "directive-is-known", f"this is not how a directive opens: {mark[0]}{rest[:40]}",
                   f"write {':' * len(mark[1])}{{{name or 'note'}}}")  # fmt: skip
    token = _push(state, "directive_open", first, len(mark[1]))
    token.info = opening[1] if opening else name
    argument = rest[opening.end() :] if opening else ""
    column = column_of(state, first) + mark.end() + (opening.end() if opening else 0)
    options = _options(state, first + 1, end)
    state.line += len(options)
    token.meta |= {"argument": argument, "argument_column": column, "options": [item for item in options if item]}
    token.meta["known"] = opening is not None
    if token.info in data_stems:
        token.meta["data"] = _data_lines(state, state.line, end)
        state.line = token.meta["data"][1]
    token.map = [first, state.line]


def _options(state: StateBlock, line: int, end: int) -> list[OptionLine | None]:
    """One entry for each option line from `line` on; None, with a slip, for one that cannot be read."""
    found: list[OptionLine | None] = []
    while line < end and _line(state, line).startswith((":", "：")) and not _MARK.match(_line(state, line)):
        text, column = _line(state, line).rstrip(), column_of(state, line)
        if match := _OPTION.match(text):
            found.append(OptionLine(match[1], text[match.end() :], line, column, column + match.end()))
        else:
            found.append(None)
            block_slip(state, line, "option-is-known", f"this is not an option: {text[:40]}", "write :name: value")
        line += 1
    return found


def _data_lines(state: StateBlock, line: int, end: int) -> tuple[int, int]:
    """The lines of a YAML body: up to the next mark, which should be the closing one, or to the end."""
    last = line
    while last < end and not (_MARK.match(_line(state, last)) and state.sCount[last] < 4):
        last += 1
    return line, last


def _push(state: StateBlock, kind: str, line: int, colons: int) -> Token:
    token = state.push(kind, "", 0)
    token.map, token.meta = [line, line + 1], {"colons": colons, "column": column_of(state, line)}
    return token


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]
