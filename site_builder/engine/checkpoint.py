"""The published files of a model: which matrices are quantised, with how many scales, and what else they hold."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from site_builder.engine.arguments import storage
from site_builder.engine.components import LAYER_PARTS, PARTS, TEXT_PARTS, components
from site_builder.engine.model import Model
from site_builder.engine.parameters import active_parameters, count
from site_builder.engine.storage import MATRIX_SCALE_BYTES, StorageFormat, matrix_scales, size_of
from site_builder.engine.tensor import QUANTISED_ROLES, Component, Role, Tensor

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
    if model.quantization is None:
        single = _single(model, PARTS, biases=False)
        return CheckpointElements(0, 0, single, everything - single)
    return _quantised(model, everything, _single(model, PARTS, biases=True), model.quantization.includes_mtp)


@lru_cache(maxsize=256)
def loaded_elements(model: Model) -> CheckpointElements:
    """Elements of a quantised checkpoint as it is loaded: each once."""
    assert model.quantization is not None
    single = _single(model, PARTS, biases=True)
    return _quantised(model, count(model), single, model.quantization.includes_mtp)


@lru_cache(maxsize=256)
def text_elements(model: Model) -> CheckpointElements:
    """Elements of the text model of a quantised checkpoint."""
    return _quantised(model, count(model, TEXT_PARTS), _single(model, TEXT_PARTS, biases=True), with_mtp=False)


@lru_cache(maxsize=256)
def read_elements(model: Model) -> CheckpointElements:
    """Elements of a quantised checkpoint that one token passes: some experts, the head, no embedding."""
    everything = int(active_parameters(model, {"embeddings": "output"}).value())
    return _quantised(model, everything, _single(model, TEXT_PARTS, biases=False), with_mtp=False, active=True)


def _quantised(model: Model, everything: int, single: int, with_mtp: bool, active: bool = False) -> CheckpointElements:
    assert model.quantization is not None
    matrices = tuple(quantised_matrices(model, with_mtp, model.quantization.experts_only))
    quantised = sum(component.count(active) for component in matrices)
    scales = tile_scales(matrices, storage(model, model.quantization.format), active)
    return CheckpointElements(quantised, scales, single, everything - quantised - single)


def loaded_bytes(model: Model, component: Component, tensor: Tensor, sides: tuple[int, ...], times: int) -> int:
    """Bytes of a tensor that occurs `times` times, as a quantised model is loaded: its scales are with it."""
    quantization, elements = model.quantization, prod(sides) * times
    assert quantization is not None
    parts, roles = _quantised_kinds(quantization.includes_mtp, quantization.experts_only)
    if tensor.role in roles and component.part in parts:
        format_ = storage(model, quantization.format)
        return size_of(elements, format_) + MATRIX_SCALE_BYTES * times * matrix_scales(sides[0], sides[1], format_)
    return elements * (MATRIX_SCALE_BYTES if _is_single(tensor, True) else storage(model, "stored").block_bytes)


def quantised_matrices(model: Model, with_mtp: bool = False, experts_only: bool = False) -> Iterator[Component]:
    """The projections of the layers, or those of the routed experts alone."""
    parts, roles = _quantised_kinds(with_mtp, experts_only)
    return (component.only(roles) for component in components(model) if component.part in parts)


def _quantised_kinds(with_mtp: bool, experts_only: bool) -> tuple[tuple[str, ...], frozenset[Role]]:
    """The parts whose tensors of those roles are quantised."""
    return (*LAYER_PARTS, "mtp") if with_mtp else LAYER_PARTS, _EXPERTS if experts_only else QUANTISED_ROLES


@lru_cache(maxsize=256)
def projection_parameters(model: Model) -> int:
    """Elements of the matrices that quantised checkpoints quantise, of all experts, without the MTP head."""
    return sum(component.count() for component in quantised_matrices(model))


def tile_scales(matrices: Iterable[Component], format_: StorageFormat, active: bool = False) -> int:
    """Scales of a format that has one for each tile of a matrix; 0 for any other."""
    return sum(
        times * matrix_scales(sides[0], sides[1], format_)
        for component in matrices
        for _, sides, times in component.shapes(active)
    )


def _single(model: Model, wanted: Collection[str], biases: bool) -> int:
    """Elements that are FP32 in the files whatever the type of the rest; with `biases` those of the routers too."""
    return sum(
        times * prod(sides)
        for component in components(model)
        if component.part in wanted
        for tensor, sides, times in component.shapes()
        if _is_single(tensor, biases)
    )


def _is_single(tensor: Tensor, biases: bool) -> bool:
    return tensor.single or (biases and tensor.name == "router bias")
