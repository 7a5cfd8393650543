"""The whole model as components: which tensors it has, how often, in which part.

Parts, in this order: embedding, head, full_attention, linear_attention, latent_attention,
state_space, feed_forward, side_paths, norms (together the text model), vision, mtp.  Every element of the
checkpoint is in exactly one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from site_builder.engine.formula import Operand, Symbol
from site_builder.engine.model import (
    DenseFeedForward,
    FeedForward,
    FullAttention,
    LatentAttention,
    LightningAttention,
    LinearAttention,
    Mamba,
    Mamba2,
    Mixer,
    Model,
    MtpHead,
    Rwkv7,
    VisionTower,
)  # fmt: skip
from site_builder.engine.quantity import Input
from site_builder.engine.side_paths import side_components
from site_builder.engine.tensor import Component, D, Tensor, inputs_of
from site_builder.engine.tensors import feed_forward_component, mixer_component

TEXT_PARTS = (
    "embedding", "head", "full_attention", "linear_attention", "latent_attention", "state_space", "feed_forward",
    "side_paths", "norms",
)  # fmt: skip
PARTS = (*TEXT_PARTS, "vision", "mtp")
LAYER_PARTS = ("full_attention", "linear_attention", "latent_attention", "state_space", "feed_forward", "side_paths")
"""The parts whose projections a quantised checkpoint quantises."""

ONCE = Input("once", 1, "")


def hidden_input(model: Model) -> Input:
    """d, the hidden size."""
    return Input("d", model.hidden_size, "hidden_size")


def cached_mixers(model: Model) -> list[tuple[FullAttention | LatentAttention, int]]:
    """Mixers with a KV cache of their own and their layers, those without a window first."""
    return [
        pair for pair in attending_mixers(model) if not (isinstance(pair[0], FullAttention) and pair[0].shared_cache)
    ]


def attending_mixers(model: Model) -> list[tuple[FullAttention | LatentAttention, int]]:
    """Mixers with scores and their layers, those without a window first; some read the cache of another layer."""
    found = [(mixer, count) for mixer, count in model.mixers() if isinstance(mixer, (FullAttention, LatentAttention))]
    return sorted(found, key=lambda pair: isinstance(pair[0], FullAttention) and pair[0].window is not None)


def mixer_repeats(mixer: Mixer, count: int) -> Input:
    """The number of layers that have `mixer`, under the symbol of its kind."""
    match mixer:
        case FullAttention(window=None):
            return Input("L_full", count, "full_attention_layers")
        case FullAttention():
            return Input("L_win", count, "sliding_window_layers")
        case LinearAttention() | LightningAttention() | Rwkv7():
            return Input("L_linear", count, "linear_attention_layers")
        case LatentAttention():
            return Input("L_latent", count, "latent_attention_layers")
        case Mamba() | Mamba2():
            return Input("L_ssm", count, "state_space_layers")


def components(model: Model) -> Iterator[Component]:
    """Every weight of the checkpoint, each once, in the order of `PARTS`."""
    hidden = hidden_input(model)
    yield from _vocabulary(model, hidden)
    for mixer, count in model.mixers():
        yield mixer_component(mixer, hidden, mixer_repeats(mixer, count))
    for block, count in model.feed_forwards():
        yield feed_forward_component(block, hidden, feed_forward_repeats(model, block, count))
    if model.side is not None:
        yield from side_components(model.side, hidden, Input("L", len(model.layers), "layers"))
    yield layer_norms(model)
    if model.norms.final:
        yield Component("norms", ONCE, (Tensor("final norm", (_norm_width(model),), "vector"),), (hidden,))
    if model.vision is not None:
        yield from _vision(model.vision)
    if model.mtp is not None:
        yield from _mtp(model, model.mtp, hidden)


def feed_forward_repeats(model: Model, block: FeedForward, count: int) -> Input:
    """The number of layers that have `block`, under the symbol of its kind."""
    if count == len(model.layers):
        return Input("L", count, "layers")
    kind = "dense" if isinstance(block, DenseFeedForward) else "moe"
    return Input(f"L_{kind}", count, f"{kind}_layers")


def _vocabulary(model: Model, hidden: Input) -> Iterator[Component]:
    vocabulary = Input("V", model.embeddings.vocab_size, "vocab_size")
    tensors = [Tensor("embedding", (Symbol("V"), D), "embedding")]
    inputs = [vocabulary, hidden]
    if model.embeddings.positions is not None:
        tensors.append(Tensor("positions", (Symbol("P"), D), "embedding"))
        inputs.append(Input("P", model.embeddings.positions, "learned_positions"))
    if model.embeddings.norm:
        tensors.append(Tensor("embedding norm", (_norm_width(model),), "vector"))
    yield Component("embedding", ONCE, tuple(tensors), tuple(inputs))
    head = [] if model.embeddings.tied else [Tensor("head", (Symbol("V"), D), "head")]
    head += [Tensor("head bias", (Symbol("V"),), "vector")] if model.embeddings.head_bias else []
    if head:
        yield Component("head", ONCE, tuple(head), (vocabulary, hidden))


def layer_norms(model: Model) -> Component:
    """The norms of hidden width inside the layers: all of the part `norms` but the final one."""
    each = Input("n_norm", model.norms.per_layer, "norms_per_layer")
    norms = Tensor("layer norms", (Symbol("n_norm"), _norm_width(model)), "vector")
    whole, inputs = len(model.layers) - model.halves, (each, hidden_input(model))
    if not model.halves:
        return Component("norms", Input("L", whole, "layers"), (norms,), inputs)
    fewer = Tensor("norms of half layers", (Symbol("n_norm") / 2, _norm_width(model)), "vector", Symbol("L_half"))
    halves = Input("L_half", model.halves, "half_layers")
    if not whole:
        return Component("norms", ONCE, (fewer,), (*inputs, halves))
    layers = Input("L", whole, "whole_layers")
    return Component("norms", ONCE, (replace(norms, copies=Symbol("L")), fewer), (*inputs, layers, halves))


def _norm_width(model: Model) -> Operand:
    return 2 * D if model.norms.bias else D


def _mtp(model: Model, mtp: MtpHead, hidden: Input) -> Iterator[Component]:
    depth = Input("M", mtp.depth, "mtp_layers")
    tensors = (
        Tensor("projection", (D, 2 * D), "gate"),
        Tensor("norms before and after", (3, D), "vector"),
        Tensor("layer norms", (model.norms.per_layer, D), "vector"),
    )
    yield Component("mtp", depth, tensors, (hidden,))
    for mixer in mtp.layer.mixers:
        yield mixer_component(mixer, hidden, depth, "mtp")
    if mtp.layer.feed_forward is not None:
        yield feed_forward_component(mtp.layer.feed_forward, hidden, depth, "mtp")


def _vision(vision: VisionTower) -> Iterator[Component]:
    inputs = inputs_of(vision)
    width, inner, patch = Symbol("v_d"), Symbol("v_f"), Symbol("v_p")
    edge = (
        Tensor("patch embedding", (width, Symbol("v_c"), Symbol("v_t"), patch**2), "vector"),
        Tensor("patch embedding bias", (width,), "vector"),
        Tensor("positions", (Symbol("v_N"), width), "vector"),
        Tensor("norm behind the blocks", (2, width), "vector"),
    )
    block = (
        Tensor("qkv", (3 * width, width), "vector"),
        Tensor("qkv bias", (3 * width,), "vector"),
        Tensor("attention output", (width, width), "vector"),
        Tensor("attention output bias", (width,), "vector"),
        Tensor("up", (inner, width), "vector"),
        Tensor("up bias", (inner,), "vector"),
        Tensor("down", (width, inner), "vector"),
        Tensor("down bias", (width,), "vector"),
        Tensor("norms", (2, 2 * width), "vector"),
    )
    yield Component("vision", ONCE, edge + _merger(vision, width), inputs)
    if vision.extra_mergers is not None:
        extra = Input("v_x", vision.extra_mergers, "vision_extra_mergers")
        yield Component("vision", extra, _extra_merger(vision, width), inputs)
    yield Component("vision", Input("v_L", vision.depth, "vision_depth"), block, inputs)


def _merger(vision: VisionTower, width: Symbol) -> tuple[Tensor, ...]:
    if vision.linear_merger:
        return Tensor("merger norm", (width,), "vector"), Tensor("merger", (Symbol("v_o"), width), "vector")
    merged = width * Symbol("v_m") ** 2
    return (
        Tensor("merger up", (merged, merged), "vector"),
        Tensor("merger up bias", (merged,), "vector"),
        Tensor("merger down", (Symbol("v_o"), merged), "vector"),
        Tensor("merger down bias", (Symbol("v_o"),), "vector"),
    )


def _extra_merger(vision: VisionTower, width: Symbol) -> tuple[Tensor, ...]:
    """A merger of what a block in the middle gives, behind a norm of the merged width."""
    return Tensor("extra merger norm", (2, width * Symbol("v_m") ** 2), "vector"), *_merger(vision, width)
