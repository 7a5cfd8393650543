"""Anchor fields as quantities: `{eval}`head_dim`` prints a field as `{eval}`weights`` prints a quantity."""

from __future__ import annotations

from site_builder.config.anchor import Anchor
from site_builder.engine.formula import Integer
from site_builder.engine.quantity import BoundQuantity


def field_quantity(anchor: Anchor, name: str) -> BoundQuantity | None:
    """The whole-number field `name` of the anchor as a constant, or None where there is none."""
    field = anchor.fields.get(name)
    if field is None or isinstance(field.value, bool) or not isinstance(field.value, int):
        return None
    return BoundQuantity(
        id=name, title=name, unit=field.unit, style="count",
        expression=Integer(field.value), sources=(field.source,),
    )  # fmt: skip
