"""Multiply-adds and FLOPs: of the scores, of attention at context N, of the matrices, of a prefill.

1 MAC = 2 FLOPs.  Attention counts QKᵀ and the weighted sum of values; softmax, norms, convolutions,
the recurrence of linear layers and the embedding lookup are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from site_builder.engine.algebra import formula, summed
from site_builder.engine.arguments import CONTEXT, HEADS, LAYERS, N, context, counted
from site_builder.engine.components import attending_mixers, mixer_repeats
from site_builder.engine.formula import Expression, Symbol, minimum, product
from site_builder.engine.kv_cache import LATENT
from site_builder.engine.memory import score_width
from site_builder.engine.model import LatentAttention, Model
from site_builder.engine.parameters import matrix_parameters
from site_builder.engine.quantity import Argument, Arguments, ArgumentValue, Formula, Input, Quantity
from site_builder.engine.tensor import inputs_of

COUNTED = ("arXiv:2203.15556 Appendix F",)
"""The usual way to count a forward pass, matrix by matrix."""

MASK = Argument(
    "mask", "scores counted in a prefill: the causal triangle, or all pairs", "causal", choices=("causal", "full")
)
PART = Argument(
    "part", "what counts: attention and matrices, attention alone, matrices alone", "all",
    choices=("all", "attention", "matrices"),
)  # fmt: skip


def _macs_scores(model: Model, arguments: Arguments) -> Formula:
    return _scores(model, arguments, 1)


def _flops_scores(model: Model, arguments: Arguments) -> Formula:
    return _scores(model, arguments, 2)


def _scores(model: Model, arguments: Arguments, each: int) -> Formula:
    """QKᵀ: one product of width d_h for every pair."""
    layers, heads = counted(arguments, "layers", "L"), counted(arguments, "heads", "h")
    width, inputs = score_width(model)
    expression = product(each, Symbol("L"), Symbol("h"), N**2, width)
    return formula(expression, layers, heads, *inputs, keep=context(arguments))


@dataclass(frozen=True, slots=True)
class AttentionCost:
    """FLOPs of all layers of one mixer for each token a query sees; `window` limits those tokens."""

    each: Expression
    inputs: tuple[Input, ...]
    window: Input | None = None


def attention_costs(model: Model, latent: ArgumentValue) -> Iterator[AttentionCost]:
    """The mixers whose cost grows with the context, those without a window first.

    A chunk counts as a window, which is the most a query of it can see; of latent attention with an indexer the
    tokens it picks, and a score of its own for every token.
    """
    for mixer, count in attending_mixers(model):
        layers = mixer_repeats(mixer, count)
        if isinstance(mixer, LatentAttention):
            inner = Symbol("d_nope") + Symbol("d_rope") + Symbol("d_mv")
            if latent == "compressed":
                inner = 2 * Symbol("r_kv") + Symbol("d_rope")
            each = 2 * Symbol(layers.symbol) * Symbol("h_q") * inner
            seen = None if mixer.index_topk is None else Input("W", mixer.index_topk, "index_topk")
            yield AttentionCost(each, (layers, *inputs_of(mixer)), seen)
            if mixer.index_heads is not None:
                scored = 2 * Symbol(layers.symbol) * Symbol("h_i") * Symbol("d_i")
                yield AttentionCost(scored, (layers, *inputs_of(mixer)))
        else:
            window = None if mixer.window is None else Input("W", mixer.window, "sliding_window")
            each = 4 * Symbol(layers.symbol) * Symbol("h_q") * Symbol("d_h")
            if mixer.value_head_dim is not None:
                each = 2 * Symbol(layers.symbol) * Symbol("h_q") * (Symbol("d_h") + Symbol("d_hv"))
            yield AttentionCost(each, (layers, *inputs_of(mixer)), window)


def attention_flops(model: Model, arguments: Arguments) -> Formula:
    """The builder of `flops_attention_per_token`."""
    return summed(_decoded(cost, arguments) for cost in attention_costs(model, arguments["latent"]))


def _decoded(cost: AttentionCost, arguments: Arguments) -> Formula:
    seen = N if cost.window is None else minimum(N, Symbol("W"))
    inputs = cost.inputs if cost.window is None else (*cost.inputs, cost.window)
    return formula(cost.each * seen, *inputs, keep=context(arguments))


def _linear_per_token(model: Model, _: Arguments) -> Formula:
    matrices = Input("P_mat", matrix_parameters(model), "matrix_parameters")
    return formula(2 * Symbol("P_mat"), matrices)


def prefill_flops(model: Model, arguments: Arguments) -> Formula:
    """The builder of `flops_prefill`."""
    terms: list[Formula] = []
    if arguments["part"] != "matrices":
        terms += [_prefilled(cost, arguments) for cost in attention_costs(model, "expanded")]
    if arguments["part"] != "attention":
        per_token = _linear_per_token(model, arguments)
        terms.append(formula(per_token.expression * N, *per_token.inputs, keep=context(arguments)))
    return summed(terms)


def _prefilled(cost: AttentionCost, arguments: Arguments) -> Formula:
    """Each FLOP of `cost` for every pair seen.

    A causal window W sees W(W + 1) ÷ 2 pairs at first and W for each later token; without the
    causal mask a window still sees W tokens back.
    """
    inputs, pairs = cost.inputs, N**2 if arguments["mask"] == "full" else N * (N + 1) / 2
    if cost.window is not None:
        inputs, reach = (*inputs, cost.window), minimum(N, Symbol("W"))
        pairs = N * reach if arguments["mask"] == "full" else reach * (reach + 1) / 2 + (N - reach) * reach
    return formula(cost.each * pairs, *inputs, keep=context(arguments))


FLOP_QUANTITIES: tuple[Quantity, ...] = (
    Quantity(
        "macs_scores", "Multiply-adds of the scores", "c_S", "op", "work", _macs_scores, (CONTEXT, HEADS, LAYERS),
        ("arXiv:1706.03762",),
    ),
    Quantity(
        "flops_scores", "FLOPs of the scores", "c_S", "FLOP", "work", _flops_scores, (CONTEXT, HEADS, LAYERS),
        ("arXiv:1706.03762",),
    ),
    Quantity(
        "flops_attention_per_token", "FLOPs of attention for one token at context N", "c_att", "FLOP", "work",
        attention_flops, (CONTEXT, LATENT), COUNTED,
    ),
    Quantity(
        "flops_linear_per_token", "FLOPs of the matrices for one token", "c_mat", "FLOP", "work", _linear_per_token,
        (), COUNTED,
    ),
    Quantity(
        "flops_prefill", "FLOPs of a prefill of N tokens", "c_pre", "FLOP", "work", prefill_flops,
        (CONTEXT, MASK, PART), COUNTED,
    ),
)  # fmt: skip
