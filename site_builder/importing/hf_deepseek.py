"""Latent attention and experts: DeepSeek-V2, DeepSeek-V3, Kimi K2 and Kimi Linear."""

from __future__ import annotations

from site_builder.importing.hf_common import (
    Config,
    Section,
    Sections,
    absent,
    always,
    derived,
    divided_head_dim,
    model_section,
)
from site_builder.importing.hf_experts import experts_section, with_dense
from site_builder.importing.hf_layers import layer_count, leading_dense, pattern, uniform
from site_builder.importing.hf_reader import ConfigReader, Fact, readable

BIASED = "noaux_tc"
"""The way of choosing experts that adds a bias to each: DeepSeek-V3's."""


def deepseek_v2(config: Config) -> Sections:
    """Leading dense layers, experts with two shared ones, a router without bias."""
    sections = _deepseek(config)
    config.text.choice("topk_method", ("greedy", "group_limited_greedy"))
    return sections


def deepseek_v3(config: Config) -> Sections:
    """The same with a biased router, and MTP modules stored with their own copies of embedding and head."""
    text, sections = config.text, _deepseek(config)
    method = text.choice("topk_method", (BIASED,))
    sections["moe"]["router_bias"] = Fact(True, method.source, method.place)
    modules = text.layer_count("num_nextn_predict_layers", least=0)
    if modules.number and readable(modules):
        copies = always(True, "the checkpoint holds embedding and head again for the MTP module")
        sections["mtp"] = {"mtp_layers": modules, "mtp_stored_embeddings": copies}
    return sections


def deepseek_v32(config: Config) -> Sections:
    """DeepSeek-V3 with an indexer that picks the tokens a query sees (V3.2, GLM-5)."""
    text, sections = config.text, deepseek_v3(config)
    kinds = text.texts("indexer_types")
    if kinds is not None and set(kinds) != {"full"}:
        text.refuse("indexer_types", "architecture-is-known", "indexer_types must be full in every layer")
    sections["latent_attention"] |= {
        "index_heads": text.whole("index_n_heads"),
        "index_head_dim": text.whole("index_head_dim"),
        "index_topk": text.whole("index_topk"),
    }
    return sections


def kimi_linear(config: Config) -> Sections:
    """Kimi Linear: Kimi Delta Attention, latent attention in the layers of full_attn_layers, DeepSeek-V3's experts."""
    text, layers = config.text, layer_count(config)
    linear = text.required_inner("linear_attn_config")
    if linear is None:
        return {}
    blocks = leading_dense(config, layers)
    moe = experts_section(text, "num_experts", "moe_intermediate_size", "num_experts_per_token")
    moe["router_bias"] = always(True, "a bias of each expert steers the router")
    if text.layer_count("num_nextn_predict_layers", absent(0, "", "none"), least=0).number:
        message = "num_nextn_predict_layers: an MTP module is not described"
        text.refuse("num_nextn_predict_layers", "architecture-is-known", message)
    if text.has("head_dim"):
        text.agree("head_dim", divided_head_dim(config), "hidden_size ÷ num_attention_heads")
    context = text.whole("model_max_length") if text.has("model_max_length") else None
    return {
        "model": model_section(config, layers, _kimi_kinds(linear, layers), blocks, context=context),
        "linear_attention": _kimi_delta(linear),
        "latent_attention": _latent_section(text, checked=False),
        **with_dense(config, blocks),
        "moe": moe | _shared(text, "num_shared_experts", moe["expert_intermediate_size"]),
    }


def _kimi_kinds(linear: ConfigReader, layers: Fact) -> Fact:
    """Layers are numbered from 1 in two lists, which together are all of them."""
    full, delta = linear.wholes("full_attn_layers") or (), linear.wholes("kda_layers") or ()
    if not readable(layers) or not full or not delta or sorted(full + delta) != list(range(1, layers.number + 1)):
        message = f"kda_layers and full_attn_layers must list each of the {layers.value} layers once"
        return linear.refuse("full_attn_layers", "anchor-is-consistent", message)
    kinds = ["latent" if number in full else "linear" for number in range(1, layers.number + 1)]
    return pattern(kinds, "config", f"{linear.prefix}full_attn_layers")


