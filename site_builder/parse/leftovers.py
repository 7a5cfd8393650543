"""Emphasis marks that found no partner and would be printed: stars and tildes in pairs."""

from __future__ import annotations

from itertools import groupby

from site_builder.parse.parser import LessonState
from site_builder.parse.slip import Slip

_MARKS = ("*", "~~")


def leftovers(state: LessonState) -> None:
    """A rule that runs once marks have been paired and before what is left of them joins the text."""
    marks = [token for token in state.tokens if token.type == "text" and token.content in _MARKS]
    for (offset, mark), run in groupby(marks, lambda token: (token.meta.get("offset"), token.content)):
        length = len(mark) * len(list(run))
        if offset is not None and length >= 2:
            shown = mark[0] * length
            state.slips.append(
                Slip(
                    offset - state.base,
                    "emphasis-is-closed",
                    f"{shown} has no partner and would be printed",
                    f"write \\{mark[0]} for the sign, or put code in backticks",
                )  # fmt: skip
            )
