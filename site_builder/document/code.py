"""How the lines of a block of code are shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CodeLines:
    """The number of the first line, 0 for no numbers; the lines that are marked, 1 the first whatever its number."""

    first: int = 0
    marked: frozenset[int] = frozenset()
