"""The parts of a calculator as an author wrote them: controls, curves, a crossing, marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from site_builder.problems import SourcePosition, Written

Scale: TypeAlias = Literal["log", "linear"]


@dataclass(frozen=True, slots=True)
class Curve:
    """One curve of a calculator: an expression in the variable, a label, and the look it has.

    `id` is its name within the calculator, and `compare` the id of the curve it is set against.  One that is
    not `shown` is off at first.
    """

    id: str
    value: Written
    label: str
    role: str
    compare: str
    position: SourcePosition
    shown: bool = True


@dataclass(frozen=True, slots=True)
class Crossing:
    """A marked crossing: the ids of the two curves that meet there, and its label; a reader may `guess` it first."""

    curves: tuple[str, str]
    label: str
    position: SourcePosition
    guess: bool = True


@dataclass(frozen=True, slots=True)
class IntegerControl:
    """A whole number from `minimum` to `maximum`; `presets` are button values, `label` what readers call it."""

    name: str
    minimum: Written
    maximum: Written
    start: Written
    presets: tuple[Written, ...]
    scale: Scale
    label: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class ChoiceControl:
    """One of some `choices`, `models` (anchors) or fact `sheets`, as `of` says.

    `choices` are words, each with what a reader sees, or nothing for the name it has.
    """

    name: str
    of: str
    choices: tuple[tuple[str, str], ...]
    start: str
    label: str
    position: SourcePosition


Control: TypeAlias = IntegerControl | ChoiceControl


@dataclass(frozen=True, slots=True)
class Mark:
    """A value worth a line of its own: of the axis' variable, or a level of what the curves count."""

    value: Written
    is_level: bool
    label: str
    position: SourcePosition
