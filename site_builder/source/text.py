"""A text of a course, as every reader of one gets it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class SourceText:
    """A text and where it came from: `path` is relative to the root, with forward slashes."""

    path: str
    text: str

    @cached_property
    def lines(self) -> tuple[str, ...]:
        return tuple(self.text.split("\n"))
