"""What the YAML files of a course may say: one record a file, nothing else read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from site_builder.source import patterns
from site_builder.source.fields import given, record
from site_builder.source.folding import one_line
from site_builder.source.kinds import FLAG, mapping, sequence, text, whole

ID = text(patterns.ID, most=80)
"""A name that can stand in a role, in a file's name and in a URL."""
TEXT = text(least=1, most=1000, change=one_line)
URL = text(patterns.URL, most=500)


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonEntry:
    """A lesson of a chapter.  `topic` says what it is about; `title` is for one whose file is not there yet."""

    id: str = given(ID)
    title: str = given(text(), default="")
    topic: str = given(TEXT)
    fork: bool = given(FLAG, default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterEntry:
    """A chapter with its lessons in order.  An `outline` lists only those known so far, so it numbers none."""

    id: str = given(ID)
    label: str = given(TEXT)
    title: str = given(TEXT)
    outline: bool = given(FLAG, default=False)
    lessons: tuple[LessonEntry, ...] = given(sequence(record(LessonEntry).kind()), default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class PromiseEntry:
    """What is promised, and the lesson that pays it."""

    text: str = given(TEXT)
    lesson: str = given(ID)


@dataclass(frozen=True, slots=True, kw_only=True)
class PipelineEntry:
    """A node of the pipeline, the lesson that lights it, and the name of what it opens to."""

    id: str = given(ID)
    title: str = given(TEXT)
    lesson: str = given(ID)
    detail: str = given(text(), default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseFile:
    """``content/course.yaml``."""

    title: str = given(TEXT)
    subtitle: str = given(text(), default="")
    lang: str = given(text(patterns.LANGUAGE))
    anchor: str = given(ID)
    running_example: tuple[str, ...] = given(sequence(TEXT), default=())
    chapters: tuple[ChapterEntry, ...] = given(sequence(record(ChapterEntry).kind()))
    promises: Mapping[str, PromiseEntry] = given(mapping(record(PromiseEntry).kind(), ID), default={})
    pipeline: tuple[PipelineEntry, ...] = given(sequence(record(PipelineEntry).kind()), default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceEntry:
    """One entry of ``content/sources.yaml``."""

    title: str = given(TEXT)
    authors: str = given(TEXT)
    year: int | None = given(whole(1600, 2200), default=None)
    url: str | None = given(URL, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TermEntry:
    """One entry of ``content/glossary.yaml``."""

    title: str = given(TEXT)
    english: str = given(TEXT)
    sentence: str = given(TEXT)
