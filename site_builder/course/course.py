"""``content/course.yaml`` with its sources and glossary, as one validated course."""

from __future__ import annotations

from site_builder.course.coherence import check_coherence
from site_builder.course.files import ChapterEntry, CourseFile
from site_builder.course.glossary import load_glossary
from site_builder.course.head import COURSE, read_course
from site_builder.course.macros import read_macros
from site_builder.course.sources import load_sources
from site_builder.document.course import Chapter, Course, CourseLesson, Licence, PipelineNode, Promise
from site_builder.parse.words import Words
from site_builder.problems import Problems
from site_builder.source.nodes import MappingNode, Node, follow
from site_builder.source.snapshot import Files

LESSONS = "content/lessons"


def load_course(files: Files, problems: Problems) -> Course | None:
    """The course that `files` hold; None, with every problem reported, where its files do not hold together.

    A lesson is written if ``content/lessons/<id>.md`` exists.
    """
    mark = problems.mark
    found = read_course(files, problems)
    macros = read_macros(found[0].macros, found[1], problems) if found else None
    sources, glossary = load_sources(files, problems, macros), load_glossary(files, problems, macros)
    if found is None or macros is None:
        return None
    file, node = found
    words = Words.of(files, COURSE, problems, macros)
    course = Course(
        title=words.title(file.title),
        subtitle=words.title_of(file.subtitle),
        lang=file.lang,
        anchor=file.anchor,
        running_example=file.running_example,
        chapters=_chapters(file, node, words, frozenset(files.names(LESSONS, ".md"))),
        promises=_promises(file, node, words),
        pipeline=_pipeline(file, node, words),
        sources=sources,
        glossary=glossary,
        severities=file.severities,
        anchor_position=follow(node, ("anchor",))[0].position,
        lang_position=follow(node, ("lang",))[0].position,
        macros=macros,
        about=words.title_of(file.about),
        audience=words.title_of(file.audience),
        model=words.title_of(file.model),
        author=file.author,
        licence=Licence(file.licence.name, file.licence.url) if file.licence else None,
        report=file.report,
    )
    check_coherence(course, node, files, problems)
    return None if problems.has_errors_since(mark) else course


def lesson_path(lesson_id: str) -> str:
    """The file of a lesson, relative to the root."""
    return f"{LESSONS}/{lesson_id}.md"


def _chapters(file: CourseFile, node: Node, words: Words, written: frozenset[str]) -> tuple[Chapter, ...]:
    return tuple(
        Chapter(
            entry.id,
            words.plain(entry.label),
            words.title(entry.title),
            _lessons(entry, node, index, words, written),
            follow(node, ("chapters", index, "id"))[0].position,
        )
        for index, entry in enumerate(file.chapters)
    )


def _lessons(
    chapter: ChapterEntry, node: Node, index: int, words: Words, written: frozenset[str]
) -> tuple[CourseLesson, ...]:
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
                title=words.title_of(entry.title),
                topic=words.title(entry.topic),
                number=None if entry.fork or chapter.outline else number,
                fork=entry.fork,
                written=lesson_path(entry.id) in written,
                position=position,
            )
        )
    return tuple(lessons)


def _promises(file: CourseFile, node: Node, words: Words) -> dict[str, Promise]:
    mapping = follow(node, ("promises",))[0]
    positions = {entry.key: entry.position for entry in mapping.entries} if isinstance(mapping, MappingNode) else {}
    return {
        key: Promise(key, words.title(entry.text), entry.lesson, positions[key]) for key, entry in file.promises.items()
    }


def _pipeline(file: CourseFile, node: Node, words: Words) -> tuple[PipelineNode, ...]:
    return tuple(
        PipelineNode(
            entry.id,
            words.title(entry.title),
            entry.lesson,
            entry.detail,
            follow(node, ("pipeline", index))[0].position,
        )
        for index, entry in enumerate(file.pipeline)
    )
