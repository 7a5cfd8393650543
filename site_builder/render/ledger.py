"""The ledger of numbers: every computed value of a page, once, with what it was made of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from zlib import crc32

from site_builder.document.resolved import ComputedValue


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A formula of the page: `first` names it (quantity, formula, sources); `values` are its printed figures."""

    first: ComputedValue
    values: tuple[ComputedValue, ...]

    @property
    def computed(self) -> bool:
        """False for a number read as it stands, e.g. a field of the anchor: it has no formula to show."""
        return not _left_side(self.first).isdigit()


def number_id(value: ComputedValue) -> str:
    """The element id of a figure in the ledger: of the quantity and what went into it, not of its place."""
    made_of = (value.value, _left_side(value), value.inputs, value.conventions)
    return f"number-{_name(value.quantity)}-{crc32(repr(made_of).encode()) & 0xFFFFFF:06x}"


def ledger(values: tuple[ComputedValue, ...]) -> tuple[LedgerEntry, ...]:
    """The values grouped by quantity, formula and conventions, all in order of first appearance."""
    groups: dict[object, dict[str, ComputedValue]] = {}
    for value in values:
        group = groups.setdefault((value.quantity, value.tex, value.conventions), {})
        group.setdefault(number_id(value), value)
    return tuple(LedgerEntry(next(iter(group.values())), tuple(group.values())) for group in groups.values())


def _left_side(value: ComputedValue) -> str:
    return value.substituted.rpartition(" = ")[0]


def _name(quantity: str) -> str:
    name = re.sub(r"[^A-Za-z0-9_]+", "-", quantity).strip("-")
    return name if name == quantity else f"{name}-{crc32(quantity.encode()) & 0xFFFF:04x}"
