"""What the rewrites of one chapter know of the others: where links, labels and images lead."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from site_builder.problems import Problems
from site_builder.render.image_check import fault_of_image
from site_builder.source.snapshot import Files
from site_builder.transfer.notes import Notes, State

_ENDINGS = ("", ".md", ".mdx", ".qmd", ".ipynb", ".Rmd", ".rmd", ".markdown", "/index.md", "/README.md", "/index.qmd")
MADE = "\ue002"
"""Stands before an address that leads somewhere in the new course already, until the text is whole."""
_WEB = ("http", "https", "mailto")


@dataclass(frozen=True, slots=True)
class Label:
    """What a name of a source stands for: a heading, with its words, or a figure, a table, a formula."""

    lesson: str
    kind: str
    words: str
    fragment: str


@dataclass(slots=True, eq=False)
class Context:
    """One chapter on its way: `line` is where the text in hand begins, `depth` how many blocks are round it."""

    files: Files
    path: str
    lesson: str
    lessons: Mapping[str, str]
    """The path of each source → the id of its lesson."""
    labels: Mapping[str, Label]
    headings: Mapping[str, Mapping[str, str]]
    """The id of a lesson → the bare letters of each heading → its id on the page."""
    notes: Notes
    images: dict[str, bytes] = field(default_factory=dict)
    """The images to copy, by their path in the new course."""
    footnotes: list[str] = field(default_factory=list)
    citations: Mapping[str, str] = field(default_factory=dict)
    """The authors of each source of the bibliography, by its key."""
    readers: Sequence[Callable[..., Any]] = ()
    """Who reads the blocks between the text, as in `blocks`."""
    line: int = 1
    depth: int = 0

    def note(self, state: State, kind: str, text: str, line: int = 0) -> None:
        self.notes.add(line or self.line, state, kind, text)

    def link(self, target: str) -> str:
        """Where a link leads in the new course; nothing where it leads to no lesson and not to the web."""
        address = urlsplit(target)
        if address.scheme in _WEB or target.startswith("//"):
            return f"https:{target}" if target.startswith("//") else target
        if address.scheme:
            return ""
        lesson = self.lesson if not address.path else self._lesson(unquote(address.path))
        if not lesson:
            return ""
        fragment = self._fragment(lesson, unquote(address.fragment))
        return (f"{quote(lesson)}.md" if address.path or not fragment else "") + (f"#{fragment}" if fragment else "")

    def reference(self, name: str, words: str) -> str:
        """A link to what `name` labels; the words alone, for a person to see to, where nothing does."""
        label = self.labels.get(name)
        if label is None:
            self.note("person", "a reference to nothing", name)
            return words or name
        page = "" if label.lesson == self.lesson and label.fragment else f"{quote(label.lesson)}.md"
        fragment = f"#{label.fragment}" if label.fragment else ""
        if label.kind == "heading":
            return f"[{words or label.words}]({MADE}{page}{fragment})"
        return f"[{words}]({MADE}{page}{fragment})"

    def image(self, target: str) -> str:
        """The path of an image of the source as the lesson writes it; nothing where there is no such image."""
        path = unquote(target.partition("?")[0].partition("#")[0])
        for base in (posixpath.dirname(self.path), "", "static", "docs", "public"):
            found = posixpath.normpath(posixpath.join(base, path.lstrip("/")))
            data = None if found.startswith("..") else self.files.data(found, Problems())
            if data is not None and not fault_of_image(found, data):
                self.images[f"content/images/{found}"] = data
                return quote(f"../images/{found}")
        return ""

    def _lesson(self, path: str) -> str:
        path = re.sub(r"\.html?$", "", path)
        for base in (posixpath.dirname(self.path), "", "docs", "src"):
            found = posixpath.normpath(posixpath.join(base, path.strip("/") if path.startswith("/") else path))
            for ending in _ENDINGS:
                if lesson := self.lessons.get(posixpath.normpath(found + ending)):
                    return lesson
        return ""

    def _fragment(self, lesson: str, fragment: str) -> str:
        if label := self.labels.get(fragment):
            return label.fragment
        return self.headings.get(lesson, {}).get(bare(fragment), "")


def bare(words: str) -> str:
    """The letters and digits of a heading, by which the ids of all dialects are alike."""
    return re.sub(r"[\W_]+", "", words).casefold()
