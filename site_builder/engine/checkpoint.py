"""The published files of a model: which matrices are quantised, with how many scales, and what else they hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from site_builder.engine.arguments import storage
from site_builder.engine.components import LAYER_PARTS, components
from site_builder.engine.model import Model
from site_builder.engine.parameters import count
from site_builder.engine.storage import StorageFormat, matrix_scales
from site_builder.engine.tensor import QUANTISED_ROLES, Component, Role

_EXPERTS: frozenset[Role] = frozenset({"expert"})


@dataclass(frozen=True, slots=True)
class CheckpointElements:
    """Elements of all files by how they are stored: quantised, FP32 scales, other FP32 elements, the rest as it is."""

    quantised: int
    scales: int
    single: int
    rest: int


@lru_cache(maxsize=256)
def checkpoint_elements(model: Model) -> CheckpointElements:
    """Every element of the files.

    The router biases of a quantised checkpoint are FP32; embedding and head appear once more for each
    MTP module that stores them.
    """
    copies = model.mtp.depth * count(model, ("embedding", "head")) if model.mtp and model.mtp.stored_embeddings else 0
    everything = count(model) + copies
    quantization = model.quantization
    if quantization is None:
        single = _single(model, biases=False)
        return CheckpointElements(0, 0, single, everything - single)
    matrices = tuple(quantised_matrices(model, quantization.includes_mtp, quantization.experts_only))
    quantised, single = sum(component.count() for component in matrices), _single(model, biases=True)
    scales = tile_scales(matrices, storage(model, quantization.format))
    return CheckpointElements(quantised, scales, single, everything - quantised - single)


def quantised_matrices(model: Model, with_mtp: bool = False, experts_only: bool = False) -> Iterator[Component]:
    """The projections of the layers, or those of the routed experts alone."""
    wanted = (*LAYER_PARTS, "mtp") if with_mtp else LAYER_PARTS
    roles = _EXPERTS if experts_only else QUANTISED_ROLES
    return (component.only(roles) for component in components(model) if component.part in wanted)


@lru_cache(maxsize=256)
def projection_parameters(model: Model) -> int:
    """Elements of the matrices that quantised checkpoints quantise, of all experts, without the MTP head."""
    return sum(component.count() for component in quantised_matrices(model))


def tile_scales(matrices: Iterable[Component], format_: StorageFormat) -> int:
    """Scales of a format that has one for each tile of a matrix; 0 for any other."""
    return sum(
        times * matrix_scales(sides[0], sides[1], format_)
        for component in matrices
        for _, sides, times in component.shapes()
    )


def _single(model: Model, biases: bool) -> int:
    """Elements that are FP32 in the files whatever the type of the rest; with `biases` those of the routers too."""
    return sum(
        times * prod(sides)
        for component in components(model)
        for tensor, sides, times in component.shapes()
        if tensor.single or (biases and tensor.name == "router bias")
    )
