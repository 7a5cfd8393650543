"""Gated DeltaNet among gated full attention: Qwen3-Next and Qwen3.5, dense and with experts, and their vision tower."""

from __future__ import annotations

from site_builder.engine.storage import PLAIN
from site_builder.importing.hf_common import (
    Config,
    Section,
    Sections,
    absent,
    always,
    check_multiple,
    dense_section,
    model_section,
)
from site_builder.importing.hf_dense import qwen3_attention
from site_builder.importing.hf_experts import experts_section, with_dense
from site_builder.importing.hf_layers import (
    ALL_DENSE,
    ALL_EXPERTS,
    LINEAR_TYPES,
    layer_count,
    listed_kinds,
    pattern,
    sparse_layers,
)
from site_builder.importing.hf_reader import ConfigReader, Fact, readable


def qwen3_next(config: Config) -> Sections:
    """Experts with a shared one; the config has no field for the MTP head that every checkpoint of it holds."""
    layers = layer_count(config)
    blocks = sparse_layers(config, layers)
    return {
        "model": model_section(config, layers, _mixers(config, layers), blocks),
        "attention": qwen3_attention(config, gate=always(True, "q_proj yields queries and gates")),
        "linear_attention": _linear_section(config.text),
        **with_dense(config, blocks),
        "moe": _shared_experts(config.text),
        "mtp": {
            "mtp_layers": always(1, "the checkpoint holds one MTP module; the config does not speak of it"),
            "mtp_stored_embeddings": always(False, "embedding and head are the model's"),
            "mtp_mixer": always("full", "the MTP module is full attention"),
            "mtp_feed_forward": always("moe", "the MTP module has experts"),
        },
    }


def qwen3_5(config: Config) -> Sections:
    """Dense feed-forwards; vision tower and MTP head of its own."""
    _no_dense_layers(config.text)
    return _qwen3_5(config, ALL_DENSE) | {"feed_forward": dense_section(config)}


def qwen3_5_moe(config: Config) -> Sections:
    """Experts with a shared one in every layer and in the MTP head."""
    _no_dense_layers(config.text)
    return _qwen3_5(config, ALL_EXPERTS) | {"moe": _shared_experts(config.text)}


def _no_dense_layers(text: ConfigReader) -> None:
    if text.wholes("mlp_only_layers"):
        message = "mlp_only_layers is not empty, but every layer of this family is alike"
        text.refuse("mlp_only_layers", "anchor-is-consistent", message)


def _qwen3_5(config: Config, blocks: Fact) -> Sections:
    text, layers = config.text, layer_count(config)
    mixers = _mixers(config, layers)
    gate = text.flag("attn_output_gate", absent(True, "attn_output_gate", "gated"))
    sections: Sections = {
        "model": model_section(config, layers, mixers, blocks),
        "attention": qwen3_attention(config, gate=gate),
        "linear_attention": _linear_section(text)
        | _output_gate(text)
        | {
            "linear_float32_norms": always(True, "A_log and the norm are stored in float32"),
        },
    }
    mtp = _mtp(text, mixers)
    if mtp is not None:
        sections["mtp"] = mtp
    if config.root is not text:
        sections |= _vision_section(config.root)
    return sections


# --- layers -------------------------------------------------------------------------------------


def _mixers(config: Config, layers: Fact) -> Fact:
    """layer_types, or full attention in every full_attention_interval-th layer; both must agree."""
    text, listed = config.text, listed_kinds(config, layers, LINEAR_TYPES)
    text.must_be_off("use_sliding_window")
    if not text.has("full_attention_interval") and listed is not None:
        return _hybrid(text, listed, "layer_types")
    interval = text.whole("full_attention_interval")
    if not readable(layers, interval):
        return interval
    spaced = ["linear" if (index + 1) % interval.number else "full" for index in range(layers.number)]
    if listed is not None and listed != spaced:
        message = f"layer_types does not follow full_attention_interval = {interval.value}"
        return text.refuse("layer_types", "anchor-is-consistent", message)
    return _hybrid(text, spaced, "full_attention_interval")


