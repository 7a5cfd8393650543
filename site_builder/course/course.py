"""``content/course.yaml`` with its sources and glossary, as one validated course."""

from __future__ import annotations

from site_builder.course.coherence import check_coherence
from site_builder.course.entries import load_node
from site_builder.course.files import ChapterEntry, CourseFile
from site_builder.course.glossary import load_glossary
from site_builder.course.sources import load_sources
from site_builder.document.course import Chapter, Course, CourseLesson, PipelineNode, Promise
from site_builder.problems import Problems, SourcePosition
from site_builder.source.fields import read
from site_builder.source.nodes import MappingNode, Node, follow
from site_builder.source.snapshot import Files

COURSE = "content/course.yaml"
LESSONS = "content/lessons"


def load_course(files: Files, problems: Problems) -> Course | None:
    """The course that `files` hold; None, with every problem told, where its files do not hold together.

    A lesson is written if ``content/lessons/<id>.md`` exists.
    """
    mark = problems.mark
    sources, glossary = load_sources(files, problems), load_glossary(files, problems)
    node = _course_node(files, problems)
    file = None if node is None else read(node, CourseFile, problems)
    if node is None or file is None:
        return None
    course = Course(
        title=file.title,
        subtitle=file.subtitle,
        lang=file.lang,
        anchor=file.anchor,
        running_example=file.running_example,
        chapters=_chapters(file, node, frozenset(files.names(LESSONS, ".md"))),
        promises=_promises(file, node),
        pipeline=_pipeline(file, node),
        sources=sources,
        glossary=glossary,
        anchor_position=follow(node, ("anchor",))[0].position,
        lang_position=follow(node, ("lang",))[0].position,
    )
    check_coherence(course, node, files, problems)
    return None if problems.has_errors_since(mark) else course


def _course_node(files: Files, problems: Problems) -> Node | None:
    if not files.has(COURSE):
        hint = "--root names the folder that holds content/"
        if files.has("course.yaml"):
            hint = "this folder is the content itself: name the one that holds it, --root .."
        problems.error(SourcePosition(COURSE), "file-is-present", f"there is no file {COURSE!r}", hint)
        return None
    return load_node(files, COURSE, problems)


def lesson_path(lesson_id: str) -> str:
    """The file of a lesson, relative to the root."""
    return f"{LESSONS}/{lesson_id}.md"


def _chapters(file: CourseFile, node: Node, written: frozenset[str]) -> tuple[Chapter, ...]:
    return tuple(
        Chapter(
            entry.id,
            entry.label,
            entry.title,
            _lessons(entry, node, index, written),
            follow(node, ("chapters", index, "id"))[0].position,
        )
        for index, entry in enumerate(file.chapters)
    )


def _lessons(chapter: ChapterEntry, node: Node, index: int, written: frozenset[str]) -> tuple[CourseLesson, ...]:
    """The lessons of one chapter, numbered from 1 with the forks passed over; in an outline none is."""
    lessons: list[CourseLesson] = []
    number = 0
    for place, entry in enumerate(chapter.lessons):
        number += not entry.fork
        position = follow(node, ("chapters", index, "lessons", place))[0].position
        lessons.append(
            CourseLesson(
                id=entry.id,
                chapter=chapter.id,
                title=entry.title,
                topic=entry.topic,
                number=None if entry.fork or chapter.outline else number,
                fork=entry.fork,
                written=lesson_path(entry.id) in written,
                position=position,
            )
        )
    return tuple(lessons)


def _promises(file: CourseFile, node: Node) -> dict[str, Promise]:
    mapping = follow(node, ("promises",))[0]
    positions = {entry.key: entry.position for entry in mapping.entries} if isinstance(mapping, MappingNode) else {}
    return {key: Promise(key, entry.text, entry.lesson, positions[key]) for key, entry in file.promises.items()}


def _pipeline(file: CourseFile, node: Node) -> tuple[PipelineNode, ...]:
    return tuple(
        PipelineNode(entry.id, entry.title, entry.lesson, entry.detail, follow(node, ("pipeline", index))[0].position)
        for index, entry in enumerate(file.pipeline)
    )
