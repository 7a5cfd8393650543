"""Attention against rational weights worked out by hand, published figures, and itself by another way."""

from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from site_builder.engine.attention import (
    attention,
    blockwise_attention,
    blockwise_steps,
    causal_mask,
    grouped_attention,
    kv_head_of,
    scores,
    sliding_window_mask,
    softmax,
)
from site_builder.engine.shapes import ShapeError

WEIGHTS = np.array([1.0, 2.0, 3.0, 4.0, 6.0])


def rational_example():
    """Five tokens whose scaled scores are ln 1, ln 2, ln 3, ln 4, ln 6 in every row."""
    q_ND, k_ND = np.zeros((5, 4)), np.zeros((5, 4))
    q_ND[:, 0], k_ND[:, 0] = 1.0, 2 * np.log(WEIGHTS)
    return q_ND, k_ND, np.arange(1.0, 6.0)[:, None]


def generic_example():
    angles_ND = 1.0 + np.arange(24).reshape(6, 4)
    v_NV = np.outer(np.arange(1.0, 7.0), np.arange(1.0, 5.0)) / 10
    return np.sin(angles_ND), np.cos(angles_ND), v_NV


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def test_rational_weights():
    q_ND, k_ND, v_NV = rational_example()
    close(softmax(scores(q_ND, k_ND))[0], [1 / 16, 1 / 8, 3 / 16, 1 / 4, 3 / 8])
    close(attention(q_ND, k_ND, v_NV)[:, 0], [15 / 4] * 5)


def test_causal_and_window():
    q_ND, k_ND, v_NV = rational_example()
    close(attention(q_ND, k_ND, v_NV, causal_mask(5))[:, 0], [1, 5 / 3, 7 / 3, 3, 15 / 4])
    close(attention(q_ND, k_ND, v_NV, sliding_window_mask(5, 2))[:, 0], [1, 5 / 3, 13 / 5, 25 / 7, 23 / 5])


def test_a_window_as_long_as_the_text_is_causal_and_a_window_of_one_sees_itself():
    assert (sliding_window_mask(5, 5) == causal_mask(5)).all()
    assert (sliding_window_mask(5, 99) == causal_mask(5)).all()
    assert (sliding_window_mask(5, 1) == np.eye(5, dtype=bool)).all()
    with pytest.raises(ValueError, match="not 0"):
        sliding_window_mask(5, 0)


def test_without_the_root_of_d_k_the_weights_are_squared():
    q_ND, k_ND, v_NV = rational_example()
    squared = softmax(q_ND @ k_ND.T) @ v_NV
    close(squared[:, 0], [140 / 33] * 5)
    assert abs(squared[0, 0] - attention(q_ND, k_ND, v_NV)[0, 0]) > 0.4


def test_online_softmax_block_by_block():
    steps = list(blockwise_steps(*rational_example(), block=2))
    close([step.maximum_N[0] for step in steps], [log(2), log(4), log(6)])
    close([step.total_N[0] for step in steps], [1.5, 2.5, 8 / 3])
    close([step.output_NV[0, 0] for step in steps], [5 / 3, 3, 15 / 4])


def test_the_generic_example():
    q_ND, k_ND, v_NV = generic_example()
    full = attention(q_ND, k_ND, v_NV)
    first = [0.316041031940, 0.388289588278, 0.321398780150, 0.332310211525, 0.392362429477, 0.306653777032]
    close(full[:, 0], first)
    close(full, np.outer(full[:, 0], [1, 2, 3, 4]))
    causal = attention(q_ND, k_ND, v_NV, causal_mask(6))
    close(causal[:, 0], [0.1, 0.168026563458, 0.158046656000, 0.245218351063, 0.314314398269, 0.306653777032])
    weights = [0.173199623966, 0.271232145659, 0.047228837072, 0.296359674668, 0.154257117581, 0.057722601053]
    close(softmax(scores(q_ND, k_ND))[0], weights)


@pytest.mark.parametrize("block", [1, 2, 3, 4, 5, 6, 7, 100])
@pytest.mark.parametrize("mask", [None, causal_mask(6), sliding_window_mask(6, 2)], ids=["full", "causal", "window"])
def test_blockwise_equals_full(block, mask):
    q_ND, k_ND, v_NV = generic_example()
    close(blockwise_attention(q_ND, k_ND, v_NV, block, mask), attention(q_ND, k_ND, v_NV, mask))


def test_first_blocks_that_are_wholly_masked_make_no_nan():
    q_ND, k_ND, v_NV = rational_example()
    mask_NN = np.zeros((5, 5), dtype=bool)
    mask_NN[:, 3:] = True
    steps = list(blockwise_steps(q_ND, k_ND, v_NV, 2, mask_NN))
    assert np.isneginf(steps[0].maximum_N).all()
    assert (steps[0].output_NV == 0).all()
    close(steps[-1].output_NV[:, 0], [(4 * 4 + 6 * 5) / 10] * 5)


