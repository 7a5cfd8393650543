"""The stages in order and nothing else: read, parse, resolve, render, check.  Writing is the command's last step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from site_builder.checks.lessons import check_texts, check_titles
from site_builder.checks.links import check_links
from site_builder.checks.names import check_chapter_names, check_names
from site_builder.checks.strays import check_strays
from site_builder.course.coherence import lesson_files
from site_builder.course.course import lesson_path, load_course
from site_builder.document.course import Course, CourseLesson
from site_builder.document.lesson import Lesson
from site_builder.facts.anchor import load_anchor, read_anchor
from site_builder.facts.given import load_given
from site_builder.parse.lesson import parse_lesson
from site_builder.problems import BuildStopped, Problems
from site_builder.render.images import read_images
from site_builder.render.plain import plain
from site_builder.render.site import render_site
from site_builder.resolve.lesson import resolve_lesson, resolve_title
from site_builder.resolve.scope import World
from site_builder.source.snapshot import Files
from site_builder.source.text import SourceText


@dataclass(frozen=True, slots=True)
class Options:
    """What a run is asked for.  `anchor` replaces the course's own; `base_url` is where the site will live."""

    anchor: SourceText | None = None
    base_url: str = ""
    drafts: bool = False


@dataclass(frozen=True, slots=True)
class Built:
    """A site in memory: the course's title, and path in the site → bytes."""

    title: str
    files: dict[str, bytes]


def build_site(files: Files, package: Files, options: Options, problems: Problems) -> Built:
    """The whole site in memory.  Raises BuildStopped on an author's mistake.

    `files` are the course's; the theme is theirs where they have one, and the `package`'s.
    """
    check_names(files, problems)
    check_strays(files, problems)
    course = load_course(files, problems)
    if course is None:
        _parse(lesson_files(files), files, problems)
        raise BuildStopped
    check_chapter_names(course, problems)
    written = (lesson_path(lesson.id) for lesson in course.lessons if lesson.written)
    parsed = _parse(written, files, problems)
    check_titles(course, parsed, problems)
    check_texts(parsed, problems)
    course, lessons = _published(course, parsed, options.drafts)
    world = _titled(_world(course, lessons, files, options.anchor, problems), lessons, problems)
    resolved = tuple(found for lesson in lessons if (found := resolve_lesson(lesson, world, problems)))
    images = read_images(resolved, files, problems)
    _stop_on_errors(problems)
    site = images | render_site(world.course, resolved, files, package, options.base_url, problems)
    _stop_on_errors(problems)
    check_links(course, resolved, site, problems)
    return Built(course.title, site)


def _parse(paths: Iterable[str], files: Files, problems: Problems) -> tuple[Lesson, ...]:
    texts = (files.text(path, problems) for path in paths)
    return tuple(parse_lesson(text, files, problems) for text in texts if text)


def _published(course: Course, lessons: tuple[Lesson, ...], drafts: bool) -> tuple[Course, tuple[Lesson, ...]]:
    """Course and lessons without drafts, unless asked for: a draft is a lesson that is not written yet.

    A lesson is called as its own front matter says; until there is one, as the course lists it.
    """
    shown = {lesson.id: lesson for lesson in lessons if drafts or not lesson.draft}

    def listed(lesson: CourseLesson) -> CourseLesson:
        title = shown[lesson.id].title.plain if lesson.id in shown else lesson.title
        return replace(lesson, written=lesson.id in shown, title=title)

    return course.with_lessons(listed), tuple(shown.values())


def _world(
    course: Course, lessons: tuple[Lesson, ...], files: Files, chosen: SourceText | None, problems: Problems
) -> World:
    """The course with its anchor, or the one `chosen` instead, and those that lessons name."""
    own = (
        read_anchor(chosen, problems) if chosen else load_anchor(files, course.anchor, problems, course.anchor_position)
    )
    if own is None:
        raise BuildStopped
    named = {lesson.anchor: lesson.anchor_position for lesson in lessons if lesson.anchor not in ("", own.id)}
    others = [load_anchor(files, name, problems, named[name]) for name in sorted(named)]
    anchors = [anchor for anchor in (own, *others) if anchor is not None]
    if len(anchors) <= len(others):
        raise BuildStopped
    given = load_given(files, own.sheet, course.sources, problems)
    course, known = replace(course, anchor=own.id), {anchor.id: anchor for anchor in anchors}
    return World(course, known, given.quantities, given.sheets, given.models)


def _titled(world: World, lessons: tuple[Lesson, ...], problems: Problems) -> World:
    """The world in which lessons are called what their own pages say: numbers and formulas of titles are made."""
    titles = ((lesson.id, resolve_title(lesson, world, problems)) for lesson in lessons)
    names = {name: plain(title) for name, title in titles if title is not None}

    def called(lesson: CourseLesson) -> CourseLesson:
        return replace(lesson, title=names.get(lesson.id, lesson.title))

    return replace(world, course=world.course.with_lessons(called))


def _stop_on_errors(problems: Problems) -> None:
    if problems.errors:
        raise BuildStopped
