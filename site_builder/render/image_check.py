"""A figure's file is the image that its name says."""

from __future__ import annotations

import posixpath
import re

from site_builder.render.drawing import fault_of_drawing
from site_builder.source.image_size import image_size

_BEGINNINGS: tuple[tuple[str, re.Pattern[bytes]], ...] = (
    (".png", re.compile(rb"\x89PNG\r\n\x1a\n")),
    (".jpg", re.compile(rb"\xff\xd8\xff")),
    (".jpeg", re.compile(rb"\xff\xd8\xff")),
    (".gif", re.compile(rb"GIF8[79]a")),
    (".webp", re.compile(rb"RIFF....WEBP", re.DOTALL)),
    (".avif", re.compile(rb"....ftypavi[fs]", re.DOTALL)),
)
_DRAWING = ".svg"
_MOST_PIXELS = 50_000_000
"""A browser holds four bytes for each, whatever the file's size."""
KINDS = (*(suffix for suffix, _ in _BEGINNINGS), _DRAWING)
"""The kinds of images, by the ends of their names."""


def fault_of_image(path: str, data: bytes) -> str:
    """Why the file at `path` may not be published as an image, or nothing."""
    suffix = posixpath.splitext(path)[1].lower()
    if suffix == _DRAWING:
        return fault_of_drawing(data)
    beginning = dict(_BEGINNINGS).get(suffix)
    if beginning is None:
        return f"its name does not end in {', '.join(KINDS)}"
    size = image_size(data) if beginning.match(data) else None
    if size is None:
        return f"what it holds is no {suffix[1:]} image"
    if size[0] * size[1] > _MOST_PIXELS:
        return f"it is {size[0]:,} × {size[1]:,} pixels large, which a phone cannot draw; make it smaller"
    return ""
