"""What search looks through, as scripts, because a page on a disk can fetch nothing else: headings, then the texts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from site_builder.document.course import Course
from site_builder.document.page import Heading, Page, Site, Words
from site_builder.document.plain import plain
from site_builder.render.course_pages import sources
from site_builder.render.sections import words_of, written

FOLDER = "assets/search"
PART_BYTES = 150_000
"""The most that one script of texts weighs when it is compressed."""
_DEEPEST = 3
"""Levels of headings that come first; the others come with the texts."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A page that is looked through: its address, what stands before its title, its words."""

    url: str
    label: str
    words: Words


def search_files(site: Site, words: Mapping[str, Any]) -> dict[str, bytes]:
    """The scripts by their path: number 0 has the headings of every page, the others texts of pages in order.

    Terms and sources, a section each, come after the lessons.
    """
    lessons = [_Found(page.url, _label(page, site.course, words), page.words) for page in site.pages if page.html]
    shown = [*lessons, *_lists(site, words)]
    parts = list(_parts(shown))
    heads = ",\n".join(_json(_head(page)) for page in shown)
    scripts = [f"lesson.searchData(0,{len(parts)},[\n{heads}\n]);\n"]
    first = 0
    for number, part in enumerate(parts, 1):
        texts = ",\n".join(page.words.sections for page in part)
        scripts.append(f"lesson.searchData({number},{first},[\n{texts}\n]);\n")
        first += len(part)
    return {f"{FOLDER}/{number}.js": script.encode() for number, script in enumerate(scripts)}


def _lists(site: Site, words: Mapping[str, Any]) -> Iterator[_Found]:
    """The glossary and the sources, where they have entries."""
    terms = [
        (Heading(_DEEPEST, f"term-{term.key}", _named(plain(term.title), term.english)), plain(term.sentence))
        for term in site.course.glossary.values()
    ]
    cited = [
        (Heading(_DEEPEST, f"source-{each.key}", plain(each.title)), f"{each.authors} {each.year or ''}".strip())
        for each in (placed.source for placed in sources(site))
    ]
    for name, entries in (("glossary", terms), ("sources", cited)):
        if entries:
            title = (Heading(1, "", words["course_pages"][name]["title"]), "")
            yield _Found(f"{name}/index.html", "", words_of([title, *entries]))


def _named(title: str, english: str) -> str:
    return title if english == title else f"{title} {english}"


def _parts(pages: Sequence[_Found]) -> Iterator[list[_Found]]:
    """Pages in order, as many together as one script may hold: compressed together they weigh less than apart."""
    part: list[_Found] = []
    weight = 0
    for page in pages:
        if part and weight + page.words.weight > PART_BYTES:
            yield part
            part, weight = [], 0
        part.append(page)
        weight += page.words.weight
    if part:
        yield part


def _label(page: Page, course: Course, words: Mapping[str, Any]) -> str:
    """What the lesson is called in the course."""
    place = course.lesson_of[page.id]
    label = course.chapter_of[place.chapter].label
    number = words["lesson"]["number"].format(n=place.number) if place.number else ""
    called = number or (words["lesson"]["fork"] if place.fork else "")
    return f"{label} {called}".strip()


def _head(page: _Found) -> list[str]:
    """Address, what the page is called in the course, and its headings."""
    headings = [written(each) for each in page.words.headings if each.level <= _DEEPEST]
    return [quote(page.url), page.label, *headings]


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
