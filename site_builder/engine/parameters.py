"""Parameters counted by part, exactly: every count is a sum of products of tensor sides."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from site_builder.engine.algebra import formula, summed
from site_builder.engine.components import LAYER_PARTS, PARTS, TEXT_PARTS, components, layer_norms
from site_builder.engine.formula import Symbol, product, total
from site_builder.engine.model import Model
from site_builder.engine.quantity import Argument, Arguments, Formula, Input, Quantity
from site_builder.engine.tensor import MATRIX_ROLES

SHAPES = ("tensor_shapes",)
"""The source of every count: no paper, but the shapes of the checkpoint's own tensors."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the model and its parameters."""

    id: str
    count: int


@lru_cache(maxsize=256)
def part_counts(model: Model, active: bool = False) -> Mapping[str, int]:
    """Elements of each part the model has, in the order of `PARTS`; with `active` of the experts one token passes.

    Derived from the tensors once for a model: everything that counts parameters reads it.
    """
    found: dict[str, int] = {}
    for component in components(model):
        found[component.part] = found.get(component.part, 0) + component.count(active)
    return MappingProxyType({part: found[part] for part in PARTS if part in found})


def parts(model: Model) -> tuple[Part, ...]:
    """The parts the model has, in the order of `PARTS`; their counts add up to the checkpoint."""
    return tuple(Part(part, elements) for part, elements in part_counts(model).items())


def part_formula(model: Model, wanted: Collection[str], active: bool = False) -> Formula:
    """Elements of the parts `wanted`; with `active` only the experts one token passes."""
    return summed(component.formula(active) for component in components(model) if component.part in wanted)


def count(model: Model, wanted: Collection[str] = PARTS, active: bool = False) -> int:
    """Parameters of the parts `wanted` (default: the whole checkpoint, each tensor once)."""
    return sum(elements for part, elements in part_counts(model, active).items() if part in wanted)


@lru_cache(maxsize=256)
def matrix_parameters(model: Model) -> int:
    """Elements of the text matrices one token is multiplied by: projections, gates and the head.

    The head counts once even where it is tied to the embedding; the embedding's own row is a
    lookup, norms, biases and convolutions are no matrix products.
    """
    head = model.embeddings.vocab_size * model.hidden_size if model.embeddings.tied else 0
    matrices = (component.only(MATRIX_ROLES) for component in components(model) if component.part in TEXT_PARTS)
    return head + sum(component.count(active=True) for component in matrices)


def _sum_of_parts(model: Model, wanted: Collection[str]) -> Formula:
    inputs = tuple(
        Input(f"P_{part.id}", part.count, f"parameters_{part.id}") for part in parts(model) if part.id in wanted
    )
    return formula(total(*(Symbol(given.symbol) for given in inputs)), *inputs)


def _all(model: Model, _: Arguments) -> Formula:
    return _sum_of_parts(model, PARTS)


def _text(model: Model, _: Arguments) -> Formula:
    return _sum_of_parts(model, TEXT_PARTS)


def _nonembedding(model: Model, _: Arguments) -> Formula:
    return _sum_of_parts(model, [part for part in TEXT_PARTS if part not in ("embedding", "head")])


def _layer_norms(model: Model, _: Arguments) -> Formula:
    return layer_norms(model).formula()


def _layers(model: Model, _: Arguments) -> Formula:
    norms = Input("P_layer_norms", layer_norms(model).count(), "parameters_layer_norms")
    return summed((_sum_of_parts(model, LAYER_PARTS), formula(Symbol(norms.symbol), norms)))


def active_parameters(model: Model, arguments: Arguments) -> Formula:
    left_out = {"both": (), "output": ("embedding",), "none": ("embedding", "head")}[str(arguments["embeddings"])]
    terms = [part_formula(model, (part,), active=True) for part in TEXT_PARTS if part not in left_out]
    if arguments["embeddings"] == "output" and model.embeddings.tied:
        sides = Input("V", model.embeddings.vocab_size, "vocab_size"), Input("d", model.hidden_size, "hidden_size")
        terms.append(formula(product(Symbol("V"), Symbol("d")), *sides))
    return summed(terms)


def _part_quantity(part: str, title: str, *papers: str) -> Quantity:
    def build(model: Model, _: Arguments) -> Formula:
        return part_formula(model, (part,))

    return Quantity(f"parameters_{part}", title, f"P_{part}", "parameter", "count", build, (), (*SHAPES, *papers))


EMBEDDINGS = Argument(
    "embeddings", "which vocabulary matrices count: both, the output head only, or none", "both",
    choices=("both", "output", "none"),
)  # fmt: skip

PARAMETER_QUANTITIES: tuple[Quantity, ...] = (
    Quantity("parameters", "Parameters of the checkpoint", "P", "parameter", "model_size", _all, (), SHAPES),
    Quantity("parameters_text", "Parameters of the text model", "P_text", "parameter", "model_size", _text, (), SHAPES),
    Quantity(
        "parameters_active", "Parameters one token passes through", "P_active", "parameter", "model_size",
        active_parameters, (EMBEDDINGS,), SHAPES,
    ),
    Quantity(
        "parameters_nonembedding", "Text parameters without the vocabulary", "P_nonemb", "parameter", "model_size",
        _nonembedding, (), SHAPES,
    ),
    Quantity(
        "parameters_layers", "Parameters of the decoder layers", "P_layers", "parameter", "count", _layers, (), SHAPES
    ),
    _part_quantity("embedding", "Parameters of the token embedding"),
    _part_quantity("head", "Parameters of an output head of its own"),
    _part_quantity("full_attention", "Parameters of the full-attention layers' mixers"),
    _part_quantity("linear_attention", "Parameters of the linear-attention layers' mixers", "arXiv:2412.06464"),
    _part_quantity("latent_attention", "Parameters of the latent-attention layers' mixers", "arXiv:2405.04434"),
    _part_quantity("state_space", "Parameters of the state-space layers' mixers", "arXiv:2405.21060"),
    _part_quantity("feed_forward", "Parameters of the feed-forwards"),
    _part_quantity("side_paths", "Parameters of the paths beside attention and feed-forward", "arXiv:2301.13310"),
    _part_quantity("norms", "Parameters of the norms of hidden width"),
    Quantity(
        "parameters_layer_norms", "Parameters of the norms inside the layers", "P_layer_norms", "parameter", "count",
        _layer_norms, (), SHAPES,
    ),
    _part_quantity("vision", "Parameters of the vision tower"),
    _part_quantity("mtp", "Parameters of the multi-token prediction head"),
)  # fmt: skip
