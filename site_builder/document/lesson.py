"""A lesson: front matter, headings, blocks."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.document.blocks import Blocks
from site_builder.document.inline import Inline, Target
from site_builder.problems import SourcePosition


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the contents: `id` is stable, non-empty and unique on its page."""

    level: int
    id: str
    title: Inline
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the parser makes of one ``content/lessons/<id>.md``.

    `badge` and the number of the lesson come from the course, never from here.
    `minutes` is the author's figure for reading and experiments together; `anchor` names another
    anchor than the course's, or is empty.  `dropped` is the stems of the directives that had mistakes
    and are not among the blocks.  `targets` is what has a number, in reading order.
    `date` is the day of its content, as 2026-11-30, or empty.
    """

    id: str
    path: str
    title: Inline
    subtitle: Inline | None
    lede: Inline | None
    minutes: int
    draft: bool
    headings: tuple[Heading, ...]
    blocks: Blocks
    position: SourcePosition
    anchor: str = ""
    anchor_position: SourcePosition | None = None
    dropped: frozenset[str] = frozenset()
    targets: tuple[Target, ...] = ()
    date: str = ""
