"""The gated delta rule on real arrays: a state of fixed size instead of a score matrix.

Yang et al. 2024, Gated Delta Networks (arXiv 2412.06464).  One value head; the state is kept as
(d_k, d_v), as the Hugging Face implementation does.  Letters: N tokens, C tokens of one chunk, D = d_k,
V = d_v.  `ShapeError` for arrays that do not fit together.
"""

from __future__ import annotations

import numpy as np

from site_builder.engine.shapes import Array, group_of, sizes_of


def l2_normalised(rows_ND: Array) -> Array:
    """Each row times 1/√(Σx² + 1e-6), as queries and keys are before the rule."""
    sizes_of("l2 normalisation", rows_ND=rows_ND)
    normalised_ND: Array = rows_ND / np.sqrt((rows_ND**2).sum(axis=1, keepdims=True) + 1e-6)
    return normalised_ND


def decay_gate(a_N: Array, a_log: float, dt_bias: float) -> Array:
    """alpha_N = exp(−exp(A_log)·softplus(a + dt_bias)), between 0 and 1: what one head keeps at each token."""
    sizes_of("decay gate", a_N=a_N)
    alpha_N: Array = np.exp(-np.exp(a_log) * np.logaddexp(0.0, a_N + dt_bias))
    return alpha_N


def key_head_of(value_head: int, value_heads: int, key_heads: int) -> int:
    """The query and key head of a value head: ⌊j·n_k/n_v⌋, consecutive value heads share one.

    The Hugging Face order (repeat_interleave); llama.cpp's files hold another.  Raises `ShapeError` when the
    key heads do not divide the value heads, or there is no such value head.
    """
    return group_of("gated delta rule", value_head, ("value heads", value_heads), ("key heads", key_heads))


def gated_delta_rule(
    q_ND: Array, k_ND: Array, v_NV: Array, alpha_N: Array, beta_N: Array, state_DV: Array | None = None
) -> tuple[Array, Array]:
    """(output_NV, state_DV), token by token.

    Decay S ← αS; read r = kᵀS; correct δ = β(v − r); write S ← S + kδᵀ; output o = qᵀS, after the write.
    `state_DV` is where to go on from; zeros without it.
    """
    sizes = sizes_of("gated delta rule", q_ND=q_ND, k_ND=k_ND, v_NV=v_NV, alpha_N=alpha_N, beta_N=beta_N)
    state_DV = _starting_state(state_DV, k_ND, v_NV)
    output_NV = np.zeros((sizes["N"], sizes["V"]))
    for token in range(sizes["N"]):
        state_DV = alpha_N[token] * state_DV
        correction_V = beta_N[token] * (v_NV[token] - k_ND[token] @ state_DV)
        state_DV = state_DV + np.outer(k_ND[token], correction_V)
        output_NV[token] = q_ND[token] @ state_DV
    return output_NV, state_DV


def chunked_gated_delta_rule(
    q_ND: Array, k_ND: Array, v_NV: Array, alpha_N: Array, beta_N: Array, chunk: int, state_DV: Array | None = None
) -> tuple[Array, Array]:
    """(output_NV, state_DV), equal to `gated_delta_rule`, in chunks of `chunk` tokens made of matrix products.

    The last chunk may be ragged.  ValueError for a chunk below 1.
    """
    sizes_of("chunked gated delta rule", q_ND=q_ND, k_ND=k_ND, v_NV=v_NV, alpha_N=alpha_N, beta_N=beta_N)
    if chunk < 1:
        raise ValueError(f"a chunk holds at least one token, not {chunk}")
    state_DV = _starting_state(state_DV, k_ND, v_NV)
    outputs = []
    for start in range(0, len(q_ND), chunk):
        part = slice(start, start + chunk)
        output_CV, state_DV = _one_chunk(q_ND[part], k_ND[part], v_NV[part], alpha_N[part], beta_N[part], state_DV)
        outputs.append(output_CV)
    return np.concatenate(outputs), state_DV


def _one_chunk(
    q_CD: Array, k_CD: Array, v_CV: Array, alpha_C: Array, beta_C: Array, state_DV: Array
) -> tuple[Array, Array]:
    """All corrections of a chunk at once.

    With decay_CC[t, s] = α_{s+1}⋯α_t (0 above the diagonal) and γ_t = α_1⋯α_t, the corrections δ solve
    δ_t + β_t Σ_{s<t} decay[t, s](k_t·k_s) δ_s = β_t(v_t − γ_t k_tᵀS): one triangular system.
    """
    decay_CC = _decay(alpha_C)
    gamma_C = alpha_C[0] * decay_CC[:, 0]
    mixing_CC = beta_C[:, None] * np.tril(decay_CC * (k_CD @ k_CD.T), k=-1)
    wanted_CV = beta_C[:, None] * (v_CV - gamma_C[:, None] * (k_CD @ state_DV))
    correction_CV = np.linalg.solve(np.eye(len(k_CD)) + mixing_CC, wanted_CV)
    output_CV = gamma_C[:, None] * (q_CD @ state_DV) + (decay_CC * (q_CD @ k_CD.T)) @ correction_CV
    return output_CV, gamma_C[-1] * state_DV + (decay_CC[-1][:, None] * k_CD).T @ correction_CV


def _decay(alpha_C: Array) -> Array:
    """decay_CC[t, s], the product of α from s + 1 to t; products, not quotients, so that α = 0 is no trouble."""
    n = len(alpha_C)
    decay_CC = np.eye(n)
    for token in range(1, n):
        decay_CC[token, :token] = alpha_C[token] * decay_CC[token - 1, :token]
    return decay_CC


def _starting_state(state_DV: Array | None, k_ND: Array, v_NV: Array) -> Array:
    if state_DV is None:
        return np.zeros((k_ND.shape[1], v_NV.shape[1]))
    sizes_of("gated delta rule", k_ND=k_ND, v_NV=v_NV, state_DV=state_DV)
    return state_DV
