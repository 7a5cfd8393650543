"""Bytes of what linear-attention and state-space layers keep: a fixed state, whatever the context.

What convolutions keep of the last tokens counts apart, and with it the one token that a token shift (RWKV) keeps.
"""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.engine.algebra import formula, summed
from site_builder.engine.arguments import storage
from site_builder.engine.components import feed_forward_repeats, hidden_input, mixer_repeats
from site_builder.engine.formula import Expression, Symbol, product
from site_builder.engine.linear_tensors import conv_channels
from site_builder.engine.mixers import LightningAttention, LinearAttention, Mamba, Mamba2, Recurrent, Rwkv7
from site_builder.engine.model import DenseFeedForward, Model
from site_builder.engine.quantity import Argument, Arguments, Formula, Input, Quantity
from site_builder.engine.state_space import mamba2_channels
from site_builder.engine.storage import BY_NAME, PLAIN
from site_builder.engine.tensor import D, inputs_of

STATE_DTYPE = Argument(
    "dtype", "type of the recurrent state; state: the one the config names; stored: the weights'", "state",
    choices=("state", "stored", *PLAIN),
)  # fmt: skip
CONV_DTYPE = Argument(
    "dtype", "type of the convolution state; stored: the weights' (vLLM); llama.cpp keeps float32", "stored",
    choices=("stored", *PLAIN),
)  # fmt: skip
CONV_WIDTH = Argument(
    "width", "columns kept of K taps: K − 1 (vLLM, llama.cpp), or K (older Hugging Face caches)", "K-1",
    choices=("K-1", "K"),
)  # fmt: skip
DELTANET = ("arXiv:2412.06464",)


def _recurrent(model: Model) -> Iterator[tuple[Recurrent, Input]]:
    for mixer, count in model.mixers():
        if isinstance(mixer, Recurrent):
            yield mixer, mixer_repeats(mixer, count)


def _state_elements(mixer: Recurrent) -> Expression:
    """Numbers in the state of one layer."""
    match mixer:
        case LinearAttention():
            return product(Symbol("n_v"), Symbol("d_sk"), Symbol("d_sv"))
        case LightningAttention():
            return Symbol("h_l") * Symbol("d_lh") ** 2
        case Rwkv7():
            return Symbol("h_w") * Symbol("d_wh") ** 2
        case Mamba():
            return Symbol("d_x") * Symbol("n_s")
        case Mamba2():
            return product(Symbol("h_m"), Symbol("d_mh"), Symbol("n_s"))


def _channels(mixer: LinearAttention | Mamba | Mamba2) -> Expression:
    """Channels of one layer's convolution."""
    match mixer:
        case LinearAttention():
            return conv_channels()
        case Mamba():
            return Symbol("d_x")
        case Mamba2():
            return mamba2_channels()


def linear_state(model: Model, arguments: Arguments) -> Formula:
    """Builder: layers × value heads × d_sk × d_sv × bytes."""
    return summed(_state(model, mixer, layers, arguments) for mixer, layers in _recurrent(model))


def _state(model: Model, mixer: Recurrent, layers: Input, arguments: Arguments) -> Formula:
    chosen = arguments.get("dtype", "state")
    if chosen == "state":
        element = Input(
            "b_s", BY_NAME[mixer.state_dtype].block_bytes, f"{mixer.named('state_dtype')} = {mixer.state_dtype}"
        )
    else:
        format_ = storage(model, chosen)
        element = Input("b_s", format_.block_bytes, f"dtype = {format_.name}")
    one = product(Symbol(layers.symbol), _state_elements(mixer), Symbol("b_s"))
    return formula(one, layers, *inputs_of(mixer), element)


def conv_state(model: Model, arguments: Arguments) -> Formula:
    """Builder: layers × kept columns × channels × bytes; a token shift keeps one vector of hidden width."""
    format_ = storage(model, arguments.get("dtype", "stored"))
    element = Input("b_c", format_.block_bytes, f"dtype = {format_.name}")
    terms = [_conv(mixer, layers, arguments, element) for mixer, layers in _convolved(model)]
    return summed(terms + [_shift(model, layers, element) for layers in _shifted(model)])


def _convolved(model: Model) -> Iterator[tuple[LinearAttention | Mamba | Mamba2, Input]]:
    for mixer, layers in _recurrent(model):
        if isinstance(mixer, LinearAttention | Mamba | Mamba2):
            yield mixer, layers


def _shifted(model: Model) -> Iterator[Input]:
    """The layers of each mixer and each feed-forward that mixes a token with the one before."""
    yield from (layers for mixer, layers in _recurrent(model) if isinstance(mixer, Rwkv7))
    for block, count in model.feed_forwards():
        if isinstance(block, DenseFeedForward) and block.token_shift:
            yield feed_forward_repeats(model, block, count)


def _shift(model: Model, layers: Input, element: Input) -> Formula:
    return formula(product(Symbol(layers.symbol), D, Symbol("b_c")), layers, hidden_input(model), element)


def _conv(mixer: LinearAttention | Mamba | Mamba2, layers: Input, arguments: Arguments, element: Input) -> Formula:
    columns: Expression = Symbol("K")
    if arguments.get("width", "K-1") == "K-1":
        columns = Symbol("K") - 1
    expression = product(Symbol(layers.symbol), columns, _channels(mixer), Symbol("b_c"))
    return formula(expression, layers, *inputs_of(mixer), element)


STATE_QUANTITIES: tuple[Quantity, ...] = (
    Quantity(
        "linear_state", "Recurrent state of the linear-attention layers", "M_R", "B", "memory", linear_state,
        (STATE_DTYPE,), DELTANET,
    ),
    Quantity(
        "conv_state", "Convolution state of the linear-attention layers", "M_C", "B", "memory", conv_state,
        (CONV_DTYPE, CONV_WIDTH), DELTANET,
    ),
)  # fmt: skip
