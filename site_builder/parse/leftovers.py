"""Emphasis marks that found no partner: told, and joined to the text around them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from site_builder.parse.parser import LessonState
from site_builder.parse.slip import slip

_MARKS = ("*", "_", "~~")
_LONG = 1000


def tell_leftovers(state: LessonState) -> None:
    """A rule that runs once marks have been paired: two or more that are left would be printed."""
    marks = [token for token in state.tokens if token.type == "text" and token.content in _MARKS]
    for (offset, mark), run in groupby(marks, lambda token: (token.meta.get("offset"), token.content)):
        length = len(mark) * len(list(run))
        if offset is not None and length >= 2:
            message = f"{mark[0] * length} has no partner and would be printed"
            hint = f"write \\{mark[0]} for the sign, or put code in backticks"
            state.slips.append(slip(offset - state.base, "emphasis-is-closed", message, hint))


def flush_long_text(state: StateInline, silent: bool) -> bool:
    """A rule that stands before all others and never matches: it turns a long run of pending text into a token.

    Upstream adds to the run character by character, each time at the price of its length.
    """
    if len(state.pending) > _LONG and not silent and not state.pending.endswith(" "):
        state.pushPending()
    return False


def join_text(state: LessonState) -> None:
    """Neighbouring texts become one, and levels are counted anew.

    The same as upstream's ``fragments_join`` in time that grows with the text, not with its square.
    """
    joined: list[Token] = []
    for is_text, run in groupby(state.tokens, lambda token: token.type == "text"):
        tokens = list(run)
        joined += [_one_text(tokens)] if is_text else tokens
    state.tokens[:] = joined
    level = 0
    for token in state.tokens:
        level += min(token.nesting, 0)
        token.level = level
        level += max(token.nesting, 0)


def _one_text(texts: Sequence[Token]) -> Token:
    texts[0].content = "".join(token.content for token in texts)
    return texts[0]
