"""Images of the course: where they lie in the course, and where in the site."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from urllib.parse import quote

from site_builder.document.blocks import Figure
from site_builder.document.page import Image, Page
from site_builder.parse.addresses import is_elsewhere
from site_builder.problems import Problems
from site_builder.render.image_check import fault_of_image
from site_builder.source.snapshot import Files

FOLDER = "assets/images"


def source_path(figure: Figure | Image) -> str:
    """The file a figure shows, relative to the course's root."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(figure.position.path), figure.path))


def site_path(source: str) -> str:
    """Where that file lies in the site."""
    return f"{FOLDER}/{source.removeprefix('content/')}"


def read_images(pages: Iterable[Page], files: Files, problems: Problems) -> dict[str, bytes]:
    """Path in the site → bytes, for every image that pages show; what is no image or cannot be read is reported.

    An image from elsewhere has been reported where it stands.
    """
    images: dict[str, bytes] = {}
    sources: dict[str, str] = {}
    for figure in (image for page in pages for image in page.images if not is_elsewhere(image.path)):
        source = source_path(figure)
        path = site_path(source)
        if (other := sources.setdefault(path, source)) != source:
            message = f"{other} and {source} would both be published as {path}"
            problems.error(figure.position, "output-is-unique", message, "rename one of them")
        if path in images:
            continue
        base = posixpath.dirname(figure.position.path)
        data = files.data(figure.path, problems, base=base, at=figure.position)
        if data is None:
            continue
        if fault := fault_of_image(figure.path, data):
            message = f"{figure.path!r} is not published: {fault}"
            problems.error(figure.position, "image-is-a-figure", message)
        images[path] = data
    return images


def image_url(figure: Figure | Image) -> str:
    """The address of a figure's file as seen from a lesson's page, two folders down."""
    return quote(f"../../{site_path(source_path(figure))}")
