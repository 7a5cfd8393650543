"""Arguments and inputs that several quantities share: the context length, heads, layers, types."""

from __future__ import annotations

from site_builder.engine.formula import Symbol
from site_builder.engine.limits import heads_of, layers_of
from site_builder.engine.model import Model
from site_builder.engine.quantity import Argument, Arguments, ArgumentValue, Input
from site_builder.engine.storage import BY_NAME, PLAIN, SPELLINGS, StorageFormat

LONGEST_CONTEXT = 2**40

N = Symbol("N")
CONTEXT = Argument("N", "tokens in the context", None, 1, LONGEST_CONTEXT, unit="token")
HEADS = Argument("heads", "query heads counted", 1, 1, 2**20, refuses=heads_of)
LAYERS = Argument("layers", "layers counted", 1, 1, 2**20, refuses=layers_of)
PARAMETERS = Argument(
    "parameters", "a parameter count to use instead of the checkpoint's own", None, 1, 2**60, unit="parameter"
)
DTYPE = Argument(
    "dtype", "type of one element; stored: the anchor's", "stored", choices=("stored", *PLAIN), spellings=SPELLINGS
)


def context(arguments: Arguments) -> tuple[Input, ...]:
    """N as an input where it is given; nothing where it stays free."""
    given = arguments.get("N")
    return (Input("N", given, "N"),) if isinstance(given, int) else ()


LOADED = "loaded"
"""Weights as published where a model is quantised; where it is not, in the anchor's stored dtype."""


def storage(model: Model, name: ArgumentValue) -> StorageFormat:
    """The format an argument names; `stored`, and `loaded` without quantisation, is the anchor's stored dtype."""
    return BY_NAME[model.stored_dtype if name in ("stored", LOADED) else str(name)]


def element_bytes(model: Model, name: ArgumentValue) -> Input:
    """b, the bytes of one element of a plain type."""
    chosen = storage(model, name)
    origin = f"stored_dtype = {chosen.name}" if name == "stored" else f"dtype = {chosen.name}"
    return Input("b", chosen.block_bytes, origin)


def counted(arguments: Arguments, name: str, symbol: str) -> Input:
    """A whole-number argument as an input."""
    value = arguments[name]
    assert isinstance(value, int)
    return Input(symbol, value, name)
