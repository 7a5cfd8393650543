"""Models that a search made of Llama 3: every layer has heads and a width of its own, or goes without."""

from __future__ import annotations

from fractions import Fraction

from site_builder.importing.hf_common import (
    Config,
    Section,
    Sections,
    absent,
    always,
    attention_section,
    derived,
    head_dim,
    model_section,
    same_bias,
)  # fmt: skip
from site_builder.importing.hf_layers import layer_count, pattern
from site_builder.importing.hf_reader import ConfigReader, Fact
from site_builder.importing.hf_shaped import numbered
from site_builder.source.nodes import MappingNode, Node, ScalarNode, SequenceNode


def nemotron_nas(config: Config) -> Sections:
    """Llama 3 after a search: each layer has its own number of KV heads and width of feed-forward, or none."""
    text, layers = config.text, layer_count(config)
    entry = text.node.entry("block_configs")
    text.asked |= {"block_configs", "num_key_value_heads", "intermediate_size"}
    blocks = entry.value.items if entry is not None and isinstance(entry.value, SequenceNode) else ()
    if len(blocks) != layers.number:
        message = f"block_configs must list all {layers.value} layers"
        text.refuse("block_configs", "field-is-present", message)
        return {}
    heads, hidden = text.whole("num_attention_heads"), text.whole("hidden_size")
    groups = [_searched(text, block, "attention", "n_heads_in_group") for block in blocks]
    widths = [_searched(text, block, "ffn", "ffn_mult") for block in blocks]
    if any(group is False for group in groups) or any(width is False for width in widths):
        return {}
    kinds, attention = _kinds_of(groups, "full")
    feeds, dense = _kinds_of(widths, "dense")
    sections: Sections = {"model": model_section(
        config, layers, pattern(kinds, "config", "block_configs"), pattern(feeds, "config", "block_configs")
    )}  # fmt: skip
    for number, group in enumerate(attention, 1):
        shared = Fact(max(1, heads.number // int(group)), "config", f"num_attention_heads ÷ n_heads_in_group {group}")
        section = attention_section(config, head_dim=head_dim(config), kv_heads=shared, biases=same_bias(config))
        _put(sections, "attention", section, number)
    for number, width in enumerate(dense, 1):
        inner = _multiple_of_256(int(2 * Fraction(width) * hidden.number / 3))
        place = f"ffn_mult {float(width)} × 2/3 × hidden_size, to a multiple of 256"
        section = {
            "intermediate_size": derived(text, "block_configs", inner, place),
            "gated": always(True, "gate_proj, up_proj and down_proj"),
            "feed_forward_bias": text.flag("mlp_bias", absent(False, "mlp_bias", "no biases")),
        }
        _put(sections, "feed_forward", section, number)
    return sections


def _put(sections: Sections, name: str, section: Section, number: int) -> None:
    sections[name if number == 1 else f"{name}_{number}"] = section if number == 1 else numbered(section, number)


def _multiple_of_256(size: int) -> int:
    return -(-size // 256) * 256


def _kinds_of(values: list[Fraction | bool | None], kind: str) -> tuple[list[str], list[Fraction]]:
    """The kind of each layer, numbered by its value in order of first use, and the values."""
    different = [value for value in dict.fromkeys(values) if isinstance(value, Fraction)]
    names = {value: kind if number == 1 else f"{kind}_{number}" for number, value in enumerate(different, 1)}
    return [names[value] if isinstance(value, Fraction) else "none" for value in values], different


def _searched(text: ConfigReader, block: Node, part: str, name: str) -> Fraction | bool | None:
    """The number `name` of a part of a block, None where the layer goes without it; False with its problem reported."""
    entry = block.entry(part) if isinstance(block, MappingNode) else None
    given = entry.value if entry is not None and isinstance(entry.value, MappingNode) else None
    if given is None:
        text.problems.error(block.position, "field-is-present", f"block_configs: {part} is missing")
        return False
    values = {each.key: each.value.value for each in given.entries if isinstance(each.value, ScalarNode)}
    if values.get("no_op") is True:
        return None
    for switch in ("replace_with_linear", "sparsify", "num_sink_tokens", "window_length", "unshifted_sink"):
        if values.get(switch):
            message = f"block_configs: {part}.{switch} is not described"
            text.problems.error(given.position, "architecture-is-known", message)
            return False
    value = values.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 2**20:
        text.problems.error(
            given.position, "field-has-its-type", f"block_configs: {part}.{name}: expected a number above 0"
        )
        return False
    return Fraction(str(value))
