"""Lessons that lie in the folder and appear nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from site_builder.document.course import Course
from site_builder.document.lesson import Lesson
from site_builder.problems import Problems, SourcePosition, nearest
from site_builder.source.text import list_files


def check_listed(root: Path, course: Course, lessons: Sequence[Lesson], problems: Problems) -> None:
    """Every file of ``content/lessons/`` is a lesson of the course or included by one."""
    known = {f"content/lessons/{lesson.id}.md": lesson.id for lesson in course.lessons}
    read = {position.path for position in _positions(tuple(lessons))}
    for path in list_files(root, "content/lessons", ".md", problems, recursive=True):
        if path not in known and path not in read:
            problems.warning(
                SourcePosition(path),
                "lesson-is-listed",
                "no chapter of content/course.yaml lists this lesson, and no lesson includes it",
                nearest(path.removeprefix("content/lessons/").removesuffix(".md"), known.values(), otherwise=" ").strip(),
            )


def _positions(node: Any) -> Iterator[SourcePosition]:
    if isinstance(node, SourcePosition):
        yield node
    elif isinstance(node, tuple):
        for item in node:
            yield from _positions(item)
    elif is_dataclass(node):
        for field in fields(node):
            yield from _positions(getattr(node, field.name))
