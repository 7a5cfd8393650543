"""Titles and the words of YAML files with their numbers: what every page may know of the course and its lessons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from site_builder.document.course import Course, CourseLesson
from site_builder.document.inline import DimReference, EvalReference, Inline, Token
from site_builder.document.lesson import Lesson
from site_builder.document.maths import to_mathml
from site_builder.document.plain import plain
from site_builder.document.resolved import Resolved
from site_builder.document.walk import rewrite
from site_builder.expression.names import Names
from site_builder.parse.notation import Notation
from site_builder.parse.words import label
from site_builder.problems import Problems, Refused
from site_builder.resolve.references import dim_target, evaluated
from site_builder.resolve.scope import Scope, World

T = TypeVar("T", Course, Inline)
B = TypeVar("B")


def resolve_words(world: World, lessons: Sequence[Lesson], problems: Problems) -> World:
    """The world whose course's words have their numbers, by its own anchor, and whose lessons are called as they say.

    The mistakes of a lesson's title are reported with its page.
    """
    own = world.names(world.anchors[world.course.anchor])
    course = _with_numbers(world.course, own, problems)
    titles = {lesson.id: _title(lesson, world, own) for lesson in lessons}
    return replace(world, course=course.with_lessons(lambda listed: _called(listed, titles)))


def _called(listed: CourseLesson, titles: Mapping[str, Inline]) -> CourseLesson:
    return replace(listed, title=titles[listed.id]) if listed.written and listed.id in titles else listed


def _title(lesson: Lesson, world: World, own: Names) -> Inline:
    anchor = world.anchors.get(lesson.anchor)
    names = world.names(anchor) if anchor else own
    return _with_numbers(lesson.title, names, Problems())


def with_label_text(block: B, scope: Scope) -> B:
    """A block of labelled records, each label as the plain text that a drawing and its script can show."""

    def finish(record: Any) -> Any:
        written = getattr(record, "label", "")
        if not isinstance(written, str) or not written:
            return record
        words = label(written, record.position, scope.problems, Notation(scope.course.macros))
        words = _with_numbers(words, scope.names, scope.problems)
        return replace(record, label=plain(words))

    changed: B = rewrite(block, lambda token: token, finish)
    return changed


def _with_numbers(words: T, names: Names, problems: Problems) -> T:
    """A copy of `words`.  What cannot be read, which is reported, stands there as code, so that pages can be made."""

    def found(token: Token) -> Token:
        usable = _resolved(token, names, problems) if token.type == "role" else _readable(token)
        return usable or token.copy(type="code_inline", tag="code")

    changed: T = rewrite(words, found, lambda record: record)
    return changed


def _readable(token: Token) -> Token | None:
    try:
        if token.tag == "math":
            to_mathml(token.content, len(token.markup) == 2)
    except Refused:
        return None
    return token


def _resolved(token: Token, names: Names, problems: Problems) -> Token | None:
    """The role with what it leads to."""
    reference = token.meta["reference"]
    value: Resolved | None = None
    if isinstance(reference, EvalReference):
        value = evaluated(reference, names, problems)
    elif isinstance(reference, DimReference):
        value = dim_target(reference, problems)
    return token.copy(meta=token.meta | {"resolved": value}) if value else None
