"""Bytes of weights, score matrices, KV caches and recurrent states.

Defaults follow the lessons: a score matrix is one head of one layer, the KV cache the whole model,
weights the whole checkpoint in its stored dtype.  Where engines differ, the convention is an
argument and is printed with the value.
"""

from __future__ import annotations

from collections.abc import Iterable

from site_builder.engine.algebra import ONE, formula, summed
from site_builder.engine.arguments import (
    CONTEXT,
    DTYPE,
    HEADS,
    LAYERS,
    LONGEST_CONTEXT,
    N,
    context,
    counted,
    element_bytes,
    storage,
)
from site_builder.engine.components import mixer_repeats
from site_builder.engine.formula import Expression, Operand, Symbol, ceil_div, minimum, product
from site_builder.engine.limits import has_latent_attention, has_windows, kv_heads_of, layers_of
from site_builder.engine.model import FullAttention, LatentAttention, Mixer, Model
from site_builder.engine.quantity import Argument, Arguments, ArgumentValue, Formula, Input, Quantity, QuantityError
from site_builder.engine.storage import BLOCKED, StorageFormat, bytes_of
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
WIDTH = Argument("width", "elements of one query or key (default: the model's)", None, 1, LONGEST_CONTEXT)
KV_DTYPE = Argument(
    "dtype", "type of a cached element, its scales included; stored: the anchor's; fp8_per_token_head: FP8 and an FP32 "
    "scale for each token and KV head (vLLM)", "stored",
    choices=("stored", *BLOCKED, "fp8_per_token_head"),
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

LLAMA_CPP_PAD = 256
PER_TOKEN_HEAD_SCALE_BYTES = 4


# --- score matrix -------------------------------------------------------------------------------


def _score_matrix(model: Model, arguments: Arguments) -> Formula:
    return _scores(model, arguments, N**2)


def _score_count(model: Model, arguments: Arguments) -> Formula:
    layers, heads = counted(arguments, "layers", "L"), counted(arguments, "heads", "h")
    return formula(product(Symbol("L"), Symbol("h"), N**2), layers, heads, keep=context(arguments))


def score_width(model: Model) -> tuple[Expression | int, tuple[Input, ...]]:
    """The width of one query: d_h, or d_nope + d_rope of latent attention; 0 without either."""
    for mixer, _ in attending_mixers(model):
        if isinstance(mixer, FullAttention):
            return Symbol("d_h"), inputs_of(mixer)
        return Symbol("d_nope") + Symbol("d_rope"), inputs_of(mixer)
    return 0, ()


def _head_matrix(model: Model, arguments: Arguments) -> Formula:
    width, inputs = score_width(model)
    if "width" in arguments:
        width, inputs = Symbol("d_k"), (counted(arguments, "width", "d_k"),)
    element = element_bytes(model, arguments["dtype"])
    return formula(product(Symbol("b"), N, width), element, *inputs, keep=context(arguments))


def _score_matrix_causal(model: Model, arguments: Arguments) -> Formula:
    return _scores(model, arguments, N * (N + 1) / 2)


def _scores(model: Model, arguments: Arguments, entries: Expression) -> Formula:
    layers, heads = counted(arguments, "layers", "L"), counted(arguments, "heads", "h")
    element = element_bytes(model, arguments["dtype"])
    expression = product(Symbol("L"), Symbol("h"), Symbol("b"), entries)
    return formula(expression, layers, heads, element, keep=context(arguments))


# --- KV cache -----------------------------------------------------------------------------------


def _kv_cache(model: Model, arguments: Arguments) -> Formula:
    return summed(_cached(model, arguments, mixer, layers, N) for mixer, layers in _chosen(model, arguments))


def _kv_per_token(model: Model, arguments: Arguments) -> Formula:
    return summed(_cached(model, arguments, mixer, layers, ONE) for mixer, layers in _chosen(model, arguments))


def kv_of_one_token(model: Model, arguments: Arguments, mixer: Mixer, count: int) -> Formula:
    """Bytes one token adds to the `count` layers that have `mixer`, before any window is full."""
    return _cached(model, arguments, mixer, mixer_repeats(mixer, count), ONE)


def _kv_cache_layer(model: Model, arguments: Arguments) -> Formula:
    return _kv_cache(model, {**arguments, "layers": 1})


def _chosen(model: Model, arguments: Arguments) -> Iterable[tuple[Mixer, Input]]:
    """The mixers that cache, with how many layers of each count; given `layers`, of one kind only."""
    cached = cached_mixers(model)
    layers = arguments.get("layers")
    if not cached or layers is None:
        return tuple((mixer, mixer_repeats(mixer, count)) for mixer, count in cached)
    return ((cached[0][0], Input("L", int(layers), "layers")),)


def cached_mixers(model: Model) -> list[tuple[FullAttention | LatentAttention, int]]:
    """Mixers with a KV cache of their own and their layers, those without a window first."""
    return [
        pair for pair in attending_mixers(model) if not (isinstance(pair[0], FullAttention) and pair[0].shared_cache)
    ]


def attending_mixers(model: Model) -> list[tuple[FullAttention | LatentAttention, int]]:
    """Mixers with scores and their layers, those without a window first; some read the cache of another layer."""
    found = [(mixer, count) for mixer, count in model.mixers() if isinstance(mixer, (FullAttention, LatentAttention))]
    return sorted(found, key=lambda pair: isinstance(pair[0], FullAttention) and pair[0].window is not None)


def _cached(model: Model, arguments: Arguments, mixer: Mixer, layers: Input, tokens: Operand) -> Formula:
    if isinstance(mixer, LatentAttention):
        return _cached_latent(model, arguments, mixer, layers, tokens)
    assert isinstance(mixer, FullAttention)
    widths = inputs_of(mixer)
    if "kv_heads" in arguments:
        counted_heads = Input("h_kv", int(arguments["kv_heads"]), f"kv_heads = {arguments['kv_heads']}")
        widths = tuple(counted_heads if given.symbol == "h_kv" else given for given in widths)
    cells, window = _cells(mixer, arguments, tokens)
    elements: tuple[Operand, ...] = (2, Symbol(layers.symbol), Symbol("h_kv"), cells, Symbol("d_h"))
    if mixer.value_head_dim is not None:
        elements = (*elements[1:4], Symbol("d_h") + Symbol("d_hv"))
    inputs = (layers, *widths, *window)
    stored = _stored(model, arguments, elements)
    if arguments["dtype"] == "fp8_per_token_head":
        scales = product(2, Symbol(layers.symbol), Symbol("h_kv"), cells, PER_TOKEN_HEAD_SCALE_BYTES)
        return formula(stored[0] + scales, *inputs, *stored[1], keep=context(arguments))
    return formula(stored[0], *inputs, *stored[1], keep=context(arguments))


def _cached_latent(
    model: Model, arguments: Arguments, mixer: LatentAttention, layers: Input, tokens: Operand
) -> Formula:
    if arguments["dtype"] == "fp8_per_token_head":
        raise QuantityError("dtype=fp8_per_token_head has a scale for each KV head, and latent attention has none")
    width: Expression = Symbol("r_kv") + Symbol("d_rope")
    if arguments["latent"] == "expanded":
        width = Symbol("h_q") * (Symbol("d_nope") + Symbol("d_rope") + Symbol("d_mv"))
    if mixer.index_heads is not None:
        width = width + Symbol("d_i")
    expression, element = _stored(model, arguments, (Symbol(layers.symbol), width, tokens))
    return formula(expression, layers, *inputs_of(mixer), *element, keep=context(arguments))


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


def _cells(mixer: FullAttention, arguments: Arguments, tokens: Operand) -> tuple[Operand, tuple[Input, ...]]:
    """Cells one layer keeps for a context of `tokens`, with the window as an input where it has one."""
    convention = arguments.get("window", "floor")
    if mixer.window is None or convention == "full" or tokens == ONE:
        return tokens, ()
    window = Input("W", mixer.window, "sliding_window")
    if convention == "floor":
        return minimum(tokens, Symbol("W")), (window,)
    batch = counted(arguments, "ubatch", "n_ub")
    reached = minimum(tokens, Symbol("W") + Symbol("n_ub"))
    return LLAMA_CPP_PAD * ceil_div(reached, LLAMA_CPP_PAD), (window, batch)


MEMORY_QUANTITIES: tuple[Quantity, ...] = (
    Quantity(
        "score_count", "Scores, one for each ordered pair of positions", "n_S", "element", "count", _score_count,
        (CONTEXT, HEADS, LAYERS), ("arXiv:1706.03762",),
    ),
    Quantity(
        "score_matrix", "Score matrix", "M_S", "B", "memory", _score_matrix,
        (CONTEXT, HEADS, LAYERS, DTYPE), ("arXiv:1706.03762",),
    ),
    Quantity(
        "head_matrix", "Q or K of one head", "M_Q", "B", "memory", _head_matrix, (CONTEXT, WIDTH, DTYPE),
        ("arXiv:1706.03762",),
    ),
    Quantity(
        "score_matrix_causal", "Score matrix, causal triangle only", "M_S", "B", "memory", _score_matrix_causal,
        (CONTEXT, HEADS, LAYERS, DTYPE), ("arXiv:1706.03762",),
    ),
    Quantity(
        "kv_cache", "KV cache", "M_KV", "B", "memory", _kv_cache,
        (CONTEXT, KV_HEADS, KV_LAYERS, KV_DTYPE, WINDOW, UBATCH, LATENT), ("arXiv:2305.13245",),
    ),
    Quantity(
        "kv_cache_layer", "KV cache of one layer", "M_KV", "B", "memory", _kv_cache_layer,
        (CONTEXT, KV_HEADS, KV_DTYPE, WINDOW, UBATCH, LATENT), ("arXiv:2305.13245",),
    ),
    Quantity(
        "kv_per_token", "KV cache a token adds", "m_KV", "B", "memory", _kv_per_token,
        (KV_HEADS, KV_LAYERS, KV_DTYPE, LATENT), ("arXiv:2305.13245",),
    ),
)  # fmt: skip
