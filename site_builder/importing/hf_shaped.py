"""Families whose layers differ in shape: chunks among full attention, other heads where a layer slides, a search."""

from __future__ import annotations

from collections.abc import Callable

from site_builder.importing.hf_common import (
    Config,
    Section,
    Sections,
    absent,
    always,
    attention_section,
    dense_section,
    head_dim,
    kv_heads_or_all,
    model_section,
    no_bias,
    same_bias,
)  # fmt: skip
from site_builder.importing.hf_dense import qwen2
from site_builder.importing.hf_experts import experts_section
from site_builder.importing.hf_layers import (
    ALL_DENSE,
    ALL_EXPERTS,
    dense_or_experts,
    layer_count,
    pattern,
    sliding_among_full,
)
from site_builder.importing.hf_reader import ConfigReader, Fact, readable


def not_counted(config: Config, *names: str) -> Section:
    """What the checkpoint holds besides and is not described: the parts of the config that speak of it.

    A vision tower that the config of a whole model leaves out is the one of its class, and is named too.
    """
    whole = config.root is not config.text
    found = tuple(name for name in names if config.root.has(name) or (whole and name == "vision_config"))
    return {"not_counted": Fact(found, "config", "described in the config, not counted here")} if found else {}


def minimax_m2(config: Config, read: Callable[[Config], Sections]) -> Sections:
    """MiniMax-M2: the config speaks of MTP modules whose shape it does not give."""
    text = config.text
    used = text.flag("use_mtp", absent(False, "use_mtp", "none")).value is True
    text.whole("num_mtp_modules", absent(1, "", ""), least=0)
    text.whole("mtp_transformer_layers", absent(1, "", ""), least=0)
    kinds = text.wholes("attn_type_list")
    if kinds is not None and set(kinds) != {1}:
        text.refuse("attn_type_list", "architecture-is-known", "attn_type_list: linear attention is not described")
    sections = read(config)
    if used and "model" in sections:
        sections["model"]["not_counted"] = Fact(("mtp",), "config", "use_mtp: MTP modules are not described")
    return sections


def numbered(section: Section, number: int) -> Section:
    """A section for the layers of a kind of their own: every field with the kind's number."""
    return {f"{name}_{number}": fact for name, fact in section.items()}


# --- Llama 4 ------------------------------------------------------------------------------------


def llama4(config: Config) -> Sections:
    """Three layers in chunks, one of full attention; experts with a shared one in every so manieth layer."""
    text, layers = config.text, layer_count(config)
    for name in ("no_rope_layers", "moe_layers"):
        text.wholes(name)
    chunk = text.whole("attention_chunk_size", absent(8192, "attention_chunk_size", "8,192"))
    step = text.whole("no_rope_layer_interval", absent(4, "no_rope_layer_interval", "every fourth layer sees all"))
    kinds = ["sliding" if (index + 1) % step.number else "full" for index in range(layers.number)]
    every = text.whole("interleave_moe_layer_step", absent(1, "interleave_moe_layer_step", "every layer"))
    sparse = [(index + 1) % every.number == 0 for index in range(layers.number)]
    blocks = dense_or_experts(config, layers, sparse, "interleave_moe_layer_step")
    dense = {
        "intermediate_size": text.whole("intermediate_size_mlp"),
        "gated": always(True, "gate_proj, up_proj and down_proj"),
        "feed_forward_bias": always(False, "no biases in the feed-forward"),
    }
    attention = attention_section(
        config, head_dim=head_dim(config), kv_heads=kv_heads_or_all(config), biases=same_bias(config), window=chunk
    )
    shared = text.whole("intermediate_size")
    text.flag("use_qk_norm", always(True, ""))
    moe = experts_section(text, "num_local_experts", "intermediate_size") | {"shared_intermediate_size": shared}
    model = model_section(
        config, layers, pattern(kinds, "code", f"every {step.value}th layer is full attention"), blocks
    )
    return {
        "model": model | not_counted(config, "vision_config"),
        "attention": attention | {"chunked": always(True, "a layer that slides sees its own chunk")},
        **({"feed_forward": dense} if False in sparse else {}),
        "moe": moe,
    }


# --- Gemma 4 ------------------------------------------------------------------------------------


