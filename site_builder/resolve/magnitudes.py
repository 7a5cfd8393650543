"""How large a number may be that a figure places on an axis, or a table sorts."""

from __future__ import annotations

from fractions import Fraction

SMALLEST, LARGEST = Fraction(1, 2**100), 2**100
"""What can be placed on an axis: 2¹⁰⁰ bytes are a million YiB."""
_LARGEST_SORTED = 2**1000
"""A table has no axis, but what it is sorted by is a float."""


def size_fault(value: int | Fraction | None, kind: str = "") -> str:
    """What is wrong with a value as one of a figure of this `kind`: that it is too large, or nothing."""
    most = _LARGEST_SORTED if kind == "table" else LARGEST
    if value is None or -most <= value <= most:
        return ""
    return "this is too large to be sorted" if kind == "table" else "this is beyond any axis"
