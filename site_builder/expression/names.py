"""What a name can mean in an expression of one page: a quantity, a fact of the model or of a sheet, a unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from site_builder.engine.formula import Symbol
from site_builder.engine.quantity import BoundQuantity, Input
from site_builder.engine.sheet import Fact, Sheet
from site_builder.engine.units import style_of


@dataclass(frozen=True, slots=True)
class Names:
    """`model` is the page's own; `models` are the course's by id, None for one with problems of its own.

    `quantities` are the engine's and the course's own; `sheets` hold the facts of what is no model.
    """

    quantities: Mapping[str, Any]
    sheets: Mapping[str, Sheet]
    models: Mapping[str, Sheet | None]
    model: Sheet
    printed: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What expressions of pages were found to be, by their text: pages ask for the same ones again and again."""
    steps: dict[int, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What such values were found to be made from."""


def fact_quantity(sheet: Sheet, name: str, prefix: str = "") -> BoundQuantity | None:
    """The number `name` of a sheet as a symbol that stands for it, or None where there is none.

    `prefix` is put before its name where the sheet is not the page's own model: ``h200.bandwidth``.
    """
    fact = sheet.facts.get(name)
    if fact is None or isinstance(fact.value, bool) or not isinstance(fact.value, (int, Fraction)):
        return None
    symbol = fact.symbol or name
    return BoundQuantity(
        id=f"{prefix}{name}", title=name, unit=fact.unit, style=style_of(fact.unit),
        expression=Symbol(symbol), inputs=(Input(symbol, fact.value, f"{prefix}{name}"),),
        sources=(fact.source,) if fact.source else (),
    )  # fmt: skip


def fact_element(sheet: Sheet, fact: Fact, index: int) -> BoundQuantity:
    """One number of a fact that is a list, as a symbol of its own: ``loss_2`` is the second."""
    assert isinstance(fact.value, tuple)
    symbol, name = f"{fact.symbol or fact.name}_{index + 1}", f"{sheet.id}.{fact.name}[{index}]"
    value = fact.value[index]
    assert isinstance(value, (int, Fraction))
    return BoundQuantity(
        id=name, title=name, unit=fact.unit, style=style_of(fact.unit),
        expression=Symbol(symbol), inputs=(Input(symbol, value, name),), sources=(fact.source,),
    )  # fmt: skip
