"""How the formulas of a lesson are written: the macros of its course, and which letters are dimensions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from site_builder.document.tex import Macro


@dataclass(frozen=True, slots=True)
class Notation:
    """`macros` is None where the course cannot be read: then no formula is checked.

    `dimensions` are the letters of the dimension key that mean it in this lesson, and are coloured.
    """

    macros: Mapping[str, Macro] | None = field(default_factory=dict)
    dimensions: frozenset[str] = frozenset()


PLAIN = Notation()
"""Without macros and dimensions."""
