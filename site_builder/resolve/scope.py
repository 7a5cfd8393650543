"""What names can mean on one page: the course, the anchor, the lesson, and where problems go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from site_builder.document.course import Course
from site_builder.document.lesson import Lesson
from site_builder.engine.quantities import BY_ID
from site_builder.expression.names import Names
from site_builder.facts.anchor import Anchor
from site_builder.problems import Problems


@dataclass(frozen=True, slots=True)
class World:
    """What is equal for every lesson: the course, and the anchors by id (the course's own among them)."""

    course: Course
    anchors: Mapping[str, Anchor]


@dataclass(frozen=True, slots=True)
class Scope:
    """What one lesson's names are looked up in."""

    course: Course
    anchor: Anchor
    lesson: Lesson
    problems: Problems
    anchors: Mapping[str, Anchor] = field(default_factory=dict)

    @property
    def names(self) -> Names:
        """What a name can mean in an expression here."""
        return Names(BY_ID, {anchor.id: anchor.sheet for anchor in self.anchors.values()}, self.anchor.sheet)
