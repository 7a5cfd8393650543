"""Anchor fields as quantities: `{eval}`head_dim`` prints a field as `{eval}`weights`` prints a quantity."""

from __future__ import annotations

from site_builder.config.anchor import Anchor
from site_builder.engine.formula import Symbol
from site_builder.engine.quantity import BoundQuantity, Input


def field_quantity(anchor: Anchor, name: str) -> BoundQuantity | None:
    """The whole-number field `name` of the anchor as a symbol that stands for it, or None where there is none."""
    field = anchor.fields.get(name)
    if field is None or isinstance(field.value, bool) or not isinstance(field.value, int):
        return None
    return BoundQuantity(
        id=name, title=name, unit=field.unit, style="count",
        expression=Symbol(name), inputs=(Input(name, field.value, field.source),),
        sources=(field.source,),
    )  # fmt: skip
