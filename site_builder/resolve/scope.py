"""What names can mean on one page: the course, the anchor, the lesson, and where problems go."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from site_builder.document.course import Course
from site_builder.document.inline import Target
from site_builder.document.lesson import Lesson
from site_builder.engine.quantities import BY_ID
from site_builder.engine.sheet import Sheet
from site_builder.expression.names import Names
from site_builder.facts.anchor import Anchor
from site_builder.problems import Problems
from site_builder.resolve.budget import Budget

_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class World:
    """What is equal for every lesson: the course, the anchors of its lessons by id, and what it defines for itself.

    `quantities` and `sheets` are the course's own; `models` are all its anchors, read when they are asked for.
    """

    course: Course
    anchors: Mapping[str, Anchor]
    quantities: Mapping[str, Any] = field(default_factory=dict)
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    models: Mapping[str, Sheet | None] = field(default_factory=dict)
    _names: dict[str, Names] = field(default_factory=dict, init=False, repr=False, compare=False)

    def names(self, anchor: Anchor) -> Names:
        """What a name can mean in an expression of a page about `anchor`: one value for all its pages."""
        if anchor.id not in self._names:
            self._names[anchor.id] = page_names(anchor.sheet, self.quantities, self.sheets, self.models)
        return self._names[anchor.id]


def page_names(
    model: Sheet,
    quantities: Mapping[str, Any] = _NOTHING,
    sheets: Mapping[str, Sheet] = _NOTHING,
    models: Mapping[str, Sheet | None] = _NOTHING,
) -> Names:
    """The engine's quantities and those of the course, for a page about `model`."""
    own: dict[str, Sheet | None] = {model.id: model}
    return Names(ChainMap(dict(quantities), BY_ID), sheets, ChainMap(own, models), model)  # type: ignore[arg-type]


Targets = Callable[[str, str], Mapping[str, Target]]
"""From a lesson's id and a label to what has a number there, by label; it may be empty where that label is not."""


def no_targets(lesson_id: str, label: str) -> Mapping[str, Target]:
    return {}


@dataclass(frozen=True, slots=True)
class Scope:
    """What one lesson's names are looked up in; `elsewhere` knows the labels of other lessons."""

    course: Course
    anchor: Anchor
    lesson: Lesson
    problems: Problems
    names: Names = field(default=None)  # type: ignore[assignment]
    elsewhere: Targets = no_targets
    budget: Budget = field(default_factory=Budget)

    def __post_init__(self) -> None:
        if self.names is None and self.anchor is not None and hasattr(self.anchor, "sheet"):
            object.__setattr__(self, "names", page_names(self.anchor.sheet))
