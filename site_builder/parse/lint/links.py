"""Brackets that were meant as links: an address with a space, one that no link may have, names without a definition."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markdown_it.common.normalize_url import normalizeLink
from markdown_it.helpers import parseLinkDestination

from site_builder.parse.addresses import may_lead_to
from site_builder.problems import Mistake

_WORDS = re.compile(r"(?<!\\)\[(?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.){0,300}\]){0,1000}\](?=\()", re.DOTALL)
_ADDRESS = re.compile(r"\(([^\n()<>\"']+)\)")
_LOOKS_LIKE_ONE = re.compile(
    r"(?:https?:|\.{0,2}/).*|.*\.(?:md|html?|png|jpe?g|svg|webp|pdf|csv)(?:#.*)?", re.IGNORECASE
)
_SPACE = re.compile(r"[ \n]*")
_END = re.compile(r"[ \n]*[)\"'(]")
_REFERENCE = re.compile(r"(?<![A-Za-z0-9\])\\^!])!?\[((?:[^\[\]\\\n]|\\.){1,300})\]\[([^\[\]\n^@]{0,300})\]")
_NOTE = re.compile(r"(?<!\\)\[\^[^\s\[\]]{1,100}\]")


def unmade_links(content: str) -> Iterator[Mistake]:
    """Each such place of `content`, in which links that were made have no brackets."""
    for words in _WORDS.finditer(content):
        address = _ADDRESS.match(content, words.end())
        if address and len(address[1].split()) > 1 and _LOOKS_LIKE_ONE.fullmatch(address[1].strip()):
            message = f"the space in {address[1].strip()[:60]!r} keeps this from being a link"
            hint = "write %20 for it, or put the address in <>"
            yield Mistake("link-has-a-target", message, hint, "warning", words.start())
        elif refused := _refused(content, words.end() + 1):
            message = f"a link may not lead to {refused[:60]!r}"
            hint = "write an address that begins with https:// or mailto:, or the path of a lesson"
            yield Mistake("link-is-written-right", message, hint, "error", words.start())
    for found in _REFERENCE.finditer(content):
        name = (found[2] or found[1])[:60]
        message = f"no line of this file says where [{name}] leads, so the brackets would be printed"
        hint = rf"write [words](address), or \[ where it is text; or add a line [{name}]: address"
        yield Mistake("link-is-written-right", message, hint, "warning", found.start())
    for note in _NOTE.finditer(content):
        yield Mistake(
            "link-is-written-right",
            f"there is no footnote {note[0]}",
            f"write it in a line of its own: {note[0]}: …",
            "warning",
            note.start(),
        )


def _refused(content: str, start: int) -> str:
    """The address that begins at `start`, where no link may lead to it."""
    space = _SPACE.match(content, start)
    found = parseLinkDestination(content, space.end() if space else start, len(content))
    meant = found.ok and _END.match(content, found.pos)
    return found.str if meant and not may_lead_to(normalizeLink(found.str)) else ""
