"""A page as all that comes after it needs it: its HTML, and rows of texts and numbers instead of trees."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import unquote

from site_builder.document.course import Course
from site_builder.document.inline import Token
from site_builder.engine.sheet import Sheet
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


def image_of(token: Token) -> Image:
    """The image that stands in a text."""
    return Image(unquote(str(token.attrs["src"])), token.meta["position"])


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A claim: its element's id, its HTML without links, its grade, and its source with a place or its section's id."""

    element: str
    html: str
    grade: str
    source: str
    place: str
    section: str


@dataclass(frozen=True, slots=True)
class Rows:
    """What the pages about the whole course say of a page.

    `promised` and `paid` are pairs of a promise and the id of the element that makes or pays it; `terms` and `cited`
    are keys; `minutes` and `experiments` what a reader needs for it and finds in it.  `lede` is its
    description, `date` the day of its content, `number` the last number of its description and its clause.
    """

    minutes: int = 0
    experiments: int = 0
    lede: str = ""
    date: str = ""
    number: tuple[str, str] = ("", "")
    claims: tuple[ClaimRow, ...] = ()
    promised: tuple[tuple[str, str], ...] = ()
    paid: tuple[tuple[str, str], ...] = ()
    terms: tuple[str, ...] = ()
    cited: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a section, as plain words; the level is 1 for a lesson's own title, which has no id."""

    level: int
    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Words:
    """What search knows of a page: its headings in reading order, and below each of them what text.

    `sections` is the JSON of both as it is sent; `weight` its size in bytes when it is compressed alone.
    """

    headings: tuple[Heading, ...] = ()
    sections: str = "[]"
    weight: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """What one lesson has become.

    `url` is its path in the site and `html` the page; both are empty for a lesson that is not published, `html` also
    for one with errors.  `read` is what it was made from: path → `Files.fingerprint`.  `model` is the anchor its
    numbers are of, `record` the page as ``numbers.json`` has it, `rows` what pages about the whole course say of it.
    """

    id: str
    url: str = ""
    html: str = ""
    has_charts: bool = False
    links: tuple[Link, ...] = ()
    images: tuple[Image, ...] = ()
    words: Words = Words()
    problems: tuple[Problem, ...] = ()
    read: Mapping[str, str] = field(default_factory=dict)
    model: str = ""
    record: Mapping[str, Any] = field(default_factory=dict)
    rows: Rows = Rows()


Live: TypeAlias = dict[str, tuple[tuple[Any, ...], Any]]


def remembered(live: Live, name: str, made_from: tuple[Any, ...], make: Callable[[], Any]) -> Any:
    """What `make` gives, or what it gave before under this `name`, if that was made from the same."""
    before = live.get(name)
    if before is None or before[0] != made_from:
        before = live[name] = (made_from, make())
    return before[1]


@dataclass(frozen=True, slots=True)
class Site:
    """What the pages about the whole course are made from: the course, and its pages in order.  They read no lesson.

    `sheets` are the anchors and fact sheets by id, as far as they can be read; `quantities` the formulas of the
    course's own, with the units they are said to come out in and the place of each; `live` what an earlier build of
    this process has made.
    """

    course: Course
    pages: tuple[Page, ...]
    sheets: Mapping[str, Sheet | None] = field(default_factory=dict)
    quantities: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    live: Live = field(default_factory=dict)
