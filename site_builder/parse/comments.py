"""``<!-- … -->``, which no page shows: left out, and reported once a file."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from site_builder.parse.maths import TERMINATED
from site_builder.parse.parser import LessonState, of_lessons
from site_builder.problems import Problems, SourcePosition

_LONGEST = 20_000
"""Characters of a comment; a longer one is printed, and reported as not closed."""
_LONGEST_IN_TEXT = 4_000
HINT = "remove them, or let course.yaml ignore this rule"


def comments_plugin(md: MarkdownIt) -> None:
    md.inline.ruler.before("autolink", "comment", of_lessons(_inline))
    md.block.ruler.before("fence", "comment", _block, {"alt": list(TERMINATED)})


def _inline(state: LessonState, silent: bool) -> bool:
    if not state.src.startswith("<!--", state.pos):
        return False
    close = state.src.find("-->", state.pos + 4, min(state.pos + _LONGEST_IN_TEXT, state.posMax))
    if close < 0:
        return False
    if not silent:
        state.push("comment", "", 0)
    state.pos = close + 3
    return True


def _block(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """A comment that has its lines for itself, empty ones among them."""
    start = state.bMarks[first] + state.tShift[first]
    if not state.src.startswith("<!--", start) or state.is_code_block(first):
        return False
    close = state.src.find("-->", start + 4, start + _LONGEST)
    if close < 0 or close == state.env.get("comment_end"):
        return False
    last = bisect_left(state.eMarks, close + 3, first, end)
    stands_alone = last < end and not state.src[close + 3 : state.eMarks[last]].strip()
    within = range(first + 1, last + 1)
    if not stands_alone or any(state.sCount[line] < state.blkIndent and not state.isEmpty(line) for line in within):
        state.env["comment_end"] = close  # nor is it one for the lines between
        return False
    if not silent:
        state.line = last + 1
        token = state.push("comment", "", 0)
        token.map, token.meta["column"] = [first, state.line], start - state.bMarks[first] + 1
    return True


def without_comments(tokens: Sequence[Token], lines: Sequence[str], path: str, problems: Problems) -> list[Token]:
    """The tokens without the comments in lines of their own; the first one is reported, with how many there are."""
    found = [token for token in tokens if token.type == "comment"]
    inside = [
        token
        for token in tokens
        if token.type == "inline" and any(_is_comment(child) for child in token.children or ())
    ]
    count = len(found) + sum(_is_comment(child) for token in inside for child in token.children or ())
    if count:
        row = min(token.map[0] for token in (*found, *inside) if token.map)
        at = SourcePosition(path, row + 1, max(lines[row].find("<!--"), 0) + 1)
        many = "a comment is" if count == 1 else f"{count} comments of this file are"
        problems.warning(at, "comment-is-not-printed", f"{many} left out of the page", HINT)
    return [token for token in tokens if token.type != "comment"]


def _is_comment(token: Token) -> bool:
    return token.type == "comment"


def without_inline_comments(children: Sequence[Token]) -> list[Token]:
    """A text's tokens without comments, and without the second of two spaces around one."""
    made: list[Token] = []
    is_behind = False
    for child in children:
        if _is_comment(child):
            is_behind = True
            continue
        ends_in_space = not made or made[-1].content.endswith(" ")
        if is_behind and child.type == "text" and ends_in_space:
            child.content = child.content.lstrip(" ")
        made.append(child)
        is_behind = False
    return made
