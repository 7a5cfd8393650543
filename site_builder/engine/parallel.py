"""What one of several devices holds: of the weights, and of the KV cache.

Tensor parallelism divides projections, embedding and head; norms, biases and routers are on every device, and so is a
KV head where there are fewer of them than devices.  Expert parallelism gives each device whole experts.  Context
parallelism divides the positions of the cache.  What does not divide evenly is refused: an engine would refuse it too.
"""

from __future__ import annotations

from collections import Counter
from math import prod
from typing import Literal, TypeAlias

from site_builder.engine.algebra import formula
from site_builder.engine.arguments import CONTEXT, counted, storage
from site_builder.engine.components import attending_mixers, components
from site_builder.engine.feed_forwards import MoeFeedForward
from site_builder.engine.formula import Symbol, ceil_div, total
from site_builder.engine.kv_cache import BATCH, KV_DTYPE, kv_bytes
from site_builder.engine.mixers import FullAttention, LinearAttention
from site_builder.engine.model import Model
from site_builder.engine.quantity import Argument, Arguments, BeyondModel, Formula, Input, Quantity
from site_builder.engine.serving import CACHE_CONVENTIONS
from site_builder.engine.storage import PLAIN, SPELLINGS
from site_builder.engine.tensor import Tensor

Placement: TypeAlias = Literal["divided", "kv", "expert", "copied"]

_KV_TENSORS = ("k_proj", "v_proj")
_COPIED_PROJECTIONS = ("q_a_proj", "kv_a_proj", "indexer k_proj", "latent down_proj", "latent up_proj")
"""Projections into one vector that all heads, or all experts, share."""


def _divides(model: Model, asked: int | str) -> str:
    """Tensor parallelism: the heads are divided evenly, or copied evenly where there are fewer KV heads."""
    devices = int(asked)
    for mixer, _ in model.mixers():
        if isinstance(mixer, FullAttention):
            if mixer.query_heads % devices:
                return f"{mixer.query_heads} query heads are not divided evenly"
            if mixer.kv_heads % devices and devices % mixer.kv_heads:
                return f"{mixer.kv_heads} KV heads are neither divided nor copied evenly"
        if isinstance(mixer, LinearAttention) and mixer.value_heads % devices:
            return f"{mixer.value_heads} value heads of linear attention are not divided evenly"
    for mixer, _ in attending_mixers(model):
        if mixer.query_heads % devices:
            return f"{mixer.query_heads} query heads are not divided evenly"
    return ""


def _divides_experts(model: Model, asked: int | str) -> str:
    """Expert parallelism: every device has as many whole experts."""
    found = [block for block, _ in model.feed_forwards() if isinstance(block, MoeFeedForward)]
    if not found:
        return "the model has no experts"
    bad = next((block.experts for block in found if block.experts % int(asked)), None)
    return "" if bad is None else f"{bad} experts are not divided evenly"


TENSOR = Argument("tensor", "devices that divide every projection (tensor parallelism)", 1, 1, 2**12, refuses=_divides)
EXPERT = Argument(
    "expert", "devices that have whole experts (expert parallelism); 1: experts are divided by `tensor` as the rest",
    1, 1, 2**12, refuses=_divides_experts,
)  # fmt: skip
CONTEXT_PARALLEL = Argument("context", "devices that divide the positions (context parallelism)", 1, 1, 2**12)
STORED = Argument(
    "dtype", "type of one element; stored: the anchor's", "stored", choices=("stored", *PLAIN), spellings=SPELLINGS
)


def _weights_per_device(model: Model, arguments: Arguments) -> Formula:
    placed = _placed(model, by_expert=arguments["expert"] != 1)
    tensor, expert = counted(arguments, "tensor", "n_tp"), counted(arguments, "expert", "n_ep")
    heads = min((mixer.kv_heads for mixer, _ in attending_mixers(model) if isinstance(mixer, FullAttention)), default=1)
    element = storage(model, arguments["dtype"])
    inputs = (
        Input("P_div", placed["divided"], "divided_elements"),
        Input("P_kv", placed["kv"], "kv_elements"),
        Input("P_exp", placed["expert"], "expert_elements"),
        Input("P_all", placed["copied"], "copied_elements"),
        Input("n_kv", min(heads, int(arguments["tensor"])), "kv_devices"),
        tensor, expert, Input("b", element.block_bytes, f"dtype = {element.name}"),
    )  # fmt: skip
    shares = (("P_div", "n_tp"), ("P_kv", "n_kv"), ("P_exp", "n_ep"))
    by = {given.symbol: given.value for given in inputs}
    own = (ceil_div(Symbol(part), Symbol(devices)) if by[devices] != 1 else Symbol(part) for part, devices in shares)
    return formula(total(*own, Symbol("P_all")) * Symbol("b"), *inputs)


def _placed(model: Model, by_expert: bool) -> Counter[Placement]:
    """Elements of the model by where they are."""
    found: Counter[Placement] = Counter()
    for component in components(model):
        for tensor, sides, occurrences in component.shapes():
            whole = component.part in ("vision", "mtp")
            found["copied" if whole else _placement(tensor, by_expert)] += prod(sides) * occurrences
    return found


def _placement(tensor: Tensor, by_expert: bool) -> Placement:
    if tensor.role in ("vector", "gate") or tensor.name in _COPIED_PROJECTIONS:
        return "copied"
    if tensor.name in _KV_TENSORS:
        return "kv"
    return "expert" if tensor.role == "expert" and by_expert else "divided"


def _cache_per_device(model: Model, arguments: Arguments) -> Formula:
    """The KV cache with the heads of one device and its share of the positions."""
    given = {**CACHE_CONVENTIONS, **arguments}
    own = [mixer.kv_heads for mixer, _ in attending_mixers(model) if isinstance(mixer, FullAttention)]
    if len(set(own)) > 1 and arguments["tensor"] != 1:
        raise BeyondModel("layers differ in their KV heads: what a device keeps of them is not described")
    if own and arguments["tensor"] != 1:
        given["kv_heads"] = max(1, own[0] // int(arguments["tensor"]))
    devices = counted(arguments, "context", "n_cp")
    cache = kv_bytes(model, given)
    return formula(ceil_div(cache.expression, Symbol("n_cp")) if devices.value != 1 else cache.expression,
                   *cache.inputs, devices)  # fmt: skip


PARALLEL_QUANTITIES: tuple[Quantity, ...] = (
    Quantity(
        "weights_per_device", "Weights on one of several devices", "M_W", "B", "memory", _weights_per_device,
        (TENSOR, EXPERT, STORED), ("arXiv:1909.08053",),
    ),
    Quantity(
        "kv_cache_per_device", "KV cache on one of several devices", "M_KV", "B", "memory", _cache_per_device,
        (CONTEXT, BATCH, TENSOR, CONTEXT_PARALLEL, KV_DTYPE), ("arXiv:1909.08053",),
    ),
)  # fmt: skip
