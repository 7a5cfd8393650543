"""``<details><summary>title</summary>`` … ``</details>``, GitHub's way to fold a text: the frame `dig`.

As with colons, the rule only marks where the frame opens and closes.  Within a list, a quote or a footnote, where no
directive may stand, the marks are tokens of the text: `check_folds` sees that they match.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from site_builder.parse.maths import TERMINATED
from site_builder.parse.parser import column_of
from site_builder.parse.places import first_line
from site_builder.problems import Problems, SourcePosition

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
    if not text.startswith("<") or state.is_code_block(first):
        return False
    if _CLOSING.fullmatch(text):
        if not silent:
            _push(state, "fold_close" if state.level else "directive_close", first, first + 1)
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
    title = summary[1] if summary else ""
    column = column_of(state, first) + (summary.start(1) if summary and "\n" not in text[: summary.start(1)] else 0)
    _push_opening(state, first, last, " ".join(_TAG.sub("", title).split()), column)
    closing = re.search(r"</details>\s*$", rest, re.IGNORECASE)
    if words := (rest[: closing.start()] if closing else rest).strip():
        state.push("paragraph_open", "p", 1).map = [last, last + 1]
        _push_words(state, words, last)
        state.push("paragraph_close", "p", -1)
    if closing:
        _push(state, "fold_close" if state.level else "directive_close", last, last + 1)
    state.line = last + 1


def _push_opening(state: StateBlock, first: int, last: int, title: str, column: int) -> None:
    token = _push(state, "fold_open" if state.level else "directive_open", first, last + 1)
    if state.level:
        inline = _push_words(state, title, first)
        inline.meta |= {"column": column, "dropped": ()}
        state.push("fold_body", "", 0)
        return
    token.info = "dig"
    token.meta |= {"known": True, "argument": title, "argument_column": column, "options": [], "unread": []}


def _push_words(state: StateBlock, words: str, line: int) -> Token:
    inline = state.push("inline", "", 0)
    inline.content, inline.map, inline.children = words, [line, line + 1], []
    return inline


def _push(state: StateBlock, kind: str, first: int, end: int) -> Token:
    state.line = end
    token = state.push(kind, "", 0)
    token.map, token.meta = [first, end], {"colons": 0, "column": column_of(state, first)}
    return token


def _text(state: StateBlock, first: int, last: int) -> str:
    lines = (state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]] for line in range(first, last + 1))
    return "\n".join(lines).rstrip()


def check_folds(tokens: Sequence[Token], path: str, problems: Problems) -> None:
    """Report the folds of lists, quotes and footnotes that do not close where they opened, and what they lack."""
    open_folds: list[tuple[Token, int]] = []
    depth = 0
    for before, title, token in zip([None, None, *tokens], [None, *tokens], tokens, strict=False):
        depth += token.nesting
        while open_folds and depth < open_folds[-1][1]:
            _report(open_folds.pop()[0], "directive-is-closed", "this <details> is not closed", _CLOSE, path, problems)
        if token.type == "fold_open":
            open_folds.append((token, depth))
        elif token.type == "fold_body" and before and title and not title.content:
            _report(before, "directive-argument-is-right", "this <details> needs a title", _TITLE, path, problems)
        elif token.type == "fold_close" and not (open_folds and open_folds[-1][1] == depth):
            _report(token, "directive-is-closed", "</details> closes nothing here", _CLOSE, path, problems)
        elif token.type == "fold_close":
            opened = open_folds.pop()[0]
            if title and title.type == "fold_body":
                _report(opened, "directive-body-is-right", "this <details> is empty", "write its text", path, problems)


_TITLE = "write <summary>title</summary> behind it"
_CLOSE = "write both tags in the same list item or quote, each at the beginning of a line"


def _report(token: Token, rule: str, message: str, hint: str, path: str, problems: Problems) -> None:
    problems.error(SourcePosition(path, first_line(token) + 1, token.meta["column"]), rule, message, hint)
