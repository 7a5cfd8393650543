"""The course around the lessons: chapters, planned lessons, promises, the pipeline, the sources."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from site_builder.document.inline import Inline
from site_builder.document.tex import Macro
from site_builder.problems import SourcePosition


@dataclass(frozen=True, slots=True)
class CourseLesson:
    """A lesson as the course lists it.  `number` is its place in its chapter, or None for a fork and where
    the chapter is only an outline.

    `written` is true when ``content/lessons/<id>.md`` exists (and is no draft, unless asked for).
    """

    id: str
    chapter: str
    title: Inline | None
    topic: Inline
    number: int | None
    fork: bool
    written: bool
    position: SourcePosition

    @property
    def name(self) -> Inline:
        """What a reader knows it by: its topic, as long as it has no title."""
        return self.title or self.topic


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter, e.g. id ``c0``, label ``C0``, title ``序章:为什么是 Transformer + 预测下一个词``."""

    id: str
    label: str
    title: Inline
    lessons: tuple[CourseLesson, ...]
    position: SourcePosition | None = None


@dataclass(frozen=True, slots=True)
class Promise:
    """Something a lesson says a later one pays: `lesson` is the id of the one that pays."""

    id: str
    text: Inline
    lesson: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class PipelineNode:
    """A node of the course's pipeline; `lesson` is the one that lights it; `detail` names what it opens to."""

    id: str
    title: Inline
    lesson: str
    detail: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Source:
    """A paper, record or artefact that claims and numbers cite."""

    key: str
    title: Inline
    authors: str
    year: int
    url: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Term:
    """A glossary entry: the name shown, the English standard term, one sentence."""

    key: str
    title: Inline
    english: str
    sentence: Inline
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Licence:
    """The licence of the course's text."""

    name: str
    url: str


@dataclass(frozen=True)
class Course:
    """Everything around the lessons, validated: ids are unique and every reference between them holds.

    `severities` says of a rule whether its warnings are errors here, or are ignored.
    `about`, `audience` and `model` say on the map what the course is, for whom, and which model it counts with.
    `report` is the address at which readers report an error, in which {title}, {section} and {address} are filled in.
    """

    title: Inline
    subtitle: Inline | None
    lang: str
    anchor: str
    running_example: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    promises: Mapping[str, Promise]
    pipeline: tuple[PipelineNode, ...]
    sources: Mapping[str, Source]
    glossary: Mapping[str, Term]
    severities: Mapping[str, str] = field(default_factory=dict)
    anchor_position: SourcePosition | None = None
    lang_position: SourcePosition | None = None
    macros: Mapping[str, Macro] = field(default_factory=dict)
    about: Inline | None = None
    audience: Inline | None = None
    model: Inline | None = None
    author: str = ""
    licence: Licence | None = None
    report: str = ""

    @cached_property
    def lessons(self) -> tuple[CourseLesson, ...]:
        """All lessons in course order."""
        return tuple(lesson for chapter in self.chapters for lesson in chapter.lessons)

    @cached_property
    def lesson_of(self) -> Mapping[str, CourseLesson]:
        """The lessons by id."""
        return {lesson.id: lesson for lesson in self.lessons}

    @cached_property
    def chapter_of(self) -> Mapping[str, Chapter]:
        """The chapters by id."""
        return {chapter.id: chapter for chapter in self.chapters}

    @cached_property
    def path(self) -> tuple[CourseLesson, ...]:
        """The lessons in the order they are read in: all but the forks."""
        return tuple(lesson for lesson in self.lessons if not lesson.fork)

    @cached_property
    def order(self) -> Mapping[str, int]:
        """The place of each lesson in `lessons`, by id."""
        return {lesson.id: place for place, lesson in enumerate(self.lessons)}

    def with_lessons(self, change: Callable[[CourseLesson], CourseLesson]) -> Course:
        """A copy in which each lesson is what `change` makes of it."""
        chapters = (replace(each, lessons=tuple(map(change, each.lessons))) for each in self.chapters)
        return replace(self, chapters=tuple(chapters))
