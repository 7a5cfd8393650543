"""Attention by hand: every figure from those before it, against floats and against sums done on paper."""

from fractions import Fraction
from math import exp, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.engine.small_attention import SmallAttention, made_up, softmax_hundredths


def tenths(*rows):
    return tuple(tuple(Fraction(entry, 10) for entry in row) for row in rows)


# Two tokens, d_k = 4, d_v = 1.  First row: (1·2 + 0 + 0 + 0)/2 = 1.00 and (1·0 + …)/2 = 0; e ÷ (e + 1) = 0.731.
PAPER = SmallAttention(tenths((10, 0, 0, 0), (0, 0, 0, 0)), tenths((20, 0, 0, 0), (0, 10, 0, 0)), tenths((10,), (-10,)))


def test_a_case_done_on_paper():
    assert PAPER.scores_NN == ((1, 0), (0, 0))
    assert PAPER.weights_NN == ((Fraction(73, 100), Fraction(27, 100)), (Fraction(1, 2), Fraction(1, 2)))
    assert PAPER.outputs_NV == ((Fraction(46, 100),), (0,))


ENTRIES = st.integers(-99, 99)


@st.composite
def attentions(draw):
    n, d_k, d_v = draw(st.integers(2, 8)), draw(st.integers(1, 6)), draw(st.integers(1, 4))
    rows = [tenths(*(draw(st.lists(ENTRIES, min_size=d, max_size=d)) for _ in range(n))) for d in (d_k, d_k, d_v)]
    return SmallAttention(*rows), draw(st.permutations(range(n)))


@given(attentions())
def test_each_stage_follows_from_the_printed_figures_of_the_one_before(case):
    small, _ = case
    d_k = len(small.q_ND[0])
    for q, scores, weights, output in zip(small.q_ND, small.scores_NN, small.weights_NN, small.outputs_NV, strict=True):
        for k, score in zip(small.k_ND, scores, strict=True):
            exact = sum(float(a) * float(b) for a, b in zip(q, k, strict=True)) / sqrt(d_k)
            assert abs(float(score) - exact) <= 0.005 + 1e-9
        assert sum(weights) == 1
        exponentials = [exp(float(score - max(scores))) for score in scores]
        for weight, each in zip(weights, exponentials, strict=True):
            assert abs(float(weight) - each / sum(exponentials)) < 0.01
        columns = zip(*small.v_NV, strict=True)
        assert output == tuple(sum(w * v for w, v in zip(weights, column, strict=True)) for column in columns)


@given(attentions())
def test_shuffled_tokens_have_their_own_scores_in_another_order(case):
    small, order = case
    shuffled = SmallAttention(*(tuple(rows[index] for index in order) for rows in (small.q_ND, small.k_ND, small.v_NV)))
    assert shuffled.scores_NN == tuple(tuple(small.scores_NN[i][j] for j in order) for i in order)


def test_equal_scores_share_what_cannot_be_shared_with_the_first():
    assert softmax_hundredths([Fraction(0)] * 3) == tuple(Fraction(n, 100) for n in (34, 33, 33))
    assert softmax_hundredths([Fraction(0), Fraction(-500)]) == (1, 0)


def test_a_score_half_way_is_rounded_away_from_zero():
    # 0.1·0.1 ÷ 2 = 0.005 and its negative
    small = SmallAttention(tenths((1, 0, 0, 0), (-1, 0, 0, 0)), tenths((1, 0, 0, 0), (0, 0, 0, 0)))
    assert [row[0] for row in small.scores_NN] == [Fraction(1, 100), Fraction(-1, 100)]


@pytest.mark.parametrize(("n", "d_k"), [(0, 4), (6, 0), (-1, 4)])
def test_sizes_below_one_are_refused(n, d_k):
    with pytest.raises(ValueError, match="at least one"):
        made_up(n, d_k)
