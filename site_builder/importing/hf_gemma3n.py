"""Gemma 3n: paths beside the layers, and last layers that read the keys and values of earlier ones."""

from __future__ import annotations

from site_builder.importing.hf_common import (
    Config,
    Section,
    Sections,
    absent,
    always,
    attention_section,
    model_section,
    same_bias,
)  # fmt: skip
from site_builder.importing.hf_layers import SLIDING_TYPES, layer_count, listed_kinds, pattern
from site_builder.importing.hf_reader import ConfigReader, Fact, readable
from site_builder.importing.hf_shaped import not_counted, numbered

TOWERS = ("vision_config", "audio_config")


def gemma3n(config: Config) -> Sections:
    """Four sliding layers, then one of full attention; widths of feed-forwards by layer."""
    text, layers = config.text, layer_count(config)
    if text.flag("altup_correct_scale", always(True, "")).value is False:
        text.refuse("altup_correct_scale", "architecture-is-known", "altup_correct_scale = false is not described")
    blocks, feeds = _feed_forwards(text, layers)
    mixers = _mixers(config, layers)
    attention = attention_section(
        config, head_dim=text.whole("head_dim", absent(256, "head_dim", "256")),
        kv_heads=text.whole("num_key_value_heads"), biases=same_bias(config), qk_norm=True,
        window=text.whole("sliding_window"),
    )  # fmt: skip
    shared = attention | {
        "shared_cache": always(True, "the layer reads keys and values of an earlier one of its kind"),
        "stored_keys": always(True, "the files hold its projections of keys and values all the same"),
    }
    runs = mixers.value if isinstance(mixers.value, tuple) else ()
    model = model_section(config, layers, mixers, blocks, tied=True, norms=4) | not_counted(config, *TOWERS)
    return {
        "model": model,
        "attention": attention,
        **({"attention_2": numbered(shared, 2)} if any(run.endswith("_2") for run in runs) else {}),
        **feeds,
        "side_paths": {
            "side_embedding_vocab_size": text.whole("vocab_size_per_layer_input"),
            "side_embedding_width": text.whole("hidden_size_per_layer_input"),
            "side_streams": text.whole("altup_num_inputs"),
            "side_low_rank": text.whole("laurel_rank"),
        },
    }


def _mixers(config: Config, layers: Fact) -> Fact:
    """layer_types, with the last num_kv_shared_layers of kinds of their own."""
    text = config.text
    kinds = listed_kinds(config, layers, SLIDING_TYPES)
    shared = text.whole("num_kv_shared_layers", absent(15, "num_kv_shared_layers", "15"), least=0)
    if kinds is None or not readable(layers, shared):
        return text.refuse("layer_types", "field-is-present", "layer_types is missing") if kinds is None else shared
    own = layers.number - shared.number
    if set(kinds) - set(kinds[: max(own, 0)]):
        message = f"num_kv_shared_layers = {shared.value} leaves no earlier layer of each kind to read keys from"
        return text.refuse("num_kv_shared_layers", "anchor-is-consistent", message)
    if "sliding" not in kinds:
        return text.refuse("layer_types", "architecture-is-known", "layer_types must have layers that slide")
    numbers = [kind if index < own else f"{kind}_2" for index, kind in enumerate(kinds)]
    return pattern(numbers, "config", f"{text.prefix}layer_types, num_kv_shared_layers")


def _feed_forwards(text: ConfigReader, layers: Fact) -> tuple[Fact, Sections]:
    """intermediate_size is one number, or one for each layer: a kind of dense feed-forward for each width."""
    name = "intermediate_size"
    if text.is_list(name):
        widths: tuple[int, ...] = text.wholes(name) or (0,)
        if readable(layers) and len(widths) != layers.number:
            text.refuse(name, "anchor-is-consistent", f"{name} must list all {layers.value} layers")
        if min(widths) < 1:
            text.refuse(name, "field-has-its-type", f"{name}: a width is at least 1")
    else:
        widths = (text.whole(name).number,)
    different = list(dict.fromkeys(widths))
    kinds = [f"dense_{different.index(width) + 1}".removesuffix("_1") for width in widths]
    sections: Sections = {}
    for number, width in enumerate(different, 1):
        section: Section = {
            "intermediate_size": Fact(width, "config", f"{text.prefix}{name}"),
            "gated": always(True, "gate_proj, up_proj and down_proj"),
            "feed_forward_bias": always(False, "no biases in the feed-forward"),
        }
        sections["feed_forward" if number == 1 else f"feed_forward_{number}"] = (
            section if number == 1 else numbered(section, number)
        )
    return pattern(kinds, "config", f"{text.prefix}{name}"), sections