def _kimi_delta(linear: ConfigReader) -> Section:
    """Heads of one width for keys and values; decay and gate go through a head's width."""
    heads, width, taps = (linear.whole(name) for name in ("num_heads", "head_dim", "short_conv_kernel_size"))
    linear.report_unknown(frozenset())
    return {
        "linear_key_heads": heads,
        "linear_value_heads": heads,
        "linear_key_head_dim": width,
        "linear_value_head_dim": width,
        "linear_conv_kernel": taps,
        "linear_decay_rank": width,
        "linear_gate_rank": width,
        "linear_state_dtype": always("float32", "the recurrence is kept in float32"),
    }


def _deepseek(config: Config) -> Sections:
    text, layers = config.text, layer_count(config)
    text.must_be_off("attention_bias", "mlp_bias")
    blocks = leading_dense(config, layers)
    return {
        "model": model_section(config, layers, uniform("latent", "every layer is latent attention"), blocks),
        "latent_attention": _latent_section(text),
        **with_dense(config, blocks),
        "moe": _moe_section(text),
    }


def _latent_section(text: ConfigReader, checked: bool = True) -> Section:
    """Heads and ranks; `checked` says that head_dim repeats the widths of a query's parts."""
    heads, kv_heads = text.whole("num_attention_heads"), text.optional_whole("num_key_value_heads")
    if kv_heads is not None and readable(heads, kv_heads) and kv_heads.value != heads.value:
        message = (
            f"num_key_value_heads = {kv_heads.value}, but latent attention has num_attention_heads = {heads.value}"
        )
        text.refuse("num_key_value_heads", "anchor-is-consistent", message)
    section = {
        "query_heads": heads,
        "kv_rank": text.whole("kv_lora_rank"),
        "nope_head_dim": text.whole("qk_nope_head_dim"),
        "rope_head_dim": text.whole("qk_rope_head_dim"),
        "value_head_dim": text.whole("v_head_dim"),
    }
    if checked:
        _check_head_dim(text, section["nope_head_dim"], section["rope_head_dim"])
    rank = text.nullable_whole("q_lora_rank")
    return section if rank is None else section | {"query_rank": rank}


def _check_head_dim(text: ConfigReader, nope: Fact, rope: Fact) -> None:
    """qk_head_dim and head_dim repeat what the two parts of a query say: their sum, and the rotated part."""
    for name, expected in (("qk_head_dim", nope.number + rope.number), ("head_dim", rope.number)):
        given = text.optional_whole(name)
        if given is not None and readable(given, nope, rope) and given.value != expected:
            message = f"{name} = {given.value}, but the parts of a query make {expected}"
            text.refuse(name, "anchor-is-consistent", message)


def _moe_section(text: ConfigReader) -> Section:
    """Experts, and shared ones that are one of their width together; n_shared_experts must be given, null is none."""
    section = experts_section(text, "n_routed_experts", "moe_intermediate_size")
    return section | _shared(text, "n_shared_experts", section["expert_intermediate_size"])


def _shared(text: ConfigReader, name: str, width: Fact) -> Section:
    """The shared experts that the field `name` counts, each as wide as an expert."""
    if text.is_null(name):
        return {}
    shared = text.whole(name, least=0)
    if shared.number == 0:
        return {}
    place = f"{name} × moe_intermediate_size"
    return {"shared_intermediate_size": derived(text, name, shared.number * width.number, place)}


def deepseek_quantization(found: ConfigReader) -> Section:
    """FP8 in tiles of 128 × 128 for every projection, those of the MTP modules too."""
    name = "weight_block_size"
    found.choice("quant_method", ("fp8",))
    block = found.wholes(name)
    if not found.has(name):
        found.refuse(name, "field-is-present", f"{name} is missing")
    elif block is not None and block != (128, 128):
        found.refuse(name, "architecture-is-known", f"{name} is {list(block)}, described is [128, 128]")
    found.report_unknown(frozenset({"activation_scheme", "fmt", "scale_fmt"}))
    return {
        "quantization_format": Fact("fp8_block128", "config", f"{found.prefix}{name}"),
        "quantization_includes_mtp": always(True, "the MTP module is quantised like the layers"),
    }
