"""Gemma 2 and 3: four norms a layer, sliding windows among full attention, and Gemma 3's SigLIP vision tower."""

from __future__ import annotations

from math import isqrt

from site_builder.importing.hf_common import (
    Config,
    Section,
    Sections,
    absent,
    always,
    attention_section,
    check_multiple,
    dense_section,
    derived,
    model_section,
    same_bias,
)  # fmt: skip
from site_builder.importing.hf_layers import ALL_DENSE, layer_count, sliding_among_full
from site_builder.importing.hf_reader import ConfigReader, Fact, readable


def gemma2(config: Config) -> Sections:
    """Even layers slide, odd layers are full attention; tied where the config does not say."""
    layers = layer_count(config)
    odd = [index % 2 == 1 for index in range(layers.number)]
    mixers, window = sliding_among_full(config, layers, odd, "even layers slide, odd layers are full attention")
    _check_same_window(config)
    return {
        "model": model_section(config, layers, mixers, ALL_DENSE, tied=True, norms=4),
        "attention": attention_section(
            config, head_dim=config.text.whole("head_dim"), kv_heads=config.text.whole("num_key_value_heads"),
            biases=same_bias(config), window=window,
        ),
        "feed_forward": dense_section(config),
    }  # fmt: skip


def _check_same_window(config: Config) -> None:
    """Old Gemma 2 files give the window under two names."""
    window, again = config.text.optional_whole("sliding_window"), config.text.optional_whole("sliding_window_size")
    if window is None or again is None or not readable(window, again) or window.value == again.value:
        return
    message = f"sliding_window_size = {again.value}, sliding_window = {window.value}"
    config.text.refuse("sliding_window_size", "anchor-is-consistent", message)


def gemma3(config: Config) -> Sections:
    """Five layers that slide, then one of full attention; QK-norm.  The published configs leave defaults out."""
    text, layers = config.text, layer_count(config)
    mixers, window = _gemma3_mixers(config, layers)
    heads, kv_heads = absent(8, "num_attention_heads", "8"), absent(4, "num_key_value_heads", "4")
    return {
        "model": model_section(
            config, layers, mixers, ALL_DENSE, tied=True, norms=4,
            vocab_size=absent(262_208, "vocab_size", "262,208"),
            context=absent(131_072, "max_position_embeddings", "131,072"),
        ),
        "attention": attention_section(
            config, heads=heads, head_dim=text.whole("head_dim", absent(256, "head_dim", "256")),
            kv_heads=text.whole("num_key_value_heads", kv_heads), biases=same_bias(config), qk_norm=True,
            window=window,
        ),
        "feed_forward": dense_section(config),
    }  # fmt: skip


def _gemma3_mixers(config: Config, layers: Fact) -> tuple[Fact, Fact | None]:
    text = config.text
    name = "_sliding_window_pattern" if text.has("_sliding_window_pattern") else "sliding_window_pattern"
    period = text.whole(name, absent(6, name, "every sixth layer is full attention"))
    sixth = [(index + 1) % period.number == 0 for index in range(layers.number)]
    return sliding_among_full(config, layers, sixth, f"every layer whose number {name} divides is full attention")


def gemma3_multimodal(config: Config) -> Sections:
    """The text model in text_config, a SigLIP tower in vision_config."""
    tokens = config.root.whole("mm_tokens_per_image", absent(256, "mm_tokens_per_image", "256"))
    vision, sections = config.root.required_inner("vision_config"), gemma3(config)
    if vision is None:
        return sections
    return sections | {"vision": _siglip(vision, tokens, config.text.whole("hidden_size"))}


_SIGLIP_IGNORED = frozenset({
    "attention_dropout", "dtype", "hidden_act", "initializer_range", "layer_norm_eps", "model_type", "torch_dtype",
})  # fmt: skip


def _siglip(vision: ConfigReader, tokens: Fact, hidden: Fact) -> Section:
    """A tower whose patches are pooled to `tokens` vectors, each normed and projected to `hidden`."""
    vision.must_be_off("vision_use_head")
    width, heads = vision.whole("hidden_size"), vision.whole("num_attention_heads")
    check_multiple(vision, "hidden_size", width, "num_attention_heads", heads)
    image, patch = vision.whole("image_size"), vision.whole("patch_size")
    positions, merged = _patches(vision, image, patch, tokens)
    section = {
        "vision_depth": vision.layer_count("num_hidden_layers"),
        "vision_hidden_size": width,
        "vision_intermediate_size": vision.whole("intermediate_size"),
        "vision_heads": heads,
        "vision_patch_size": patch,
        "vision_temporal_patch_size": always(1, "single images"),
        "vision_channels": vision.whole("num_channels", absent(3, "num_channels", "3")),
        "vision_positions": positions,
        "vision_merge_size": merged,
        "vision_output_size": hidden,
        "vision_linear_merger": always(True, "a norm and one projection behind the mean of the patches"),
    }
    vision.report_unknown(_SIGLIP_IGNORED)
    return section


def _patches(vision: ConfigReader, image: Fact, patch: Fact, tokens: Fact) -> tuple[Fact, Fact]:
    """Patches of an image, and how many a side are pooled into one vector; reported where they do not divide."""
    side, pooled = image.number // patch.number, isqrt(tokens.number)
    if readable(image, patch, tokens) and (image.number % patch.number or pooled**2 != tokens.number or side % pooled):
        sizes = f"image_size = {image.value}, patch_size = {patch.value}, mm_tokens_per_image = {tokens.value}"
        refused = vision.refuse("image_size", "anchor-is-consistent", f"{sizes} do not divide into squares")
        return refused, refused
    positions = derived(vision, "image_size", side**2, "image_size ÷ patch_size, squared")
    return positions, Fact(max(1, side // pooled), "config", "patches a side ÷ √mm_tokens_per_image")
