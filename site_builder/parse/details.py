"""``<details><summary>title</summary>`` … ``</details>``, GitHub's way to fold a text: the frame `dig`.

As with colons, the rule only marks where the frame opens and closes.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from site_builder.parse.maths import TERMINATED
from site_builder.parse.parser import column_of

_OPENING = re.compile(r"<details(?:\s[^<>]*)?>[ \t]*", re.IGNORECASE)
_CLOSING = re.compile(r"</details>[ \t]*$", re.IGNORECASE)
_SUMMARY = re.compile(r"\s*<summary(?:\s[^<>]*)?>(.{0,500}?)</summary>[ \t]*", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"</?(?:b|strong|i|em|h[1-6]|u|span|font)(?:\s[^<>]*)?>", re.IGNORECASE)
_MOST_LINES = 5
"""Lines that an opening may take."""


def details_plugin(md: MarkdownIt) -> None:
    md.block.ruler.before("fence", "details", _rule, {"alt": list(TERMINATED)})


def _rule(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    text = _text(state, first, first)
    if state.level or not text.startswith("<") or state.is_code_block(first):
        return False
    if _CLOSING.fullmatch(text):
        if not silent:
            _push(state, "directive_close", first, first + 1)
        return True
    opening = _OPENING.match(text)
    if opening is None:
        return False
    if not silent:
        _open(state, first, end, opening.end())
    return True


def _open(state: StateBlock, first: int, end: int, at: int) -> None:
    """Mark the opening with its title; a text behind it in its line is a paragraph."""
    text = _text(state, first, min(first + _MOST_LINES, end) - 1)
    summary = _SUMMARY.match(text, at)
    read = text[: summary.end() if summary else at]
    rest = text[len(read) :].partition("\n")[0]
    last = first + read.count("\n")
    token = _push(state, "directive_open", first, last + 1)
    title = summary[1] if summary else ""
    token.info = "dig"
    column = column_of(state, first) + (summary.start(1) if summary and "\n" not in text[: summary.start(1)] else 0)
    given = " ".join(_TAG.sub("", title).split())
    token.meta |= {"known": True, "argument": given, "argument_column": column, "options": [], "unread": []}
    closing = re.search(r"</details>\s*$", rest, re.IGNORECASE)
    if words := (rest[: closing.start()] if closing else rest).strip():
        state.push("paragraph_open", "p", 1).map = [last, last + 1]
        inline = state.push("inline", "", 0)
        inline.content, inline.map, inline.children = words, [last, last + 1], []
        state.push("paragraph_close", "p", -1)
    if closing:
        _push(state, "directive_close", last, last + 1)
    state.line = last + 1


def _push(state: StateBlock, kind: str, first: int, end: int) -> Token:
    state.line = end
    token = state.push(kind, "", 0)
    token.map, token.meta = [first, end], {"colons": 0, "column": column_of(state, first)}
    return token


def _text(state: StateBlock, first: int, last: int) -> str:
    return state.src[state.bMarks[first] + state.tShift[first] : state.eMarks[last]].rstrip()
