"""The course map: what the course holds, its chapters with their lessons, and what each owes and has been promised."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from site_builder.document.course import Chapter, Course, CourseLesson, PipelineNode
from site_builder.document.page import Rows, Site
from site_builder.render.course_pages import PlacedPromise, place_of, promises

_NUMBERED = re.compile(r"(\D*)(\d{1,3})")


@dataclass(frozen=True, slots=True)
class MapLesson:
    """A lesson on the map: `url` is empty for a planned one; `owed` is what it is to pay, or has paid.

    `rows` is what its page says of itself, nothing for a planned one.
    """

    lesson: CourseLesson
    label: str
    url: str
    owed: tuple[PlacedPromise, ...]
    rows: Rows


@dataclass(frozen=True, slots=True)
class MapChapter:
    """A chapter; `missing` names those before it that the course does not list yet, as ``C5–C8``."""

    chapter: Chapter
    lessons: tuple[MapLesson, ...]
    missing: str


@dataclass(frozen=True, slots=True)
class MapNode:
    """A node of the pipeline, and the lesson that lights it."""

    node: PipelineNode
    lesson: MapLesson


@dataclass(frozen=True, slots=True)
class CourseMap:
    """`start` is the lesson to begin with, None as long as none is published; `published` are those that are."""

    chapters: tuple[MapChapter, ...]
    pipeline: tuple[MapNode, ...]
    published: tuple[MapLesson, ...]
    start: MapLesson | None
    promises: tuple[PlacedPromise, ...]

    @property
    def minutes(self) -> int:
        """The time that all published lessons take."""
        return sum(each.rows.minutes for each in self.published)

    @property
    def experiments(self) -> int:
        return sum(each.rows.experiments for each in self.published)

    @property
    def paid(self) -> int:
        """How many promises have been paid."""
        return sum(promise.paid is not None for promise in self.promises)


def course_map(site: Site) -> CourseMap:
    """The map as seen from the site's front page."""
    course, every = site.course, promises(site)
    rows = {page.id: page.rows for page in site.pages}
    lessons = {lesson.id: _lesson(lesson, site, rows, every) for lesson in course.lessons}
    published = tuple(each for each in lessons.values() if each.url)
    on_path = (each for each in published if not each.lesson.fork)
    return CourseMap(
        tuple(
            MapChapter(chapter, tuple(lessons[lesson.id] for lesson in chapter.lessons), missing)
            for chapter, missing in zip(course.chapters, _missing(course), strict=True)
        ),
        tuple(MapNode(node, lessons[node.lesson]) for node in course.pipeline),
        published,
        next(on_path, published[0] if published else None),
        every,
    )


def _lesson(lesson: CourseLesson, site: Site, rows: Mapping[str, Rows], every: tuple[PlacedPromise, ...]) -> MapLesson:
    place = place_of(lesson, site)
    owed = tuple(promise for promise in every if promise.promise.lesson == lesson.id)
    return MapLesson(lesson, place.label, place.href, owed, rows.get(lesson.id, Rows()))


def _missing(course: Course) -> Iterator[str]:
    """For each chapter, the labels that are left out between the one before and it."""
    yield from ("" for _ in course.chapters[:1])
    for before, chapter in pairwise(course.chapters):
        first, last = _NUMBERED.fullmatch(before.label), _NUMBERED.fullmatch(chapter.label)
        if first is None or last is None or first[1] != last[1] or int(last[2]) <= int(first[2]) + 1:
            yield ""
            continue
        start, end = int(first[2]) + 1, int(last[2]) - 1
        yield f"{last[1]}{start}" + (f"–{last[1]}{end}" if end > start else "")
