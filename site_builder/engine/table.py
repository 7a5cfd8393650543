"""All quantities of a model at given arguments, as one table: the engine's own front end.

rows = table(model, {"N": 131072, "kv_cache.layers": 1})
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from site_builder.engine.model import Model
from site_builder.engine.quantities import QUANTITIES
from site_builder.engine.quantity import Arguments, ArgumentValue, BeyondModel, BoundQuantity, Quantity, QuantityError
from site_builder.engine.reach import NoCrossing


@dataclass(frozen=True, slots=True)
class Row:
    """A quantity, the engine's or a course's, with its value bound, or the reason why the model has none."""

    quantity: Any
    bound: BoundQuantity | None
    reason: str = ""


def table(model: Model, given: Arguments) -> tuple[Row, ...]:
    """Every quantity, in order.  `given` maps ``N`` (every quantity that takes it) or ``kv_cache.layers``.

    The context defaults to the model's native one.  Raises QuantityError for a name no quantity
    takes, and for a value that none of those named accepts.
    """
    known = check_names(given)
    return tuple(_row(model, quantity, _arguments(model, quantity, given, known)) for quantity in QUANTITIES)


def check_names(given: Arguments) -> dict[str, tuple[str, ...]]:
    """For each name the quantities it speaks to and whose argument accepts its value."""
    return {name: _accepting(name, value) for name, value in given.items()}


def argument_names() -> tuple[str, ...]:
    """Every name `table` takes, the plain ones first."""
    plain = dict.fromkeys(argument.name for quantity in QUANTITIES for argument in quantity.arguments)
    full = (f"{quantity.id}.{argument.name}" for quantity in QUANTITIES for argument in quantity.arguments)
    return (*plain, *full)


def _accepting(name: str, value: ArgumentValue) -> tuple[str, ...]:
    owner, dot, argument = name.rpartition(".")
    candidates = [quantity for quantity in QUANTITIES if not dot or quantity.id == owner]
    takers = [quantity for quantity in candidates if argument in (given.name for given in quantity.arguments)]
    if not takers:
        raise QuantityError(f"no quantity takes {name!r}")
    refusals = {quantity.id: _refusal(quantity, argument, value) for quantity in takers}
    if all(refusals.values()):
        raise QuantityError(next(iter(refusals.values())))
    return tuple(taker for taker, refusal in refusals.items() if not refusal)


def _refusal(quantity: Quantity, name: str, value: ArgumentValue) -> str:
    """Why the argument does not accept `value`, or nothing."""
    try:
        quantity.checked({name: value})
    except QuantityError as error:
        return str(error)
    return ""


def _arguments(
    model: Model, quantity: Quantity, given: Arguments, known: Mapping[str, tuple[str, ...]]
) -> dict[str, ArgumentValue]:
    names = {argument.name for argument in quantity.arguments}
    values: dict[str, ArgumentValue] = {"N": model.native_context} if "N" in names else {}
    for name in sorted(given, key=lambda name: "." in name):
        if quantity.id in known[name]:
            values[name.rpartition(".")[2]] = given[name]
    return values


def _row(model: Model, quantity: Quantity, arguments: Arguments) -> Row:
    try:
        return Row(quantity, quantity.bind(model, **arguments))
    except (NoCrossing, BeyondModel) as none:
        return Row(quantity, None, str(none))
