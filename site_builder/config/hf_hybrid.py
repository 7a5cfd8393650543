"""Families with linear or latent attention and with experts: Qwen3-Next, Qwen3.5, DeepSeek-V3."""

from __future__ import annotations

from site_builder.config.hf_common import (
    Config,
    Section,
    Sections,
    absent,
    always,
    attention_section,
    check_multiple,
    dense_section,
    layer_count,
    listed_kinds,
    model_section,
    pattern,
    same_bias,
)  # fmt: skip
from site_builder.config.hf_reader import ConfigReader, Fact
from site_builder.engine.storage import PLAIN


def moe_kinds(config: Config, layers: Fact) -> Fact:
    """dense where mlp_only_layers or decoder_sparse_step say so, moe elsewhere."""
    count = layers.value if isinstance(layers.value, int) else 1
    step = config.text.number("decoder_sparse_step", absent(1, "decoder_sparse_step", "every layer"))
    only = config.text.wholes("mlp_only_layers") or ()
    kinds = ["moe" if index not in only and (index + 1) % step == 0 else "dense" for index in range(count)]
    if "moe" not in kinds:
        config.text.refuse("mlp_only_layers", "anchor-is-consistent", "no layer is left for the experts")
    return pattern(kinds, Fact(1, "config", "decoder_sparse_step, mlp_only_layers"))


def moe_section(config: Config) -> Section:
    text = config.text
    experts, active = text.whole("num_experts"), text.whole("num_experts_per_tok")
    _check_active(text, "num_experts_per_tok", experts, active)
    return {
        "experts": experts,
        "experts_per_token": active,
        "expert_intermediate_size": text.whole("moe_intermediate_size"),
        "shared_gate": always(False, "no shared expert"),
        "router_bias": always(False, "a router without bias"),
    }


def _check_active(text: ConfigReader, name: str, experts: Fact, active: Fact) -> None:
    if isinstance(experts.value, int) and isinstance(active.value, int) and active.value > experts.value:
        text.refuse(name, "anchor-is-consistent", f"{name} = {active.value} is more than the {experts.value} experts")


def _interval_kinds(config: Config, layers: Fact) -> Fact:
    """layer_types, or full attention in every full_attention_interval-th layer; both must agree."""
    text, count = config.text, layers.value if isinstance(layers.value, int) else 1
    listed = listed_kinds(config, count)
    if text.flag("use_sliding_window", absent(False, "use_sliding_window", "no window")).value is True:
        text.refuse(
            "use_sliding_window", "architecture-is-known", "use_sliding_window = true is not described by the engine"
        )
    if not text.has("full_attention_interval") and listed is not None:
        return _hybrid(text, listed, "layer_types")
    interval = text.number("full_attention_interval")
    spaced = ["linear" if (index + 1) % interval else "full" for index in range(count)]
    if listed is not None and listed != spaced:
        message = f"layer_types does not have full attention in every layer of full_attention_interval = {interval}"
        return text.refuse("layer_types", "anchor-is-consistent", message)
    return _hybrid(text, spaced, "full_attention_interval")


def _hybrid(text: ConfigReader, kinds: list[str], name: str) -> Fact:
    if set(kinds) != {"linear", "full"}:
        return text.refuse(name, "architecture-is-known", f"{name} must give both linear and full attention layers")
    return pattern(kinds, Fact(1, "config", f"{text.prefix}{name}"))


def _linear_section(config: Config) -> Section:
    text = config.text
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


def _gated_attention(config: Config, gate: Fact) -> Section:
    return attention_section(
        config, head_dim=config.text.whole("head_dim"), kv_heads=config.text.whole("num_key_value_heads"),
        biases=same_bias(config), qk_norm=True, gate=gate,
    )  # fmt: skip


