"""Anchor fields as quantities: `{eval}`head_dim`` prints a field as `{eval}`weights`` prints a quantity."""

from __future__ import annotations

from site_builder.engine.formula import Symbol
from site_builder.engine.quantity import BoundQuantity, Input
from site_builder.facts.anchor import Anchor

SYMBOLS = {
    "head_dim": "d_h",
    "hidden_size": "d",
    "query_heads": "h_q",
    "kv_heads": "h_kv",
    "layers": "L",
    "full_attention_layers": "L_full",
    "linear_attention_layers": "L_linear",
    "vocab_size": "V",
}
"""Fields that are dimensions: in arithmetic they are the same letter as in the formulas of quantities."""


def field_quantity(anchor: Anchor, name: str) -> BoundQuantity | None:
    """The whole-number field `name` of the anchor as a symbol that stands for it, or None where there is none."""
    field = anchor.fields.get(name)
    if field is None or isinstance(field.value, bool) or not isinstance(field.value, int):
        return None
    symbol = SYMBOLS.get(name, name)
    return BoundQuantity(
        id=name, title=name, unit="", style="count",
        expression=Symbol(symbol), inputs=(Input(symbol, field.value, name),),
        sources=(field.source,),
    )  # fmt: skip
