"""Links, guarded: brackets by the thousand stay text and are reported."""

from __future__ import annotations

from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, reference
from markdown_it.rules_inline import StateInline, image, link

from site_builder.parse.parser import DEPTH, LessonState, of_lessons

_LOOKAHEAD = 12
"""Lines that one link definition may take."""


def brackets_plugin(md: MarkdownIt) -> None:
    md.inline.ruler.at("link", of_lessons(_guarded(link)))
    md.inline.ruler.at("image", of_lessons(_guarded(image)))
    md.block.ruler.at("reference", _definition)


def _guarded(rule: Callable[[StateInline, bool], bool]) -> Callable[[LessonState, bool], bool]:
    """`rule`, unless the brackets of the paragraph nest too deep to be looked through."""

    def guarded(state: LessonState, silent: bool) -> bool:
        if state.src[state.pos] not in "![":
            return False
        if state.bracket_depth is None:
            state.bracket_depth = _depth(state.src)
            if state.bracket_depth > DEPTH:
                message = f"brackets nest deeper than {DEPTH} levels here"
                state.note("nesting-is-shallow", message, severity="error")
        start, before = state.pos, len(state.tokens)
        matched = state.bracket_depth <= DEPTH and rule(state, silent)
        if matched and not silent:
            opening = next(token for token in state.tokens[before:] if token.type in ("link_open", "image"))
            opening.meta["offset"] = state.base + start
        return matched

    return guarded


def _depth(source: str) -> int:
    depth = deepest = 0
    for char in source:
        if char == "[":
            depth += 1
            deepest = max(deepest, depth)
        elif char == "]" and depth:
            depth -= 1
    return deepest


def _definition(state: StateBlock, first: int, end: int, silent: bool) -> bool:
    """Upstream's rule reads the whole paragraph for each definition; here it sees a few lines."""
    last, state.lineMax = state.lineMax, min(state.lineMax, first + _LOOKAHEAD)
    try:
        return reference(state, first, min(end, state.lineMax), silent)
    finally:
        state.lineMax = last
