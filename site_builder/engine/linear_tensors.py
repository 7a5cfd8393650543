"""Weights of linear-attention layers: Gated DeltaNet, lightning attention, RWKV-7."""

from __future__ import annotations

from site_builder.engine.formula import Expression, Symbol
from site_builder.engine.mixers import LinearAttention, Rwkv7
from site_builder.engine.tensor import D, Role, Tensor


def conv_channels() -> Expression:
    """Channels of a DeltaNet layer's convolution: queries and keys, then values."""
    return 2 * Symbol("n_k") * Symbol("d_sk") + Symbol("n_v") * Symbol("d_sv")


def linear_tensors(mixer: LinearAttention) -> tuple[Tensor, ...]:
    """Gated DeltaNet: queries, keys and values through a convolution, decay and write gates, a gated norm."""
    n_k, n_v, d_sk, d_sv = Symbol("n_k"), Symbol("n_v"), Symbol("d_sk"), Symbol("d_sv")
    return (
        Tensor("q_proj and k_proj", (2 * n_k * d_sk, D), "projection"),
        Tensor("v_proj", (n_v * d_sv, D), "projection"),
        *_through("z_proj", None if mixer.gate_rank is None else "r_g", n_v * d_sv, "projection"),
        *_through("a_proj", None, n_v, "gate", mixer.decay_rank is None),
        *_through("f_proj", "r_d", n_v * d_sk, "gate", mixer.decay_rank is not None),
        Tensor("b_proj", (n_v, D), "gate"),
        Tensor("conv", (conv_channels(), Symbol("K")), "vector"),
        Tensor("A_log", (n_v,), "vector", single=mixer.float32_norms),
        Tensor("dt_bias", (n_v if mixer.decay_rank is None else n_v * d_sk,), "vector"),
        Tensor("norm", (d_sv,), "vector", single=mixer.float32_norms),
        Tensor("out_proj", (D, n_v * d_sv), "projection"),
    )


def _through(name: str, rank: str | None, width: Expression, role: Role, there: bool = True) -> tuple[Tensor, ...]:
    """A matrix to `width`, or two with `rank` between them."""
    if not there:
        return ()
    if rank is None:
        return (Tensor(name, (width, D), role),)
    return Tensor(f"{name} down", (Symbol(rank), D), role), Tensor(f"{name} up", (width, Symbol(rank)), role)


def lightning_tensors() -> tuple[Tensor, ...]:
    """Lightning attention: queries, keys and values in one projection, a gate and a norm of full width."""
    width = Symbol("h_l") * Symbol("d_lh")
    return (
        Tensor("qkv_proj", (3 * width, D), "projection"),
        Tensor("output_gate", (width, D), "projection"),
        Tensor("norm", (width,), "vector"),
        Tensor("out_proj", (D, width), "projection"),
    )


def rwkv7_tensors(mixer: Rwkv7) -> tuple[Tensor, ...]:
    """RWKV-7: receptance, keys, values; low-rank decay, rate, gate and share of the first value; vectors; a norm."""
    width = Symbol("h_w") * Symbol("d_wh")
    tensors = [Tensor(f"{name}_proj", (width, D), "projection") for name in ("r", "k", "v")]
    for name, rank, biased in (("decay", "r_d", True), ("rate", "r_i", True), ("gate", "r_g", False)):
        tensors += _low_rank(name, Symbol(rank), width, biased)
    if mixer.value_rank is not None:
        tensors += _low_rank("value", Symbol("r_v"), width, True)
    return (
        *tensors,
        Tensor("token shifts", (6, D), "vector"),
        Tensor("k_k, k_a and r_k", (3, width), "vector"),
        Tensor("norm", (2, width), "vector"),
        Tensor("out_proj", (D, width), "projection"),
    )


def _low_rank(name: str, rank: Symbol, width: Expression, biased: bool) -> list[Tensor]:
    """Two matrices with `rank` between them, and a bias of full width."""
    tensors = [Tensor(f"{name} down", (rank, D), "projection"), Tensor(f"{name} up", (width, rank), "projection")]
    return tensors + ([Tensor(f"{name} bias", (width,), "vector")] if biased else [])
