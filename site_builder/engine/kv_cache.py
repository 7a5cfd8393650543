"""Bytes of the KV cache: of the whole model, of one layer, of one token; for requests that share a prefix.

Where engines differ (the type of a cached element, cells of a window, what latent attention keeps, blocks of a paged
cache), the convention is an argument and is printed with the value.
"""

from __future__ import annotations

from collections.abc import Iterable

from site_builder.engine.algebra import ONE, formula, summed
from site_builder.engine.arguments import CONTEXT, LONGEST_CONTEXT, N, context, counted, element_bytes, storage
from site_builder.engine.components import cached_mixers, mixer_repeats
from site_builder.engine.formula import Expression, Operand, Symbol, as_expression, ceil_div, maximum, minimum, product
from site_builder.engine.limits import has_latent_attention, has_windows, kv_heads_of, layers_of
from site_builder.engine.model import FullAttention, LatentAttention, Mixer, Model
from site_builder.engine.quantity import Argument, Arguments, ArgumentValue, Formula, Input, Quantity, QuantityError
from site_builder.engine.storage import BLOCKED, SPELLINGS, StorageFormat, bytes_of
from site_builder.engine.tensor import inputs_of

KV_HEADS = Argument(
    "kv_heads", "KV heads counted in each layer (default: the model's)", None, 1, 2**20, refuses=kv_heads_of
)
KV_LAYERS = Argument(
    "layers",
    "layers counted, of the first kind that has a cache (default: all that have)",
    None,
    1,
    2**20,
    refuses=layers_of,
)
KV_DTYPE = Argument(
    "dtype", "type of a cached element, its scales included; stored: the anchor's; fp8_per_token_head: FP8 and an FP32 "
    "scale for each token and KV head (vLLM); fp8_ds_mla: a latent vector in FP8, an FP32 scale for 128 of its "
    "elements, its rotated part in 16 bits (vLLM)", "stored",
    choices=("stored", *BLOCKED, "fp8_per_token_head", "fp8_ds_mla"), spellings=SPELLINGS,
)  # fmt: skip
WINDOW = Argument(
    "window", "cells of a sliding-window layer: floor min(N, W); llama.cpp's cells; full, as without a window",
    "floor", choices=("floor", "llama.cpp", "full"),
    refuses=has_windows,
)  # fmt: skip
UBATCH = Argument("ubatch", "tokens llama.cpp processes at a time (used by window=llama.cpp)", 512, 1, 2**20)
LATENT = Argument(
    "latent", "what a latent-attention layer caches: the compressed vector, or keys and values expanded",
    "compressed", choices=("compressed", "expanded"),
    refuses=has_latent_attention,
)  # fmt: skip

BATCH = Argument("batch", "requests at a time, each of N tokens", 1, 1, 2**20)
PREFIX = Argument(
    "prefix", "tokens that all requests begin with, and that are kept once", 0, 0, LONGEST_CONTEXT, unit="token"
)
BLOCK = Argument("block", "tokens in a block of a paged cache, whole blocks counted; 1: no blocks", 1, 1, 2**20)

CONVENTIONS: Arguments = {"window": "floor", "ubatch": 512, "block": 1, "prefix": 0, "latent": "compressed"}
"""Of a cache that is served."""
LLAMA_CPP_PAD = 256
FP8_SCALE_BYTES, FP8_GROUP = 4, 128


def kv_bytes(model: Model, arguments: Arguments) -> Formula:
    """The builder of `kv_cache`."""
    return summed(_cached(model, arguments, mixer, layers, N) for mixer, layers in _chosen(model, arguments))


def _kv_per_token(model: Model, arguments: Arguments) -> Formula:
    return summed(_cached(model, arguments, mixer, layers, ONE) for mixer, layers in _chosen(model, arguments))


def kv_of_one_token(model: Model, arguments: Arguments, mixer: Mixer, count: int) -> Formula:
    """Bytes one token adds to the `count` layers that have `mixer`, before any window is full."""
    return _cached(model, arguments, mixer, mixer_repeats(mixer, count), ONE)


