"""References to what was to have a number and, once its chapter is written, has none: they become words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import unquote

from site_builder.parse.lesson import parse_lesson
from site_builder.problems import Problems
from site_builder.source.snapshot import files_of
from site_builder.source.text import SourceText
from site_builder.transfer.context import Context, Label

_NUMBER = re.compile(r"\[([^\[\]\n]*)\]\(([^()\s#]*)#([\w-]+)\)")
"""A link that prints a number, or has words of its own."""


def with_known_labels(texts: Mapping[Context, str], labels: Mapping[str, Label]) -> dict[str, str]:
    """The text of each lesson by its id, with no reference to a figure, a table or a formula that is not there."""
    named = {label.fragment for label in labels.values() if label.kind == "figure"}
    if not named:
        return {context.lesson: text for context, text in texts.items()}
    there = {context.lesson: _targets(context, text) for context, text in texts.items()}

    def checked(text: str, context: Context) -> str:
        def written(found: re.Match[str]) -> str:
            words, page, name = found.groups()
            lesson = unquote(page).removesuffix(".md") or context.lesson
            is_number = not words or "%s" in words
            if not is_number or name not in named or name in there.get(lesson, ()):
                return found[0]
            context.note("person", "a reference to nothing", name, found.string.count("\n", 0, found.start()) + 1)
            return " ".join(words.replace("%s", "").split()) or f"`{name}`"

        return _NUMBER.sub(written, text)

    return {context.lesson: checked(text, context) for context, text in texts.items()}


def _targets(context: Context, text: str) -> frozenset[str]:
    """The labels of a lesson."""
    path = f"content/lessons/{context.lesson}.md"
    lesson = parse_lesson(SourceText(path, text), files_of({path: text, **context.images}), Problems())
    return frozenset(target.name for target in lesson.targets)
