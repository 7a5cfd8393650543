"""Inline content as plain text: for titles of windows, for search, for ids."""

from __future__ import annotations

from collections.abc import Iterable

from markdown_it.token import Token

_BREAKS = {"softbreak": " ", "hardbreak": " "}


def plain_text(tokens: Iterable[Token] | None) -> str:
    """The words of inline tokens: formulas as TeX, references as their text or name, marks left out."""
    return "".join(_plain(token) for token in tokens or ()).strip()


def _plain(token: Token) -> str:
    if token.type == "role":
        reference = token.meta["reference"]
        return getattr(reference, "text", "") or getattr(reference, "label", "") or token.content
    if token.type == "image":
        return plain_text(token.children or ())
    if token.type == "footnote_ref":
        return ""
    return _BREAKS.get(token.type, token.content)
