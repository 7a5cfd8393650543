"""The number of a figure or the like as readers of one language write it: 图 2, 第 4 课 图 2."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from site_builder.document.plain import plain
from site_builder.document.resolved import TargetNumber


def target_text(target: TargetNumber, words: Mapping[str, Any]) -> str:
    """The number in words; the number alone where the author has words of its own for it."""
    said = words["references"]
    if not target.whole:
        return str(target.number)
    own: str = said[target.kind].format(n=target.number)
    lesson = target.lesson
    if lesson is None:
        return own
    title = said["titled"].format(title=plain(lesson.name))
    named = words["lesson"]["number"].format(n=lesson.number) if lesson.number else title
    if target.chapter and lesson.number:
        named = said["of_chapter"].format(chapter=target.chapter, lesson=named)
    return str(said["elsewhere"].format(lesson=named, number=own))
