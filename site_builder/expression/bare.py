"""A number that stands for bytes and does not say so: ``weights / (80 * 2**30)``."""

from __future__ import annotations

from site_builder.engine.measure import BYTE, CONSTANTS
from site_builder.engine.quantity import BoundQuantity
from site_builder.expression.arithmetic import is_bare
from site_builder.problems import Mistake

_SMALLEST, _LARGEST = 10**6, 10**24


def bytes_by_bare(above: BoundQuantity, below: BoundQuantity) -> Mistake | None:
    """The doubt about bytes divided by a large round number, which is a size of something too."""
    if above.unit != BYTE or not is_bare(below):
        return None
    value = below.value()
    if not isinstance(value, int) or not _SMALLEST <= value <= _LARGEST:
        return None
    sizes = sorted(((int(size), name) for name, (size, unit) in CONSTANTS.items() if unit == BYTE), reverse=True)
    found = next(((size, name) for size, name in sizes if size > 1 and value % size == 0), None)
    if found is None:
        return None
    size, name = found
    message, hint = (
        f"{above.id} divided by {below.id} stays a number of bytes",
        f"write {value // size}*{name} for bytes",
    )
    return Mistake("number-has-its-unit", message, hint, "warning")
