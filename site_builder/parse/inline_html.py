"""The three elements of HTML that Markdown has no mark for: ``<br>``, ``<sub>…</sub>``, ``<sup>…</sup>``."""

from __future__ import annotations

import re

from site_builder.parse.parser import LessonState

_BREAK = re.compile(r"<br[ \t]*/?>[ \t]*\n?", re.IGNORECASE)
RAISED = re.compile(r"<(sub|sup)>([^<>\n]{1,200})</\1>", re.IGNORECASE)


def inline_html(state: LessonState, silent: bool) -> bool:
    """The inline rule; every other tag stays text, and is reported."""
    if state.src[state.pos] != "<":
        return False
    if found := _BREAK.match(state.src, state.pos, state.posMax):
        if not silent:
            state.push("hardbreak", "br", 0)
        state.pos = found.end()
        return True
    found = RAISED.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        _push_raised(state, found)
    state.pos = found.end()
    return True


def _push_raised(state: LessonState, found: re.Match[str]) -> None:
    name, end = found[1].lower(), state.posMax
    state.push(f"{name}_open", name, 1)
    state.pos, state.posMax = found.start(2), found.end(2)
    state.md.inline.tokenize(state)
    state.posMax = end
    state.push(f"{name}_close", name, -1)
