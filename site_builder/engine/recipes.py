"""Files of llama.cpp that mix types: which tensor is stored in which, by the recipes of its ``llama-quantize``.

Source: ``llama_tensor_get_type`` in ggml-org/llama.cpp, src/llama-quant.cpp, without an importance matrix.  All
matrices have one type but for values, the down projection and attention's output; the head, or the embedding where it
serves as head, is Q6_K; vectors are FP32.  Metadata and the tokenizer of the file are not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod

from site_builder.engine.components import components, hidden_input
from site_builder.engine.feed_forwards import DenseFeedForward
from site_builder.engine.mixers import FullAttention
from site_builder.engine.model import Layer, Model
from site_builder.engine.quantity import Input, QuantityError
from site_builder.engine.storage import BY_NAME
from site_builder.engine.tensor import Component
from site_builder.engine.tensors import feed_forward_component, mixer_component

HEAD, VECTOR = "q6_k", "float32"
_ONCE = Input("once", 1, "")


@dataclass(frozen=True, slots=True)
class Mixed:
    """`better` in the layers that `chosen` says, by their index and number; `usual` in the others."""

    better: str
    chosen: Callable[[int, int], bool]
    usual: str

    def of(self, layer: int, layers: int) -> str:
        """The type of one layer's tensor."""
        return self.better if self.chosen(layer, layers) else self.usual


@dataclass(frozen=True, slots=True)
class Recipe:
    """Types of a file: of values, the down projection, attention's output, and all other matrices."""

    values: Mixed | str
    down: Mixed | str
    output: str
    others: str
    ungrouped_values: str | None = None
    """The type of values where fewer than four query heads share a KV head, if that is another."""


def _first(part: int) -> Callable[[int, int], bool]:
    return lambda layer, layers: layer < layers // part


def _spread(layer: int, layers: int) -> bool:
    """The first and last eighth, and every third layer between."""
    return layer < layers // 8 or layer >= 7 * layers // 8 or (layer - layers // 8) % 3 == 2


def _below(count: int) -> Callable[[int, int], bool]:
    return lambda layer, _: layer < count


RECIPES = {
    "q2_k_s": Recipe("q4_k", Mixed("q4_k", _first(8), "q2_k"), "q2_k", "q2_k", ungrouped_values="q2_k"),
    "q2_k_file": Recipe("q4_k", "q3_k", "q3_k", "q2_k", ungrouped_values="q3_k"),
    "q3_k_s": Recipe("q3_k", "q3_k", "q3_k", "q3_k"),
    "q3_k_m": Recipe(Mixed("q5_k", _below(2), "q4_k"), Mixed("q5_k", _first(16), "q4_k"), "q4_k", "q3_k"),
    "q3_k_l": Recipe("q5_k", "q5_k", "q5_k", "q3_k"),
    "q4_k_s": Recipe(Mixed("q5_k", _below(4), "q4_k"), Mixed("q5_k", _first(8), "q4_k"), "q4_k", "q4_k"),
    "q4_k_m": Recipe(Mixed("q6_k", _spread, "q4_k"), Mixed("q6_k", _spread, "q4_k"), "q4_k", "q4_k"),
    "q5_k_s": Recipe("q5_k", "q5_k", "q5_k", "q5_k"),
    "q5_k_m": Recipe(Mixed("q6_k", _spread, "q5_k"), Mixed("q6_k", _spread, "q5_k"), "q5_k", "q5_k"),
}
"""By the names of ``llama-quantize``, but for its Q2_K: the type q2_k has the name already."""
SEVENTY_BILLION, FEWER_BITS, MORE_BITS = 80, ("q3_k", "q4_k"), "q5_k"
"""Values of fewer bits get more in models of that many layers, where several query heads share a KV head."""


def elements_by_type(model: Model, name: str, read: bool = False) -> Counter[str]:
    """Elements of the text model in each type; with `read` those that a token passes: an embedding is a look-up.

    QuantityError for a model that has tensors whose types are not described here.
    """
    if reason := _not_described(model):
        raise QuantityError(f"format={name} is described for dense models with full attention: {reason}")
    recipe, found = RECIPES[name], Counter[str]()
    for component in components(model):
        if component.part in ("embedding", "head", "norms"):
            _count(found, name, component, _vocabulary_type(model, recipe, component.part, read))
    for index, layer in enumerate(model.layers):
        for component in _of_layer(model, layer):
            _count(found, name, component, _layer_types(model, recipe, layer, index))
    del found[""]
    return found


def _not_described(model: Model) -> str:
    plain = model.side is None and model.embeddings.positions is None and not model.norms.bias
    if not plain:
        return "this one has tensors of other kinds"
    for layer in model.layers:
        mixer, block = layer.mixer, layer.feed_forward
        if not isinstance(block, DenseFeedForward) or not block.gated or block.token_shift:
            return "this one has other feed-forwards"
        if not isinstance(mixer, FullAttention) or layer.beside or mixer.output_gate or mixer.value_head_dim:
            return "this one has other attention"
        if mixer.shared_cache or mixer.keys_as_values:
            return "in this one layers share keys and values"
    return ""


def _of_layer(model: Model, layer: Layer) -> Iterator[Component]:
    assert layer.mixer is not None
    assert layer.feed_forward is not None
    yield mixer_component(layer.mixer, hidden_input(model), _ONCE)
    yield feed_forward_component(layer.feed_forward, hidden_input(model), _ONCE)


def _count(found: Counter[str], name: str, component: Component, type_of: Callable[[str], str]) -> None:
    for tensor, sides, times in component.shapes():
        type_ = VECTOR if tensor.role == "vector" else type_of(tensor.name)
        if type_ and sides[-1] % BY_NAME[type_].block_elements:
            raise QuantityError(f"format={name}: a row of {tensor.name} has {sides[-1]} elements, no multiple of 256")
        found[type_] += prod(sides) * times


def _vocabulary_type(model: Model, recipe: Recipe, part: str, read: bool) -> Callable[[str], str]:
    """The type of embedding or head: nothing for an embedding that only looks up, where what is read counts."""
    if part == "head" or model.embeddings.tied:
        return lambda _: HEAD
    return lambda _: "" if read else recipe.others


def _layer_types(model: Model, recipe: Recipe, layer: Layer, index: int) -> Callable[[str], str]:
    def type_of(tensor: str) -> str:
        if tensor == "v_proj":
            return _value_type(model, recipe, layer, index)
        if tensor == "down_proj":
            return _chosen(recipe.down, index, len(model.layers))
        return recipe.output if tensor == "o_proj" else recipe.others

    return type_of


def _value_type(model: Model, recipe: Recipe, layer: Layer, index: int) -> str:
    assert isinstance(layer.mixer, FullAttention)
    sharing = layer.mixer.query_heads // layer.mixer.kv_heads
    if sharing < 4 and recipe.ungrouped_values is not None:
        return recipe.ungrouped_values
    found = _chosen(recipe.values, index, len(model.layers))
    return MORE_BITS if len(model.layers) == SEVENTY_BILLION and sharing > 1 and found in FEWER_BITS else found


def _chosen(types: Mixed | str, layer: int, layers: int) -> str:
    return types if isinstance(types, str) else types.of(layer, layers)
