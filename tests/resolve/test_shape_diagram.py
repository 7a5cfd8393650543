"""`shape_diagram`: options become sides of blocks, or problems at their places."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

from site_builder.document.blocks import AttentionFigure, ShapeDiagram, SmallToken
from site_builder.engine.model import DenseFeedForward, Embeddings, FullAttention, Layer, Model
from site_builder.facts.anchor import Anchor, AnchorField
from site_builder.problems import Problems, SourcePosition, Written
from site_builder.resolve.scope import Scope
from site_builder.resolve.shape_diagram import resolve_shape_diagram

MODEL = Model(
    64, 4096, "bfloat16", Embeddings(100, tied=True), (Layer(FullAttention(4, 2, 16), DenseFeedForward(128)),) * 2
)
FIELDS = {
    "head_dim": AnchorField("head_dim", 16, "test"),
    "native_context": AnchorField("native_context", 4096, "test"),
}


def resolve(N="131072", d_k="head_dim", small_N="6", small_d_k="4", example="", blocks=()):
    sources = (N, d_k, small_N, small_d_k)
    options = [Written(source, SourcePosition("lesson.md", line, 5)) for line, source in enumerate(sources, start=2)]
    problems = Problems()
    scope = Scope(None, Anchor("small", "Small", MODEL, FIELDS, ""), SimpleNamespace(blocks=blocks), problems)
    return resolve_shape_diagram(
        ShapeDiagram(None, *options, example, (), SourcePosition("lesson.md")), scope
    ), problems


def test_the_sides_are_the_options():
    view, problems = resolve(N="native_context")
    assert not len(problems)
    assert view.real.values == (("N", "4,096"), ("d_k", "16"))
    assert view.small.values == (("N", "6"), ("d_k", "4"))
    assert (view.real.sizes.score.call, view.small.sizes.score.call) == (
        "score_matrix(N=native_context)",
        "score_matrix(N=6)",
    )


def test_the_size_of_s_depends_on_n_alone():
    # Two bytes for each of N² scores: 2·131,072² = 2^35 and 2·6² = 72, whatever d_k is.
    for d_k in ("head_dim", "1024"):
        view, _ = resolve(d_k=d_k)
        assert (view.real.sizes.score.value, view.real.sizes.score.text) == (str(2**35), "32 GiB")
        assert view.small.sizes.score.text == "72 B"


def test_the_small_scale_has_a_score_for_every_pair():
    view, _ = resolve(small_N="5", small_d_k="3")
    assert [len(row) for row in view.small.scores.rows] == [5] * 5
    assert [len(row) for row in view.small.q.rows] == [3] * 5
    assert [len(row) for row in view.small.k.rows] == [5] * 3
    assert view.real.scores is None


@pytest.mark.parametrize(
    ("option", "source", "line"),
    [
        ("N", "0", 2),
        ("N", "0-5", 2),
        ("N", "2**41", 2),
        ("d_k", "head_dim/3", 3),
        ("N", "score_matrix(N=6)", 2),  # 72 bytes are no tokens
        ("small_N", "9", 4),
        ("small_d_k", "7", 5),
    ],
)
def test_a_side_that_cannot_be_drawn_is_a_problem_at_its_option(option, source, line):
    view, problems = resolve(**{option: source})
    assert view is None
    assert [(problem.position.line, problem.rule) for problem in problems] == [(line, "expression-has-a-value")]


def test_every_bad_option_is_reported_at_once():
    _, problems = resolve(N="0", d_k="haed_dim", small_N="99")
    assert [problem.rule for problem in problems] == [
        "expression-has-a-value", "quantity-is-known", "expression-has-a-value",
    ]  # fmt: skip


def test_the_small_scale_may_be_an_attention_of_the_page():
    here = SourcePosition("lesson.md", 9)
    rows = ((Fraction(1), Fraction(2)), (Fraction(-1), Fraction(0)))
    tokens = tuple(SmallToken(word, row, row, (Fraction(1),), here) for word, row in zip("甲乙", rows, strict=True))
    page = (AttentionFigure(None, "two", tokens, (), here),)
    view, problems = resolve(example="two", blocks=page)
    assert not len(problems)
    assert view.small.values == (("N", "2"), ("d_k", "2"))
    assert view.small.q.texts == (("1.0", "2.0"), ("−1.0", "0.0"))
    assert view.small.sizes.operand.text == "8 B"  # 2 · 2 entries of two bytes, as many as S has
    assert view.small.sizes.times.value == "1"

    view, problems = resolve(example="tow", blocks=page)
    assert view is None
    (problem,) = problems
    assert (problem.rule, "'two'" in problem.hint) == ("widget-is-known", True)


def test_q_and_k_grow_with_both_sides():
    view, _ = resolve(d_k="256")
    assert view.real.sizes.operand.text == "64 MiB"  # 131,072 · 256 · 2 = 2^26
    assert view.real.sizes.times.value == "512"
