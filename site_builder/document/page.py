"""A page as all that comes after it needs it: its HTML, and rows of texts and numbers instead of trees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from site_builder.document.course import Course
from site_builder.problems import Problem, SourcePosition


@dataclass(frozen=True, slots=True)
class Link:
    """A link of a lesson: where it leads from its page, and what its author wrote."""

    href: str
    written: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Image:
    """An image that a page shows: its path as its author wrote it, relative to the file it is written in."""

    path: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Page:
    """What one lesson has become.

    `url` is its path in the site and `html` the page; both are empty for a lesson that is not published, `html` also
    for one with errors.  `read` is what it was made from: path → `Files.fingerprint`.
    """

    id: str
    url: str = ""
    html: str = ""
    has_charts: bool = False
    links: tuple[Link, ...] = ()
    images: tuple[Image, ...] = ()
    problems: tuple[Problem, ...] = ()
    read: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Site:
    """What the pages about the whole course are made from: the course, and its pages in order.  They read no lesson."""

    course: Course
    pages: tuple[Page, ...]
