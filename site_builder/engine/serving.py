"""What serving a model takes: what fits into accelerators, and floors on time.

A floor is what no implementation that counts as it says can beat on the data sheet's figures; it is no prediction.
Counted are weights, KV cache and recurrent state; activations, and what a runtime keeps for itself, are not.
"""

from __future__ import annotations

from site_builder.engine.algebra import formula, together
from site_builder.engine.arguments import CONTEXT, LOADED, N, context, counted, storage
from site_builder.engine.devices import BY_NAME, DEVICES, Device
from site_builder.engine.flops import attention_flops, prefill_flops
from site_builder.engine.formula import Symbol, bind, ceil_div, maximum
from site_builder.engine.kv_cache import BATCH, CONVENTIONS, KV_DTYPE, kv_bytes
from site_builder.engine.model import Model
from site_builder.engine.parallel import TENSOR, device_heads, weights_on_device
from site_builder.engine.parameters import matrix_parameters
from site_builder.engine.quantity import Argument, Arguments, BeyondModel, Formula, Input, Quantity
from site_builder.engine.reach import NoCrossing, Slope, kv_slopes, reach
from site_builder.engine.recipes import RECIPES
from site_builder.engine.states import conv_state, linear_state
from site_builder.engine.weights import WEIGHTS_FORMAT, bytes_of_a_token

DEVICE = Argument(
    "device", "the accelerator, by its published figures", "h200",
    choices=tuple(device.name for device in DEVICES), spellings={"a100": "a100-80gb", "4090": "rtx-4090"},
)  # fmt: skip
DEVICE_COUNT = Argument("devices", "accelerators that at best share reading and work evenly", 1, 1, 2**20)
ARITHMETIC = {16: "BF16", 8: "FP8", 4: "FP4"}
ROOFLINE = ("arXiv:2402.16363",)


def _cache(model: Model, arguments: Arguments) -> Formula:
    return kv_bytes(model, {**CONVENTIONS, **arguments})


