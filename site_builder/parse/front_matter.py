"""The YAML between two `---` lines at the head of a lesson."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from site_builder.document.maths import DIMENSION_LETTERS
from site_builder.problems import Mistake, Problems, SourcePosition, Written, nearest
from site_builder.source.fields import given, read_partly
from site_builder.source.kinds import DAY, FLAG, sequence, whole, words
from site_builder.source.nodes import MappingNode, Node
from site_builder.source.text import SourceText
from site_builder.source.yaml import load_yaml

_HEAD = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*$\n?", re.DOTALL | re.MULTILINE)
_OPENING = re.compile(r"---[ \t]*\n")
_RULE = "front-matter-is-complete"
_TEXT = words(10_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontMatter:
    """The fields of a lesson; `time` is in minutes, `dimensions` are the letters coloured in its formulas,
    `date` is the day on which its content was last right."""

    title: Written = given(_TEXT, absent=_RULE)
    subtitle: Written | None = given(_TEXT, default=None)
    lede: Written | None = given(_TEXT, default=None)
    minutes: int = given(whole(1, 600), key="time", absent=_RULE)
    draft: bool = given(FLAG, default=False)
    anchor: Written | None = given(_TEXT, default=None)
    dimensions: tuple[Written, ...] = given(sequence(_TEXT), default=())
    date: str = given(DAY, default="")


def split_front_matter(source: SourceText, problems: Problems) -> tuple[FrontMatter, str]:
    """The front matter, and the body with as many empty lines before it as the front matter had.

    A field that cannot be used is reported and left empty: one run reports the mistakes of the body too.
    """
    match = _HEAD.match(source.text)
    if match is None:
        problems.add(_why_none(source.text).at(SourcePosition(source.path)))
        return _front_matter(None, source.path, problems), source.text
    body = "\n" * match[0].count("\n") + source.text[match.end() :]
    node = load_yaml(SourceText(source.path, match[1]), problems, 2)
    return _front_matter(node, source.path, problems), body


def _why_none(text: str) -> Mistake:
    """The mistake of a lesson in which no front matter is found."""
    if _OPENING.match(text):
        return Mistake(
            "front-matter-is-complete", "the front matter is not closed", "end it with a line of its own, ---"
        )
    if _OPENING.match(text.lstrip()):
        return Mistake(
            "front-matter-is-complete",
            "something stands before the front matter",
            "remove the empty lines: --- is the first line of the file",
        )
    return Mistake(
        "front-matter-is-complete", "the lesson has no front matter", "begin the file with ---, title: …, time: …, ---"
    )


def _front_matter(node: Node | None, path: str, problems: Problems) -> FrontMatter:
    """The fields of `node`; without one the problem is already reported."""
    start = SourcePosition(path)
    untitled: Mapping[str, Any] = {"title": Written("", start), "minutes": 0}
    if not isinstance(node, MappingNode):
        if node is not None:
            problems.error(start, _RULE, "the front matter has no fields", "write title: …")
        return FrontMatter(**untitled)
    front = read_partly(replace(node, position=start), FrontMatter, problems, untitled)
    for letter in front.dimensions:
        if letter.source not in DIMENSION_LETTERS:
            known = ", ".join(DIMENSION_LETTERS)
            message = f"a letter that is coloured as a dimension is one of {known}, not {letter.source!r}"
            hint = nearest(letter.source, DIMENSION_LETTERS)
            problems.error(letter.position, "dimension-is-known", message, hint)
    return replace(front, dimensions=tuple(each for each in front.dimensions if each.source in DIMENSION_LETTERS))
