"""A bare ``https://…`` is a link, as on GitHub: the address itself, without the punctuation behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from site_builder.parse.places import Places

_ADDRESS = re.compile(r"(?<![\w/])https?://[^\s<>\"`\u2010-\u203a\u2e80-\U0003ffff]{1,500}")
_BEHIND = ".,:;!?'*_~"
"""Marks that end a sentence, not an address."""


def with_bare_links(tokens: Sequence[Token], content: str, places: Places) -> list[Token]:
    """The children of an inline token with this `content`, the addresses in their text made links."""
    made: list[Token] = []
    inside = seen = 0
    for token in tokens:
        inside += token.nesting if token.type.startswith("link_") else 0
        if token.type != "text" or inside or "://" not in token.content:
            made.append(token)
            continue
        for part in _linked(token):
            if part.type == "link_open":
                seen = max(content.find(str(part.attrs["href"]), seen), seen)  # each is looked for behind the last
                part.meta["position"] = places.at(seen)
            made.append(part)
    return made


def _linked(token: Token) -> Iterator[Token]:
    text, kept = token.content, 0
    for found in _ADDRESS.finditer(text):
        address = _without_end(found[0])
        if len(address) <= len("https://"):
            continue
        yield from _text(text[kept : found.start()])
        yield Token("link_open", "a", 1, attrs={"href": address}, markup="linkify", info="auto")
        yield from _text(address)
        yield Token("link_close", "a", -1, markup="linkify", info="auto")
        kept = found.start() + len(address)
    yield from _text(text[kept:]) if kept else [token]


def _text(text: str) -> list[Token]:
    return [Token("text", "", 0, content=text)] if text else []


def _without_end(address: str) -> str:
    """`address` without the marks at its end, and without brackets that it does not open."""
    while address and (address[-1] in _BEHIND or _closes_too_much(address)):
        address = address[:-1]
    return address


def _closes_too_much(address: str) -> bool:
    opening = {")": "(", "]": "[", "}": "{"}.get(address[-1])
    return opening is not None and address.count(address[-1]) > address.count(opening)
