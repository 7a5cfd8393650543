"""The types of option values: what each accepts, and the value it becomes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from site_builder.problems import Mistake, SourcePosition, Written


@dataclass(frozen=True, slots=True)
class Kind:
    """A type: its name for messages and the manual, and a reader that gives None, or why, for what is not of it.

    `pattern` is the form of its texts, for editors; what it cannot say, `read` alone checks.
    """

    name: str
    read: Callable[[str, SourcePosition], Any]
    pattern: str = ""

    @property
    def schema(self) -> dict[str, str]:
        """Its JSON Schema: an option is written as text."""
        return {"type": "string"} | ({"pattern": f"^{self.pattern}$"} if self.pattern else {})


_NAME, _VARIABLE, _PIXELS = "[A-Za-z][A-Za-z0-9_-]*", "[A-Za-z][A-Za-z0-9_]*", "[1-9][0-9]{0,3}"
_POWERS = "([0-9]{1,2}) *- *([0-9]{1,2})"


def _text(value: str, position: SourcePosition) -> Written | None:
    return Written(value, position) if value else None


def _name(value: str, position: SourcePosition) -> str | None:
    return value if re.fullmatch(_NAME, value) else None


def _variable(value: str, position: SourcePosition) -> str | None:
    return value if re.fullmatch(_VARIABLE, value) else None


def _expression(value: str, position: SourcePosition) -> Written | None:
    return Written(value, position) if value else None


def split_at_commas(value: str) -> list[tuple[int, str]] | None:
    """The parts between the commas that no bracket encloses, each with its offset; None where a part is empty."""
    parts, depth, start = [], 0, 0
    for index, char in enumerate(f"{value},"):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(char, 0)
        if char == "," and depth <= 0:
            part = value[start:index]
            parts.append((start + len(part) - len(part.lstrip()), part.strip()))
            start = index + 1
    return None if depth or not all(part for _, part in parts) else parts


_THOUSANDS = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})*,0\d\d(?:,\d{3})*(?![\w.])", re.ASCII)
"""A number with commas: 096 is no number by itself."""


def _expressions(value: str, position: SourcePosition) -> tuple[Written, ...] | Mistake | None:
    if found := _THOUSANDS.search(value):
        message, hint = f"a comma ends a value, so {found[0]} is no number here", f"write {found[0].replace(',', '')}"
        return Mistake("option-has-its-type", message, hint, offset=found.start())
    parts = split_at_commas(value)
    return None if parts is None else tuple(Written(part, _moved(position, offset)) for offset, part in parts)


def _moved(position: SourcePosition, columns: int) -> SourcePosition:
    return SourcePosition(position.path, position.line, position.column + columns)


def _powers(value: str, position: SourcePosition) -> tuple[int, int] | None:
    match = re.fullmatch(_POWERS, value)
    if match is None:
        return None
    first, last = int(match[1]), int(match[2])
    return (first, last) if first <= last <= 40 else None


def _pixels(value: str, position: SourcePosition) -> int | None:
    return int(value) if re.fullmatch(_PIXELS, value) else None


TEXT = Kind("text", _text)
PIXELS = Kind("a number of pixels, 1 to 9999", _pixels, _PIXELS)
NAME = Kind("a name: letters, digits, - and _", _name, _NAME)
VARIABLE = Kind("a variable's name", _variable, _VARIABLE)
EXPRESSION = Kind("an expression", _expression)
EXPRESSIONS = Kind("expressions separated by commas", _expressions)
POWERS = Kind("two powers of two, as 10-20, at most 40", _powers, _POWERS)
