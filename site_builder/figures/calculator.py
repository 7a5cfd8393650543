"""The records of a calculator as resolved: controls, and curves and marks for every combination of its choices.

The integers that are no axis are held while the curves run along x; they stay free in the formulas.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

from site_builder.engine.formula import Number
from site_builder.engine.quantity import BoundQuantity
from site_builder.figures.chart import Scale
from site_builder.problems import SourcePosition


@dataclass(frozen=True, slots=True)
class IntegerSpec:
    """A whole number with its bounds: minimum ≤ start ≤ maximum, minimum < maximum; above 0 on a log scale."""

    name: str
    minimum: int
    maximum: int
    start: int
    presets: tuple[int, ...] = ()
    scale: Scale = "log"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One of a choice's words, and what a reader sees."""

    id: str
    words: str


@dataclass(frozen=True, slots=True)
class ChoiceSpec:
    """A choice of two options or more; `start` is the place of the first one shown.

    `contexts` are the native contexts of its models, by place, where it is a choice of models.
    """

    name: str
    options: tuple[Option, ...]
    start: int = 0
    label: str = ""
    contexts: tuple[int, ...] = ()


Control: TypeAlias = IntegerSpec | ChoiceSpec


@dataclass(frozen=True, slots=True)
class CurveSpec:
    """A curve for one combination: `quantity` is free in the integers, and so may `multiple` be.

    `multiple` is the curve's value over that of the curve labelled `compared`, a ratio; not `shown`: off at first.
    """

    id: str
    role: str
    label: str
    quantity: BoundQuantity
    multiple: BoundQuantity | None = None
    compared: str = ""
    shown: bool = True


@dataclass(frozen=True, slots=True)
class MarkSpec:
    """A value with a line of its own: of the axis' variable, or a level of the curves' unit."""

    label: str
    is_level: bool
    value: Number
    text: str


@dataclass(frozen=True, slots=True)
class Combination:
    """What the calculator shows for one option of each choice; all its curves are in one unit."""

    curves: tuple[CurveSpec, ...]
    marks: tuple[MarkSpec, ...] = ()

    @property
    def unit(self) -> str:
        """What all curves count."""
        return str(self.curves[0].quantity.unit) if self.curves else ""

    @property
    def style(self) -> str:
        """How it is printed."""
        return self.curves[0].quantity.style if self.curves else "count"


@dataclass(frozen=True, slots=True)
class CrossingSpec:
    """Two curves by their place, and where they meet first at the start; None where they do not.

    A reader may `guess` it before it is shown.
    """

    curves: tuple[int, int]
    value: int | None
    label: str
    guess: bool = True


@dataclass(frozen=True, slots=True)
class CalculatorSpec:
    """A calculator with all numbers known; `combinations` run through the choices, the last one fastest."""

    title: Any
    name: str
    controls: tuple[Control, ...]
    axis: IntegerSpec
    rows: tuple[int, ...]
    combinations: tuple[Combination, ...]
    crossing: CrossingSpec | None
    scale: Scale
    caption: Any
    position: SourcePosition

    @property
    def choices(self) -> tuple[ChoiceSpec, ...]:
        return tuple(control for control in self.controls if isinstance(control, ChoiceSpec))

    @property
    def held(self) -> tuple[IntegerSpec, ...]:
        """The integers that are not the axis."""
        return tuple(each for each in self.controls if isinstance(each, IntegerSpec) and each.name != self.axis.name)

    @property
    def starts(self) -> Mapping[str, int]:
        """The held integers at first, by name."""
        return {integer.name: integer.start for integer in self.held}

    @property
    def first(self) -> Combination:
        """The combination that the page begins with."""
        index = 0
        for choice in self.choices:
            index = index * len(choice.options) + choice.start
        return self.combinations[index]

    def formulas(self) -> Iterator[tuple[str, str, BoundQuantity]]:
        """Each curve's formulas with id and label, equal ones once; an id says of which other choices it is."""
        seen: set[tuple[str, BoundQuantity]] = set()
        options = [[f"{choice.name}={option.id}" for option in choice.options] for choice in self.choices]
        named = zip(map(", ".join, product(*options)), self.combinations, strict=True)
        for said, combination in [("", self.first), *named]:
            for curve in combination.curves:
                if (curve.id, curve.quantity) not in seen:
                    seen.add((curve.id, curve.quantity))
                    yield f"{curve.id} ({said})" if said else curve.id, curve.label, curve.quantity

    def corners(self) -> Iterator[Mapping[str, int]]:
        """The held integers at each of their ends."""
        for values in product(*((integer.minimum, integer.maximum) for integer in self.held)):
            yield {integer.name: value for integer, value in zip(self.held, values, strict=True)}
