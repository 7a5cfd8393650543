"""The parts of a plot as an author wrote them: what runs along x, the series, the columns of a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from site_builder.document.calculator import ChoiceControl, Scale
from site_builder.problems import SourcePosition, Written

Cell: TypeAlias = Fraction | str


@dataclass(frozen=True, slots=True)
class Along:
    """A variable over a range of whole numbers."""

    name: str
    minimum: Written
    maximum: Written
    scale: Scale
    label: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Listed:
    """A variable that has these values, one after another."""

    name: str
    values: tuple[Written, ...]
    label: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the file, in a unit."""

    name: str
    unit: str
    scale: Scale
    label: str
    position: SourcePosition


Runs: TypeAlias = Along | Listed | Column | ChoiceControl


@dataclass(frozen=True, slots=True)
class Series:
    """What is drawn for each x: an expression, a list of them, or a column of the file."""

    label: str
    role: str
    value: Written | None
    values: tuple[Written, ...]
    column: Column | None
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class Columns:
    """A table of data by the names in its head, every column as long as the others; where it and its rows stand."""

    path: str
    cells: Mapping[str, tuple[Cell, ...]]
    lines: tuple[int, ...]
