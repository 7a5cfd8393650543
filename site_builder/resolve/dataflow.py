"""`dataflow`: the course's pipeline, lit up to this lesson, opened with the anchor's shapes and counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from site_builder.config.anchor import Anchor
from site_builder.document.blocks import Dataflow
from site_builder.document.course import CourseLesson, PipelineNode
from site_builder.engine.formula import Integer
from site_builder.engine.model import FullAttention, LatentAttention, LinearAttention, Model
from site_builder.engine.quantities import BY_ID
from site_builder.engine.quantity import BoundQuantity
from site_builder.engine.units import count_text
from site_builder.figures.dataflow import (
    DataflowNode,
    DataflowView,
    LayerKind,
    LayersDetail,
    LightingLesson,
    PartRow,
    Shape,
    layer_strip,
)
from site_builder.problems import nearest
from site_builder.resolve.arithmetic import divide
from site_builder.resolve.fields import field_quantity
from site_builder.resolve.references import lesson_target
from site_builder.resolve.scope import Scope
from site_builder.resolve.values import traced

SMALL_SCALE = {"N": 6, "d": 8}
"""The course's toy scale: six tokens, hidden size 8 (two heads of width 4).  No model has it."""

MIXERS = {FullAttention: "full_attention", LinearAttention: "linear_attention", LatentAttention: "latent_attention"}
"""Kind of token mixer → its part, in the order in which kinds are listed."""


def resolve_dataflow(block: Dataflow, scope: Scope) -> DataflowView | None:
    """The pipeline as this lesson lights it; None, with the problem told, where the course has none."""
    course = scope.course
    if not course.pipeline:
        scope.problems.error(
            block.position, "field-is-present", "the course has no pipeline", "give it in content/course.yaml"
        )
        return None
    order = {lesson.id: index for index, lesson in enumerate(course.lessons)}
    lessons = {lesson.id: lesson for lesson in course.lessons}
    nodes = tuple(
        _node(node, lessons[node.lesson], order[node.lesson] <= order[scope.lesson.id], scope)
        for node in course.pipeline
    )
    return DataflowView(block.title, block.caption, block.position, nodes)


def _node(node: PipelineNode, lesson: CourseLesson, lit: bool, scope: Scope) -> DataflowNode:
    target = lesson_target(lesson, scope)
    return DataflowNode(
        id=node.id,
        title=node.title,
        lit=lit,
        lesson=LightingLesson(target.label, target.title, target.url or ""),
        detail=_detail(node, scope) if lit and node.detail else None,
    )


def _detail(node: PipelineNode, scope: Scope) -> LayersDetail | None:
    if node.detail not in DETAILS:
        scope.problems.error(
            node.position, "field-has-its-type", f"a node cannot open to {node.detail!r}", nearest(node.detail, DETAILS)
        )
        return None
    return DETAILS[node.detail](scope.anchor.model, scope.anchor)


def layers_detail(model: Model, anchor: Anchor | None = None) -> LayersDetail:
    """The decoder layers of a model: N × d in, N × d out, at its native context and at the small scale.

    Counts of layers are told as the fields of `anchor` where it has them.
    """
    real = {"N": model.native_context, "d": model.hidden_size}
    shape = Shape(("N", "d"), _texts(real), _texts(SMALL_SCALE))
    kinds = [MIXERS[type(layer.mixer)] for layer in model.layers]
    present = [part for part in MIXERS.values() if part in kinds]
    layers = _count("layers", len(model.layers), anchor)
    mixers = {part: _count(f"{part}_layers", kinds.count(part), anchor) for part in present}
    return LayersDetail(
        goes_in=shape,
        comes_out=shape,
        layers=traced(layers),
        kinds=tuple(LayerKind(part, traced(count)) for part, count in mixers.items()),
        strip=layer_strip(kinds, tall=present[0]),
        parts=(
            *(_part_row(part, model, count) for part, count in mixers.items()),
            _part_row("feed_forward", model, layers),
            _part_row("norms", model, None),
        ),
        parameters=traced(replace(BY_ID["parameters_nonembedding"].bind(model), style="count")),
    )


def _part_row(part: str, model: Model, layers: BoundQuantity | None) -> PartRow:
    total = BY_ID[f"parameters_{part}"].bind(model)
    if layers is None:
        return PartRow(part, traced(total), None, None)
    return PartRow(part, traced(total), traced(layers), traced(divide(total, layers)))


def _count(name: str, value: int, anchor: Anchor | None) -> BoundQuantity:
    field = field_quantity(anchor, name) if anchor else None
    return field or BoundQuantity(name, name, "", "count", Integer(value))


def _texts(values: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(map(count_text, values.values()))


DETAILS: dict[str, Callable[[Model, Anchor], LayersDetail]] = {LayersDetail.kind: layers_detail}
"""What a node of course.yaml may name as its `detail`."""
