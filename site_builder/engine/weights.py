"""Bytes of the weights: as one loads them, in another format, or as the checkpoint is published."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.engine.algebra import formula
from site_builder.engine.arguments import LOADED, PARAMETERS, storage
from site_builder.engine.checkpoint import (
    CheckpointElements,
    checkpoint_elements,
    loaded_elements,
    projection_parameters,
    quantised_matrices,
    read_elements,
    text_elements,
    tile_scales,
)  # fmt: skip
from site_builder.engine.components import TEXT_PARTS
from site_builder.engine.formula import Symbol, total
from site_builder.engine.model import Model
from site_builder.engine.parameters import SHAPES, active_parameters, count
from site_builder.engine.quantity import (
    Argument,
    Arguments,
    ArgumentValue,
    BeyondModel,
    Formula,
    Input,
    Quantity,
    QuantityError,
)  # fmt: skip
from site_builder.engine.recipes import RECIPES, elements_by_type
from site_builder.engine.storage import (
    BLOCKED,
    BY_NAME,
    FORMATS,
    MATRIX_SCALE_BYTES,
    SPELLINGS,
    StorageFormat,
    bytes_of,
    size_of,
)  # fmt: skip

_MEANING = (
    "how weights are stored; loaded: as published where the model is quantised, else the anchor's dtype; stored: the "
    "anchor's dtype without quantisation; q4_k_m and its like: a file of llama.cpp, which mixes types, of a model "
    "whose projections are tensors of their own"
)
FORMAT = Argument(
    "format", f"{_MEANING}; checkpoint: as published, scales and second copies included", LOADED,
    choices=(LOADED, "stored", *(storage.name for storage in FORMATS), *RECIPES, "checkpoint"), spellings=SPELLINGS,
)  # fmt: skip
WEIGHTS_FORMAT = Argument(
    "format", _MEANING, LOADED, choices=(LOADED, "stored", *BLOCKED, *RECIPES), spellings=SPELLINGS
)
"""How weights are stored where they are loaded onto accelerators."""
SCOPE = Argument("scope", "which weights: the whole checkpoint, or the text model", "all", choices=("all", "text"))
QUANTIZED = Argument(
    "quantized", "what the format applies to: every element, or the projections of the text layers", "all",
    choices=("all", "projections"),
)  # fmt: skip


def weight_bytes(model: Model, arguments: Arguments) -> Formula:
    """The builder of `weights`; arguments left out have their defaults."""
    chosen = arguments.get("format", LOADED)
    _check_once(arguments)
    if chosen == "checkpoint":
        return _checkpoint(model)
    if chosen in RECIPES:
        return _by_recipe(model, str(chosen), arguments)
    if chosen == LOADED and is_quantised(model) and "parameters" not in arguments:
        return _loaded(model, arguments)
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
    elements = checkpoint_elements(model)
    if model.quantization is not None:
        return _quantised(model, elements)
    single = Input("P_single", elements.single, "single_elements")
    rest = Input("P" if not elements.single else "P_rest", elements.rest, "checkpoint_elements")
    plain = Symbol(rest.symbol) * Symbol("b")
    return formula(plain + Symbol("P_single") * MATRIX_SCALE_BYTES, rest, single, _stored(model))


def is_quantised(model: Model) -> bool:
    """Whether the published files hold it quantised, in a way that is described or not."""
    return model.quantization is not None or model.checkpoint.method is not None


def _loaded(model: Model, arguments: Arguments) -> Formula:
    """A quantised model as it is published, each element once: all of it, or the text model."""
    if arguments.get("quantized", "all") != "all":
        raise QuantityError("the model is quantised as published: quantized says what another format applies to")
    if model.quantization is None:
        return _in_files(model, whole=arguments.get("scope", "all") == "all")
    text = arguments.get("scope", "all") == "text"
    return _quantised(model, text_elements(model) if text else loaded_elements(model))


def _in_files(model: Model, whole: bool) -> Formula:
    """The bytes read from the files of a model whose quantisation is not described."""
    if whole and model.checkpoint.bytes is not None:
        return _checkpoint(model)
    raise BeyondModel(
        f"the published files are quantised by {model.checkpoint.method}, which is not described: import the model "
        "with its model.safetensors.index.json, or ask for a format, format=stored without quantisation"
    )


def _quantised(model: Model, elements: CheckpointElements) -> Formula:
    """Quantised matrices with their scales, what is FP32 whatever the type of the rest, and the rest."""
    assert model.quantization is not None
    inputs = (
        Input("P_proj", elements.quantised, "quantised_elements"),
        Input("n_scale", elements.scales, "tile_scales"),
        Input("P_single", elements.single, "single_elements"),
        Input("P_rest", elements.rest, "other_elements"),
        _stored(model),
    )
    format_ = storage(model, model.quantization.format)
    scaled = bytes_of(Symbol("P_proj"), format_) + (Symbol("n_scale") + Symbol("P_single")) * MATRIX_SCALE_BYTES
    return formula(scaled + Symbol("P_rest") * Symbol("b"), *inputs)


def _by_recipe(model: Model, name: str, arguments: Arguments) -> Formula:
    """The text model in a file of llama.cpp: elements of each type times its size."""
    if "parameters" in arguments or arguments.get("quantized", "all") != "all":
        raise QuantityError(f"format={name} says itself what is stored how: it takes neither parameters nor quantized")
    if arguments.get("scope", "all") == "all" and (model.vision is not None or model.mtp is not None):
        raise QuantityError(f'format={name} is a file of the text model: add scope="text"')
    return _mixed(elements_by_type(model, name))


def _mixed(elements: Mapping[str, int]) -> Formula:
    inputs = tuple(Input(f"P_{name}", count, "elements_of_type") for name, count in sorted(elements.items()))
    sizes = (bytes_of(Symbol(f"P_{name}"), BY_NAME[name]) for name in sorted(elements))
    return formula(total(*sizes), *inputs)


def bytes_of_a_token(model: Model, chosen: ArgumentValue) -> int:
    """Bytes of the weights that one token passes, in a format of `WEIGHTS_FORMAT`: no embedding, of experts its own."""
    if chosen in RECIPES:
        return _mixed(elements_by_type(model, str(chosen), read=True)).value()
    if chosen == LOADED and model.quantization is not None:
        return _quantised(model, read_elements(model)).value()
    if chosen == LOADED and is_quantised(model):
        return _in_files(model, whole=False).value()
    return size_of(active_parameters(model, {"embeddings": "output"}).value(), storage(model, chosen))


def _stored(model: Model) -> Input:
    return Input("b", storage(model, "stored").block_bytes, f"stored_dtype = {model.stored_dtype}")


WEIGHT_QUANTITIES: tuple[Quantity, ...] = (
    Quantity(
        "weights", "Weights", "M_W", "B", "memory", weight_bytes, (FORMAT, SCOPE, QUANTIZED, PARAMETERS), SHAPES,
    ),
)  # fmt: skip
