"""What an author can do wrong, as values: a position, a sentence, a rule, a hint.

Nothing here raises for an author's mistake.  Stages add to a `Problems` list and go on as
far as they can, so that one run shows everything; the pipeline stops between stages.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal, TypeAlias

from site_builder.rules.table import RULE_IDS

Severity: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True, order=True, slots=True)
class SourcePosition:
    """A place in a source file: path relative to the root, 1-based line and column."""

    path: str
    line: int = 1
    column: int = 1

    @classmethod
    def of(cls, text: str, offset: int, path: str) -> SourcePosition:
        """The place of the character at `offset` of a whole file's text."""
        return cls(path, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Written:
    """A text as its author wrote it, and its place: an expression (``score_matrix(N=6)``), words, not yet parsed."""

    source: str
    position: SourcePosition
    lines: tuple[tuple[int, SourcePosition], ...] = ()
    """Where it goes on in further lines of its file: the offset of each in `source`, and its place."""

    def place(self, offset: int) -> SourcePosition:
        """The place of the character at `offset`."""
        starts = ((0, self.position), *self.lines)
        start, at = next(each for each in reversed(starts) if each[0] <= max(offset, 0))
        return SourcePosition(at.path, at.line, at.column + offset - start)


@dataclass(frozen=True, order=True, slots=True)
class Problem:
    """One mistake.  `error` stops a build; `warning` is only reported by `check`, or as the course grades its rule."""

    position: SourcePosition
    rule: str
    message: str
    hint: str = ""
    severity: Severity = "error"

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.position}: {self.message}{hint} [{self.rule}]"


@dataclass(frozen=True, order=True, slots=True)
class Mistake:
    """A problem whose place is not known yet; `offset` counts the characters before it, in the text in hand."""

    rule: str
    message: str
    hint: str = ""
    severity: Severity = "error"
    offset: int = 0

    def at(self, position: SourcePosition) -> Problem:
        return Problem(position, self.rule, self.message, self.hint, self.severity)


class Refused(Exception):
    """Raised where a text cannot be read any further; whoever knows its place reports the mistake."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake.message)
        self.mistake = mistake


@dataclass(slots=True)
class Problems:
    """The problems of one run, in the order found; sorted and free of repeats when read.

    `grades` says which rules' warnings are errors for this course, and which are to be ignored.
    """

    _found: list[Problem] = field(default_factory=list)
    grades: Mapping[str, str] = field(default_factory=dict)
    _read: tuple[Problem, ...] = ()
    _read_at: int = 0

    def error(self, position: SourcePosition, rule: str, message: str, hint: str = "") -> None:
        self.add(Problem(position, rule, message, hint, "error"))

    def warning(self, position: SourcePosition, rule: str, message: str, hint: str = "") -> None:
        self.add(Problem(position, rule, message, hint, "warning"))

    def take(self, found: Iterable[Problem]) -> None:
        """Add the problems that another stage has found."""
        self._found.extend(found)

    def add(self, problem: Problem) -> None:
        if problem.rule not in RULE_IDS:
            raise LookupError(f"no rule has the id {problem.rule!r}; add it to rules/")
        self._found.append(problem)

    @property
    def mark(self) -> int:
        """How much has been reported so far, to ask `has_errors_since` later."""
        return len(self._found)

    def has_errors_since(self, mark: int) -> bool:
        """Whether a stage that began at `mark` failed; an error that is reported again counts, unlike in `errors`."""
        return any(problem.severity == "error" for problem in self._found[mark:])

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self if problem.severity == "error")

    def __iter__(self) -> Iterator[Problem]:
        if self._read_at != len(self._found):
            found = filter(None, map(self._graded, set(self._found)))
            self._read, self._read_at = tuple(sorted(found, key=_order)), len(self._found)
        return iter(self._read)

    def grade(self, grades: Mapping[str, str]) -> None:
        """From now on count warnings as `grades` say, those found already among them."""
        self.grades, self._read_at = grades, -1

    def _graded(self, problem: Problem) -> Problem | None:
        grade = self.grades.get(problem.rule, "warning") if problem.severity == "warning" else "error"
        if grade == "ignore":
            return None
        return replace(problem, severity="error") if grade == "error" and problem.severity == "warning" else problem

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _order(problem: Problem) -> tuple[str | int, ...]:
    """As the records compare, which takes a hundred times as long."""
    place = problem.position
    return (place.path, place.line, place.column, problem.rule, problem.message, problem.hint, problem.severity)


class BuildStopped(Exception):
    """Raised by the pipeline between two stages when errors have been found."""


_MOST_COMPARED = 100
_SIMILAR = 62
"""The least likeness, in percent, of a name that is offered for another."""


def nearest(name: str, names: Iterable[str], otherwise: str = "") -> str:
    """A hint that names the nearest of `names`, or `otherwise`, or all of a short list.

    Of very many names only those that begin alike are compared: a hint must not take longer than the work.
    """
    known = sorted(names)
    if alike := next((other for other in known if other != name and _composed(other) == _composed(name)), ""):
        return (
            f"{alike!r} looks the same but is written in other characters (Unicode's NFC and NFD); copy it from there"
        )
    if len(known) > _MOST_COMPARED:
        known = list(islice((each for each in known if _folded(each)[:1] == _folded(name)[:1]), _MOST_COMPARED))
    folded = {_folded(other): other for other in reversed(known)}
    same = folded.get(_folded(name))
    close = same or likest(name, known, _SIMILAR)
    if close:
        return f"did you mean {close!r}?"
    if otherwise:
        return otherwise
    return f"known: {', '.join(known)}" if 0 < len(known) <= 12 else ""


def likest(name: str, names: Iterable[str], least: float) -> str:
    """The one of `names` most like `name`, or nothing where none is like it by `least` percent."""
    from rapidfuzz import fuzz, process  # here, because a course without mistakes needs no hint

    found = process.extract(name, names, scorer=fuzz.ratio, limit=None, score_cutoff=least)
    return max(((score, other) for other, score, _ in found), default=(0, ""))[1]


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _folded(name: str) -> str:
    """What is equal for ``KVCache``, ``kv-cache`` and ``kv_cache``."""
    return re.sub("[-_. ]", "", name).casefold()
