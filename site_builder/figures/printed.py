"""A number as a figure shows it: its text, and what makes it traceable."""

from __future__ import annotations

from typing import Protocol


class Printed(Protocol):
    """What a figure needs of a number; `document.resolved.ComputedValue` is one, and brings its origin along.

    `text` is for readers, `value` exact ("34359738368" or "p/q"), `quantity` the id it came from.
    """

    @property
    def quantity(self) -> str: ...

    @property
    def value(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def substituted(self) -> str: ...
