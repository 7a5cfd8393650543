"""What serving a model takes: the longest context and the most requests that fit, and floors on time.

A floor is what no implementation can beat on the data sheet's figures; it is no prediction.  Counted are weights, KV
cache and recurrent state; activations, and what a runtime keeps for itself, are not.  Several devices share evenly.
"""

from __future__ import annotations

from site_builder.engine.algebra import formula, together
from site_builder.engine.arguments import CONTEXT, N, context, counted, storage
from site_builder.engine.devices import BY_NAME, DEVICES, Device
from site_builder.engine.flops import attention_flops, prefill_flops
from site_builder.engine.formula import Expression, Symbol, ceil_div, maximum, product
from site_builder.engine.kv_cache import BATCH, KV_DTYPE, kv_bytes
from site_builder.engine.model import Model
from site_builder.engine.parameters import active_parameters, matrix_parameters
from site_builder.engine.quantity import Argument, Arguments, BeyondModel, Formula, Input, Quantity
from site_builder.engine.reach import NoCrossing, Slope, kv_slopes, reach
from site_builder.engine.states import conv_state, linear_state
from site_builder.engine.storage import FORMATS, PLAIN, SPELLINGS
from site_builder.engine.weights import weight_bytes

DEVICE = Argument(
    "device", "the accelerator, by the figures of its data sheet", "h200",
    choices=tuple(device.name for device in DEVICES), spellings={"a100": "a100-80gb", "4090": "rtx-4090"},
)  # fmt: skip
DEVICE_COUNT = Argument("devices", "accelerators that share weights, cache and work evenly", 1, 1, 2**20)
WEIGHTS_FORMAT = Argument(
    "format", "how weights are stored; stored: the anchor's dtype without quantisation", "stored",
    choices=("stored", *(storage.name for storage in FORMATS if storage.matrix_block is None)), spellings=SPELLINGS,
)  # fmt: skip
POSITIONS = Argument(
    "positions", "logits that are kept: of the last token of a request, or of all N", "all", choices=("all", "last")
)
LOGITS_DTYPE = Argument(
    "dtype", "type of a logit; stored: the anchor's", "float32", choices=("stored", *PLAIN), spellings=SPELLINGS
)

ROOFLINE = ("arXiv:2402.16363",)
CACHE_CONVENTIONS: Arguments = {"window": "floor", "ubatch": 512, "block": 1, "prefix": 0, "latent": "compressed"}


def _cache(model: Model, arguments: Arguments) -> Formula:
    return kv_bytes(model, {**CACHE_CONVENTIONS, **arguments})


def _weights(model: Model, arguments: Arguments) -> Input:
    return Input("M_W", weight_bytes(model, {"format": arguments["format"]}).value(), "weights")


def _state(model: Model) -> Input:
    size = linear_state(model, {}).value() + conv_state(model, {"dtype": "stored"}).value()
    return Input("M_state", size, "linear_state + conv_state")


def _device(arguments: Arguments) -> Device:
    return BY_NAME[str(arguments["device"])]


# --- what fits ----------------------------------------------------------------------------------


def _memory(model: Model, arguments: Arguments) -> tuple[Input, Input, Input]:
    """Memory of one device, devices, weights.  BeyondModel where the weights leave nothing."""
    device = _device(arguments)
    memory = Input("M_dev", device.memory, f"device = {device.name}")
    devices, weights = counted(arguments, "devices", "n_dev"), _weights(model, arguments)
    if memory.value * devices.value <= weights.value:
        raise BeyondModel(f"the weights alone do not fit {devices.value} × {device.title}")
    return memory, devices, weights


def _max_context(model: Model, arguments: Arguments) -> Formula:
    """Largest N with weights + batch · (state + KV cache of N) ≤ memory: one less than the first that exceeds it."""
    memory, devices, weights = (int(given.value) for given in _memory(model, arguments))
    batch = int(arguments["batch"])
    slopes = [
        Slope(batch * slope.each, slope.window)
        for slope in kv_slopes(model, {**CACHE_CONVENTIONS, **arguments, "batch": 1})
    ]
    rest = memory * devices - weights - batch * int(_state(model).value)
    if not slopes:
        raise NoCrossing("no layer has a KV cache: a context of any length fits")
    if rest < sum(slope.each for slope in slopes):
        raise BeyondModel("the weights leave no room for a token of each request")
    exceeded = Input("M_rest", rest + 1, "one_byte_too_many")
    found = reach(slopes, exceeded, "every window is full before the memory is: a context of any length fits")
    return Formula(found.expression - 1, found.inputs)


