"""`dataflow`: the course's pipeline, lit up to this lesson, opened with the anchor's shapes and counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import reduce

from site_builder.document.blocks import Dataflow
from site_builder.document.course import CourseLesson, PipelineNode
from site_builder.engine.arguments import LONGEST_CONTEXT
from site_builder.engine.formula import Integer
from site_builder.engine.measure import ONE
from site_builder.engine.model import (
    FullAttention,
    LatentAttention,
    LightningAttention,
    LinearAttention,
    Mamba,
    Mamba2,
    Mixer,
    Model,
    Rwkv7,
)  # fmt: skip
from site_builder.engine.quantities import BY_ID
from site_builder.engine.quantity import BoundQuantity
from site_builder.engine.units import count_text
from site_builder.expression.arithmetic import add, divide
from site_builder.expression.names import fact_quantity
from site_builder.expression.reader import compute_count
from site_builder.facts.anchor import Anchor
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
from site_builder.problems import Written, nearest
from site_builder.resolve.references import lesson_target
from site_builder.resolve.scope import Scope
from site_builder.resolve.values import traced

SMALL_SCALE = {"N": 6, "d": 8}
"""The course's toy scale: six tokens, hidden size 8 (two heads of width 4).  No model has it."""

KINDS = {
    "full_attention": "full_attention",
    "sliding_window": "full_attention",
    "linear_attention": "linear_attention",
    "latent_attention": "latent_attention",
    "state_space": "state_space",
    "no_mixer": "",
}
"""Kind of layer, by its token mixer → the part that holds the mixer's parameters, in the order listed."""


def resolve_dataflow(block: Dataflow, scope: Scope) -> DataflowView | None:
    """The pipeline as this lesson lights it; None, with the problem reported, where the course has none."""
    course = scope.course
    if not course.pipeline:
        scope.problems.error(
            block.position, "field-is-present", "the course has no pipeline", "give it in content/course.yaml"
        )
        return None
    N = _tokens(block.N, scope)
    if N is None:
        return None
    order, lessons = course.order, course.lesson_of
    nodes = tuple(
        _node(node, lessons[node.lesson], order[node.lesson] <= order[scope.lesson.id], N, scope)
        for node in course.pipeline
    )
    return DataflowView(block.title, block.caption, block.position, nodes)


def _tokens(expression: Written, scope: Scope) -> int | None:
    value = compute_count(expression, scope.names, scope.problems)
    if value is None or (isinstance(value, int) and 1 <= value <= LONGEST_CONTEXT):
        return value
    message = f"N is a whole number from 1 to {LONGEST_CONTEXT:,}, not {value}"
    scope.problems.error(expression.position, "expression-has-a-value", message)
    return None


def _node(node: PipelineNode, lesson: CourseLesson, lit: bool, N: int, scope: Scope) -> DataflowNode:
    target = lesson_target(lesson, scope)
    return DataflowNode(
        id=node.id,
        title=node.title,
        lit=lit,
        lesson=LightingLesson(target.label, target.title, target.url or ""),
        detail=_detail(node, N, scope) if lit and node.detail else None,
    )


def _detail(node: PipelineNode, N: int, scope: Scope) -> LayersDetail | None:
    if node.detail not in DETAILS:
        scope.problems.error(
            node.position, "field-has-its-type", f"a node cannot open to {node.detail!r}", nearest(node.detail, DETAILS)
        )
        return None
    return DETAILS[node.detail](scope.anchor.model, N, scope.anchor)


def layers_detail(model: Model, N: int, anchor: Anchor | None = None) -> LayersDetail:
    """The decoder layers of a model: N × d in, N × d out, at `N` tokens and at the small scale.

    Counts of layers are given as the fields of `anchor` where it has them.
    """
    real = {"N": N, "d": model.hidden_size}
    shape = Shape(("N", "d"), _texts(real), _texts(SMALL_SCALE))
    kinds = [_kind(layer.mixer) for layer in model.layers]
    every = [_kind(mixer) for layer in model.layers for mixer in layer.mixers or (None,)]
    counts = {kind: _count(f"{kind}_layers", every.count(kind), anchor) for kind in KINDS if kind in every}
    layers = _count("layers", len(model.layers), anchor)
    return LayersDetail(
        goes_in=shape,
        comes_out=shape,
        layers=traced(layers),
        kinds=tuple(LayerKind(kind, traced(count)) for kind, count in counts.items()),
        strip=layer_strip(kinds, tall=next(iter(counts))),
        parts=(
            *_mixer_rows(model, counts),
            _part_row(("feed_forward",), "feed_forward", model, layers if len(model.feed_forwards()) == 1 else None),
            *([_part_row(("side_paths",), "side_paths", model, layers)] if model.side else []),
            _part_row(("norms",), "layer_norms", model, layers),
        ),
        parameters=traced(BY_ID["parameters_layers"].bind(model)),
    )


def _kind(mixer: Mixer | None) -> str:
    match mixer:
        case None:
            return "no_mixer"
        case Mamba() | Mamba2():
            return "state_space"
        case FullAttention(window=None):
            return "full_attention"
        case FullAttention():
            return "sliding_window"
        case LatentAttention():
            return "latent_attention"
        case LinearAttention() | LightningAttention() | Rwkv7():
            return "linear_attention"


def _mixer_rows(model: Model, counts: Mapping[str, BoundQuantity]) -> Iterator[PartRow]:
    """A row for each part that holds token mixers; a window changes nothing about their parameters."""
    for part in dict.fromkeys(KINDS[kind] for kind in counts if KINDS[kind]):
        kinds = tuple(kind for kind in counts if KINDS[kind] == part)
        mixers = {mixer for mixer, _ in model.mixers() if _kind(mixer) in kinds}
        sizes = {replace(mixer, window=None) if isinstance(mixer, FullAttention) else mixer for mixer in mixers}
        layers = reduce(add, (counts[kind] for kind in kinds))
        yield _part_row(kinds, part, model, layers if len(sizes) == 1 else None)


def _part_row(kinds: tuple[str, ...], part: str, model: Model, layers: BoundQuantity | None) -> PartRow:
    """The row of a part; `layers` are those that hold it, None where it is in no layer or not alike in all."""
    total = BY_ID[f"parameters_{part}"].bind(model)
    if layers is None:
        return PartRow(part, kinds, traced(total), None, None)
    return PartRow(part, kinds, traced(total), traced(layers), traced(divide(total, layers)))


def _count(name: str, value: int, anchor: Anchor | None) -> BoundQuantity:
    fact = fact_quantity(anchor.sheet, name) if anchor else None
    return fact or BoundQuantity(name, name, ONE, "count", Integer(value))


def _texts(values: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(map(count_text, values.values()))


DETAILS: dict[str, Callable[[Model, int, Anchor], LayersDetail]] = {LayersDetail.kind: layers_detail}
"""What a node of course.yaml may name as its `detail`."""
