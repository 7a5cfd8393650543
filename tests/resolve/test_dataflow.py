"""`dataflow`: which nodes a lesson lights, and the anchor's numbers in what they open to."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from site_builder.document.blocks import Dataflow
from site_builder.document.course import Chapter, Course, CourseLesson, PipelineNode
from site_builder.engine.model import (
    DenseFeedForward,
    Embeddings,
    FullAttention,
    Layer,
    LinearAttention,
    Model,
)
from site_builder.facts.anchor import Anchor, load_anchor
from site_builder.problems import Problems, SourcePosition, Written
from site_builder.resolve.dataflow import layers_detail, resolve_dataflow
from site_builder.resolve.scope import Scope
from site_builder.source.folder import read_folder
from tests.engine.vectors import ANCHORS, ROOT

HERE = SourcePosition("content/lessons/second.md", 3, 1)
NODE = SourcePosition("content/course.yaml", 9, 5)


def hybrid(layers, full, linear, hidden, intermediate, vocab, context=262144) -> Model:
    kinds = [full if index % 4 == 3 else linear for index in range(layers)]
    feed_forward = DenseFeedForward(intermediate)
    return Model(
        hidden, context, "bfloat16", Embeddings(vocab, tied=False), tuple(Layer(kind, feed_forward) for kind in kinds)
    )


# Qwen3.8-27B's text model as its config.json says, and a hybrid small enough to count by hand.
ANCHOR = hybrid(
    64,
    FullAttention(24, 4, 256, output_gate=True, qk_norm=True),
    LinearAttention(16, 48, 128, 128, 4),
    5120,
    17408,
    248320,
)
TINY = hybrid(4, FullAttention(2, 1, 4, output_gate=True, qk_norm=True), LinearAttention(1, 2, 2, 2, 4), 8, 16, 10, 99)


def lesson(name, written=False):
    return CourseLesson(name, "c0", "", f"topic of {name}", 1, False, written, NODE)


def node(name, lights, detail=""):
    return PipelineNode(name, name.upper(), lights, detail, NODE)


def resolve(current, *pipeline):
    lessons = tuple(lesson(name) for name in ("first", "second", "third"))
    course = Course("", "", "en", "", ("a", "b"), (Chapter("c0", "C0", "", lessons),), {}, pipeline, {}, {})
    problems = Problems()
    scope = Scope(course, Anchor("tiny", "Tiny", TINY, {}, ""), SimpleNamespace(id=current), problems)
    return resolve_dataflow(Dataflow(None, Written("7", HERE), (), HERE), scope), problems


PIPELINE = (node("text", "first"), node("layers", "second", "decoder_layer"), node("output", "third"))


@pytest.mark.parametrize(
    ("current", "lit"), [("first", [True, False, False]), ("second", [True, True, False]), ("third", [True] * 3)]
)
def test_nodes_are_lit_up_to_the_lesson(current, lit):
    view, problems = resolve(current, *PIPELINE)
    assert [node.lit for node in view.nodes] == lit
    assert not len(problems)


def test_only_a_lit_node_opens():
    before, _ = resolve("first", *PIPELINE)
    after, _ = resolve("second", *PIPELINE)
    assert [node.detail is not None for node in before.nodes] == [False, False, False]
    assert [node.detail is not None for node in after.nodes] == [False, True, False]


def test_a_dim_node_names_the_lesson_that_lights_it():
    view, _ = resolve("first", *PIPELINE)
    assert (view.nodes[2].lesson.chapter, view.nodes[2].lesson.title) == ("C0", "topic of third")


def test_a_course_without_a_pipeline_is_a_problem_of_the_block():
    view, problems = resolve("first")
    assert view is None
    assert [(problem.position, problem.rule) for problem in problems] == [(HERE, "field-is-present")]


def test_an_unknown_detail_is_reported_where_it_stands_with_the_nearest():
    _, problems = resolve("first", node("layers", "first", "decoder_layers"))
    (problem,) = problems
    assert (problem.position, problem.rule) == (NODE, "field-has-its-type")
    assert "'decoder_layer'" in problem.hint


def test_the_anchors_layers_by_kind_and_their_parameters():
    detail = layers_detail(ANCHOR, 99)
    assert detail.layers.text == "64"
    assert {kind.kind: kind.count.text for kind in detail.kinds} == {"full_attention": "16", "linear_attention": "48"}
    rows = {
        row.part: (row.per_layer and row.per_layer.text, row.layers and row.layers.text, row.total.text)
        for row in detail.parts
    }
    assert rows == {
        "full_attention": ("104,858,112", "16", "1,677,729,792"),
        "linear_attention": ("115,876,064", "48", "5,562,051,072"),
        "feed_forward": ("267,386,880", "64", "17,112,760,320"),
        "layer_norms": ("10,240", "64", "655,360"),
    }
    assert detail.parameters.text == "24,353,196,544"


def test_a_small_model_counted_by_hand():
    # Full: q and gate 8·16, k and v 2·8·4, out 8·8, two norms of 4.  Linear: qkv 8·8, z 8·4, a and b 2·8·2, conv 8·4,
    # A_log and dt_bias 2 + 2, norm 2, out 4·8.  Feed-forward 3·8·16.  Norms 2·4·8; the final one is no layer's.
    rows = {row.part: row.total.text for row in layers_detail(TINY, 99).parts}
    assert rows == {"full_attention": "264", "linear_attention": "594", "feed_forward": "1,536", "layer_norms": "64"}
    assert layers_detail(TINY, 99).parameters.text == "2,458"


def windowed(*windows: int | None) -> Model:
    """Layers of 8·(8 + 4 + 4 + 8) = 192 parameters of attention and 3·8·16 of feed-forward."""
    feed_forward = DenseFeedForward(16)
    layers = tuple(Layer(FullAttention(2, 1, 4, window=window), feed_forward) for window in windows)
    return Model(8, 99, "bfloat16", Embeddings(10, tied=False), layers)


@pytest.mark.parametrize(
    ("windows", "kinds", "layers"),
    [
        ((7, None, 7, None, 7, None), {"full_attention": "3", "sliding_window": "3"}, "6"),
        ((7, 7), {"sliding_window": "2"}, "2"),
    ],
)
def test_layers_with_a_window_are_a_kind_of_their_own_in_the_part_of_attention(windows, kinds, layers):
    detail = layers_detail(windowed(*windows), 99)
    assert {kind.kind: kind.count.text for kind in detail.kinds} == kinds
    row = detail.parts[0]
    assert (row.part, row.kinds, row.layers.text, row.per_layer.text) == ("full_attention", tuple(kinds), layers, "192")
    assert int(row.total.value) == 192 * len(windows)


def test_layers_that_are_not_alike_have_no_size_of_one():
    mixed = windowed(None, None)
    wider = Layer(FullAttention(4, 1, 4), DenseFeedForward(32))
    attention, feed_forward, _ = layers_detail(replace(mixed, layers=(*mixed.layers, wider)), 99).parts
    assert (attention.layers, attention.per_layer) == (None, None)
    assert (feed_forward.layers, feed_forward.per_layer) == (None, None)


def test_every_anchor_opens_and_its_layers_add_up():
    for name in ANCHORS:
        anchor = load_anchor(read_folder(ROOT), name, Problems())
        detail = layers_detail(anchor.model, 99, anchor)
        assert sum(int(kind.count.value) for kind in detail.kinds) == len(anchor.model.layers)
        for row in detail.parts:
            if row.layers:
                assert int(row.layers.value) * int(row.per_layer.value) == int(row.total.value), (name, row.part)
        assert sum(int(row.total.value) for row in detail.parts) == int(detail.parameters.value)


def test_shapes_are_of_the_tokens_asked_for():
    shape = layers_detail(ANCHOR, 99).goes_in
    assert (shape.dims, shape.real) == (("N", "d"), ("99", "5,120"))
    assert layers_detail(ANCHOR, 99).comes_out == shape
