"""What the YAML files of a course may say: one model a file, nothing else read."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from site_builder.source import patterns
from site_builder.source.folding import one_line
from site_builder.source.validate import Schema

Id = Annotated[str, Field(pattern=patterns.ID, max_length=80)]
"""A name that can stand in a role, in a file's name and in a URL."""
Text = Annotated[str, AfterValidator(one_line), Field(min_length=1, max_length=1000)]
Url = Annotated[str, Field(pattern=patterns.URL, max_length=500)]


class LessonEntry(Schema):
    """A lesson of a chapter.  `topic` says what it is about; `title` is for one whose file is not there yet."""

    id: Id
    title: str = ""
    topic: Text
    fork: bool = False


class ChapterEntry(Schema):
    """A chapter with its lessons in order.  An `outline` lists only those known so far, so it numbers none."""

    id: Id
    label: Text
    title: Text
    outline: bool = False
    lessons: tuple[LessonEntry, ...] = ()


class PromiseEntry(Schema):
    """What is promised, and the lesson that pays it."""

    text: Text
    lesson: Id


class PipelineEntry(Schema):
    """A node of the pipeline, the lesson that lights it, and the name of what it opens to."""

    id: Id
    title: Text
    lesson: Id
    detail: str = ""


class CourseFile(Schema):
    """``content/course.yaml``."""

    title: Text
    subtitle: str = ""
    lang: Annotated[str, Field(pattern=patterns.LANGUAGE)]
    anchor: Id
    running_example: tuple[Text, ...] = ()
    chapters: tuple[ChapterEntry, ...]
    promises: dict[Id, PromiseEntry] = Field(default_factory=dict)
    pipeline: tuple[PipelineEntry, ...] = ()


class SourceEntry(Schema):
    """One entry of ``content/sources.yaml``."""

    title: Text
    authors: Text
    year: Annotated[int, Field(ge=1600, le=2200)] | None = None
    url: Url | None = None


class TermEntry(Schema):
    """One entry of ``content/glossary.yaml``."""

    title: Text
    english: Text
    sentence: Text
