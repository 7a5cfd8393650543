"""What search looks through, as scripts, because a page on a disk can fetch nothing else: headings, then the texts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from site_builder.document.course import Course
from site_builder.document.page import Page
from site_builder.render.sections import written

FOLDER = "assets/search"
PART_BYTES = 150_000
"""The most that one script of texts weighs when it is compressed."""
_DEEPEST = 3
"""Levels of headings that come first; the others come with the texts."""


def search_files(course: Course, pages: Sequence[Page], words: Mapping[str, Any]) -> dict[str, bytes]:
    """The scripts by their path: number 0 has the headings of every page, the others texts of pages in order."""
    shown = [page for page in pages if page.html]
    parts = list(_parts(shown))
    heads = ",\n".join(_json(_head(page, course, words)) for page in shown)
    scripts = [f"lesson.searchData(0,{len(parts)},[\n{heads}\n]);\n"]
    first = 0
    for number, part in enumerate(parts, 1):
        texts = ",\n".join(page.words.sections for page in part)
        scripts.append(f"lesson.searchData({number},{first},[\n{texts}\n]);\n")
        first += len(part)
    return {f"{FOLDER}/{number}.js": script.encode() for number, script in enumerate(scripts)}


def _parts(pages: Sequence[Page]) -> Iterator[list[Page]]:
    """Pages in order, as many together as one script may hold: compressed together they weigh less than apart."""
    part: list[Page] = []
    weight = 0
    for page in pages:
        if part and weight + page.words.weight > PART_BYTES:
            yield part
            part, weight = [], 0
        part.append(page)
        weight += page.words.weight
    if part:
        yield part


def _head(page: Page, course: Course, words: Mapping[str, Any]) -> list[str]:
    """Address, what the lesson is called in the course, and its headings."""
    place = course.lesson_of[page.id]
    label = course.chapter_of[place.chapter].label
    number = words["lesson"]["number"].format(n=place.number) if place.number else ""
    called = number or (words["lesson"]["fork"] if place.fork else "")
    headings = [written(each) for each in page.words.headings if each.level <= _DEEPEST]
    return [quote(page.url), f"{label} {called}".strip(), *headings]


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