def qwen3_next(config: Config) -> Sections:
    """Gated DeltaNet and gated attention with experts; its config has no field for the MTP head."""
    layers = layer_count(config)
    blocks, experts = moe_kinds(config, layers), moe_section(config)
    dense = dense_section(config)
    sections: Sections = {
        "model": model_section(config, layers, _interval_kinds(config, layers), blocks, tied=False),
        "attention": _gated_attention(config, always(True, "q_proj yields queries and gates")),
        "linear_attention": _linear_section(config),
        "moe": experts
        | {
            "shared_intermediate_size": config.text.whole("shared_expert_intermediate_size"),
            "shared_gate": always(True, "a gate of one row on the shared expert"),
        },
    }
    if "dense" in str(blocks.value):
        sections["feed_forward"] = dense
    return sections


def qwen3_5(config: Config) -> Sections:
    """Gated DeltaNet and gated attention with dense feed-forwards; vision tower and MTP head of its own."""
    layers = layer_count(config)
    gate = config.text.flag("attn_output_gate", absent(True, "attn_output_gate", "gated"))
    dense = Fact(("dense",), "code", "every layer has a dense feed-forward")
    if config.text.wholes("mlp_only_layers"):
        config.text.refuse(
            "mlp_only_layers", "anchor-is-consistent", "mlp_only_layers is not empty but there are no experts"
        )
    sections: Sections = {
        "model": model_section(config, layers, _interval_kinds(config, layers), dense, tied=False),
        "attention": _gated_attention(config, gate),
        "linear_attention": _linear_section(config) | _output_gate(config),
        "feed_forward": dense_section(config),
    }
    if config.text.has("mtp_num_hidden_layers") and config.text.number("mtp_num_hidden_layers", least=0):
        sections["mtp"] = _mtp(config)
    vision = config.root.inner("vision_config") if config.root is not config.text else None
    return sections | ({"vision": _vision(vision)} if vision else {})


def _output_gate(config: Config) -> Section:
    if not config.text.has("output_gate_type"):
        return {}
    return {"linear_output_gate": config.text.choice("output_gate_type", ("swish", "silu", "sigmoid"))}


def _mtp(config: Config) -> Section:
    name = "mtp_use_dedicated_embeddings"
    own = config.text.flag(name, absent(False, name, "embedding and head are shared"))
    if own.value is True:
        config.text.refuse(name, "architecture-is-known", f"{name} = true is not described by the engine")
    return {"mtp_layers": config.text.whole("mtp_num_hidden_layers"), "mtp_stored_embeddings": own}


_VISION_IGNORED = frozenset({"hidden_act", "initializer_range", "model_type", "torch_dtype", "dtype"})


def _vision(vision: ConfigReader) -> Section:
    if vision.wholes("deepstack_visual_indexes"):
        message = "deepstack_visual_indexes is not empty: its extra mergers are not described by the engine"
        vision.refuse("deepstack_visual_indexes", "architecture-is-known", message)
    section = {
        "vision_depth": vision.whole("depth"),
        "vision_hidden_size": vision.whole("hidden_size"),
        "vision_intermediate_size": vision.whole("intermediate_size"),
        "vision_heads": vision.whole("num_heads"),
        "vision_patch_size": vision.whole("patch_size"),
        "vision_temporal_patch_size": vision.whole("temporal_patch_size"),
        "vision_channels": vision.whole("in_channels"),
        "vision_positions": vision.whole("num_position_embeddings"),
        "vision_merge_size": vision.whole("spatial_merge_size"),
        "vision_output_size": vision.whole("out_hidden_size"),
    }
    vision.tell_unknown(_VISION_IGNORED)
    return section


