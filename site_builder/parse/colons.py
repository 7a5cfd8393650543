"""The Markdown rule for `:::{stem} argument`, its `:option: value` lines, and the `:::` that closes it.

The rule only marks where directives open and close, so fences, code and depth are Markdown's own affair;
`outline` matches the marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from site_builder.parse.maths import TERMINATED
from site_builder.parse.parser import column_of, note
from site_builder.parse.places import first_line

_MARK = re.compile(r"([:：]{3,})[ \t]*")
_OPENING = re.compile(r"\{([^{}\s]*)\}[ \t]*")
_NAME = re.compile(r"[\w-]+")
_OPTION = re.compile(r":([A-Za-z_][\w-]*):(?:[ \t]+|$)")
_RULE = re.compile(r"[ \t]*\|?[ \t:]*-+[ \t:]*\|[ \t|:-]*")
"""The line below the head of a Markdown table."""
_NEARLY = re.compile(r"[:：]?[ \t]*([A-Za-z_][\w-]*)[ \t]*(?:[:：]|$|[ \t])")
"""A line that may have been meant as an option: a colon forgotten, full-width or apart from the name."""


@dataclass(frozen=True, slots=True)
class OptionLine:
    """``:name: value``, with the places (line from 0, columns from 1) of both.

    A line that only may be meant as one has all of its text as the value; `in_body` is true below an empty line
    or another line of the body.
    """

    name: str
    value: str
    line: int
    column: int
    value_column: int
    in_body: bool = False


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
        note(state, first, "directive-is-known", "a directive begins with ASCII colons, not with ：", "write :::")
    if state.level:
        message = "a directive stands at the margin, outside lists and quotes"
        note(state, first, "directive-stands-alone", message)
    elif rest:
        token = _push(state, "directive_open", first, len(mark[1]))
        _read_opening(state, token, mark, rest)
        _read_options(state, token, end)
        if token.info in data_stems and not _is_table(state, end):
            _skip_data(state, token, end)
        token.map = [first, state.line]
    else:
        _push(state, "directive_close", first, len(mark[1]))


def _read_opening(state: StateBlock, token: Token, mark: re.Match[str], rest: str) -> None:
    """The name and argument after the colons; a name without braces is reported, and taken as meant."""
    first, opening = first_line(token), _OPENING.match(rest)
    end = opening.end() if opening else len(rest)
    token.info = opening[1] if opening else (_NAME.search(rest) or [""])[0]
    token.meta["known"] = opening is not None
    token.meta["argument"] = rest[end:]
    token.meta["argument_column"] = column_of(state, first) + mark.end() + end
    if opening is None:
        message = f"this is not how a directive opens: {mark[0]}{rest[:40]}"
        hint = f"write {':' * len(mark[1])}{{{token.info or 'note'}}}"
        note(state, first, "directive-is-known", message, hint)


def _read_options(state: StateBlock, token: Token, end: int) -> None:
    """The option lines right below the opening line, and after them the lines that may be meant as such."""
    found: list[OptionLine] = []
    unread: list[OptionLine] = []
    while state.line < end and _is_option(state, state.line):
        text, column = _line(state, state.line).rstrip(), column_of(state, state.line)
        if match := _OPTION.match(text):
            found.append(OptionLine(match[1], text[match.end() :], state.line, column, column + match.end()))
        else:
            unread.append(_unread(state, state.line, in_body=False))
        state.line += 1
    if found and state.line < end and not state.isEmpty(state.line) and _is_deeper(state, token):
        message = f"an option is one line, so this would be part of the body: {_line(state, state.line)[:40]}"
        hint = "write it in the option's line, or leave a line empty"
        note(state, state.line, "option-is-known", message, hint)
    token.meta["options"], token.meta["unread"] = found, [*unread, *_in_body(state, end)]


def _in_body(state: StateBlock, end: int) -> Iterator[OptionLine]:
    """The lines at the head of the body that are written like options, or nearly."""
    line = state.line
    while line < end and state.isEmpty(line):
        line += 1
    while line < end and not _MARK.match(_line(state, line)) and _NEARLY.match(_line(state, line)):
        yield _unread(state, line, in_body=True)
        line += 1


def _unread(state: StateBlock, line: int, in_body: bool) -> OptionLine:
    text, column = _line(state, line).rstrip(), column_of(state, line)
    match = _NEARLY.match(text)
    return OptionLine(match[1] if match else "", text, line, column, column, in_body)


def _is_deeper(state: StateBlock, token: Token) -> bool:
    return token.map is not None and state.sCount[state.line] > state.sCount[token.map[0]]


def _is_option(state: StateBlock, line: int) -> bool:
    text = _line(state, line)
    return text.startswith((":", "：")) and not _MARK.match(text)


def _is_table(state: StateBlock, end: int) -> bool:
    """Whether the body begins with a Markdown table, which is no YAML."""
    line = state.line
    while line < end and state.isEmpty(line):
        line += 1
    return line + 1 < end and bool(_line(state, line).startswith("|") or _RULE.fullmatch(_line(state, line + 1)))


def _skip_data(state: StateBlock, token: Token, end: int) -> None:
    """A YAML body: up to the next mark, which should be the closing one, or to the end."""
    first = state.line
    while state.line < end and (state.sCount[state.line] > 3 or not _MARK.match(_line(state, state.line))):
        state.line += 1
    token.meta["data"] = (first, state.line)


def _push(state: StateBlock, kind: str, line: int, colons: int) -> Token:
    token = state.push(kind, "", 0)
    token.map, token.meta = [line, line + 1], {"colons": colons, "column": column_of(state, line)}
    return token


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]
