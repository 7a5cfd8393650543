"""Neighbouring texts become one; marks of emphasis that found no partner are among them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from markdown_it.token import Token

from site_builder.parse.parser import LessonState

_MARKS = ("*", "_", "~~")
_TEXTS = ("text", "text_special")


def join_text(state: LessonState) -> None:
    """Neighbouring texts become one, and levels are counted anew.

    The same as upstream's ``fragments_join`` in time that grows with the text, not with its square.
    """
    joined: list[Token] = []
    for is_text, run in groupby(state.tokens, lambda token: token.type in _TEXTS):
        tokens = list(run)
        joined += [_one_text(tokens)] if is_text else tokens
    state.tokens[:] = joined
    level = 0
    for token in state.tokens:
        level += min(token.nesting, 0)
        token.level = level
        level += max(token.nesting, 0)


def _one_text(texts: Sequence[Token]) -> Token:
    """Their words in the first; `parts` has the offset of each, in these words and in what was written."""
    marks = [(token.meta["offset"], token.content) for token in texts if _is_mark(token)]
    if marks:
        texts[0].meta["marks"] = marks
    parts, length = list[tuple[int, int]](), 0
    for token in texts:
        begins = token.meta.get("offset", token.meta.pop("begins", None))
        parts += [] if begins is None else [(length, begins)]
        length += len(token.content)
    texts[0].type = "text"
    texts[0].content = "".join(token.content for token in texts)
    texts[0].meta["parts"] = parts
    return texts[0]


def _is_mark(token: Token) -> bool:
    return token.type == "text" and token.content in _MARKS and "offset" in token.meta
