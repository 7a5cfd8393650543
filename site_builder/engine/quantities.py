"""Every quantity, in one ordered tuple.  Ids are stable: lessons, checks and the browser use them."""

from __future__ import annotations

from site_builder.engine.activations import ACTIVATION_QUANTITIES
from site_builder.engine.crossings import CROSSING_QUANTITIES
from site_builder.engine.flops import FLOP_QUANTITIES
from site_builder.engine.kv_cache import KV_QUANTITIES
from site_builder.engine.memory import MEMORY_QUANTITIES
from site_builder.engine.parallel import PARALLEL_QUANTITIES
from site_builder.engine.parameters import PARAMETER_QUANTITIES
from site_builder.engine.paths import PATH_QUANTITIES
from site_builder.engine.quantity import Quantity
from site_builder.engine.serving import SERVING_QUANTITIES
from site_builder.engine.states import STATE_QUANTITIES
from site_builder.engine.training import TRAINING_QUANTITIES
from site_builder.engine.weights import WEIGHT_QUANTITIES

QUANTITIES: tuple[Quantity, ...] = (
    *PARAMETER_QUANTITIES,
    *WEIGHT_QUANTITIES,
    *MEMORY_QUANTITIES,
    *KV_QUANTITIES,
    *STATE_QUANTITIES,
    *FLOP_QUANTITIES,
    *PATH_QUANTITIES,
    *CROSSING_QUANTITIES,
    *SERVING_QUANTITIES,
    *PARALLEL_QUANTITIES,
    *ACTIVATION_QUANTITIES,
    *TRAINING_QUANTITIES,
)
BY_ID: dict[str, Quantity] = {quantity.id: quantity for quantity in QUANTITIES}

_CALLED = {
    "fits": "memory_share", "vram": "memory_per_device", "memory": "memory_per_device", "params": "parameters",
    "ttft": "time_to_first_token_floor", "tpot": "time_per_token_floor", "kv": "kv_cache", "max_tokens": "max_context",
    "concurrency": "max_batch", "activations": "prefill_activations", "optimizer_states": "training_states",
}  # fmt: skip


def also_asked(name: str) -> str:
    """The quantity that is meant by a name of everyday use, ``ttft``; nothing where none is."""
    return _CALLED.get(name.lower(), "")
