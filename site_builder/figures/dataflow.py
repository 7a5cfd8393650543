"""The course's pipeline, lit up to a lesson, and what a lit node opens to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from site_builder.figures.geometry import tidy
from site_builder.figures.printed import Printed
from site_builder.problems import SourcePosition

STRIP_WIDTH, STRIP_HEIGHT = 480, 40
STRIP_GAP = 0.2
"""The space between two layers of the strip, as a share of one."""
LONGEST_STRIP = 128
"""Layers drawn one by one; a deeper model has its counts alone."""
OTHER_HEIGHT = 0.5
"""Height of layers of any kind but the first listed, against its own: kinds differ in height and in colour."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A tensor at both scales: `dims` are its dimensions, `real` and `small` their values as text."""

    dims: tuple[str, ...]
    real: tuple[str, ...]
    small: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PartRow:
    """Parameters of one part: in each of its `layers`, and together.

    `kinds` are the kinds of layers that hold it, or its own name.  A part in no layer, or not alike in all of
    its layers, has no `layers` and no `per_layer`.
    """

    part: str
    kinds: tuple[str, ...]
    total: Printed
    layers: Printed | None
    per_layer: Printed | None


@dataclass(frozen=True, slots=True)
class LayerKind:
    """How many layers have a token mixer of this kind."""

    kind: str
    count: Printed


@dataclass(frozen=True, slots=True)
class LayerMark:
    """One layer of the strip: `kind` is its token mixer."""

    kind: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class LayersDetail:
    """What the decoder layers open to: shapes in and out, kinds of layers, parameters by part."""

    kind: ClassVar[str] = "decoder_layer"
    strip_width: ClassVar[int] = STRIP_WIDTH
    strip_height: ClassVar[int] = STRIP_HEIGHT
    goes_in: Shape
    comes_out: Shape
    layers: Printed
    kinds: tuple[LayerKind, ...]
    strip: tuple[LayerMark, ...]
    parts: tuple[PartRow, ...]
    parameters: Printed

    @property
    def tall(self) -> str:
        """The kind whose layers are drawn tall: the first listed."""
        return self.kinds[0].kind


@dataclass(frozen=True, slots=True)
class LightingLesson:
    """The lesson that lights a node: its chapter's label, its title, and its URL where it is written."""

    chapter: str
    title: Any
    url: str


@dataclass(frozen=True, slots=True)
class DataflowNode:
    """A node of the pipeline.  Only a lit one may have a `detail`."""

    id: str
    title: Any
    lit: bool
    lesson: LightingLesson
    detail: LayersDetail | None


@dataclass(frozen=True, slots=True)
class DataflowView:
    """The nodes from text to probabilities, in order."""

    stem: ClassVar[str] = "dataflow"
    title: Any
    caption: Any
    position: SourcePosition
    nodes: tuple[DataflowNode, ...]


def layer_strip(kinds: Sequence[str], tall: str) -> tuple[LayerMark, ...]:
    """One mark a layer, first layer left; layers of the kind `tall` stand out by height.

    Empty for a model of more than `LONGEST_STRIP` layers.
    """
    if len(kinds) > LONGEST_STRIP:
        return ()
    pitch = STRIP_WIDTH / len(kinds)
    marks = []
    for index, kind in enumerate(kinds):
        height = STRIP_HEIGHT * (1 if kind == tall else OTHER_HEIGHT)
        marks.append(
            LayerMark(
                kind, tidy(pitch * index), tidy(STRIP_HEIGHT - height), tidy(pitch * (1 - STRIP_GAP)), tidy(height)
            )
        )
    return tuple(marks)
