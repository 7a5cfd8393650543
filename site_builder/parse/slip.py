"""A slip of the pen that a Markdown rule saw, until its place in the file is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from markdown_it.rules_block import StateBlock


@dataclass(frozen=True, slots=True)
class Slip:
    """`offset` is within the inline content in hand; the rest is as in `Problem`."""

    offset: int
    rule: str
    message: str
    hint: str = ""
    severity: Literal["error", "warning"] = "warning"


@dataclass(frozen=True, slots=True)
class LineSlip:
    """The same for a block rule: `line` counts from 0 in the source in hand, `column` from 1."""

    line: int
    rule: str
    message: str
    hint: str = ""
    severity: Literal["error", "warning"] = "error"
    column: int = 1


def block_slip(state: StateBlock, line: int, rule: str, message: str, hint: str = "",
               severity: Literal["error", "warning"] = "error") -> None:  # fmt: skip
    """Note a slip at the first character of `line`."""
    state.env["slips"].append(LineSlip(line, rule, message, hint, severity, column_of(state, line)))


def column_of(state: StateBlock, line: int) -> int:
    """The 1-based column of the first character of `line` after its containers' marks."""
    start = state.bMarks[line] + state.tShift[line]
    return start - state.src.rfind("\n", 0, start)
