"""The ledger of numbers: every computed value of a page, once, with what it was made of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from zlib import crc32

from site_builder.document.resolved import ComputedValue

_LONGEST = 60
"""Characters of an expression that are kept in an id; the rest is in its checksum."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A formula of the page: `first` names it (quantity, formula, sources); `values` are its printed figures."""

    first: ComputedValue
    values: tuple[ComputedValue, ...]


def number_id(value: ComputedValue) -> str:
    """The element id of a figure in the ledger: of the expression that asks for it, not of its place or its value.

    Another anchor changes the figure and not its id.  A page has one anchor, so equal expressions are one figure.
    """
    words = re.sub(r"[^A-Za-z0-9_]+", "-", value.call).strip("-")
    if words == value.call and len(words) <= _LONGEST:
        return f"number-{words}"
    return f"number-{words[:_LONGEST].rstrip('-')}-{crc32(value.call.encode()) & 0xFFFFFF:06x}"


def ledger(values: tuple[ComputedValue, ...]) -> tuple[LedgerEntry, ...]:
    """The values grouped by quantity, formula and conventions, all in order of first appearance."""
    groups: dict[object, dict[str, ComputedValue]] = {}
    for value in values:
        group = groups.setdefault((value.quantity, value.tex, value.conventions), {})
        group.setdefault(number_id(value), value)
    return tuple(LedgerEntry(next(iter(group.values())), tuple(group.values())) for group in groups.values())