def _hybrid(text: ConfigReader, kinds: list[str], name: str) -> Fact:
    if set(kinds) != {"linear", "full"}:
        return text.refuse(name, "architecture-is-known", f"{name} must give both linear and full attention layers")
    return pattern(kinds, "config", f"{text.prefix}{name}")


def _linear_section(text: ConfigReader) -> Section:
    keys, values = text.whole("linear_num_key_heads"), text.whole("linear_num_value_heads")
    check_multiple(text, "linear_num_value_heads", values, "linear_num_key_heads", keys)
    kept = absent("float32", "mamba_ssm_dtype", "the recurrence runs and is kept in float32")
    return {
        "linear_key_heads": keys,
        "linear_value_heads": values,
        "linear_key_head_dim": text.whole("linear_key_head_dim"),
        "linear_value_head_dim": text.whole("linear_value_head_dim"),
        "linear_conv_kernel": text.whole("linear_conv_kernel_dim"),
        "linear_state_dtype": text.choice("mamba_ssm_dtype", PLAIN, kept),
    }


def _output_gate(text: ConfigReader) -> Section:
    if not text.has("output_gate_type"):
        return {}
    return {"linear_output_gate": text.choice("output_gate_type", ("swish", "silu", "sigmoid"))}


def _shared_experts(text: ConfigReader) -> Section:
    return experts_section(text, "num_experts", "moe_intermediate_size") | {
        "shared_intermediate_size": text.whole("shared_expert_intermediate_size"),
        "shared_gate": always(True, "a gate of one row on the shared expert"),
    }


# --- beside the layers --------------------------------------------------------------------------


def _mtp(text: ConfigReader, mixers: Fact) -> Section | None:
    """The MTP head: full attention and the model's feed-forward, with the model's embedding and head."""
    text.must_be_off("mtp_use_dedicated_embeddings")
    heads = text.layer_count("mtp_num_hidden_layers", absent(0, "mtp_num_hidden_layers", "no MTP head"), least=0)
    if not heads.number:
        return None
    if readable(heads, mixers) and isinstance(mixers.value, tuple) and mixers.value[-1] != "full":
        message = "mtp_num_hidden_layers is described only where the last layer is full attention, as an MTP layer is"
        text.refuse("mtp_num_hidden_layers", "architecture-is-known", message)
    return {"mtp_layers": heads, "mtp_stored_embeddings": always(False, "embedding and head are the model's")}


def _vision_section(root: ConfigReader) -> Sections:
    root.must_be_off("language_model_only")
    vision = root.required_inner("vision_config")
    if vision is None:
        return {}
    if vision.wholes("deepstack_visual_indexes"):
        message = "deepstack_visual_indexes is not empty: this family has no extra mergers"
        vision.refuse("deepstack_visual_indexes", "architecture-is-known", message)
    return {"vision": vision_section(vision)}


_VISION_IGNORED = frozenset({"hidden_act", "initializer_range", "model_type", "torch_dtype", "dtype"})


def vision_section(vision: ConfigReader) -> Section:
    """Qwen's vision tower, without the mergers of deepstack_visual_indexes."""
    width, heads = vision.whole("hidden_size"), vision.whole("num_heads")
    check_multiple(vision, "hidden_size", width, "num_heads", heads)
    section = {
        "vision_depth": vision.layer_count("depth"),
        "vision_hidden_size": width,
        "vision_intermediate_size": vision.whole("intermediate_size"),
        "vision_heads": heads,
        "vision_patch_size": vision.whole("patch_size"),
        "vision_temporal_patch_size": vision.whole("temporal_patch_size"),
        "vision_channels": vision.whole("in_channels"),
        "vision_positions": vision.whole("num_position_embeddings"),
        "vision_merge_size": vision.whole("spatial_merge_size"),
        "vision_output_size": vision.whole("out_hidden_size"),
    }
    vision.report_unknown(_VISION_IGNORED)
    return section
