"""Soft line breaks between wide characters vanish: Chinese is written without spaces."""

from __future__ import annotations

from itertools import pairwise

from markdown_it.token import Token

from site_builder.document.inline import (
    CiteReference,
    DimReference,
    EvalReference,
    LiveReference,
    SetReference,
    TargetReference,
)
from site_builder.source.characters import (
    is_ideographic_variation_selector,
    is_variation_selector,
    joins_lines,
)

_UNKNOWN = "一"
"""Stands for what a reference will print: a lesson's or term's title, in the language of the course."""


def without_soft_breaks(tokens: list[Token]) -> list[Token]:
    """`tokens` without the breaks that would show as a space inside a Chinese sentence."""
    for token, following in pairwise(tokens):
        if token.type == "text" and following.type == "softbreak":
            token.content = token.content.rstrip(" \t")
    return [
        token
        for index, token in enumerate(tokens)
        if token.type != "softbreak" or not joins_lines(_edge(tokens, index, -1), _edge(tokens, index, 1))
    ]


def _edge(tokens: list[Token], index: int, step: int) -> str:
    """The visible character nearest to the token at `index`, before it (-1) or after it (1)."""
    index += step
    while 0 <= index < len(tokens):
        text = _shown(tokens[index])
        if text is None:
            return " "
        if text:
            return _last_base(text) if step < 0 else text[0]
        index += step
    return " "


def _shown(token: Token) -> str | None:
    """What a token shows at its edges; None where it is a break, a formula or a number."""
    if token.type in ("text", "code_inline"):
        return token.content
    if token.type == "role":
        return _reference_text(token)
    return "" if token.nesting or token.type == "footnote_ref" else None


def _reference_text(token: Token) -> str | None:
    reference = token.meta.get("reference")
    if isinstance(reference, SetReference):
        return reference.label
    if reference is None or isinstance(
        reference, (EvalReference, LiveReference, DimReference, CiteReference, TargetReference)
    ):
        return None
    return reference.text or _UNKNOWN


def _last_base(text: str) -> str:
    """The last character of `text` that is no variation selector."""
    bases = (char for char in reversed(text) if not is_variation_selector(char))
    return next((char for char in bases if not is_ideographic_variation_selector(char)), " ")
