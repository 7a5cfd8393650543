"""``[text](a file.md)``: meant as a link, but a space ends an address, so it would be printed as it stands."""

from __future__ import annotations

import re

from site_builder.parse.parser import DEPTH, LessonState
from site_builder.parse.slip import slip

_ADDRESS = re.compile(r"\(([^\n()<>\"']+)\)")
_LOOKS_LIKE_ONE = re.compile(
    r"(?:https?:|\.{0,2}/).*|.*\.(?:md|html?|png|jpe?g|svg|webp|pdf|csv)(?:#.*)?", re.IGNORECASE
)


def spaced_link(state: LessonState, silent: bool) -> bool:
    """A rule that stands after that of links, so that it only sees brackets that are none.  Never matches."""
    if silent or state.src[state.pos] != "[":
        return False
    if state.bracket_depth is None or state.bracket_depth > DEPTH:
        return False
    end = state.md.helpers.parseLinkLabel(state, state.pos)
    found = _ADDRESS.match(state.src, end + 1) if end >= 0 else None
    address = found[1].strip() if found else ""
    if len(address.split()) > 1 and _LOOKS_LIKE_ONE.fullmatch(address):
        message = f"the space in {address[:60]!r} keeps this from being a link"
        state.slips.append(slip(state.pos, "link-has-a-target", message, "write %20 for it, or put the address in <>"))
    return False