def _state(model: Model, devices: int = 1) -> Input:
    size = linear_state(model, {}).value() + conv_state(model, {"dtype": "stored"}).value()
    return Input("M_state", -(-size // devices), "linear_state + conv_state")


def _device(arguments: Arguments) -> Device:
    return BY_NAME[str(arguments["device"])]


# --- what fits ----------------------------------------------------------------------------------


def _on_device(model: Model, arguments: Arguments) -> tuple[Input, Input, Input, Arguments]:
    """Of one device: its memory, its weights, the state of a request, and the arguments of its cache."""
    device, tensor = _device(arguments), int(arguments["tensor"])
    weights = weights_on_device(model, {"format": arguments["format"], "tensor": tensor}).value()
    heads = device_heads(model, tensor)
    return (
        Input("M_dev", device.memory, f"device = {device.name}"),
        Input("M_W", weights, "weights" if tensor == 1 else "weights_per_device"),
        _state(model, tensor),
        {**CONVENTIONS, **arguments, **heads},
    )


def _check_weights_fit(memory: Input, weights: Input, arguments: Arguments) -> None:
    """BeyondModel where the weights leave nothing."""
    if memory.value <= weights.value:
        share = "" if arguments["tensor"] == 1 else f", divided by {arguments['tensor']},"
        raise BeyondModel(f"the weights alone{share} do not fit {_device(arguments).title}")


def _memory_per_device(model: Model, arguments: Arguments) -> Formula:
    """Weights, and state and KV cache of every request."""
    _, weights, state, cached = _on_device(model, arguments)
    requests, cache = counted(arguments, "batch", "n_req"), kv_bytes(model, cached)
    held = Symbol("M_W") + cache.expression + Symbol("n_req") * Symbol("M_state")
    return formula(held, weights, requests, state, *cache.inputs)


def _memory_share(model: Model, arguments: Arguments) -> Formula:
    """What is held ÷ the memory: all fits where it is at most 1."""
    held, memory = _memory_per_device(model, arguments), _device(arguments)
    given = Input("M_dev", memory.memory, f"device = {memory.name}")
    return formula(held.expression / Symbol("M_dev"), *held.inputs, given)


def _max_context(model: Model, arguments: Arguments) -> Formula:
    """Largest N with weights + batch · (state + KV cache of N) ≤ memory: ⌊what is left ÷ bytes a token⌋."""
    memory, weights, state, cached = _on_device(model, arguments)
    _check_weights_fit(memory, weights, arguments)
    requests = counted(arguments, "batch", "n_req")
    slopes = [
        Slope(int(requests.value) * slope.each, slope.window) for slope in kv_slopes(model, {**cached, "batch": 1})
    ]
    rest = int(memory.value) - int(weights.value) - int(requests.value) * int(state.value)
    if not slopes:
        raise NoCrossing("no layer has a KV cache: a context of any length fits")
    if rest < sum(slope.each for slope in slopes):
        raise BeyondModel("the weights leave no room for a token of each request")
    never = "every window is full before the memory is: a context of any length fits"
    found = reach(slopes, Input("M_rest", rest + 1, ""), never)
    left = Symbol("M_dev") - Symbol("M_W") - Symbol("n_req") * Symbol("M_state")
    whole = bind(found.expression, {"M_rest": left + 1}) - 1
    return formula(whole, memory, weights, requests, state, *found.inputs)


def _max_batch(model: Model, arguments: Arguments) -> Formula:
    """Most requests of N tokens: ⌊(memory − weights) ÷ (state + KV cache of N)⌋."""
    memory, weights, state, cached = _on_device(model, arguments)
    _check_weights_fit(memory, weights, arguments)
    cache = kv_bytes(model, {**cached, "batch": 1})
    if not cache.inputs and not state.value:
        raise NoCrossing("a request keeps nothing")
    each = cache.expression + Symbol("M_state")
    inputs = (memory, weights, state, *cache.inputs)
    return formula(ceil_div(Symbol("M_dev") - Symbol("M_W") + 1, each) - 1, *inputs, keep=context(arguments))


# --- floors on time -----------------------------------------------------------------------------


def _read_once(model: Model, arguments: Arguments) -> Input:
    """Bytes of the weights that one token passes: many tokens read no less."""
    return Input("M_tok", bytes_of_a_token(model, arguments["format"]), "bytes_of_a_token")


def _time_per_token(model: Model, arguments: Arguments) -> Formula:
    """One more token of every request: weights once, cache and state of all ÷ bandwidth, or the work ÷ compute."""
    requests, state = counted(arguments, "batch", "n_req"), _state(model)
    cache = _cache(model, arguments)
    read = Symbol("M_tok") + cache.expression + Symbol("n_req") * Symbol("M_state")
    moved = formula(read, _read_once(model, arguments), requests, state, *cache.inputs)
    attention = attention_flops(model, {**arguments, "latent": "compressed"})
    matrices = Input("P_mat", matrix_parameters(model), "matrix_parameters")
    work = Symbol("n_req") * (2 * Symbol("P_mat") + attention.expression)
    return _floor(model, moved, formula(work, requests, matrices, *attention.inputs), arguments)


def _time_to_first_token(model: Model, arguments: Arguments) -> Formula:
    """A prompt of N tokens, causal: the work of its layers and of one head ÷ compute, or weights once ÷ bandwidth."""
    requests = counted(arguments, "batch", "n_req")
    attention = prefill_flops(model, {**arguments, "mask": "causal", "part": "attention"})
    head = model.embeddings.vocab_size * model.hidden_size
    layers = Input("P_mat", matrix_parameters(model) - head, "layer_matrices")
    matrices = 2 * (Symbol("P_mat") * N + Symbol("P_head"))
    work = Symbol("n_req") * (attention.expression + matrices)
    inputs = (requests, *attention.inputs, layers, Input("P_head", head, "vocabulary_head"))
    done = formula(work, *inputs, keep=context(arguments))
    return _floor(model, formula(Symbol("M_tok"), _read_once(model, arguments)), done, arguments)


def _floor(model: Model, moved: Formula, work: Formula, arguments: Arguments) -> Formula:
    """The roofline: no time is less than what is moved ÷ bandwidth, nor than the work ÷ compute."""
    device = _device(arguments)
    (read, done), inputs = together((moved, work))
    devices = counted(arguments, "devices", "n_dev")
    bits, rate = device.rate(_bits(model, str(arguments["format"])))
    rates = (
        Input("w_dev", device.bandwidth, f"device = {device.name}"),
        Input("f_dev", rate, f"device = {device.name}, {ARITHMETIC[bits]}"),
    )
    time = maximum(read / (Symbol("n_dev") * Symbol("w_dev")), done / (Symbol("n_dev") * Symbol("f_dev")))
    return formula(time, *inputs, devices, *rates, keep=context(arguments))


def _bits(model: Model, chosen: str) -> int:
    """Whole bits of a stored weight: arithmetic on operands of fewer would lose some of them."""
    if chosen in RECIPES:
        chosen = RECIPES[chosen].others
    if chosen == LOADED and model.quantization is not None:
        chosen = model.quantization.format
    format_ = storage(model, chosen)
    return 8 * format_.block_bytes // format_.block_elements


_SERVED = (WEIGHTS_FORMAT, KV_DTYPE, DEVICE)
_CAPACITY = ("arXiv:2309.06180",)

SERVING_QUANTITIES: tuple[Quantity, ...] = (
    Quantity(
        "memory_per_device", "Memory on one device", "M_held", "B", "memory", _memory_per_device,
        (CONTEXT, BATCH, *_SERVED, TENSOR), _CAPACITY,
    ),
    Quantity(
        "memory_share", "Share of a device's memory that is taken", "r_mem", "1", "percent", _memory_share,
        (CONTEXT, BATCH, *_SERVED, TENSOR), _CAPACITY,
    ),
    Quantity(
        "max_context", "Longest context that fits", "N_max", "token", "count", _max_context,
        (BATCH, *_SERVED, TENSOR), _CAPACITY,
    ),
    Quantity(
        "max_batch", "Most requests that fit", "n_max", "1", "count", _max_batch, (CONTEXT, *_SERVED, TENSOR), _CAPACITY
    ),
    Quantity(
        "time_per_token_floor", "Floor on the time for a token", "t_tok", "s", "time", _time_per_token,
        (CONTEXT, BATCH, *_SERVED, DEVICE_COUNT), ROOFLINE,
    ),
    Quantity(
        "time_to_first_token_floor", "Floor on the time to the first token", "t_first", "s", "time",
        _time_to_first_token, (CONTEXT, BATCH, WEIGHTS_FORMAT, DEVICE, DEVICE_COUNT), ROOFLINE,
    ),
)  # fmt: skip
