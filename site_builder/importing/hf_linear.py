"""Families of linear attention without a convolution: MiniMax-M1 (lightning among full attention) and RWKV-7."""

from __future__ import annotations

from site_builder.importing.hf_common import (
    Config,
    Section,
    Sections,
    absent,
    always,
    attention_section,
    derived,
    head_dim,
    kv_heads_or_all,
    model_section,
    no_bias,
)  # fmt: skip
from site_builder.importing.hf_experts import experts_section
from site_builder.importing.hf_layers import ALL_DENSE, ALL_EXPERTS, LINEAR_TYPES, layer_count, listed_kinds, pattern
from site_builder.importing.hf_reader import ConfigReader, Fact, readable


def minimax(config: Config) -> Sections:
    """MiniMax-Text-01 and M1: lightning attention, full attention where attn_type_list or layer_types say so."""
    text, layers = config.text, layer_count(config)
    if text.whole("shared_intermediate_size", absent(0, "", "none"), least=0).number:
        message = "shared_intermediate_size: no shared expert is described"
        text.refuse("shared_intermediate_size", "architecture-is-known", message)
    heads, width = text.whole("num_attention_heads"), head_dim(config)
    return {
        "model": model_section(config, layers, _minimax_kinds(config, layers), ALL_EXPERTS),
        "attention": attention_section(
            config, head_dim=width, kv_heads=kv_heads_or_all(config), biases=no_bias(config)
        ),
        "lightning_attention": {
            "lightning_heads": heads,
            "lightning_head_dim": width,
            "lightning_state_dtype": always("float32", "the recurrence is kept in float32"),
        },
        "moe": experts_section(text, "num_local_experts", "intermediate_size"),
    }


def _minimax_kinds(config: Config, layers: Fact) -> Fact:
    """attn_type_list has 0 for lightning and 1 for full attention; layer_types the words."""
    text, numbers = config.text, config.text.wholes("attn_type_list")
    listed = listed_kinds(config, layers, LINEAR_TYPES | {"linear_attention": "lightning"})
    key = "layer_types" if numbers is None else "attn_type_list"
    if numbers is not None:
        listed = ["full" if number == 1 else "lightning" for number in numbers]
    if listed is None:
        return text.refuse(key, "field-is-present", f"{key} is missing: which layers are lightning attention")
    if set(numbers or ()) - {0, 1} or (readable(layers) and len(listed) != layers.number):
        message = f"{key} must hold 0 or 1 for each of the {layers.value} layers"
        return text.refuse(key, "anchor-is-consistent", message)
    if set(listed) != {"full", "lightning"}:
        return text.refuse(key, "architecture-is-known", f"{key} must give both lightning and full attention layers")
    return pattern(listed, "config", f"{text.prefix}{key}")


def rwkv7(config: Config) -> Sections:
    """RWKV-7: the first layer has no share of a first value; a norm behind the embedding; token shifts."""
    text, layers = config.text, layer_count(config)
    for name in ("attn", "attention"):
        if text.has(name):
            text.refuse(name, "architecture-is-known", f"{name}: attention among the layers is not described")
    for name in ("norm_first", "norm_bias"):
        if text.flag(name, always(True, "")).value is False:
            text.refuse(name, "architecture-is-known", f"{name} = false is not described by the engine")
    first, later = _time_mixing(text), _time_mixing(text)
    later["rwkv_value_rank"] = text.whole("v_low_rank_dim")
    kinds = ["rwkv7"] + ["rwkv7_2"] * (layers.number - 1)
    model = model_section(
        config, layers, pattern(kinds, "code", "the first layer makes the value that the others share"), ALL_DENSE
    )
    model |= {
        "norm_bias": always(True, "LayerNorm with bias"),
        "embedding_norm": always(True, "a norm behind the embedding"),
    }
    sections = {"model": model, "rwkv7": first, "feed_forward": _channel_mixing(text)}
    if layers.number > 1:
        sections["rwkv7_2"] = {f"{name}_2": fact for name, fact in later.items()}
    return sections


def _time_mixing(text: ConfigReader) -> Section:
    """Heads of head_dim over the hidden width, and the ranks."""
    hidden, width = text.whole("hidden_size"), text.whole("head_dim", absent(64, "head_dim", "64"))
    if readable(hidden, width) and hidden.number % width.number:
        message = f"hidden_size = {hidden.value} is not a multiple of head_dim = {width.value}"
        text.refuse("hidden_size", "heads-divide", message)
    heads = Fact(max(1, hidden.number // width.number), "config", "hidden_size ÷ head_dim")
    text.agree("num_heads", heads, "hidden_size ÷ head_dim")
    if set(text.wholes("value_dim") or ()) - {hidden.value}:
        text.refuse("value_dim", "architecture-is-known", "value_dim: values are as wide as the hidden size")
    return {
        "rwkv_heads": heads,
        "rwkv_head_dim": width,
        "rwkv_decay_rank": text.whole("decay_low_rank_dim"),
        "rwkv_rate_rank": text.whole("a_low_rank_dim"),
        "rwkv_gate_rank": text.whole("gate_low_rank_dim"),
        "rwkv_state_dtype": always("float32", "the recurrence is kept in float32"),
    }


def _channel_mixing(text: ConfigReader) -> Section:
    """Two matrices around a squared ReLU, behind a token shift."""
    hidden = text.whole("hidden_size")
    times = text.fraction("hidden_ratio") or 4
    wide = derived(text, "hidden_size", int(times * hidden.number), "hidden_ratio × hidden_size")
    return {
        "intermediate_size": text.whole("intermediate_size", wide),
        "gated": always(False, "two matrices"),
        "feed_forward_bias": always(False, "no biases in the feed-forward"),
        "token_shift": always(True, "a weight for each channel mixes the token with the one before"),
    }
