"""Images of the course: where they lie in the course, and where in the site."""

from __future__ import annotations

import posixpath
from urllib.parse import quote

from site_builder.document.blocks import Figure

FOLDER = "assets/images"


def source_path(figure: Figure) -> str:
    """The file a figure shows, relative to the course's root."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(figure.position.path), figure.path))


def site_path(source: str) -> str:
    """Where that file lies in the site."""
    return f"{FOLDER}/{source.removeprefix('content/')}"


def image_url(figure: Figure) -> str:
    """The address of a figure's file as seen from a lesson's page, two folders down."""
    return quote(f"../../{site_path(source_path(figure))}")
