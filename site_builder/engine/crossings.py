"""Crossings: the smallest whole N at which the first quantity reaches the second.

Found in integers (⌈a ÷ b⌉, ⌊√a⌋), never by rounding a root.  A crossing that never happens raises
`NoCrossing`, whose message says why.
"""

from __future__ import annotations

from site_builder.engine.algebra import formula
from site_builder.engine.arguments import DTYPE, HEADS, LAYERS, PARAMETERS, counted, element_bytes
from site_builder.engine.components import cached_mixers
from site_builder.engine.flops import COUNTED, attention_costs
from site_builder.engine.formula import Integer, Symbol, ceil_div, integer_root, product
from site_builder.engine.kv_cache import LATENT
from site_builder.engine.model import FullAttention, Model
from site_builder.engine.parameters import matrix_parameters
from site_builder.engine.paths import CONVENTION, attention_ops, recurrent_ops
from site_builder.engine.quantity import Argument, Arguments, Formula, Input, Quantity
from site_builder.engine.reach import NoCrossing, Slope, kv_slopes, reach
from site_builder.engine.states import conv_state, linear_state
from site_builder.engine.storage import PLAIN
from site_builder.engine.tensor import inputs_of
from site_builder.engine.weights import FORMAT, SCOPE, weight_bytes

CONV = Argument(
    "conv", "the convolution state counted with the recurrent state, and its type", "none",
    choices=("none", "stored", *PLAIN),
)  # fmt: skip


def _score_weights(model: Model, arguments: Arguments) -> Formula:
    """b·N² ≥ W ⇔ N² ≥ m = ⌈W ÷ b⌉ ⇔ N ≥ ⌊√(m − 1)⌋ + 1."""
    weights = Input("M_W", weight_bytes(model, arguments).value(), "weights")
    layers, heads = counted(arguments, "layers", "L"), counted(arguments, "heads", "h")
    element = element_bytes(model, arguments["dtype"])
    entries = ceil_div(Symbol("M_W"), product(Symbol("L"), Symbol("h"), Symbol("b")))
    return formula(integer_root(entries - 1) + 1, weights, layers, heads, element)


def _score_kv(model: Model, _: Arguments) -> Formula:
    """b·N² ≥ 2·N·d_h·b ⇔ N ≥ 2·d_h: one head and one layer of each, in the same type."""
    for mixer, _count in cached_mixers(model):
        if isinstance(mixer, FullAttention):
            width = 2 * Symbol("d_h") if mixer.value_head_dim is None else Symbol("d_h") + Symbol("d_hv")
            return formula(width, *inputs_of(mixer))
        return formula(Symbol("r_kv") + Symbol("d_rope"), *inputs_of(mixer))
    raise NoCrossing("no layer has a score matrix")


def _kv_weights(model: Model, arguments: Arguments) -> Formula:
    weights = Input("M_W", weight_bytes(model, arguments).value(), "weights")
    return reach(kv_slopes(model, arguments), weights, "the KV cache stops growing before it reaches the weights")


def _kv_state(model: Model, arguments: Arguments) -> Formula:
    state = linear_state(model, {}).value()
    if arguments["conv"] != "none":
        state += conv_state(model, {"dtype": arguments["conv"]}).value()
    if state == 0:
        raise NoCrossing("no layer keeps a recurrent state")
    origin = "linear_state" if arguments["conv"] == "none" else f"linear_state + conv_state(dtype={arguments['conv']})"
    never = "the KV cache stops growing before it reaches the recurrent state"
    return reach(kv_slopes(model, arguments), Input("M_state", state, origin), never)


def _attention_linear(model: Model, arguments: Arguments) -> Formula:
    slopes = [
        Slope(
            Formula(cost.each, cost.inputs).value(),
            None if cost.window is None else int(cost.window.value),
        )
        for cost in attention_costs(model, arguments["latent"])
    ]
    target = Input("c_mat", 2 * matrix_parameters(model), "flops_linear_per_token")
    return reach(slopes, target, "every layer's window is full before attention costs as much as the matrices")


def _layer_ops(model: Model, arguments: Arguments) -> Formula:
    """N²·a ≥ N·r ⇔ N ≥ ⌈r ÷ a⌉; with the orders of Table 1 that is N = d."""
    attention, inputs = attention_ops(model, arguments["convention"])
    recurrent, more = recurrent_ops(model, arguments["convention"])
    if attention == Integer(0):
        raise NoCrossing("no layer has a score matrix")
    if arguments["convention"] == "table1":
        return formula(Symbol("d"), *inputs)
    return formula(ceil_div(recurrent, attention), *inputs, *more)


PLAIN_KV = Argument(
    "dtype", "type of a cached element; stored: the anchor's", "stored", choices=("stored", *PLAIN)
)  # fmt: skip

CROSSING_QUANTITIES: tuple[Quantity, ...] = (
    Quantity(
        "crossing_score_weights", "Context at which one score matrix is as large as the weights", "N*", "token",
        "count", _score_weights, (DTYPE, HEADS, LAYERS, FORMAT, SCOPE, PARAMETERS), ("arXiv:1706.03762",),
    ),
    Quantity(
        "crossing_score_kv", "Context at which a score matrix is as large as keys and values of its head", "N*",
        "token", "count", _score_kv, (), ("arXiv:1706.03762",),
    ),
    Quantity(
        "crossing_kv_weights", "Context at which the KV cache is as large as the weights", "N*", "token", "count",
        _kv_weights, (PLAIN_KV, LATENT, FORMAT, SCOPE, PARAMETERS), ("arXiv:2305.13245",),
    ),
    Quantity(
        "crossing_kv_state", "Context at which the KV cache is as large as the recurrent state", "N*", "token",
        "count", _kv_state, (PLAIN_KV, LATENT, CONV), ("arXiv:2412.06464",),
    ),
    Quantity(
        "crossing_attention_linear", "Context at which attention costs as much as the matrices, a token", "N*",
        "token", "count", _attention_linear, (LATENT,), COUNTED,
    ),
    Quantity(
        "crossing_layer_ops", "Context at which self-attention costs as much as recurrence, a layer", "N*", "token",
        "count", _layer_ops, (CONVENTION,), ("arXiv:1706.03762 Table 1",),
    ),
)  # fmt: skip
