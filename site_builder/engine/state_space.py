"""Weights of state-space layers, and the channels of their convolutions: Mamba and Mamba-2."""

from __future__ import annotations

from site_builder.engine.formula import Expression, Symbol
from site_builder.engine.mixers import Mamba, Mamba2
from site_builder.engine.tensor import D, Tensor

K, N_S = Symbol("K"), Symbol("n_s")


def mamba_tensors(mixer: Mamba) -> tuple[Tensor, ...]:
    """Mamba: in (x and gate), convolution, the step and B and C of each token, A and D, out."""
    d_x, r_t = Symbol("d_x"), Symbol("r_t")
    tensors = [
        Tensor("in_proj", (2 * d_x, D), "projection"),
        Tensor("conv", (d_x, K), "vector"),
        Tensor("x_proj", (r_t + 2 * N_S, d_x), "projection"),
        Tensor("dt_proj", (d_x, r_t), "projection"),
        Tensor("dt_bias", (d_x,), "vector"),
        Tensor("A_log", (d_x, N_S), "vector"),
        Tensor("D", (d_x,), "vector"),
        Tensor("out_proj", (D, d_x), "projection"),
    ]
    if mixer.conv_bias:
        tensors.append(Tensor("conv_bias", (d_x,), "vector"))
    if mixer.bias:
        tensors += [Tensor("in_proj bias", (2 * d_x,), "vector"), Tensor("out_proj bias", (D,), "vector")]
    if mixer.inner_norms:
        tensors.append(Tensor("norms of step, B and C", (r_t + 2 * N_S,), "vector"))
    return tuple(tensors)


def mamba2_tensors(mixer: Mamba2) -> tuple[Tensor, ...]:
    """Mamba-2: in (gate, x, B, C and a step for each head), convolution, A, D, a gated norm, out."""
    h_m, inner = Symbol("h_m"), Symbol("h_m") * Symbol("d_mh")
    inward = 2 * inner + 2 * Symbol("g_m") * N_S + h_m
    tensors = [
        Tensor("in_proj", (inward, D), "projection"),
        Tensor("conv", (mamba2_channels(), K), "vector"),
        Tensor("dt_bias", (h_m,), "vector"),
        Tensor("A_log", (h_m,), "vector"),
        Tensor("D", (h_m,), "vector"),
        Tensor("out_proj", (D, inner), "projection"),
    ]
    if mixer.conv_bias:
        tensors.append(Tensor("conv_bias", (mamba2_channels(),), "vector"))
    if mixer.gated_norm:
        tensors.append(Tensor("norm", (inner,), "vector"))
    if mixer.bias:
        tensors += [Tensor("in_proj bias", (inward,), "vector"), Tensor("out_proj bias", (D,), "vector")]
    return tuple(tensors)


def mamba2_channels() -> Expression:
    """Channels of a Mamba-2 layer's convolution: the heads', then B and C of each group."""
    return Symbol("h_m") * Symbol("d_mh") + 2 * Symbol("g_m") * N_S
