"""What the drawings share: tidy coordinates, the width of a label, arrow heads."""

from __future__ import annotations

from typing import Literal
from unicodedata import east_asian_width

HEAD_LENGTH, HEAD_HALF = 7, 4
"""An arrow's head, in user units."""


def tidy(number: float) -> int | float:
    """A coordinate with at most two decimals, whole where it is whole: short and equal on every machine."""
    rounded = round(number, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def text_width(text: str) -> float:
    """Width in em, near enough to leave room: a Chinese character is 1, any other 0.6."""
    return sum(1 if east_asian_width(character) in "WF" else 0.6 for character in text)


def line(x1: float, y1: float, x2: float, y2: float) -> str:
    """SVG path data of a straight line."""
    return f"M{tidy(x1)} {tidy(y1)}L{tidy(x2)} {tidy(y2)}"


def head(x: float, y: float, towards: Literal["right", "up", "down"]) -> str:
    """SVG path data of an arrow's head whose tip is at (x, y)."""
    along_x, along_y = {"right": (1, 0), "up": (0, -1), "down": (0, 1)}[towards]
    base_x, base_y = x - HEAD_LENGTH * along_x, y - HEAD_LENGTH * along_y
    side_x, side_y = HEAD_HALF * along_y, HEAD_HALF * along_x
    corners = ((base_x + side_x, base_y + side_y), (x, y), (base_x - side_x, base_y - side_y))
    return "M" + "L".join(f"{tidy(corner_x)} {tidy(corner_y)}" for corner_x, corner_y in corners) + "Z"
