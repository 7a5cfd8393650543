"""A figure's file is the image that its name says."""

from __future__ import annotations

import posixpath
import re

from site_builder.render.drawing import fault_of_drawing

_BEGINNINGS: tuple[tuple[str, re.Pattern[bytes]], ...] = (
    (".png", re.compile(rb"\x89PNG\r\n\x1a\n")),
    (".jpg", re.compile(rb"\xff\xd8\xff")),
    (".jpeg", re.compile(rb"\xff\xd8\xff")),
    (".gif", re.compile(rb"GIF8[79]a")),
    (".webp", re.compile(rb"RIFF....WEBP", re.DOTALL)),
    (".avif", re.compile(rb"....ftypavi[fs]", re.DOTALL)),
)
_DRAWING = ".svg"
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
    return "" if beginning.match(data) else f"what it holds is no {suffix[1:]} image"
