"""The stages in order and nothing else: read, parse, resolve, render.  Writing is the command's last step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from site_builder.config.anchor import load_anchor
from site_builder.config.course import load_course
from site_builder.document.course import Course
from site_builder.document.lesson import Lesson
from site_builder.document.resolved import ResolvedLesson
from site_builder.parse.lesson import parse_lesson
from site_builder.problems import BuildStopped, Problems, SourcePosition
from site_builder.render.site import render_site
from site_builder.resolve.lesson import resolve_lesson
from site_builder.resolve.scope import World
from site_builder.source.text import read_text


@dataclass(frozen=True, slots=True)
class Options:
    """What a run is asked for.  `anchor` replaces the course's own; `base_url` is where the site will live."""

    root: Path
    anchor: str | None = None
    base_url: str = ""
    drafts: bool = False


@dataclass(frozen=True, slots=True)
class Site:
    """A course read and resolved, before a byte of HTML is made."""

    course: Course
    world: World
    lessons: tuple[ResolvedLesson, ...]


def build_files(options: Options, problems: Problems) -> dict[str, bytes]:
    """The whole site in memory: path in the site → bytes.  Raises BuildStopped on an author's mistake."""
    site = read_site(options, problems)
    files = render_site(site.course, site.lessons, options.root, options.base_url, problems)
    return _unless_stopped(files, problems)


def read_site(options: Options, problems: Problems) -> Site:
    """Read, parse and resolve the course.  Raises BuildStopped on an author's mistake."""
    course = load_course(options.root, problems)
    world = _world(course, options, problems)
    parsed = _parse(world.course, options, problems)
    course, lessons = _published(world.course, parsed, options.drafts)
    world = replace(world, course=course)
    resolved = tuple(resolve_lesson(lesson, world, problems) for lesson in lessons)
    _unless_stopped(resolved, problems)
    return Site(course, world, resolved)


def _world(course: Course | None, options: Options, problems: Problems) -> World:
    if course is None:
        raise BuildStopped
    anchor = load_anchor(options.root, options.anchor or course.anchor, problems)
    if anchor is None:
        raise BuildStopped
    return World(replace(course, anchor=anchor.id), {anchor.id: anchor})


def _parse(course: Course, options: Options, problems: Problems) -> tuple[Lesson, ...]:
    texts = (
        read_text(options.root, f"content/lessons/{lesson.id}.md", problems)
        for lesson in course.lessons
        if lesson.written
    )
    parsed = (parse_lesson(text, options.root, problems) for text in texts if text is not None)
    return tuple(lesson for lesson in parsed if lesson is not None)


def _published(course: Course, lessons: tuple[Lesson, ...], drafts: bool) -> tuple[Course, tuple[Lesson, ...]]:
    """Without drafts, unless asked for: a draft is a lesson that is not written yet."""
    if drafts:
        return course, lessons
    unwritten = {lesson.id for lesson in lessons if lesson.draft}
    chapters = tuple(
        replace(
            chapter,
            lessons=tuple(
                replace(lesson, written=lesson.written and lesson.id not in unwritten) for lesson in chapter.lessons
            ),
        )
        for chapter in course.chapters
    )
    return replace(course, chapters=chapters), tuple(lesson for lesson in lessons if not lesson.draft)


def _unless_stopped(result, problems: Problems):
    if problems.errors:
        raise BuildStopped
    return result
