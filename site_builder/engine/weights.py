"""Bytes of the weights: in the stored dtype, in another format, or as the checkpoint is published."""

from __future__ import annotations

from site_builder.engine.algebra import formula
from site_builder.engine.arguments import PARAMETERS, storage
from site_builder.engine.checkpoint import checkpoint_elements, projection_parameters, quantised_matrices, tile_scales
from site_builder.engine.components import TEXT_PARTS
from site_builder.engine.formula import Symbol
from site_builder.engine.model import Model
from site_builder.engine.parameters import SHAPES, count
from site_builder.engine.quantity import Argument, Arguments, Formula, Input, Quantity, QuantityError
from site_builder.engine.storage import FORMATS, MATRIX_SCALE_BYTES, SPELLINGS, StorageFormat, bytes_of

FORMAT = Argument(
    "format", "how weights are stored; stored: the anchor's dtype without quantisation; "
    "checkpoint: as published, scales and second copies included", "stored",
    choices=("stored", *(storage.name for storage in FORMATS), "checkpoint"), spellings=SPELLINGS,
)  # fmt: skip
SCOPE = Argument("scope", "which weights: the whole checkpoint, or the text model", "all", choices=("all", "text"))
QUANTIZED = Argument(
    "quantized", "what the format applies to: every element, or the projections of the text layers", "all",
    choices=("all", "projections"),
)  # fmt: skip


def weight_bytes(model: Model, arguments: Arguments) -> Formula:
    """The builder of `weights`; arguments left out have their defaults."""
    chosen = arguments.get("format", "stored")
    _check_once(arguments)
    if chosen == "checkpoint":
        return _checkpoint(model)
    format_ = storage(model, chosen)
    whole = _whole(model, arguments)
    if arguments.get("quantized", "all") == "projections":
        return _partly(model, format_, whole)
    element = Input("b", format_.block_bytes, f"format = {format_.name}")
    if format_.matrix_block is not None:
        raise QuantityError(
            f'weights(format="{format_.name}") has scales for projections only: add quantized="projections"'
        )
    if format_.block_elements > 1:
        return formula(bytes_of(Symbol("P"), format_), whole)
    return formula(Symbol("P") * Symbol("b"), whole, element)


def _check_once(arguments: Arguments) -> None:
    """QuantityError for arguments that each say which weights are meant: one of them would be ignored."""
    scope, quantized = arguments.get("scope", "all"), arguments.get("quantized", "all")
    if scope != "all" and "parameters" in arguments:
        raise QuantityError(
            f'scope="{scope}" and parameters={arguments["parameters"]} both say which weights are meant'
        )
    if arguments.get("format") == "checkpoint" and (scope != "all" or quantized != "all" or "parameters" in arguments):
        raise QuantityError(
            'weights(format="checkpoint") is the published checkpoint as a whole, '
            "without scope, quantized or parameters"
        )


def _whole(model: Model, arguments: Arguments) -> Input:
    given = arguments.get("parameters")
    if isinstance(given, int):
        return Input("P", given, f"parameters = {given}")
    if arguments.get("scope", "all") == "text":
        return Input("P", count(model, TEXT_PARTS), "parameters_text")
    return Input("P", count(model), "parameters")


def _partly(model: Model, format_: StorageFormat, whole: Input) -> Formula:
    """The projections in `format_`, the rest in the stored dtype."""
    projections = projection_parameters(model)
    if projections > whole.value:
        raise QuantityError(f"parameters = {whole.value} is less than the {projections} of the projections")
    inputs = (
        Input("P_proj", projections, "projection_parameters"),
        Input("P_rest", whole.value - projections, "other_elements"),
        Input("n_scale", tile_scales(quantised_matrices(model), format_), "tile_scales"),
        _stored(model),
    )
    scaled = bytes_of(Symbol("P_proj"), format_) + Symbol("n_scale") * MATRIX_SCALE_BYTES
    return formula(scaled + Symbol("P_rest") * Symbol("b"), *inputs)


def _checkpoint(model: Model) -> Formula:
    """Every element as the published files hold it, or the bytes read from them."""
    read = model.checkpoint.bytes
    if read is not None:
        return formula(Symbol("M_files"), Input("M_files", read, "checkpoint_bytes"))
    if not model.checkpoint.known:
        raise QuantityError(
            'weights(format="checkpoint"): a config does not say how the published files hold the weights: import it '
            "with the model.safetensors.index.json beside it, or give metadata.total_size as checkpoint_bytes"
        )
    elements, quantization = checkpoint_elements(model), model.quantization
    stored = _stored(model)
    single = Input("P_single", elements.single, "single_elements")
    if quantization is None:
        rest = Input("P" if not elements.single else "P_rest", elements.rest, "checkpoint_elements")
        plain = Symbol(rest.symbol) * Symbol("b")
        return formula(plain + Symbol("P_single") * MATRIX_SCALE_BYTES, rest, single, stored)
    inputs = (
        Input("P_proj", elements.quantised, "quantised_elements"),
        Input("n_scale", elements.scales, "tile_scales"),
        single,
        Input("P_rest", elements.rest, "other_elements"),
        stored,
    )
    format_ = storage(model, quantization.format)
    scaled = bytes_of(Symbol("P_proj"), format_) + (Symbol("n_scale") + Symbol("P_single")) * MATRIX_SCALE_BYTES
    return formula(scaled + Symbol("P_rest") * Symbol("b"), *inputs)


def _stored(model: Model) -> Input:
    return Input("b", storage(model, "stored").block_bytes, f"stored_dtype = {model.stored_dtype}")


WEIGHT_QUANTITIES: tuple[Quantity, ...] = (
    Quantity(
        "weights", "Weights", "M_W", "B", "memory", weight_bytes, (FORMAT, SCOPE, QUANTIZED, PARAMETERS), SHAPES,
    ),
)  # fmt: skip