def _draft_cache(model: Model, arguments: Arguments) -> Formula:
    """What the modules of multi-token prediction cache, each of its own layer; 0 without any."""
    if model.mtp is None:
        return summed(())
    given = {**CONVENTIONS, **arguments}
    layers = Input("M", model.mtp.depth, "mtp_layers")
    cached = (mixer for mixer in model.mtp.layer.mixers if isinstance(mixer, FullAttention | LatentAttention))
    return summed(_cached(model, given, mixer, layers, N) for mixer in cached)


def _kv_cache_layer(model: Model, arguments: Arguments) -> Formula:
    return kv_bytes(model, {**arguments, "layers": 1})


def _chosen(model: Model, arguments: Arguments) -> Iterable[tuple[Mixer, Input]]:
    """The mixers that cache, with how many layers of each count; given `layers`, of one kind only."""
    cached = cached_mixers(model)
    layers = arguments.get("layers")
    if not cached or layers is None:
        return tuple((mixer, mixer_repeats(mixer, count)) for mixer, count in cached)
    return ((cached[0][0], Input("L", int(layers), "layers")),)


def _cached(model: Model, arguments: Arguments, mixer: Mixer, layers: Input, tokens: Operand) -> Formula:
    if isinstance(mixer, LatentAttention):
        return _cached_latent(model, arguments, mixer, layers, tokens)
    assert isinstance(mixer, FullAttention)
    if arguments["dtype"] == "fp8_ds_mla":
        raise QuantityError("dtype=fp8_ds_mla holds the latent vector of a layer, and full attention has none")
    widths = inputs_of(mixer)
    if "kv_heads" in arguments:
        counted_heads = Input("h_kv", int(arguments["kv_heads"]), f"kv_heads = {arguments['kv_heads']}")
        widths = tuple(counted_heads if given.symbol == "h_kv" else given for given in widths)
    cells, counted_by = _kept(mixer.window, arguments, tokens)
    elements: tuple[Operand, ...] = (2, Symbol(layers.symbol), Symbol("h_kv"), cells, Symbol("d_h"))
    if mixer.value_head_dim is not None:
        elements = (*elements[1:4], Symbol("d_h") + Symbol("d_hv"))
    inputs = (layers, *widths, *counted_by)
    stored = _stored(model, arguments, elements)
    if arguments["dtype"] == "fp8_per_token_head":
        scales = product(2, Symbol(layers.symbol), Symbol("h_kv"), cells, FP8_SCALE_BYTES)
        return formula(stored[0] + scales, *inputs, *stored[1], keep=context(arguments))
    return formula(stored[0], *inputs, *stored[1], keep=context(arguments))


def _cached_latent(
    model: Model, arguments: Arguments, mixer: LatentAttention, layers: Input, tokens: Operand
) -> Formula:
    if arguments["dtype"] == "fp8_per_token_head":
        raise QuantityError("dtype=fp8_per_token_head has a scale for each KV head, and latent attention has none")
    cells, counted_by = _kept(None, arguments, tokens)
    if arguments["dtype"] == "fp8_ds_mla":
        each = _latent_in_fp8(mixer, arguments)
        expression = product(Symbol(layers.symbol), each, cells)
        return formula(expression, layers, *inputs_of(mixer), *counted_by, keep=context(arguments))
    width: Expression = Symbol("r_kv") + Symbol("d_rope")
    if arguments["latent"] == "expanded":
        width = Symbol("h_q") * (Symbol("d_nope") + Symbol("d_rope") + Symbol("d_mv"))
    if mixer.index_heads is not None:
        width = width + Symbol("d_i")
    expression, element = _stored(model, arguments, (Symbol(layers.symbol), width, cells))
    return formula(expression, layers, *inputs_of(mixer), *counted_by, *element, keep=context(arguments))


def _latent_in_fp8(mixer: LatentAttention, arguments: Arguments) -> Expression:
    """Bytes one token adds to one layer as vLLM's fp8_ds_mla: 512 + 4 · 4 + 64 · 2 = 656 of DeepSeek's."""
    if arguments["latent"] == "expanded":
        raise QuantityError("dtype=fp8_ds_mla holds the compressed vector: it does not go with latent=expanded")
    latent = _with_scales(Symbol("r_kv")) + 2 * Symbol("d_rope")
    return latent if mixer.index_heads is None else latent + _with_scales(Symbol("d_i"))


