"""The Markdown rule for `` {name}`text` `` and what each role's text means."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from site_builder.document.inline import (
    CiteReference,
    DimReference,
    EvalReference,
    LessonReference,
    LiveReference,
    PaidReference,
    PromiseReference,
    Reference,
    SetReference,
    TermReference,
)
from site_builder.parse.directives.values import split_at_commas
from site_builder.parse.parser import LessonState
from site_builder.problems import Problems, SourcePosition, Written, nearest

_ROLE = re.compile(r"\{([A-Za-z][\w-]*)\}(`*)")
_ID = re.compile(r"[\w.-]+")
_SETTINGS = re.compile(r"([\w-]+)\s*:(.+)")
_SETTING = re.compile(r"([A-Za-z]\w*)\s*=\s*(.+)")
_LONGEST = 500
"""Characters of the longest text of a role."""


@dataclass(frozen=True, slots=True)
class Role:
    """A role: its name, how its text is written, one line on what it does, and what makes its reference.

    `make(text, position)` gives None where the text has not that form; `position` is that of the text.
    """

    name: str
    form: str
    doc: str
    make: Callable[[str, SourcePosition], Reference | None]


def role_rule(state: LessonState, silent: bool) -> bool:
    """The inline rule; a name without its backticks is reported, and stays text."""
    if state.src[state.pos] != "{":
        return False
    opening = _ROLE.match(state.src, state.pos, state.posMax)
    if opening is None:
        return False
    close = _closing(state, opening.end(), opening[2]) if opening[2] else -1
    if close < 0:
        bare = opening[1] in BY_NAME and state.src[state.pos - 1 : state.pos] != "{"
        if not silent and (opening[2] or bare):
            message, hint = f"the role {{{opening[1]}}} has no text in backticks", f"write {{{opening[1]}}}`text`"
            state.note("role-is-well-formed", message, hint, "error" if opening[2] else "warning")
        return False
    if not silent:
        token = state.push("role", "", 0)
        text = state.src[opening.end() : close]
        token.content = text.strip().replace("\n", " ")
        token.info = opening[1]
        begins = len(text) - len(text.lstrip())
        token.meta["lines"] = (begins, *(found.end() for found in re.finditer("\n", text) if found.end() > begins))
        token.meta["text_offset"] = token.meta["offset"] + len(opening[0])
    state.pos = close + len(opening[2])
    return True


def _closing(state: LessonState, start: int, ticks: str) -> int:
    closing = re.compile(rf"(?<!`){ticks}(?!`)").search(state.src, start, state.posMax)
    return closing.start() if closing else -1


def reference(
    name: str, text: str, at: SourcePosition, position: SourcePosition, problems: Problems
) -> Reference | None:
    """The reference of one role that stands `at` a place and whose text has a `position`; None with a problem."""
    role = BY_NAME.get(name)
    if role is None:
        problems.error(at, "role-is-known", f"no role is called {name!r}", nearest(name, BY_NAME))
        return None
    made = role.make(text, position) if 0 < len(text) <= _LONGEST else None
    if made is None:
        problems.error(position, "role-is-well-formed", f"{{{name}}} does not understand {text[:60]!r}",
                       f"write {role.form}")  # fmt: skip
    return made


def _evaluate(text: str, position: SourcePosition) -> EvalReference:
    return EvalReference(Written(text, position), position)


def _titled(kind: type) -> Callable[[str, SourcePosition], Reference | None]:
    def make(text: str, position: SourcePosition) -> Reference | None:
        title, name = _split_target(text)
        return kind(name, title, position) if _ID.fullmatch(name) else None

    return make


def _split_target(text: str) -> tuple[str, str]:
    """``text <id>`` as (text, id); without angle brackets all of it is the id."""
    if not text.endswith(">"):
        return "", text
    title, _, target = text[:-1].rpartition("<")
    return title.strip(), target.strip()


def _cite(text: str, position: SourcePosition) -> CiteReference:
    key, _, place = text.partition(" ")
    return CiteReference(key, place.strip(), position)


def _dim(text: str, position: SourcePosition) -> DimReference:
    return DimReference(text, position)


def _set(text: str, position: SourcePosition) -> SetReference | None:
    label, target = _split_target(text)
    widget = _SETTINGS.fullmatch(target)
    parts = split_at_commas(widget[2]) if widget else None
    found = [_SETTING.fullmatch(part) for _, part in parts or ()]
    settings = tuple((setting[1], Written(setting[2], position)) for setting in found if setting)
    if not label or widget is None or not settings or len(settings) < len(found):
        return None
    return SetReference(label, widget[1], settings, position)


def _live(text: str, position: SourcePosition) -> LiveReference | None:
    expression, widget = _split_target(text)
    return LiveReference(Written(expression, position), widget, position) if expression and widget else None


ROLES: tuple[Role, ...] = (
    Role("eval", "{eval}`score_matrix(N=131072)`", "Prints a computed value.", _evaluate),
    Role("lesson", "{lesson}`id` or {lesson}`text <id>`", "Leads to another lesson.", _titled(LessonReference)),
    Role(
        "promise",
        "{promise}`id` or {promise}`text <id>`",
        "Says that a later lesson pays for this.",
        _titled(PromiseReference),
    ),
    Role(
        "paid",
        "{paid}`id` or {paid}`text <id>`",
        "Says that here this lesson pays what another promised.",
        _titled(PaidReference),
    ),
    Role("cite", "{cite}`key` or {cite}`key §4`", "Cites a source, with a place in it.", _cite),
    Role("term", "{term}`key` or {term}`text <key>`", "Explains a term of the glossary.", _titled(TermReference)),
    Role("dim", "{dim}`N`", "Names a dimension.", _dim),
    Role("set", "{set}`text <widget: N=131072>`", "A button that sets controls of a calculator.", _set),
    Role("live", "{live}`expression <widget>`", "A number that follows the controls of a calculator.", _live),
)
BY_NAME = {role.name: role for role in ROLES}
