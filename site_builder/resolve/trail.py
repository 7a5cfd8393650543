"""The way from a printed number back to the facts: every quantity that its value came through, printed or not."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeAlias

from site_builder.document.resolved import Step, Trail
from site_builder.engine.formula import FormulaError, Number
from site_builder.engine.notation import to_text
from site_builder.engine.quantity import BoundQuantity, Input, QuantityError
from site_builder.expression.names import Names
from site_builder.expression.reader import compute
from site_builder.problems import Problems, SourcePosition, Written

_NOWHERE = SourcePosition("")
_Origins: TypeAlias = tuple[tuple[str, BoundQuantity | None], ...]


def trail(bounds: Iterable[BoundQuantity], names: Names) -> Trail:
    """The steps of `bounds` by their calls, and those that lead to them by their names.

    Symbols that stay free, as the N of a curve, have no value and are among no inputs.
    """
    found: dict[str, Step] = {}
    asked = {bound.call or bound.id: _step(bound, names, found) for bound in bounds}
    return Trail(asked, dict(sorted(found.items())))


def _step(bound: BoundQuantity, names: Names, found: dict[str, Step]) -> Step:
    """The step, with those behind its inputs added to what is `found`."""
    step, origins = _looked_at(bound, names)
    for origin, behind in origins:
        if behind is not None and origin not in found:
            found[origin] = _step(behind, names, found)
    return step


def _looked_at(bound: BoundQuantity, names: Names) -> tuple[Step, _Origins]:
    """The step, and where its inputs came from; once for a number that many pages print."""
    known = names.steps.get(id(bound))
    if known is None:
        origins = tuple(_origin(given, bound, names) for given in bound.inputs)
        known = bound, _made(bound, origins), origins
        if not bound.free:
            names.steps[id(bound)] = known  # which holds on to `bound`, so that nothing else has its id
    return known[1:]


def _made(bound: BoundQuantity, origins: _Origins) -> Step:
    inputs = [
        (given.symbol, str(given.value), origin) for given, (origin, _) in zip(bound.inputs, origins, strict=True)
    ]
    free = bound.free
    return Step(
        bound.id,
        "" if free else str(bound.value()),
        "" if free else bound.text(),
        str(bound.unit),
        to_text(bound.expression, {}),
        tuple((name, str(value)) for name, value in bound.arguments),
        tuple(inputs),
    )


def _origin(given: Input, bound: BoundQuantity, names: Names) -> tuple[str, BoundQuantity | None]:
    """The name of what an input came from, and its definition where that is no fact and no plain number."""
    arguments = dict(bound.arguments)
    name, equals, _ = given.origin.partition(" = ")
    if equals:
        is_stored = arguments.get(name) in ("stored", "state") and name not in names.model.facts
        return ("stored_dtype" if is_stored else name), None
    if _is_fact(given.origin, names):
        return given.origin, None
    if given.origin in arguments and (asked := re.search(rf"\b{given.origin}=([^,()]+)", bound.call)):
        return (asked[1] if _is_fact(asked[1], names) else given.origin), None
    model, _, plain = given.origin.rpartition(".")
    quantity = names.quantities.get(plain)
    if quantity is None:
        made = compute(Written(given.origin, _NOWHERE), names, Problems()) if _is_formula(given.origin) else None
        return given.origin, made if made and _value(made) == given.value else None
    return _asked(given, quantity, model, arguments, names)


def _asked(
    given: Input, quantity: Any, model: str, arguments: dict[str, Any], names: Names
) -> tuple[str, BoundQuantity | None]:
    """The quantity an input is named by, with those arguments of the whole that it takes itself, or without."""
    sheet = names.models.get(model) if model else names.model
    if sheet is None or sheet.model is None or not hasattr(quantity, "bind"):
        return given.origin, None
    takes = {argument.name for argument in quantity.arguments}
    for asked in ({name: value for name, value in arguments.items() if name in takes}, {}):
        try:
            bound: BoundQuantity = quantity.bind(sheet.model, **asked)
        except QuantityError:
            continue
        if _value(bound) == given.value:
            return quantity.call(asked, model), _of_model(bound, model, names)
    return given.origin, None


def _of_model(bound: BoundQuantity, model: str, names: Names) -> BoundQuantity:
    """The quantity with what it came from called as the page calls it."""
    if not model:
        return bound
    inputs = tuple(replace(given, origin=f"{model}.{given.origin}") for given in bound.inputs)
    return replace(bound, inputs=inputs)


def _is_fact(name: str, names: Names) -> bool:
    sheet, _, fact = name.rpartition(".")
    fact = fact.partition("[")[0]
    found = names.model if not sheet else names.sheets.get(sheet) or names.models.get(sheet)
    return bool(found and fact in found.facts)


def _is_formula(written: str) -> bool:
    return not written.isidentifier()


def _value(bound: BoundQuantity) -> Number | None:
    try:
        return None if bound.free else bound.value()
    except FormulaError:
        return None