def deepseek_v3(config: Config) -> Sections:
    """Latent attention, leading dense layers, experts with a biased router, MTP stored with its own copies."""
    text, layers = config.text, layer_count(config)
    if same_bias(config)[0].value is True:
        text.refuse("attention_bias", "architecture-is-known", "attention_bias = true is not described by the engine")
    heads, kv_heads = text.whole("num_attention_heads"), text.optional_whole("num_key_value_heads")
    if kv_heads is not None and kv_heads.value != heads.value:
        message = (
            f"num_key_value_heads = {kv_heads.value}, but latent attention has num_attention_heads = {heads.value}"
        )
        text.refuse("num_key_value_heads", "anchor-is-consistent", message)
    kinds = Fact(("latent",), "code", "every layer is latent attention")
    blocks = _leading_dense(config, layers)
    sections: Sections = {
        "model": model_section(config, layers, kinds, blocks, tied=False),
        "latent_attention": _latent_section(config, heads),
        "moe": _deepseek_moe(text),
    }
    dense = dense_section(config)
    if "dense" in str(blocks.value):
        sections["feed_forward"] = dense
    if text.has("num_nextn_predict_layers") and text.number("num_nextn_predict_layers", least=0):
        copies = always(True, "the checkpoint holds embedding and head again for the MTP module")
        sections["mtp"] = {"mtp_layers": text.whole("num_nextn_predict_layers"), "mtp_stored_embeddings": copies}
    return sections


def _leading_dense(config: Config, layers: Fact) -> Fact:
    count = layers.value if isinstance(layers.value, int) else 1
    first = config.text.number("first_k_dense_replace", least=0)
    every = config.text.number("moe_layer_freq", absent(1, "moe_layer_freq", "every layer"))
    if first >= count:
        message = f"first_k_dense_replace = {first} leaves none of the {count} layers for the experts"
        return config.text.refuse("first_k_dense_replace", "anchor-is-consistent", message)
    kinds = ["moe" if index >= first and index % every == 0 else "dense" for index in range(count)]
    return pattern(kinds, Fact(1, "config", "first_k_dense_replace, moe_layer_freq"))


def _latent_section(config: Config, heads: Fact) -> Section:
    text = config.text
    section = {
        "query_heads": heads,
        "kv_rank": text.whole("kv_lora_rank"),
        "nope_head_dim": text.whole("qk_nope_head_dim"),
        "rope_head_dim": text.whole("qk_rope_head_dim"),
        "value_head_dim": text.whole("v_head_dim"),
    }
    _check_head_dim(text)
    if text.node.entry("q_lora_rank") is None:
        text.whole("q_lora_rank")
    rank = text.optional_whole("q_lora_rank")
    return section if rank is None else section | {"query_rank": rank}


def _check_head_dim(text: ConfigReader) -> None:
    """qk_head_dim and head_dim repeat what the two parts of a query say: their sum, and the rotated part."""
    nope, rope = text.number("qk_nope_head_dim"), text.number("qk_rope_head_dim")
    for name, expected in (("qk_head_dim", nope + rope), ("head_dim", rope)):
        given = text.optional_whole(name)
        if given is not None and given.value != expected:
            text.refuse(
                name, "anchor-is-consistent", f"{name} = {given.value}, but the parts of a query make {expected}"
            )


def _deepseek_moe(text: ConfigReader) -> Section:
    experts, active = text.whole("n_routed_experts"), text.whole("num_experts_per_tok")
    _check_active(text, "num_experts_per_tok", experts, active)
    width = text.whole("moe_intermediate_size")
    biased = text.choice("topk_method", ("noaux_tc", "greedy", "group_limited_greedy"))
    section = {
        "experts": experts,
        "experts_per_token": active,
        "expert_intermediate_size": width,
        "shared_gate": always(False, "no gate on the shared expert"),
        "router_bias": Fact(biased.value == "noaux_tc", biased.source, biased.place),
    }
    shared = text.number("n_shared_experts", absent(0, "n_shared_experts", "none"), least=0)
    if shared and isinstance(width.value, int):
        place = "n_shared_experts × moe_intermediate_size"
        section["shared_intermediate_size"] = Fact(shared * width.value, "config", place)
    return section
