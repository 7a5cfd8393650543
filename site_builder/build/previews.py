"""The pictures of lessons for links to them; one that a store holds is not drawn again."""

from __future__ import annotations

import base64
import hashlib
import posixpath
from collections.abc import Callable, Sequence

from site_builder.build.key import digest_of
from site_builder.build.store import Store
from site_builder.document.course import Course
from site_builder.document.page import Page
from site_builder.document.plain import plain
from site_builder.output.raster import rasteriser
from site_builder.render.preview import NAME, Face, Preview, preview_svg
from site_builder.render.theme import Theme


def previews(course: Course, pages: Sequence[Page], theme: Theme, face: Face, store: Store | None) -> dict[str, bytes]:
    """A picture beside each lesson's page, by its path in the site."""
    tokens, typeface = theme.static["css/tokens.css"].decode(), hashlib.sha256(face.data).hexdigest()
    found = dict[str, bytes]()
    with rasteriser(face.family, face.data) as draw:
        for page in (page for page in pages if page.html):
            preview = Preview(plain(course.title), plain(course.lesson_of[page.id].name), *page.rows.number)
            svg = preview_svg(preview, tokens)
            key = digest_of("preview", face.family, typeface, svg)
            found[posixpath.join(posixpath.dirname(page.url), NAME)] = _drawn(svg, draw, key, store)
    return found


def _drawn(svg: str, draw: Callable[[str], bytes], key: str, store: Store | None) -> bytes:
    kept = store.get(key) if store else None
    if isinstance(kept, str):
        return base64.b64decode(kept)
    drawn = draw(svg)
    if store:
        store.put(key, base64.b64encode(drawn).decode())
    return drawn
