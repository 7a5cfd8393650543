"""The course map: chapters with their lessons, and which promises wait for each."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from site_builder.document.course import Chapter, Course, CourseLesson, PipelineNode, Promise
from site_builder.resolve.addresses import lesson_url


@dataclass(frozen=True, slots=True)
class MapLesson:
    """A lesson on the map: `url` is empty for a planned one; `promises` are those it is to pay."""

    lesson: CourseLesson
    url: str
    promises: tuple[Promise, ...]


@dataclass(frozen=True, slots=True)
class MapChapter:
    chapter: Chapter
    lessons: tuple[MapLesson, ...]


@dataclass(frozen=True, slots=True)
class MapNode:
    """A node of the pipeline, and the lesson that lights it."""

    node: PipelineNode
    lesson: MapLesson


@dataclass(frozen=True, slots=True)
class CourseMap:
    chapters: tuple[MapChapter, ...]
    pipeline: tuple[MapNode, ...]


def course_map(course: Course) -> CourseMap:
    """The map as seen from the site's front page."""
    lessons = {lesson.id: _lesson(lesson, course) for lesson in course.lessons}
    return CourseMap(
        tuple(
            MapChapter(chapter, tuple(lessons[lesson.id] for lesson in chapter.lessons)) for chapter in course.chapters
        ),
        tuple(MapNode(node, lessons[node.lesson]) for node in course.pipeline),
    )


def _lesson(lesson: CourseLesson, course: Course) -> MapLesson:
    url = quote(lesson_url(lesson)) if lesson.written else ""
    promises = tuple(promise for promise in course.promises.values() if promise.lesson == lesson.id)
    return MapLesson(lesson, url, promises)
