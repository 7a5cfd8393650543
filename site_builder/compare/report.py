"""What differs between two sites, as values: causes with the numbers they moved, and each page's other changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["fact", "formula", "model", "expression", "printing", "program", "source"]
Status: TypeAlias = Literal["changed", "added", "removed", "moved"]


@dataclass(frozen=True, order=True, slots=True)
class Root:
    """Where a change began.

    `kind` is fact (`what` is its name, of the `sheet`), formula (of the course's quantity `what`), model (which the
    page is about), expression (what the lesson asks for), printing (its unit or digits), source (where a fact was
    read) or program (none of these: another version of the engine).  `at` is its place, where it has one.
    """

    kind: Kind
    what: str
    old: str = ""
    new: str = ""
    sheet: str = ""
    at: str = ""
    ratio: str = ""


@dataclass(frozen=True, slots=True)
class NumberChange:
    """A number that is printed otherwise than before.

    `places` are (section, ordinal); `path` leads back from it, level by level, to what changed.
    """

    page: str
    id: str
    call: str
    title: str
    old: str
    new: str
    ratio: str
    places: tuple[tuple[str, int], ...]
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CurveChange:
    """A curve, or where two cross, that is another: `change` is the largest relative one, ``−50%``, found at `at`.

    `at` is empty where every point changed by as much.
    """

    page: str
    figure: str
    label: str
    change: str
    at: str
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cause:
    """Everything that the same roots moved."""

    roots: tuple[Root, ...]
    numbers: tuple[NumberChange, ...]
    curves: tuple[CurveChange, ...]

    @property
    def places(self) -> int:
        return sum(len(number.places) for number in self.numbers)

    @property
    def pages(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([each.page for each in self.numbers] + [each.page for each in self.curves]))


@dataclass(frozen=True, slots=True)
class Edit:
    """Words that changed: `before` and `after` stand around them; `old` or `new` may be empty."""

    section: str
    before: str
    old: str
    new: str
    after: str


@dataclass(frozen=True, slots=True)
class Change:
    """A link, claim, promise or figure that came (`old` is empty), went or changed; `what` says which kind."""

    what: str
    old: str
    new: str
    section: str = ""


@dataclass(frozen=True, slots=True)
class PageChange:
    """A page's changes beside its numbers; `gone` are ids that links from elsewhere may lead to."""

    id: str
    title: str
    status: Status
    old_url: str
    new_url: str
    edits: tuple[Edit, ...] = ()
    changes: tuple[Change, ...] = ()
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stale:
    """What should perhaps have moved too: a fact, or a number typed in a sentence, with why."""

    where: str
    what: str
    said: str
    section: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The whole comparison, false where nothing changed.

    `facts` and `typed` are what was perhaps left behind, `silent` what changed and moved no number, `files` images,
    styles and scripts.
    """

    causes: tuple[Cause, ...] = ()
    pages: tuple[PageChange, ...] = ()
    facts: tuple[Stale, ...] = ()
    typed: tuple[Stale, ...] = ()
    silent: tuple[Root, ...] = ()
    files: tuple[Change, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.causes or self.pages or self.silent or self.files)
