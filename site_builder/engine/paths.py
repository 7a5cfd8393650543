"""Table 1 of Vaswani et al. 2017 (`theory`) for a layer of the model: sequential steps, longest paths, operations.

Exact counts, not orders: between the first and the last of N words a recurrence has N − 1
transitions, self-attention 1.
"""

from __future__ import annotations

from site_builder.engine.algebra import formula
from site_builder.engine.arguments import CONTEXT, LONGEST_CONTEXT, N, context, counted
from site_builder.engine.components import attending_mixers, hidden_input
from site_builder.engine.formula import Expression, Integer, Symbol, ceil_div
from site_builder.engine.model import LatentAttention, Model
from site_builder.engine.quantity import Argument, Arguments, ArgumentValue, Builder, Formula, Input, Quantity
from site_builder.engine.tensor import inputs_of
from site_builder.engine.theory import CONVOLUTIONAL, RECURRENT, RESTRICTED_ATTENTION, SELF_ATTENTION

KERNEL = Argument("kernel", "taps of the convolution", 3, 2, 2**20)
STACK = Argument(
    "stack", "how convolutions are stacked: dilated ⌈log_k N⌉ layers, or contiguous ⌈(N − 1) ÷ (k − 1)⌉", "dilated",
    choices=("dilated", "contiguous"),
)  # fmt: skip
NEIGHBOURHOOD = Argument("r", "tokens one position sees", 4096, 1, LONGEST_CONTEXT, unit="token")
CONVENTION = Argument(
    "convention", "table1: the orders of Table 1 taken as counts, n²·d and n·d²; "
    "macs: multiply-adds of scores and weighted sum, and of W_h·h + W_x·x", "table1",
    choices=("table1", "macs"),
)  # fmt: skip
TABLE_1 = ("arXiv:1706.03762 Table 1",)


def _fixed(expression: Expression) -> Builder:
    return lambda _, arguments: formula(expression, keep=context(arguments))


def _convolution(_: Model, arguments: Arguments) -> Formula:
    kernel = counted(arguments, "kernel", "k")
    if arguments["stack"] == "dilated":
        return formula(CONVOLUTIONAL.path, kernel, keep=context(arguments))
    return formula(ceil_div(N - 1, Symbol("k") - 1), kernel, keep=context(arguments))


def _restricted(_: Model, arguments: Arguments) -> Formula:
    return formula(RESTRICTED_ATTENTION.path, keep=(counted(arguments, "r", "r"), *context(arguments)))


def attention_ops(model: Model, convention: ArgumentValue) -> tuple[Expression, tuple[Input, ...]]:
    """Operations of a self-attention layer for each N²: d, or the multiply-adds of scores and weighted sum."""
    if convention == "table1":
        return Symbol("d"), (hidden_input(model),)
    for mixer, _ in attending_mixers(model):
        if isinstance(mixer, LatentAttention):
            return Symbol("h_q") * (Symbol("d_nope") + Symbol("d_rope") + Symbol("d_mv")), inputs_of(mixer)
        if mixer.value_head_dim is not None:
            return Symbol("h_q") * (Symbol("d_h") + Symbol("d_hv")), inputs_of(mixer)
        return 2 * Symbol("h_q") * Symbol("d_h"), inputs_of(mixer)
    return Integer(0), ()


def recurrent_ops(model: Model, convention: ArgumentValue) -> tuple[Expression, tuple[Input, ...]]:
    """Operations of a recurrent layer for each N: d², or 2·d² multiply-adds."""
    square = Symbol("d") ** 2
    return (square if convention == "table1" else 2 * square), (hidden_input(model),)


def _attention_layer(model: Model, arguments: Arguments) -> Formula:
    if arguments["convention"] == "table1":
        return formula(SELF_ATTENTION.operations, hidden_input(model), keep=context(arguments))
    each, inputs = attention_ops(model, arguments["convention"])
    return formula(each * N**2, *inputs, keep=context(arguments))


def _recurrent_layer(model: Model, arguments: Arguments) -> Formula:
    if arguments["convention"] == "table1":
        return formula(RECURRENT.operations, hidden_input(model), keep=context(arguments))
    each, inputs = recurrent_ops(model, arguments["convention"])
    return formula(each * N, *inputs, keep=context(arguments))


PATH_QUANTITIES: tuple[Quantity, ...] = (
    Quantity(
        "sequential_steps_recurrent", "Sequential steps of a recurrent layer", "t_rec", "step", "count",
        _fixed(RECURRENT.sequential), (CONTEXT,), TABLE_1,
    ),
    Quantity(
        "sequential_steps_attention", "Sequential steps of a self-attention layer", "t_att", "step", "count",
        _fixed(SELF_ATTENTION.sequential), (CONTEXT,), TABLE_1,
    ),
    Quantity(
        "longest_path_recurrent", "Longest path through a recurrent layer", "p_rec", "hop", "count", _fixed(N - 1),
        (CONTEXT,), TABLE_1,
    ),
    Quantity(
        "longest_path_attention", "Longest path through a self-attention layer", "p_att", "hop", "count",
        _fixed(SELF_ATTENTION.path), (CONTEXT,), TABLE_1,
    ),
    Quantity(
        "longest_path_convolution", "Layers of convolution that join every pair", "p_conv", "hop", "count",
        _convolution, (CONTEXT, KERNEL, STACK), TABLE_1,
    ),
    Quantity(
        "longest_path_restricted", "Longest path of self-attention restricted to r neighbours", "p_res", "hop",
        "count", _restricted, (CONTEXT, NEIGHBOURHOOD), TABLE_1,
    ),
    Quantity(
        "layer_ops_attention", "Operations of a self-attention layer", "c_att", "op", "work", _attention_layer,
        (CONTEXT, CONVENTION), TABLE_1,
    ),
    Quantity(
        "layer_ops_recurrent", "Operations of a recurrent layer", "c_rec", "op", "work", _recurrent_layer,
        (CONTEXT, CONVENTION), TABLE_1,
    ),
)  # fmt: skip