def test_a_query_that_sees_nothing_gets_zeros():
    q_ND, k_ND, v_NV = rational_example()
    mask_NN = causal_mask(5)
    mask_NN[0] = False
    for output_NV in (attention(q_ND, k_ND, v_NV, mask_NN), blockwise_attention(q_ND, k_ND, v_NV, 2, mask_NN)):
        assert output_NV[0, 0] == 0
        close(output_NV[1:, 0], [5 / 3, 7 / 3, 3, 15 / 4])


@pytest.mark.parametrize(
    ("query_heads", "kv_heads", "reads"),
    [(24, 4, {0: 0, 5: 0, 6: 1, 23: 3}), (7, 1, dict.fromkeys(range(7), 0)), (4, 4, {0: 0, 3: 3})],
)
def test_head_maps(query_heads, kv_heads, reads):
    assert {head: kv_head_of(head, query_heads, kv_heads) for head in reads} == reads


@pytest.mark.parametrize(("head", "query_heads", "kv_heads"), [(0, 5, 2), (0, 2, 4), (0, 4, 0), (4, 4, 2), (-1, 4, 2)])
def test_heads_that_do_not_divide_are_refused(head, query_heads, kv_heads):
    with pytest.raises(ShapeError, match="head"):
        kv_head_of(head, query_heads, kv_heads)


def test_grouped_attention_equals_repeated_keys_and_values():
    generator = np.random.default_rng(4)
    q_HND, k_GND, v_GNV = (generator.normal(size=(heads, 5, width)) for heads, width in ((6, 4), (2, 4), (2, 3)))
    grouped_HNV = grouped_attention(q_HND, k_GND, v_GNV, causal_mask(5))
    assert grouped_HNV.shape == (6, 5, 3)
    k_HND, v_HNV = np.repeat(k_GND, 3, axis=0), np.repeat(v_GNV, 3, axis=0)
    close(grouped_HNV, grouped_attention(q_HND, k_HND, v_HNV, causal_mask(5)))


@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        (((6, 4), (6, 5), (6, 4)), r"attention: D is both 4 and 5 \(q_ND is \(6, 4\), k_ND is \(6, 5\)"),
        (((6, 4), (5, 4), (6, 4)), "N is both 6 and 5"),
        (((6, 4), (6, 4), (5, 4)), "N is both 6 and 5"),
        (((6, 4), (6, 4), (6,)), "v_NV needs the axes N, V"),
        (((2, 6, 4), (6, 4), (6, 4)), "q_ND needs the axes N, D"),
        (((0, 4), (0, 4), (0, 4)), "N is 0"),
    ],
)
def test_arrays_that_do_not_fit_are_one_error_with_operation_shapes_and_sizes(shapes, message):
    arrays_given = [np.zeros(shape) for shape in shapes]
    with pytest.raises(ShapeError, match=message):
        attention(*arrays_given)
    with pytest.raises(ShapeError):
        blockwise_attention(*arrays_given, block=2)


def test_a_mask_of_another_shape_is_refused():
    q_ND, k_ND, v_NV = rational_example()
    for mask_NN in (causal_mask(4), np.ones((5, 1), dtype=bool), np.ones(5, dtype=bool)):
        with pytest.raises(ShapeError, match="mask"):
            attention(q_ND, k_ND, v_NV, mask_NN)
    with pytest.raises(ValueError, match="at least one key"):
        blockwise_attention(q_ND, k_ND, v_NV, 0)


# --- properties -----------------------------------------------------------------------------

FLOATS = st.floats(-30, 30, width=32)


@st.composite
def heads(draw):
    n, d_k, d_v = draw(st.integers(1, 9)), draw(st.integers(1, 4)), draw(st.integers(1, 3))
    shapes = ((n, d_k), (n, d_k), (n, d_v))
    return (*(draw(arrays(np.float64, shape, elements=FLOATS)) for shape in shapes), draw(arrays(bool, (n, n))))


@given(heads(), st.integers(1, 12))
def test_blockwise_equals_full_for_any_head_block_and_mask(head, block):
    q_ND, k_ND, v_NV, mask_NN = head
    full_NV = attention(q_ND, k_ND, v_NV, mask_NN)
    assert np.isfinite(full_NV).all()
    np.testing.assert_allclose(blockwise_attention(q_ND, k_ND, v_NV, block, mask_NN), full_NV, rtol=0, atol=1e-12)


@given(
    arrays(np.float64, (4, 4), elements=st.integers(-300, 300).map(float)), st.sampled_from([1000.0, -1000.0, 2.0**20])
)
def test_softmax_does_not_see_a_shift(scores_NN, shift):
    """Whole scores, so that adding the shift loses no bit; exp(1000) alone would overflow."""
    assert (softmax(scores_NN + shift) == softmax(scores_NN)).all()


@given(arrays(np.float64, (5, 5), elements=FLOATS))
def test_weights_of_a_row_add_up_to_one(scores_NN):
    weights_NN = softmax(scores_NN)
    assert (weights_NN >= 0).all()
    close(weights_NN.sum(axis=1), np.ones(5))
