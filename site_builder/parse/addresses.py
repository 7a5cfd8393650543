"""Where a link may lead: a page of the web, a mail address, a place in the course."""

from __future__ import annotations

import re

_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_ALLOWED = re.compile(r"https?://[^/?#]|mailto:[^?]", re.IGNORECASE)


def is_elsewhere(path: str) -> bool:
    """Whether an image lies on another site, or in the address itself, and not in the course."""
    return "://" in path or path.startswith(("//", "data:"))


def may_lead_to(address: str) -> bool:
    """Whether a link may lead there: markdown-it asks before it makes one of ``[words](address)`` or ``<address>``."""
    if address.startswith(("//", "\\\\")):
        return False
    return bool(_ALLOWED.match(address)) or not _SCHEME.match(address)
