"""The Markdown rules for `$…$` and for `$$` blocks."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

from site_builder.parse.dollars import Formula, read_dollar
from site_builder.parse.parser import LessonState, of_lessons
from site_builder.problems import Mistake

TERMINATED = ("paragraph", "reference", "blockquote", "list")
"""The blocks that a line of ours ends, as Markdown's fences do."""


_LABEL = re.compile(r"(?<=\$\$)[ \t]*([(（][\w:.-]+[)）])[ \t]*$", re.ASCII)


def maths_plugin(md: MarkdownIt) -> None:
    md.inline.ruler.before("escape", "math_inline", of_lessons(_inline))
    md.block.ruler.before("fence", "math_block", _block, {"alt": list(TERMINATED)})


def _inline(state: LessonState, silent: bool) -> bool:
    if state.src[state.pos] != "$":
        return False
    found = read_dollar(state.src, state.pos, state.posMax)
    if isinstance(found, Formula):
        if not silent:
            kind = "math_inline" if found.dollars == "$" else "math_inline_double"
            token = state.push(kind, "math", 0)
            token.content, token.markup = found.tex, found.dollars
        state.pos = found.end
        return True
    run = 2 if state.src.startswith("$$", state.pos) else 1
    if not silent:
        if isinstance(found, Mistake):
            state.mistakes.append(found)
        state.pending += "$" * run
    state.pos += run
    return True


def _block(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """``$$`` on lines of its own, or around one line; a formula holds no blank line."""
    if state.is_code_block(first) or not _line(state, first).startswith("$$"):
        return False
    last = _closing_line(state, first, end)
    if last < 0:
        return False
    if not silent:
        lines = state.getLines(first, last + 1, state.sCount[first], False)
        state.line = last + 1
        token = state.push("math_block", "math", 0)
        text, token.meta["label"] = _unlabelled(lines.strip())
        token.content = text.removeprefix("$$").removesuffix("$$").strip("\n")
        token.markup, token.map = "$$", [first, state.line]
    return True


def _unlabelled(text: str) -> tuple[str, str]:
    """The text without a label behind its closing dollars, and that label in its brackets."""
    found = _LABEL.search(text)
    return (text[: found.start(1)].rstrip(), found[1]) if found else (text.rstrip(), "")


def _closing_line(state: StateBlock, first: int, end: int) -> int:
    """The line that ends in the closing dollars, or -1."""
    opening = _unlabelled(_line(state, first))[0]
    if "$$" in opening[2:]:
        return first if opening.endswith("$$") and opening.count("$$") == 2 and len(opening) > 4 else -1
    for line in range(first + 1, end):
        text = _unlabelled(_line(state, line))[0]
        if not text or state.sCount[line] < state.blkIndent:
            return -1
        if "$$" in text:
            return line if text.endswith("$$") and text.count("$$") == 1 else -1
    return -1


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]
