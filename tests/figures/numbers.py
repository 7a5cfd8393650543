"""Numbers to draw with, where a test does not care where they come from."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Number:
    """The least a figure needs of a number."""

    quantity: str = ""
    value: str = ""
    text: str = ""
    substituted: str = ""
