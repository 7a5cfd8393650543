"""What one of several devices holds: of the weights, of the KV cache, and of recurrent states.

Tensor parallelism divides projections, embedding and head; norms, biases and routers are on every device, and so is a
KV head where there are fewer of them than devices, and the one latent vector of latent attention.  Expert parallelism
gives each device whole experts, pipeline parallelism whole layers, context parallelism a share of the positions, data
parallelism a share of the requests.  A vision tower is on every device.  What does not divide evenly is refused: an
engine would refuse it too.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from math import prod
from typing import Literal, TypeAlias

from site_builder.engine.algebra import formula, together
from site_builder.engine.arguments import CONTEXT, LOADED, counted, storage
from site_builder.engine.checkpoint import loaded_bytes
from site_builder.engine.components import attending_mixers, components
from site_builder.engine.feed_forwards import MoeFeedForward
from site_builder.engine.formula import Symbol, ceil_div, maximum, total
from site_builder.engine.kv_cache import BATCH, CONVENTIONS, KV_DTYPE, kv_bytes
from site_builder.engine.mixers import FullAttention, LinearAttention
from site_builder.engine.model import Model
from site_builder.engine.quantity import Argument, Arguments, BeyondModel, Formula, Input, Quantity
from site_builder.engine.recipes import RECIPES
from site_builder.engine.storage import size_of
from site_builder.engine.tensor import Component, Tensor
from site_builder.engine.weights import WEIGHTS_FORMAT, is_quantised, weight_bytes

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


def _divides_layers(model: Model, asked: int | str) -> str:
    """Pipeline parallelism: every stage has as many whole layers."""
    if model.side is not None:
        return "layers share paths beside attention, which is not described for stages"
    return f"{len(model.layers)} layers are not divided evenly" if len(model.layers) % int(asked) else ""


TENSOR = Argument("tensor", "devices that divide every projection (tensor parallelism)", 1, 1, 2**12, refuses=_divides)
EXPERT = Argument(
    "expert", "devices that have whole experts (expert parallelism); 1: experts are divided by `tensor` as the rest",
    1, 1, 2**12, refuses=_divides_experts,
)  # fmt: skip
PIPELINE = Argument(
    "pipeline", "stages of as many layers each (pipeline parallelism); the device is one of the largest stage",
    1, 1, 2**12, refuses=_divides_layers,
)  # fmt: skip
CONTEXT_PARALLEL = Argument("context", "devices that divide the positions (context parallelism)", 1, 1, 2**12)
DATA = Argument("data", "devices, each with all weights, that divide the requests (data parallelism)", 1, 1, 2**20)


def weights_on_device(model: Model, arguments: Arguments) -> Formula:
    """The builder of `weights_per_device`; `format`, `tensor`, `expert` and `pipeline` may be left out."""
    given = {"format": LOADED, "tensor": 1, "expert": 1, "pipeline": 1, **arguments}
    if given["format"] in RECIPES or (given["format"] == LOADED and is_quantised(model) and not model.quantization):
        if any(given[name] != 1 for name in ("tensor", "expert", "pipeline")):
            raise BeyondModel(f"how weights of format={given['format']} are divided is not described for this model")
        whole = weight_bytes(model, {"format": given["format"]}).value()
        return formula(Symbol("M_W"), Input("M_W", whole, "weights"))
    stages = int(given["pipeline"])
    shares = (_share(model, given, stage, stages) for stage in range(stages))
    return max(shares, key=lambda share: share.value())


def _share(model: Model, given: Arguments, stage: int, stages: int) -> Formula:
    """The weights of one device of a stage: bytes by where they are, each over the devices that divide them."""
    placed = _placed(model, str(given["format"]), given["expert"] != 1, stage, stages)
    heads = min((mixer.kv_heads for mixer, _ in attending_mixers(model) if isinstance(mixer, FullAttention)), default=1)
    inputs = (
        Input("M_div", placed["divided"], "divided_bytes"),
        Input("M_kv", placed["kv"], "kv_projection_bytes"),
        Input("M_exp", placed["expert"], "expert_bytes"),
        Input("M_all", placed["copied"], "copied_bytes"),
        Input("n_kv", min(heads, int(given["tensor"])), "kv_devices"),
        counted(given, "tensor", "n_tp"), counted(given, "expert", "n_ep"),
    )  # fmt: skip
    by = {part.symbol: part.value for part in inputs}
    shares = (("M_div", "n_tp"), ("M_kv", "n_kv"), ("M_exp", "n_ep"))
    own = [ceil_div(Symbol(part), Symbol(over)) if by[over] != 1 else Symbol(part) for part, over in shares if by[part]]
    return formula(total(*own, Symbol("M_all")), *inputs)


@lru_cache(maxsize=256)
def _placed(model: Model, chosen: str, by_expert: bool, stage: int, stages: int) -> Counter[Placement]:
    """Bytes of one stage by where they are."""
    found: Counter[Placement] = Counter()
    for component in _of_stage(model, stage, stages):
        for tensor, sides, times in component.shapes():
            place = "copied" if component.part == "vision" else _placement(tensor, by_expert)
            found[place] += _bytes(model, chosen, component, tensor, sides, times)
    return found


def _of_stage(model: Model, stage: int, stages: int) -> list[Component]:
    """The weights of a stage: its layers; of the first, embedding and vision too, of the last, head and MTP."""
    first, last = stage == 0, stage == stages - 1
    kept = {"embedding": first or (last and model.embeddings.tied), "vision": first, "head": last, "mtp": last}
    return [
        component
        for component in components(_layers_of(model, stage, stages))
        if kept.get(component.part, True) and (last or component.tensors[0].name != "final norm")
    ]


def _layers_of(model: Model, stage: int, stages: int) -> Model:
    """The model with the layers of one stage alone."""
    each = len(model.layers) // stages
    return replace(model, layers=model.layers[stage * each : (stage + 1) * each])


def _bytes(model: Model, chosen: str, component: Component, tensor: Tensor, sides: tuple[int, ...], times: int) -> int:
    if chosen == LOADED and model.quantization is not None:
        return loaded_bytes(model, component, tensor, sides, times)
    return size_of(prod(sides) * times, storage(model, chosen))


def _placement(tensor: Tensor, by_expert: bool) -> Placement:
    if tensor.role in ("vector", "gate") or tensor.name in _COPIED_PROJECTIONS:
        return "copied"
    if tensor.name in _KV_TENSORS:
        return "kv"
    return "expert" if tensor.role == "expert" and by_expert else "divided"


def device_heads(model: Model, tensor: int) -> Arguments:
    """The argument of a cache that says how many KV heads one of `tensor` devices has; nothing for one device."""
    own = {mixer.kv_heads for mixer, _ in attending_mixers(model) if isinstance(mixer, FullAttention)}
    if tensor == 1 or not own:
        return {}
    if len(own) > 1:
        raise BeyondModel("layers differ in their KV heads: what a device keeps of them is not described")
    return {"kv_heads": max(1, own.pop() // tensor)}


def _cache_per_device(model: Model, arguments: Arguments) -> Formula:
    """The KV cache with the heads, layers, positions and requests of one device."""
    given = {**CONVENTIONS, **arguments, **device_heads(model, int(arguments["tensor"]))}
    given["batch"] = -(-int(arguments["batch"]) // int(arguments["data"]))
    stages = int(arguments["pipeline"])
    caches = (kv_bytes(_layers_of(model, stage, stages), given) for stage in range(stages))
    largest, inputs = together(dict.fromkeys(caches))
    cache = maximum(*largest) if len(largest) > 1 else largest[0]
    devices = counted(arguments, "context", "n_cp")
    return formula(ceil_div(cache, Symbol("n_cp")) if devices.value != 1 else cache, *inputs, devices)


PARALLEL_QUANTITIES: tuple[Quantity, ...] = (
    Quantity(
        "weights_per_device", "Weights on one of several devices", "M_W", "B", "memory", weights_on_device,
        (WEIGHTS_FORMAT, TENSOR, EXPERT, PIPELINE), ("arXiv:1909.08053",),
    ),
    Quantity(
        "kv_cache_per_device", "KV cache on one of several devices", "M_KV", "B", "memory", _cache_per_device,
        (CONTEXT, BATCH, TENSOR, PIPELINE, CONTEXT_PARALLEL, DATA, KV_DTYPE), ("arXiv:1909.08053",),
    ),
)  # fmt: skip
