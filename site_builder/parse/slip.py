"""A slip of the pen that a Markdown rule saw, until its place in the file is known."""

from __future__ import annotations

from markdown_it.rules_block import StateBlock

from site_builder.problems import Mistake, Severity


def slip(offset: int, rule: str, message: str, hint: str = "", severity: Severity = "warning") -> Mistake:
    """One of an inline rule; `offset` is within the inline content in hand."""
    return Mistake(rule, message, hint, severity, offset)


def block_slip(state: StateBlock, line: int, rule: str, message: str, hint: str = "",
               severity: Severity = "error") -> None:  # fmt: skip
    """Note one at the first character of `line`; its offset is within the whole file."""
    state.env["slips"].append(Mistake(rule, message, hint, severity, state.bMarks[line] + state.tShift[line]))


def column_of(state: StateBlock, line: int) -> int:
    """The 1-based column of the first character of `line` after its containers' marks."""
    start = state.bMarks[line] + state.tShift[line]
    return start - state.src.rfind("\n", 0, start)
