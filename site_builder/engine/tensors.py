"""Every weight of a layer: tensors of token mixers and feed-forwards.

Shapes are (rows out, columns in) as in the published checkpoints.
"""

from __future__ import annotations

from site_builder.engine.feed_forwards import DenseFeedForward, FeedForward, MoeFeedForward
from site_builder.engine.formula import Expression, Symbol, product
from site_builder.engine.linear_tensors import lightning_tensors, linear_tensors, rwkv7_tensors
from site_builder.engine.mixers import (
    FullAttention,
    LatentAttention,
    LightningAttention,
    LinearAttention,
    Mamba,
    Mamba2,
    Mixer,
    Rwkv7,
)  # fmt: skip
from site_builder.engine.quantity import Input
from site_builder.engine.state_space import mamba2_tensors, mamba_tensors
from site_builder.engine.tensor import Component, D, Tensor, inputs_of


def mixer_component(mixer: Mixer, hidden: Input, repeats: Input, part: str = "") -> Component:
    """The weights of one token mixer of hidden width `hidden`."""
    return Component(part or part_of(mixer), repeats, _mixer_tensors(mixer), (hidden, *inputs_of(mixer)))


def _mixer_tensors(mixer: Mixer) -> tuple[Tensor, ...]:
    match mixer:
        case FullAttention():
            return _full(mixer)
        case LinearAttention():
            return linear_tensors(mixer)
        case LightningAttention():
            return lightning_tensors()
        case Rwkv7():
            return rwkv7_tensors(mixer)
        case LatentAttention():
            return _latent(mixer)
        case Mamba():
            return mamba_tensors(mixer)
        case Mamba2():
            return mamba2_tensors(mixer)


def part_of(mixer: Mixer) -> str:
    """The part of the model whose parameters those of `mixer` are."""
    match mixer:
        case FullAttention():
            return "full_attention"
        case LinearAttention() | LightningAttention() | Rwkv7():
            return "linear_attention"
        case LatentAttention():
            return "latent_attention"
        case Mamba() | Mamba2():
            return "state_space"


def value_width(mixer: FullAttention) -> Symbol:
    """The width of a value: d_h, or d_hv where it has one of its own."""
    return Symbol("d_h" if mixer.value_head_dim is None else "d_hv")


def _full(mixer: FullAttention) -> tuple[Tensor, ...]:
    h_q, h_kv, d_h, d_hv = Symbol("h_q"), Symbol("h_kv"), Symbol("d_h"), value_width(mixer)
    queries = product(2 if mixer.output_gate else 1, h_q, d_h)
    tensors = [Tensor("q_proj", (queries, D), "projection")]
    if mixer.has_keys:
        tensors.append(Tensor("k_proj", (h_kv * d_h, D), "projection"))
    if mixer.has_keys and not mixer.keys_as_values:
        tensors.append(Tensor("v_proj", (h_kv * d_hv, D), "projection"))
    tensors.append(Tensor("o_proj", (D, h_q * d_hv), "projection"))
    return tuple(tensors + _biases(mixer, queries) + _query_key_norms(mixer))


def _biases(mixer: FullAttention, queries: Expression) -> list[Tensor]:
    h_q, h_kv, d_h, d_hv = Symbol("h_q"), Symbol("h_kv"), Symbol("d_h"), value_width(mixer)
    tensors = []
    if mixer.qkv_bias:
        tensors.append(Tensor("q_bias", (queries,), "vector"))
    if mixer.qkv_bias and mixer.has_keys:
        width = 2 * h_kv * d_h if d_hv == d_h else h_kv * (d_h + d_hv)
        tensors.append(Tensor("kv_bias", (width,), "vector"))
    if mixer.output_bias:
        tensors.append(Tensor("o_bias", (D,), "vector"))
    return tensors + ([Tensor("sinks", (h_q,), "vector")] if mixer.sinks else [])


def _query_key_norms(mixer: FullAttention) -> list[Tensor]:
    h_q, h_kv, d_h = Symbol("h_q"), Symbol("h_kv"), Symbol("d_h")
    widths: tuple[Expression, ...] = ()
    if mixer.qk_norm:
        widths = (d_h, d_h)
    if mixer.joint_qk_norm:
        widths = (h_q * d_h, h_kv * d_h)
    names = ("q_norm", "k_norm") if mixer.has_keys else ("q_norm",)
    return [Tensor(name, (width,), "vector") for name, width in zip(names, widths, strict=False)]