def gemma4(config: Config) -> Sections:
    """Full layers with heads of their own, one projection for keys and values; experts beside a dense feed-forward."""
    text, layers = config.text, layer_count(config)
    if text.whole("hidden_size_per_layer_input", absent(0, "", ""), least=0).number:
        message = "hidden_size_per_layer_input: embeddings of each layer are not described"
        text.refuse("hidden_size_per_layer_input", "architecture-is-known", message)
    if text.whole("num_kv_shared_layers", absent(0, "", ""), least=0).number:
        text.refuse("num_kv_shared_layers", "architecture-is-known", "num_kv_shared_layers is not described here")
    text.must_be_off("use_double_wide_mlp")
    text.asked.add("vocab_size_per_layer_input")
    mixers, window = sliding_among_full(config, layers, [True] * layers.number, "layer_types")
    attention = attention_section(
        config, head_dim=text.whole("head_dim"), kv_heads=text.whole("num_key_value_heads"), biases=no_bias(config),
        qk_norm=True, window=window,
    )  # fmt: skip
    full = attention_section(
        config, head_dim=text.whole("global_head_dim", text.whole("head_dim")),
        kv_heads=text.whole("num_global_key_value_heads", text.whole("num_key_value_heads")), biases=no_bias(config),
        qk_norm=True,
    )  # fmt: skip
    full["keys_as_values"] = text.flag("attention_k_eq_v", absent(False, "attention_k_eq_v", "two projections"))
    mixers = Fact(tuple(run.replace("full", "full_2") for run in _runs(mixers)), mixers.source, mixers.place)
    sparse = text.flag("enable_moe_block", absent(False, "enable_moe_block", "no experts"))
    model = model_section(
        config, layers, mixers, ALL_EXPERTS if sparse.value is True else ALL_DENSE, tied=True, norms=4
    )
    sections = {"model": model | not_counted(config, "vision_config", "audio_config"), "attention": attention,
                "attention_2": numbered(full, 2)}  # fmt: skip
    return sections | (
        {"moe": _gemma4_experts(text)} if sparse.value is True else {"feed_forward": dense_section(config)}
    )


def _runs(mixers: Fact) -> tuple[str, ...]:
    return mixers.value if isinstance(mixers.value, tuple) else ()


def _gemma4_experts(text: ConfigReader) -> Section:
    """The dense feed-forward counts as a shared expert; three more norms, scales of the router's input and experts."""
    return experts_section(text, "num_experts", "moe_intermediate_size", "top_k_experts") | {
        "shared_intermediate_size": text.whole("intermediate_size"),
        "moe_norms": always(3, "norms before the experts and behind either half"),
        "router_scales": always(True, "scales of the router's input and of each expert"),
    }


# --- MiMo ---------------------------------------------------------------------------------------


def mimo(config: Config) -> Sections:
    """MiMo: Qwen2's shape with MTP modules of the same layer."""
    text, sections = config.text, qwen2(config)
    bias = text.flag("attention_bias", absent(True, "attention_bias", "biases on queries, keys and values"))
    sections["attention"]["qkv_bias"] = bias
    modules = text.layer_count("num_nextn_predict_layers", absent(0, "num_nextn_predict_layers", "none"), least=0)
    if modules.number:
        own = always(False, "embedding and head are the model's")
        sections["mtp"] = {"mtp_layers": modules, "mtp_stored_embeddings": own}
    return sections


def mimo_v2(config: Config) -> Sections:
    """MiMo-V2-Flash: layers that slide have heads, widths and sinks of their own."""
    text, layers = config.text, layer_count(config)
    slides, sparse = text.wholes("hybrid_layer_pattern"), text.wholes("moe_layer_freq")
    for name, listed in (("hybrid_layer_pattern", slides), ("moe_layer_freq", sparse)):
        if listed is None or (readable(layers) and len(listed) != layers.number):
            text.refuse(name, "anchor-is-consistent", f"{name} must list all {layers.value} layers")
            return {}
    text.must_be_off("attention_bias")
    mixers = pattern(["sliding_2" if each else "full" for each in slides or ()], "config", "hybrid_layer_pattern")
    blocks = dense_or_experts(config, layers, [bool(each) for each in sparse or ()], "moe_layer_freq")
    window, again = text.whole("sliding_window"), text.optional_whole("sliding_window_size")
    chunk = text.optional_whole("attention_chunk_size")
    if any(each is not None and each.value != window.value for each in (again, chunk)):
        message = f"sliding_window = {window.value}, sliding_window_size and attention_chunk_size must agree"
        text.refuse("sliding_window", "anchor-is-consistent", message)
    moe = experts_section(text, "n_routed_experts", "moe_intermediate_size")
    text.choice("topk_method", ("noaux_tc",))
    if text.has("n_shared_experts"):
        text.refuse("n_shared_experts", "architecture-is-known", "n_shared_experts: no shared expert is described")
    model = model_section(config, layers, mixers, blocks)
    mtp = Fact(("mtp",), "code", "the files hold MTP modules that the config does not describe")
    return {
        "model": model | {"not_counted": mtp},
        "attention": _mimo_attention(text, "", "add_full_attention_sink_bias"),
        "attention_2": numbered(
            _mimo_attention(text, "swa_", "add_swa_attention_sink_bias") | {"sliding_window": window}, 2
        ),
        "feed_forward": dense_section(config),
        "moe": moe | {"router_bias": always(True, "a bias of each expert steers the router")},
    }


def _mimo_attention(text: ConfigReader, prefix: str, sinks: str) -> Section:
    return {
        "query_heads": text.whole(f"{prefix}num_attention_heads"),
        "kv_heads": text.whole(f"{prefix}num_key_value_heads"),
        "head_dim": text.whole(f"{prefix}head_dim"),
        "value_head_dim": text.whole(f"{prefix}v_head_dim"),
        "output_gate": always(False, "no gate on the output of attention"),
        "qk_norm": always(False, "no norms on queries and keys"),
        "qkv_bias": always(False, "no biases in attention"),
        "output_bias": always(False, "no biases in attention"),
        "sinks": text.flag(sinks, absent(False, sinks, "none")),
    }
