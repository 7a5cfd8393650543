"""Markdown links between lessons: written to the file ``other.md#heading``, built to the other's page."""

from __future__ import annotations

import posixpath
from urllib.parse import unquote, urlsplit

from site_builder.course.course import lesson_path
from site_builder.document.inline import Token
from site_builder.resolve.references import lesson_href
from site_builder.resolve.scope import Scope


def to_built_page(token: Token, scope: Scope) -> Token:
    """A link that leads to a written lesson's file leads to its page; any other link stays as it is.

    What the author wrote stays in ``meta["written"]``, for the messages of whoever checks links.
    """
    written = str(token.attrGet("href") or "")
    target = urlsplit(written)
    if target.scheme or target.netloc or not target.path:
        return token
    position = token.meta.get("position", scope.lesson.position)
    path = posixpath.normpath(posixpath.join(posixpath.dirname(position.path), unquote(target.path)))
    name = posixpath.basename(path).removesuffix(".md")
    lesson = scope.course.lesson_of.get(name)
    if lesson is None or not lesson.written or lesson_path(name) != path:
        return token
    href = lesson_href(lesson) + (f"#{target.fragment}" if target.fragment else "")
    return token.copy(attrs=token.attrs | {"href": href}, meta=token.meta | {"written": written})
