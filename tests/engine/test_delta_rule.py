"""The gated delta rule: writes worked out by hand, the paper's matrix form, chunks of every size."""

from math import log, sqrt

import numpy as np
import pytest

from site_builder.engine.delta_rule import (
    chunked_gated_delta_rule,
    decay_gate,
    gated_delta_rule,
    key_head_of,
    l2_normalised,
)
from site_builder.engine.shapes import ShapeError


@pytest.mark.parametrize(
    ("alpha", "beta", "row"),
    [(1.0, 1.0, (5.0, 7.0)), (1.0, 0.5, (3.5, 5.0)), (0.5, 0.5, (3.0, 4.25))],
)
def test_writing_twice_under_one_key(alpha, beta, row):
    """Overwrite, not add: plain linear attention would hold (7, 10).  Decay comes before the read."""
    k_ND, v_NV = np.array([[1.0, 0.0]] * 2), np.array([[2.0, 3.0], [5.0, 7.0]])
    _, state_DV = gated_delta_rule(k_ND, k_ND, v_NV, np.array([1.0, alpha]), np.array([1.0, beta]))
    assert state_DV.tolist() == [list(row), [0.0, 0.0]]


def three_tokens():
    k_ND = np.array([[1.0, 0.0], [0.0, 1.0], [1 / sqrt(2), 1 / sqrt(2)]])
    v_NV = np.array([[1.0, 0.0], [0.0, 1.0], [4.0, 2.0]])
    return k_ND, k_ND, v_NV, np.array([1.0, 0.5, 1.0]), np.array([1.0, 1.0, 0.5])


@pytest.mark.parametrize("chunk", [None, 1, 2, 3, 4])
def test_three_tokens(chunk):
    arrays = three_tokens()
    output_NV, state_DV = gated_delta_rule(*arrays) if chunk is None else chunked_gated_delta_rule(*arrays, chunk)
    close(output_NV, [[1, 0], [0, 1], [2.176776695297, 1.353553390593]])
    close(state_DV, [[1.789213562373, 0.457106781187], [1.289213562373, 1.457106781187]])


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def random_arrays(n, d_k, d_v, seed=7):
    generator = np.random.default_rng(seed)
    q_ND, k_ND = l2_normalised(generator.normal(size=(n, d_k))), l2_normalised(generator.normal(size=(n, d_k)))
    alpha_N, beta_N = generator.uniform(0.3, 1.0, n), generator.uniform(0.0, 1.0, n)
    return q_ND, k_ND, generator.normal(size=(n, d_v)), alpha_N, beta_N


def test_the_papers_matrix_form_gives_the_transposed_state():
    """S_t = S_{t−1}(α_t(I − β_t k_t k_tᵀ)) + β_t v_t k_tᵀ, S of shape (d_v, d_k), o_t = S_t q_t."""
    q_ND, k_ND, v_NV, alpha_N, beta_N = random_arrays(7, 3, 2)
    output_NV, state_DV = gated_delta_rule(q_ND, k_ND, v_NV, alpha_N, beta_N)
    state_VD = np.zeros((2, 3))
    for t in range(7):
        state_VD = state_VD @ (alpha_N[t] * (np.eye(3) - beta_N[t] * np.outer(k_ND[t], k_ND[t])))
        state_VD = state_VD + beta_N[t] * np.outer(v_NV[t], k_ND[t])
        close(output_NV[t], state_VD @ q_ND[t])
    close(state_DV, state_VD.T)


@pytest.mark.parametrize("chunk", [1, 2, 3, 4, 7, 8])
def test_chunks_equal_the_recurrence(chunk):
    arrays = random_arrays(7, 4, 3)
    for found, expected in zip(chunked_gated_delta_rule(*arrays, chunk), gated_delta_rule(*arrays), strict=True):
        np.testing.assert_allclose(found, expected, rtol=0, atol=2e-15)


def test_a_gate_of_zero_forgets_everything_in_both_forms():
    q_ND, k_ND, v_NV, alpha_N, beta_N = random_arrays(5, 3, 2)
    alpha_N[2] = 0.0
    tail = gated_delta_rule(q_ND[2:], k_ND[2:], v_NV[2:], alpha_N[2:], beta_N[2:])
    for whole in (
        gated_delta_rule(q_ND, k_ND, v_NV, alpha_N, beta_N),
        chunked_gated_delta_rule(q_ND, k_ND, v_NV, alpha_N, beta_N, 4),
    ):
        close(whole[0][2:], tail[0])
        close(whole[1], tail[1])


def test_a_text_can_be_continued_from_its_state():
    arrays = random_arrays(6, 3, 2)
    whole_NV, state_DV = gated_delta_rule(*arrays)
    _, middle_DV = gated_delta_rule(*(array[:4] for array in arrays))
    rest = [array[4:] for array in arrays]
    for output_NV, end_DV in (
        gated_delta_rule(*rest, state_DV=middle_DV),
        chunked_gated_delta_rule(*rest, chunk=2, state_DV=middle_DV),
    ):
        close(output_NV, whole_NV[4:])
        close(end_DV, state_DV)


@pytest.mark.parametrize("n", [1, 5, 50])
def test_the_state_keeps_its_size_for_any_length(n):
    assert gated_delta_rule(*random_arrays(n, 4, 3))[1].shape == (4, 3)


def test_normalised_rows_have_length_one_and_zeros_stay_zeros():
    rows_ND = l2_normalised(np.array([[3.0, 4.0], [0.0, 0.0]]))
    np.testing.assert_allclose(rows_ND, [[0.6, 0.8], [0.0, 0.0]], atol=1e-7)


def test_the_decay_gate():
    """softplus(0) = ln 2, so A_log = 0 keeps a half and A_log = ln 2 a quarter; large a forgets without overflow."""
    close(decay_gate(np.zeros(1), 0.0, 0.0), [1 / 2])
    close(decay_gate(np.zeros(1), log(2), 0.0), [1 / 4])
    close(decay_gate(np.array([1.0]), 0.0, -1.0), [1 / 2])
    close(decay_gate(np.array([-1000.0, 1000.0]), 0.0, 0.0), [1, 0])


def test_value_heads_share_key_heads_in_the_order_of_hugging_face():
    assert [key_head_of(head, 48, 16) for head in (0, 2, 3, 16, 47)] == [0, 0, 1, 5, 15]
    assert [key_head_of(head, 48, 16) for head in range(48)] == np.repeat(np.arange(16), 3).tolist()
    for wrong in ((0, 5, 2), (48, 48, 16), (-1, 48, 16), (0, 4, 0)):
        with pytest.raises(ShapeError, match="head"):
            key_head_of(*wrong)


def test_arrays_that_do_not_fit_are_refused():
    q_ND, k_ND, v_NV, alpha_N, beta_N = random_arrays(5, 3, 2)
    with pytest.raises(ShapeError, match="gated delta rule: N is both 5 and 4"):
        gated_delta_rule(q_ND, k_ND, v_NV, alpha_N[:4], beta_N)
    with pytest.raises(ShapeError, match="alpha_N needs the axes N"):
        chunked_gated_delta_rule(q_ND, k_ND, v_NV, alpha_N[:, None], beta_N, 2)
    with pytest.raises(ShapeError, match="D is both 3 and 2"):
        gated_delta_rule(q_ND, k_ND, v_NV, alpha_N, beta_N, state_DV=np.zeros((2, 2)))
    with pytest.raises(ValueError, match="at least one token"):
        chunked_gated_delta_rule(q_ND, k_ND, v_NV, alpha_N, beta_N, 0)