def _with_scales(elements: Symbol) -> Expression:
    return elements + FP8_SCALE_BYTES * ceil_div(elements, FP8_GROUP)


def _stored(model: Model, arguments: Arguments, elements: Iterable[Operand]) -> tuple[Expression, tuple[Input, ...]]:
    """The product of `elements` in bytes of the chosen type, with b as an input where it is plain."""
    chosen = _kv_format(model, arguments)
    if chosen.block_elements > 1:
        return bytes_of(product(*elements), chosen), ()
    return product(*elements, Symbol("b")), (element_bytes(model, _plain_name(arguments)),)


def _plain_name(arguments: Arguments) -> ArgumentValue:
    return "float8" if arguments["dtype"] == "fp8_per_token_head" else arguments["dtype"]


def _kv_format(model: Model, arguments: Arguments) -> StorageFormat:
    return storage(model, _plain_name(arguments))


def _kept(window: int | None, arguments: Arguments, tokens: Operand) -> tuple[Operand, tuple[Input, ...]]:
    """Cells one layer keeps for all requests, with what they are counted by.

    A prefix that all requests share is kept once, and of a paged cache only its whole blocks: the first request has
    the cells of N tokens, each other one the cells of N − prefix.
    """
    first, inputs = _cells(window, arguments, tokens)
    if arguments.get("batch", 1) == 1:
        return first, inputs
    requests, block, prefix = counted(arguments, "batch", "n_req"), int(arguments["block"]), int(arguments["prefix"])
    shared = Input("N_pre", prefix // block * block, f"prefix = {prefix}")
    if not shared.value:
        return Symbol("n_req") * as_expression(first), (requests, *inputs)
    others, _ = _cells(window, arguments, maximum(as_expression(tokens) - Symbol("N_pre"), 0))
    return first + (Symbol("n_req") - 1) * as_expression(others), (requests, shared, *inputs)


def _cells(window: int | None, arguments: Arguments, tokens: Operand) -> tuple[Operand, tuple[Input, ...]]:
    """Cells one layer keeps for a context of `tokens`, with the window as an input where it has one."""
    if tokens == ONE:
        return tokens, ()
    convention, block = arguments["window"], int(arguments["block"])
    inputs: tuple[Input, ...] = ()
    if window is not None and convention != "full":
        inputs = (Input("W", window, "sliding_window"),)
        reached = Symbol("W") if convention == "floor" else Symbol("W") + Symbol("n_ub")
        tokens = minimum(tokens, reached)
    if window is not None and convention == "llama.cpp":
        inputs = (*inputs, counted(arguments, "ubatch", "n_ub"))
        block = max(block, LLAMA_CPP_PAD)
    return (block * ceil_div(tokens, block) if block > 1 else tokens), inputs


KV_QUANTITIES: tuple[Quantity, ...] = (
    Quantity(
        "kv_cache", "KV cache", "M_KV", "B", "memory", kv_bytes,
        (CONTEXT, BATCH, PREFIX, BLOCK, KV_HEADS, KV_LAYERS, KV_DTYPE, WINDOW, UBATCH, LATENT),
        ("arXiv:2305.13245",),
    ),
    Quantity(
        "kv_cache_layer", "KV cache of one layer", "M_KV", "B", "memory", _kv_cache_layer,
        (CONTEXT, BATCH, PREFIX, BLOCK, KV_HEADS, KV_DTYPE, WINDOW, UBATCH, LATENT), ("arXiv:2305.13245",),
    ),
    Quantity(
        "kv_cache_mtp", "KV cache of the multi-token prediction head", "M_mtp", "B", "memory", _draft_cache,
        (CONTEXT, BATCH, KV_DTYPE), ("arXiv:2412.19437",),
    ),
    Quantity(
        "kv_per_token", "KV cache a token adds", "m_KV", "B", "memory", _kv_per_token,
        (KV_HEADS, KV_LAYERS, KV_DTYPE, LATENT), ("arXiv:2305.13245",),
    ),
)  # fmt: skip