def _max_batch(model: Model, arguments: Arguments) -> Formula:
    """Most requests of N tokens: ⌊(memory − weights) ÷ (state + KV cache of N)⌋."""
    memory, devices, weights = _memory(model, arguments)
    cache, state = _cache(model, {**arguments, "batch": 1}), _state(model)
    if not cache.inputs and not state.value:
        raise NoCrossing("a request keeps nothing")
    rest = product(Symbol("M_dev"), Symbol("n_dev")) - Symbol("M_W")
    each = cache.expression + Symbol("M_state")
    inputs = (memory, devices, weights, state, *cache.inputs)
    return formula(ceil_div(rest + 1, each) - 1, *inputs, keep=context(arguments))


# --- floors on time -----------------------------------------------------------------------------


def _time_per_token(model: Model, arguments: Arguments) -> Formula:
    """One more token of every request: weights once, cache and state of all ÷ bandwidth, or the work ÷ compute."""
    read = active_parameters(model, {"embeddings": "output"}).value()
    weights = Input(
        "M_act",
        weight_bytes(model, {"format": arguments["format"], "parameters": read}).value(),
        "weights_of_one_token",
    )
    requests, state = counted(arguments, "batch", "n_req"), _state(model)
    cache = _cache(model, arguments)
    moved = formula(
        Symbol("M_act") + cache.expression + Symbol("n_req") * Symbol("M_state"),
        weights,
        requests,
        state,
        *cache.inputs,
    )
    attention = attention_flops(model, {**arguments, "latent": "compressed"})
    matrices = Input("P_mat", matrix_parameters(model), "matrix_parameters")
    work = Symbol("n_req") * (2 * Symbol("P_mat") + attention.expression)
    return _floor(moved, formula(work, requests, matrices, *attention.inputs), arguments)


def _time_to_first_token(model: Model, arguments: Arguments) -> Formula:
    """A prompt of N tokens, causal: its work ÷ compute, or the weights read once ÷ bandwidth."""
    requests = counted(arguments, "batch", "n_req")
    work = prefill_flops(model, {**arguments, "mask": "causal", "part": "all"})
    work = formula(Symbol("n_req") * work.expression, requests, *work.inputs)
    return _floor(formula(Symbol("M_W"), _weights(model, arguments)), work, arguments)


def _floor(moved: Formula, work: Formula, arguments: Arguments) -> Formula:
    """The roofline: no time is less than what is moved ÷ bandwidth, nor than the work ÷ compute."""
    device = _device(arguments)
    (read, done), inputs = together((moved, work))
    devices = counted(arguments, "devices", "n_dev")
    rates = (
        Input("w_dev", device.bandwidth, f"device = {device.name}"),
        Input("f_dev", device.compute, f"device = {device.name}"),
    )
    time = maximum(read / (Symbol("n_dev") * Symbol("w_dev")), done / (Symbol("n_dev") * Symbol("f_dev")))
    return formula(time, *inputs, devices, *rates, keep=context(arguments))


# --- what a prefill puts out --------------------------------------------------------------------


def _logits(model: Model, arguments: Arguments) -> Formula:
    """One logit for each entry of the vocabulary, position and request."""
    dtype = storage(model, arguments["dtype"])
    positions: Expression | int = N if arguments["positions"] == "all" else 1
    inputs = (
        counted(arguments, "batch", "n_req"),
        Input("V", model.embeddings.vocab_size, "vocab_size"),
        Input("b", dtype.block_bytes, f"dtype = {dtype.name}"),
    )
    return formula(product(Symbol("n_req"), positions, Symbol("V"), Symbol("b")), *inputs, keep=context(arguments))


_SERVED = (WEIGHTS_FORMAT, KV_DTYPE, DEVICE, DEVICE_COUNT)

SERVING_QUANTITIES: tuple[Quantity, ...] = (
    Quantity(
        "max_context", "Longest context that fits", "N_max", "token", "count", _max_context, (BATCH, *_SERVED),
        ("arXiv:2309.06180",),
    ),
    Quantity(
        "max_batch", "Most requests that fit", "n_max", "1", "count", _max_batch, (CONTEXT, *_SERVED),
        ("arXiv:2309.06180",),
    ),
    Quantity(
        "time_per_token_floor", "Floor on the time for a token", "t_tok", "s", "time", _time_per_token,
        (CONTEXT, BATCH, *_SERVED), ROOFLINE,
    ),
    Quantity(
        "time_to_first_token_floor", "Floor on the time to the first token", "t_first", "s", "time",
        _time_to_first_token, (CONTEXT, BATCH, WEIGHTS_FORMAT, DEVICE, DEVICE_COUNT), ROOFLINE,
    ),
    Quantity(
        "logits", "Logits of a prefill", "M_logit", "B", "memory", _logits, (CONTEXT, BATCH, POSITIONS, LOGITS_DTYPE),
        ("arXiv:1706.03762",),
    ),
)  # fmt: skip