def _latent(mixer: LatentAttention) -> tuple[Tensor, ...]:
    h_q, r_q, r_kv = Symbol("h_q"), Symbol("r_q"), Symbol("r_kv")
    d_nope, d_rope, d_mv = Symbol("d_nope"), Symbol("d_rope"), Symbol("d_mv")
    queries = h_q * (d_nope + d_rope)
    query = (
        (Tensor("q_proj", (queries, D), "projection"),)
        if mixer.query_rank is None
        else (
            Tensor("q_a_proj", (r_q, D), "projection"),
            Tensor("q_a_norm", (r_q,), "vector"),
            Tensor("q_b_proj", (queries, r_q), "projection"),
        )
    )
    return (
        *query,
        Tensor("kv_a_proj", (r_kv + d_rope, D), "projection"),
        Tensor("kv_a_norm", (r_kv,), "vector"),
        Tensor("kv_b_proj", (h_q * (d_nope + d_mv), r_kv), "projection"),
        Tensor("o_proj", (D, h_q * d_mv), "projection"),
        *_indexer(mixer),
    )


def _indexer(mixer: LatentAttention) -> tuple[Tensor, ...]:
    """What scores the tokens a query may see: its own queries, one key and its LayerNorm, a weight for each head."""
    h_i, d_i, r_q = Symbol("h_i"), Symbol("d_i"), Symbol("r_q")
    if mixer.index_heads is None:
        return ()
    return (
        Tensor("indexer q_b_proj", (h_i * d_i, r_q), "projection"),
        Tensor("indexer k_proj", (d_i, D), "projection"),
        Tensor("indexer k_norm", (2 * d_i,), "vector"),
        Tensor("indexer weights_proj", (h_i, D), "gate"),
    )


def feed_forward_component(block: FeedForward, hidden: Input, repeats: Input, part: str = "") -> Component:
    """The weights of one feed-forward of hidden width `hidden`."""
    part = part or "feed_forward"
    match block:
        case DenseFeedForward():
            return Component(part, repeats, _dense(block), (hidden, *inputs_of(block)))
        case MoeFeedForward():
            return Component(part, repeats, _moe(block), (hidden, *inputs_of(block)))


def _dense(block: DenseFeedForward) -> tuple[Tensor, ...]:
    f = Symbol("f")
    inward = ("gate_proj", "up_proj") if block.gated else ("up_proj",)
    tensors = [Tensor(name, (f, D), "projection") for name in inward]
    tensors.append(Tensor("down_proj", (D, f), "projection"))
    if block.bias:
        tensors += [Tensor(f"{name} bias", (f,), "vector") for name in inward]
        tensors.append(Tensor("down_proj bias", (D,), "vector"))
    if block.token_shift:
        tensors.append(Tensor("token shift", (D,), "vector"))
    return tuple(tensors)


def _moe(block: MoeFeedForward) -> tuple[Tensor, ...]:
    experts, active, f_e, f_s = Symbol("E"), Symbol("k"), Symbol("f_e"), Symbol("f_s")
    inward = ("gate_proj", "up_proj") if block.gated else ("up_proj",)
    width = D if block.latent_size is None else Symbol("d_l")
    tensors = [Tensor("router", (experts, D), "gate")]
    tensors += [Tensor(f"experts {name}", (f_e, width), "expert", experts, active) for name in inward]
    tensors.append(Tensor("experts down_proj", (width, f_e), "expert", experts, active))
    if block.latent_size is not None:
        tensors.append(Tensor("latent down_proj", (width, D), "projection"))
        tensors.append(Tensor("latent up_proj", (D, width), "projection"))
    if block.bias:
        tensors += [
            Tensor("router_proj bias", (experts,), "vector"),
            Tensor("experts gate_proj and up_proj bias", (2 * f_e,), "vector", experts, active),
            Tensor("experts down_proj bias", (D,), "vector", experts, active),
        ]
    if block.router_bias:
        tensors.append(Tensor("router bias", (experts,), "vector", active=0))
    if block.shared_intermediate_size is not None:
        tensors += [Tensor(f"shared {name}", (f_s, D), "projection") for name in inward]
        tensors.append(Tensor("shared down_proj", (D, f_s), "projection"))
    if block.shared_gate:
        tensors.append(Tensor("shared gate", (1, D), "gate"))
    return (*tensors, *_scales_and_norms(block))


def _scales_and_norms(block: MoeFeedForward) -> tuple[Tensor, ...]:
    norms = () if block.norms is None else (Tensor("norms", (Symbol("n_fnorm"), D), "vector"),)
    if not block.router_scales:
        return norms
    return (*norms, Tensor("router scale", (D,), "vector"), Tensor("expert scales", (Symbol("E"),), "vector"))
