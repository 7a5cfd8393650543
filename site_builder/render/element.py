"""Ids of a page's own parts, made of a name the author gave, and the links that lead to them."""

from __future__ import annotations

from urllib.parse import quote

from markupsafe import Markup, escape

_SPACES = {ord(space): quote(space) for space in " \t\n\f\r%"}


def element_id(kind: str, name: str) -> Markup:
    """The id ``kind-name``, ready for an attribute: without white space, equal for no two names."""
    return escape(f"{kind}-{name.translate(_SPACES)}")


def fragment(kind: str, name: str) -> Markup:
    """The link to that element, ready for an attribute."""
    return escape("#" + quote(f"{kind}-{name.translate(_SPACES)}", safe="!$&'()*+,;=:@/?~"))
