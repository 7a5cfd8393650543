"""The YAML between two `---` lines at the head of a lesson."""

from __future__ import annotations

import re
from dataclasses import dataclass

from site_builder.document.maths import DIMENSION_LETTERS
from site_builder.problems import Mistake, Problems, SourcePosition, nearest
from site_builder.source.nodes import MappingNode, Node, ScalarNode, SequenceNode
from site_builder.source.text import SourceText
from site_builder.source.yaml import load_yaml

FIELDS = ("title", "subtitle", "lede", "time", "draft", "anchor", "dimensions")
_HEAD = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*$\n?", re.DOTALL | re.MULTILINE)
_OPENING = re.compile(r"---[ \t]*\n")
_LONGEST_TIME = 600
"""Minutes of the longest lesson."""


@dataclass(frozen=True, slots=True)
class Words:
    """A text of the front matter and where it begins."""

    text: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class FrontMatter:
    title: Words
    subtitle: Words | None
    lede: Words | None
    minutes: int
    draft: bool
    anchor: Words | None
    dimensions: frozenset[str] = frozenset()


def split_front_matter(source: SourceText, problems: Problems) -> tuple[FrontMatter, str]:
    """The front matter, and the body with as many empty lines before it as the front matter had.

    A field that cannot be used is told and left empty, so that the mistakes of the body are told in the same run.
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
    """The fields of `node`; without one the problem is already told."""
    untitled = Words("", SourcePosition(path))
    if not isinstance(node, MappingNode):
        if node is not None:
            problems.error(
                SourcePosition(path), "front-matter-is-complete", "the front matter has no fields", "write title: …"
            )
        return FrontMatter(untitled, None, None, 0, draft=False, anchor=None)
    for entry in node.entries:
        if entry.key not in FIELDS:
            hint = nearest(entry.key, FIELDS)
            problems.error(entry.position, "field-is-known", f"front matter has no field {entry.key!r}", hint)
    reader = _Reader(node, path, problems)
    return FrontMatter(
        title=reader.words("title", required=True) or untitled,
        subtitle=reader.words("subtitle"),
        lede=reader.words("lede"),
        minutes=reader.minutes() or 0,
        draft=reader.draft(),
        anchor=reader.words("anchor"),
        dimensions=reader.dimensions(),
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    node: MappingNode
    path: str
    problems: Problems

    def _scalar(self, name: str, required: bool) -> ScalarNode | None:
        """The value of a field; one left empty (``subtitle:``) counts as not given."""
        entry = self.node.entry(name)
        if entry is None or (isinstance(entry.value, ScalarNode) and entry.value.value is None):
            if required:
                place = entry.position if entry else SourcePosition(self.path)
                self.problems.error(
                    place, "front-matter-is-complete", f"the front matter has no {name}", f"write {name}: …"
                )
            return None
        if isinstance(entry.value, ScalarNode):
            return entry.value
        self.problems.error(entry.value.position, "field-has-its-type", f"{name} is a single value")
        return None

    def words(self, name: str, required: bool = False) -> Words | None:
        scalar = self._scalar(name, required)
        if scalar is None:
            return None
        if not scalar.written.strip():
            self.problems.error(scalar.position, "field-has-its-type", f"{name} is a text, and empty here")
            return None
        return Words(scalar.written.strip(), scalar.position)

    def minutes(self) -> int | None:
        scalar = self._scalar("time", required=True)
        if scalar is None:
            return None
        value = scalar.value
        if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= _LONGEST_TIME:
            return value
        message = f"time is a whole number of minutes up to {_LONGEST_TIME}, not {scalar.written!r}"
        self.problems.error(scalar.position, "field-has-its-type", message)
        return None

    def draft(self) -> bool:
        scalar = self._scalar("draft", required=False)
        if scalar is None or isinstance(scalar.value, bool):
            return bool(scalar and scalar.value)
        self.problems.error(scalar.position, "field-has-its-type", f"draft is true or false, not {scalar.written!r}")
        return False

    def dimensions(self) -> frozenset[str]:
        """The letters that are dimensions in this lesson's formulas."""
        entry = self.node.entry("dimensions")
        if entry is None:
            return frozenset()
        known = ", ".join(DIMENSION_LETTERS)
        if not isinstance(entry.value, SequenceNode):
            hint = f"write dimensions: [{known}]"
            self.problems.error(entry.value.position, "field-has-its-type", "dimensions is a list of letters", hint)
            return frozenset()
        found = {item.written if isinstance(item, ScalarNode) else "": item for item in entry.value.items}
        for letter, item in found.items():
            if letter not in DIMENSION_LETTERS:
                message = f"a letter that is coloured as a dimension is one of {known}, not {letter!r}"
                self.problems.error(item.position, "dimension-is-known", message, nearest(letter, DIMENSION_LETTERS))
        return frozenset(found) & frozenset(DIMENSION_LETTERS)
