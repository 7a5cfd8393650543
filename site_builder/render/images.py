"""Images of the course: where they lie in the course, and where in the site."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from site_builder.document.blocks import Figure
from site_builder.document.resolved import ResolvedLesson
from site_builder.problems import Problems
from site_builder.source.text import read_bytes

FOLDER = "assets/images"


def source_path(figure: Figure) -> str:
    """The file a figure shows, relative to the course's root."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(figure.position.path), figure.path))


def site_path(source: str) -> str:
    """Where that file lies in the site."""
    return f"{FOLDER}/{source.removeprefix('content/')}"


def read_images(lessons: Sequence[ResolvedLesson], root: Path, problems: Problems) -> dict[str, bytes]:
    """Path in the site → bytes, for every image that lessons show; what cannot be read is told."""
    images: dict[str, bytes] = {}
    for figure in _figures(tuple(lessons)):
        base = posixpath.dirname(figure.position.path)
        data = read_bytes(root, figure.path, problems, base=base, at=figure.position)
        if data is not None:
            images[site_path(source_path(figure))] = data
    return images


def _figures(node: Any) -> Iterator[Figure]:
    """Every image of the lessons, in reading order."""
    match node:
        case Figure():
            yield node
        case tuple() | list():
            for item in node:
                yield from _figures(item)
        case ResolvedLesson(lesson=lesson):
            yield from _figures(lesson.blocks)
        case _:
            for name in ("body", "sections"):
                yield from _figures(getattr(node, name, ()))


def image_url(figure: Figure) -> str:
    """The address of a figure's file as seen from a lesson's page, two folders down."""
    return quote(f"../../{site_path(source_path(figure))}")
