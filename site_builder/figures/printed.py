"""A number as a figure shows it: its text, and what makes it traceable."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.engine.formula import Number
from site_builder.engine.quantity import BoundQuantity


@dataclass(frozen=True, slots=True)
class Printed:
    """`text` for readers, `value` exact ("34359738368" or "p/q"), `quantity` the id it came from."""

    quantity: str
    value: str
    text: str
    substituted: str


def printed(bound: BoundQuantity, **free: Number) -> Printed:
    """`bound` at the given free numbers, as text.  FormulaError if a symbol stays free."""
    return Printed(bound.id, str(bound.value(**free)), bound.text(**free), bound.substituted(**free))
