"""Where a link may lead: a page of the web, a mail address, a place in the course.  Anything else is told."""

from __future__ import annotations

import re

from site_builder.parse.parser import DEPTH, LessonState
from site_builder.parse.slip import slip

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_SPACE = re.compile(r"[ \n]*")
_END = re.compile(r"[ \n]*[)\"'(]")
_ALLOWED = re.compile(r"https?://[^/?#]|mailto:[^?]", re.IGNORECASE)


def may_lead_to(address: str) -> bool:
    """Whether a link may lead there: markdown-it asks before it makes one of ``[words](address)`` or ``<address>``."""
    if address.startswith(("//", "\\\\")):
        return False
    return bool(_ALLOWED.match(address)) or not _SCHEME.match(address)


def refused_address(state: LessonState, silent: bool) -> bool:
    """A rule that stands after that of links, so that it only sees brackets that are none.  Never matches."""
    if silent or state.src[state.pos] != "[":
        return False
    if state.bracket_depth is None or state.bracket_depth > DEPTH:
        return False
    end = state.md.helpers.parseLinkLabel(state, state.pos)
    if end < 0 or not state.src.startswith("(", end + 1):
        return False
    space = _SPACE.match(state.src, end + 2)
    found = state.md.helpers.parseLinkDestination(state.src, space.end() if space else end + 2, state.posMax)
    meant = found.ok and _END.match(state.src, found.pos)
    if meant and not may_lead_to(state.md.normalizeLink(found.str)):
        message = f"a link may not lead to {found.str[:60]!r}"
        hint = "write an address that begins with https:// or mailto:, or the path of a lesson"
        state.slips.append(slip(state.pos, "link-is-written-right", message, hint, severity="error"))
    return False
