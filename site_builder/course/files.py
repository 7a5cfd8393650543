"""What the YAML files of a course may say: one record a file, nothing else read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from site_builder.problems import Written
from site_builder.rules.table import RULE_IDS
from site_builder.source import patterns
from site_builder.source.fields import given, record
from site_builder.source.folding import one_line
from site_builder.source.kinds import FLAG, WORDS, choice, mapping, sequence, text, whole

ID = text(patterns.ID, most=80)
"""A name that can stand in a role, in a file's name and in a URL."""
TEXT = text(least=1, most=1000, change=one_line)
GRADE = choice(text(), ("error", "warning", "ignore"), "error, warning or ignore")
RULE = choice(text(), sorted(RULE_IDS), "the id of a rule, as check --list has them")
URL = text(patterns.URL, most=500)


@dataclass(frozen=True, slots=True, kw_only=True)
class LessonEntry:
    """A lesson of a chapter.  `topic` says what it is about; `title` is for one whose file is not there yet."""

    id: str = given(ID)
    title: Written | None = given(WORDS, default=None)
    topic: Written = given(WORDS)
    fork: bool = given(FLAG, default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterEntry:
    """A chapter with its lessons in order.  An `outline` lists only those known so far, so it numbers none."""

    id: str = given(ID)
    label: Written = given(WORDS)
    title: Written = given(WORDS)
    outline: bool = given(FLAG, default=False)
    lessons: tuple[LessonEntry, ...] = given(sequence(record(LessonEntry).kind()), default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class PromiseEntry:
    """What is promised, and the lesson that pays it."""

    text: Written = given(WORDS)
    lesson: str = given(ID)


@dataclass(frozen=True, slots=True, kw_only=True)
class PipelineEntry:
    """A node of the pipeline, the lesson that lights it, and the name of what it opens to."""

    id: str = given(ID)
    title: Written = given(WORDS)
    lesson: str = given(ID)
    detail: str = given(text(), default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class LicenceEntry:
    """The licence of the text, by its name and address."""

    name: str = given(TEXT)
    url: str = given(URL)


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseFile:
    """``content/course.yaml``."""

    title: Written = given(WORDS)
    subtitle: Written | None = given(WORDS, default=None)
    about: Written | None = given(WORDS, default=None)
    audience: Written | None = given(WORDS, default=None)
    model: Written | None = given(WORDS, default=None)
    author: str = given(TEXT, default="")
    licence: LicenceEntry | None = given(record(LicenceEntry).kind(), default=None)
    report: str = given(text(patterns.REPORT, most=500), default="")
    lang: str = given(text(patterns.LANGUAGE))
    anchor: str = given(ID)
    running_example: tuple[str, ...] = given(sequence(TEXT), default=())
    macros: Mapping[str, str] = given(mapping(text(least=1)), default={})
    chapters: tuple[ChapterEntry, ...] = given(sequence(record(ChapterEntry).kind()))
    promises: Mapping[str, PromiseEntry] = given(mapping(record(PromiseEntry).kind(), ID), default={})
    pipeline: tuple[PipelineEntry, ...] = given(sequence(record(PipelineEntry).kind()), default=())
    severities: Mapping[str, str] = given(mapping(GRADE, RULE), default={})


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceEntry:
    """One entry of ``content/sources.yaml``."""

    title: Written = given(WORDS)
    authors: Written = given(WORDS)
    year: int | None = given(whole(1600, 2200), default=None)
    url: str | None = given(URL, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TermEntry:
    """One entry of ``content/glossary.yaml``."""

    title: Written = given(WORDS)
    english: Written = given(WORDS)
    sentence: Written = given(WORDS)
