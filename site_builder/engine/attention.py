"""Attention on real arrays: full, masked, grouped and blockwise, float64.

Vaswani et al. 2017 (arXiv 1706.03762) eq. 1: softmax(QKᵀ/√d_k)V.  Letters: N tokens, D = d_k,
V = d_v, H query heads, G KV heads (engine/dims.py).  A mask is boolean, True where attention is allowed; a
query that may attend to nothing gets zeros.  Every function raises `ShapeError` for arrays
that do not fit together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from site_builder.engine.shapes import Array, ShapeError, group_of, sizes_of


def scores(q_ND: Array, k_ND: Array) -> Array:
    """scores_NN = QKᵀ/√d_k: one number for each pair of query (row) and key (column)."""
    sizes = sizes_of("scores", q_ND=q_ND, k_ND=k_ND)
    scores_NN: Array = q_ND @ k_ND.T / np.sqrt(sizes["D"])
    return scores_NN


def softmax(scores_NN: Array) -> Array:
    """weights_NN: exp over each row, shifted by the row's maximum, divided by its sum.

    −∞ marks a pair that is not allowed; a row of nothing else becomes zeros.
    """
    sizes_of("softmax", scores_NN=scores_NN)
    exponentials_NN = np.exp(scores_NN - _finite(scores_NN.max(axis=1, keepdims=True)))
    return exponentials_NN / _divisor(exponentials_NN.sum(axis=1, keepdims=True))


def causal_mask(n: int) -> np.ndarray:
    """mask_NN: each token attends to itself and to those before it."""
    return np.tril(np.ones((n, n), dtype=bool))


def sliding_window_mask(n: int, window: int) -> np.ndarray:
    """mask_NN: each token attends to itself and to the `window` − 1 before it.  ValueError below 1."""
    if window < 1:
        raise ValueError(f"a sliding window holds at least the token itself, not {window}")
    return causal_mask(n) & ~np.tril(np.ones((n, n), dtype=bool), k=-window)


def attention(q_ND: Array, k_ND: Array, v_NV: Array, mask_NN: np.ndarray | None = None) -> Array:
    """output_NV = softmax(QKᵀ/√d_k)V of one head, with the whole score matrix in memory."""
    sizes_of("attention", q_ND=q_ND, k_ND=k_ND, v_NV=v_NV)
    return softmax(_masked("attention", scores(q_ND, k_ND), mask_NN)) @ v_NV


# --- grouped-query attention ----------------------------------------------------------------


def kv_head_of(query_head: int, query_heads: int, kv_heads: int) -> int:
    """The KV head that a query head reads: ⌊i·h_kv/h_q⌋ (arXiv 2305.13245).

    Raises `ShapeError` when the KV heads do not divide the query heads, or there is no such query head.
    """
    return group_of("grouped attention", query_head, ("query heads", query_heads), ("KV heads", kv_heads))


def grouped_attention(q_HND: Array, k_GND: Array, v_GNV: Array, mask_NN: np.ndarray | None = None) -> Array:
    """output_HNV: each query head attends with its own scores to the KV head of its group."""
    sizes = sizes_of("grouped attention", q_HND=q_HND, k_GND=k_GND, v_GNV=v_GNV)
    groups = [kv_head_of(head, sizes["H"], sizes["G"]) for head in range(sizes["H"])]
    return np.stack([attention(q_HND[h], k_GND[g], v_GNV[g], mask_NN) for h, g in enumerate(groups)])


# --- blockwise, never the whole score matrix --------------------------------------------------


@dataclass(frozen=True, slots=True)
class OnlineSoftmax:
    """What is known of every row after some blocks of keys.

    `maximum_N` the largest score so far (−∞ before any), `total_N` the sum of exp(score − maximum),
    `output_NV` the weighted values, already divided by the total.
    """

    maximum_N: Array
    total_N: Array
    output_NV: Array


def blockwise_attention(q_ND: Array, k_ND: Array, v_NV: Array, block: int, mask_NN: np.ndarray | None = None) -> Array:
    """output_NV, equal to `attention`, from blocks of `block` keys: memory N·block instead of N·N."""
    *_, last = blockwise_steps(q_ND, k_ND, v_NV, block, mask_NN)
    return last.output_NV


def blockwise_steps(
    q_ND: Array, k_ND: Array, v_NV: Array, block: int, mask_NN: np.ndarray | None = None
) -> Iterator[OnlineSoftmax]:
    """The state after each block of keys; the last block may be ragged.  ValueError for a block below 1.

    FlashAttention's recurrence (arXiv 2205.14135) over the online softmax of arXiv 1805.02867, alg. 3:
    m' = max(m, rowmax S);  ℓ' = e^(m−m')ℓ + Σe^(S−m');  O' = e^(m−m')O + e^(S−m')V;  result O/ℓ.
    """
    sizes = sizes_of("blockwise attention", q_ND=q_ND, k_ND=k_ND, v_NV=v_NV)
    if block < 1:
        raise ValueError(f"a block holds at least one key, not {block}")
    n = sizes["N"]
    maximum_N, total_N, unnormalised_NV = np.full(n, -np.inf), np.zeros(n), np.zeros((n, sizes["V"]))
    for start in range(0, n, block):
        keys = slice(start, start + block)
        scores_NB = q_ND @ k_ND[keys].T / np.sqrt(sizes["D"])
        scores_NB = _masked("blockwise attention", scores_NB, None if mask_NN is None else mask_NN[:, keys])
        before_N, maximum_N = maximum_N, np.maximum(maximum_N, scores_NB.max(axis=1))
        kept_N = np.exp(before_N - _finite(maximum_N))
        weights_NB = np.exp(scores_NB - _finite(maximum_N)[:, None])
        total_N = kept_N * total_N + weights_NB.sum(axis=1)
        unnormalised_NV = kept_N[:, None] * unnormalised_NV + weights_NB @ v_NV[keys]
        yield OnlineSoftmax(maximum_N, total_N, unnormalised_NV / _divisor(total_N)[:, None])


def _masked(operation: str, pairs: Array, mask: np.ndarray | None) -> Array:
    """Scores with −∞ where the mask says no."""
    if mask is None:
        return pairs
    if mask.shape != pairs.shape:
        raise ShapeError(operation, "the mask fits no scores", {"scores": pairs.shape, "mask": mask.shape})
    return np.where(mask, pairs, -np.inf)


def _finite(maximum: Array) -> Array:
    """Where nothing is allowed yet the maximum is −∞, and −∞ − −∞ would be nan: shift by 0 instead."""
    return np.where(np.isneginf(maximum), 0.0, maximum)


def _divisor(total: Array) -> Array:
    return np.where(total == 0.0, 1.0, total)
