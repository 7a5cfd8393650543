"""What fields of an anchor can contradict: patterns and layers, heads, experts.  All are found, none stops the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from site_builder.facts.anchor_schema import AnchorFile, AttentionSection, Pattern, Whole, pattern_items

MIXERS = {"full": "attention", "sliding": "attention", "linear": "linear_attention", "latent": "latent_attention"}
FEED_FORWARDS = {"dense": "feed_forward", "moe": "moe"}
"""The section that describes each kind of layer."""


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Fields that do not go together: where (section and field), which rule, what, and a hint."""

    place: tuple[str, ...]
    rule: str
    message: str
    hint: str = ""


def contradictions(file: AnchorFile) -> Iterator[Contradiction]:
    """Everything in a validated file that no model could have."""
    yield from _pattern(file, "layer_pattern", file.model.layer_pattern, MIXERS)
    yield from _pattern(file, "feed_forward_pattern", file.model.feed_forward_pattern, FEED_FORWARDS)
    yield from _attention(file)
    yield from _experts(file)
    if file.vision is not None:
        width, heads = file.vision.vision_hidden_size, file.vision.vision_heads
        yield from _multiple("vision", "vision_hidden_size", width, "vision_heads", heads)


def _pattern(file: AnchorFile, name: str, pattern: Pattern, sections: dict[str, str]) -> Iterator[Contradiction]:
    kinds, layers = pattern_items(pattern.value), file.model.layers.value
    if layers % len(kinds):
        message = f"{name} has {len(kinds)} layers, which do not divide layers = {layers}"
        yield _about(name, message, "write the pattern out in full")
    for kind in dict.fromkeys(kinds):
        if kind not in sections:
            yield _about(name, f"{name} cannot hold {kind!r}", f"known: {', '.join(sections)}")
        elif getattr(file, sections[kind]) is None:
            yield _about(name, f"{name} has {kind!r} layers but there is no section {sections[kind]!r}")
    described = {sections.get(kind) for kind in kinds}
    for section in dict.fromkeys(sections.values()):
        if getattr(file, section) is not None and section not in described:
            message = f"the section {section!r} describes no layer of {name}"
            yield Contradiction((section,), "anchor-is-consistent", message)


def _about(pattern: str, message: str, hint: str = "") -> Contradiction:
    return Contradiction(("model", pattern), "anchor-is-consistent", message, hint)


def _attention(file: AnchorFile) -> Iterator[Contradiction]:
    attention, linear = file.attention, file.linear_attention
    if attention is not None:
        yield from _multiple("attention", "query_heads", attention.query_heads, "kv_heads", attention.kv_heads)
        yield from _widths(attention)
        slides = "sliding" in pattern_items(file.model.layer_pattern.value)
        if slides and attention.sliding_window is None:
            message = "layer_pattern has 'sliding' layers but attention.sliding_window is missing"
            yield Contradiction(("model", "layer_pattern"), "field-is-present", message)
        if attention.sliding_window is not None and not slides:
            message = "sliding_window is given but layer_pattern has no 'sliding' layers"
            yield Contradiction(("attention", "sliding_window"), "anchor-is-consistent", message)
    if linear is not None:
        keys, values = linear.linear_key_heads, linear.linear_value_heads
        yield from _multiple("linear_attention", "linear_value_heads", values, "linear_key_heads", keys)
    if attention is not None and file.latent_attention is not None:
        message = "full and latent attention in one model are not described: both have query_heads"
        yield Contradiction(("latent_attention",), "anchor-is-consistent", message)


def _widths(attention: AttentionSection) -> Iterator[Contradiction]:
    rotary, width = attention.rotary_dim, attention.head_dim
    if rotary is not None and rotary.value > width.value:
        message = f"rotary_dim = {rotary.value} is more than head_dim = {width.value}"
        yield Contradiction(("attention", "rotary_dim"), "anchor-is-consistent", message)
    if attention.qk_norm.value and attention.joint_qk_norm is not None and attention.joint_qk_norm.value:
        message = "qk_norm and joint_qk_norm are both true: they are two ways of one norm"
        yield Contradiction(("attention", "joint_qk_norm"), "anchor-is-consistent", message)


def _multiple(section: str, many_name: str, many: Whole, few_name: str, few: Whole) -> Iterator[Contradiction]:
    if many.value % few.value:
        message = f"{many_name} = {many.value} is not a multiple of {few_name} = {few.value}"
        yield Contradiction((section, many_name), "heads-divide", message)


def _experts(file: AnchorFile) -> Iterator[Contradiction]:
    moe = file.moe
    if moe is None:
        return
    if moe.experts_per_token.value > moe.experts.value:
        message = f"experts_per_token = {moe.experts_per_token.value} is more than experts = {moe.experts.value}"
        yield Contradiction(("moe", "experts_per_token"), "anchor-is-consistent", message)
    if moe.shared_gate.value and moe.shared_intermediate_size is None:
        message = "shared_gate is true but shared_intermediate_size is missing"
        yield Contradiction(("moe", "shared_gate"), "anchor-is-consistent", message)
    if moe.moe_bias is not None and moe.moe_bias.value and moe.shared_intermediate_size is not None:
        message = "moe_bias is true, which is not described for a shared expert"
        yield Contradiction(("moe", "moe_bias"), "anchor-is-consistent", message)
