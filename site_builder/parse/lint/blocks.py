"""Blocks that begin, or end, where their author did not mean it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from site_builder.problems import Problems, SourcePosition
from site_builder.source.characters import is_wide

_LISTS = ("bullet_list_open", "ordered_list_open")
_LIST_ENDS = ("bullet_list_close", "ordered_list_close")
_ENDS_A_SENTENCE = tuple("。.！!？?；;…）)")
_LABEL = re.compile(r"[(（][A-Za-z][\w:.-]*[)）]", re.ASCII)
_ROW = re.compile(r"\|.*\w.*\|")


def check_block(
    tokens: Sequence[Token], index: int, before: Token, lines: Sequence[str], path: str, problems: Problems
) -> None:
    """Warn of a block, `before` which another ends, that other lines than meant have made."""
    token = tokens[index]
    if token.map:
        at = SourcePosition(path, token.map[0] + 1, _column(lines, token.map[0]))
        if token.type in (*_LISTS, "blockquote_open") and before.type == "paragraph_close":
            _check_mark_below_text(tokens, index, lines, at, problems)
        elif token.type == "paragraph_open" and before.type == "footnote_reference_close" and at.column > 1:
            message = "this paragraph stands below the footnote, not inside it: it is indented too little"
            problems.warning(at, "link-is-written-right", message, "indent it by four spaces, or not at all")
        elif token.type in _LISTS and before.type in _LIST_ENDS and _column(lines, token.map[0]) > 1 + token.level:
            message = "this list stands beside the item above, not inside it: it is indented too little"
            problems.warning(at, "list-is-written-right", message, "indent it as far as the words of that item")
        elif token.type == "code_block" and any(map(is_wide, token.content)):
            message = "four spaces before it make this a block of code"
            problems.warning(at, "code-is-written-right", message, "remove them, or put the code between lines of ```")
        elif token.type == "paragraph_open" and before.type == "table_close" and _is_row(lines, token.map):
            message = "this row stands below an empty line, so it is no part of the table"
            problems.warning(at, "table-is-written-right", message, "remove the empty line above")
        elif (
            token.type == "paragraph_open" and before.type == "math_block" and _LABEL.match(lines[token.map[0]].strip())
        ):
            message = "this label stands below the formula, so it labels nothing and would be printed"
            problems.warning(at, "link-is-written-right", message, "write it behind the closing $$")


def _check_mark_below_text(
    tokens: Sequence[Token], index: int, lines: Sequence[str], at: SourcePosition, problems: Problems
) -> None:
    """A sign at a line's start, as in ``16 GiB⏎- 4 GiB``, is taken for the mark of an item, and ``>`` for a quote."""
    first = (tokens[index].map or [0])[0]
    above = lines[first - 1].rstrip() if first else ""
    if not above or tokens[index].level or above.endswith(("：", ":", "\\")):
        return
    is_quote = tokens[index].type == "blockquote_open"
    parts = (tokens[index].map or [0, 0])[1] - first if is_quote else _items(tokens, index)
    if parts > 1 and above.endswith(_ENDS_A_SENTENCE):
        return
    message = f"this line begins a {'quote' if is_quote else 'list'} in the middle of a paragraph"
    hint = "leave a line empty above it, or join the lines where the mark is a sign"
    problems.warning(at, "list-is-written-right", message, hint)


def _items(tokens: Sequence[Token], index: int) -> int:
    level = tokens[index].level
    return sum(1 for token in _inside(tokens, index) if token.type == "list_item_open" and token.level == level + 1)


def _inside(tokens: Sequence[Token], index: int) -> Iterator[Token]:
    for token in tokens[index + 1 :]:
        if token.level == tokens[index].level and token.nesting < 0:
            return
        yield token


def _is_row(lines: Sequence[str], span: Sequence[int]) -> bool:
    return span[1] - span[0] == 1 and bool(_ROW.fullmatch(lines[span[0]].strip()))


def _column(lines: Sequence[str], line: int) -> int:
    return len(lines[line]) - len(lines[line].lstrip()) + 1
