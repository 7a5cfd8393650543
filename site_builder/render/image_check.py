"""A figure's file is the image that its name says, and an SVG among them nothing but a drawing.

A browser runs no script of an image on a page, but it does when a reader opens the file by itself.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from xml.etree import ElementTree

from site_builder.problems import Problems
from site_builder.source.decode import decode

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

_LIVE = frozenset(
    ["script", "foreignObject", "iframe", "embed", "object", "audio", "video", "handler", "listener", "a", "set"]
)
_ADDRESS = re.compile(r"\s*(?:#|data:image/(?:png|jpeg|gif|webp|avif)[;,])")
_FOREIGN_STYLE = re.compile(
    r"@import|expression\s*\(|url\s*\(\s*['\"]?\s*(?!#|data:image/(?:png|jpeg|gif|webp))", re.IGNORECASE
)


def fault_of_image(path: str, data: bytes) -> str:
    """Why the file at `path` may not be published as an image, or nothing."""
    suffix = posixpath.splitext(path)[1].lower()
    if suffix == _DRAWING:
        return _fault_of_drawing(data)
    beginning = dict(_BEGINNINGS).get(suffix)
    if beginning is None:
        return f"its name does not end in {', '.join(KINDS)}"
    return "" if beginning.match(data) else f"what it holds is no {suffix[1:]} image"


def _fault_of_drawing(data: bytes) -> str:
    text = decode(data, "", Problems())
    if text is None:
        return "it is not UTF-8 text"
    for mark in ("<!ENTITY", "<?xml-stylesheet"):
        if mark in text:
            return f"it holds {mark}"
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        line, column = error.position
        return f"it is no well-formed SVG (line {line}, column {column + 1})"
    if _name(root.tag) != "svg":
        return "it is no SVG"
    return next(_live_parts(root), "")


def _live_parts(root: ElementTree.Element) -> Iterator[str]:
    for element in root.iter():
        name = _name(element.tag)
        if name in _LIVE:
            yield f"it holds <{name}>"
        if name == "style" and _FOREIGN_STYLE.search("".join(element.itertext())):
            yield "its style asks for other files"
        for attribute, value in element.attrib.items():
            yield from _live_attribute(_name(attribute), value)


def _live_attribute(name: str, value: str) -> Iterator[str]:
    lowered = name.lower()
    if lowered.startswith("on"):
        yield f"it holds the handler {name}"
    elif lowered in ("href", "src") and not _ADDRESS.match(value):
        yield f"it refers to {value.strip()[:60]!r}"
    elif lowered == "attributename" and _name(value.replace(":", "}")).lower() == "href":
        yield "it changes an address"
    elif _FOREIGN_STYLE.search(value):
        yield f"its {name} asks for other files"


def _name(tag: object) -> str:
    return str(tag).rpartition("}")[2]
