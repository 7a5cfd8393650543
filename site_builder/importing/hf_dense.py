"""Families of one attention and one dense feed-forward: Llama, Mistral, Phi-3, OLMo 2, GLM-4, Qwen2, Qwen3, GPT-2."""

from __future__ import annotations

from site_builder.importing.hf_common import (
    Config,
    Section,
    Sections,
    absent,
    always,
    attention_section,
    dense_section,
    derived,
    divided_head_dim,
    head_dim,
    kv_heads_or_all,
    model_section,
    no_bias,
    same_bias,
    stored_dtype,
    tied_embeddings,
)  # fmt: skip
from site_builder.importing.hf_layers import (
    ALL_DENSE,
    ALL_FULL,
    SLIDING_TYPES,
    layer_count,
    listed_kinds,
    pattern,
    sliding_everywhere,
)  # fmt: skip
from site_builder.importing.hf_reader import Fact, readable


def llama(config: Config) -> Sections:
    """Llama 1 to 3.3 and what is built like them; biases where attention_bias or mlp_bias ask for them."""
    mlp_bias = config.text.flag("mlp_bias", absent(False, "mlp_bias", "no biases"))
    return {
        "model": model_section(config, layer_count(config), ALL_FULL, ALL_DENSE),
        "attention": attention_section(
            config, head_dim=head_dim(config), biases=same_bias(config), kv_heads=kv_heads_or_all(config)
        ),
        "feed_forward": dense_section(config, mlp_bias),
    }


def mistral(config: Config) -> Sections:
    """A window on every layer, or none; sliding_window must be given: absence would mean 4,096 to the class."""
    mixers, window = sliding_everywhere(config, config.text.nullable_whole("sliding_window"))
    return {
        "model": model_section(config, layer_count(config), mixers, ALL_DENSE),
        "attention": attention_section(
            config, head_dim=head_dim(config), kv_heads=config.text.whole("num_key_value_heads"),
            biases=no_bias(config), window=window,
        ),
        "feed_forward": dense_section(config),
    }  # fmt: skip


def mistral_like(config: Config) -> Sections:
    """A Mistral text model, whose window may be absent."""
    if not config.text.has("sliding_window"):
        config.text.asked.add("sliding_window")
        return llama(config)
    return mistral(config)


def phi3(config: Config) -> Sections:
    """Phi-3 and Phi-4: joined projections of the usual sizes, a window on every layer where one is given."""
    config.text.must_be_off("mlp_bias", "lm_head_bias")
    config.text.whole("full_attn_mod", absent(1, "full_attn_mod", "every layer alike"), most=1)
    mixers, window = sliding_everywhere(config, config.text.optional_whole("sliding_window"))
    return {
        "model": model_section(config, layer_count(config), mixers, ALL_DENSE),
        "attention": attention_section(
            config, head_dim=head_dim(config), kv_heads=kv_heads_or_all(config), biases=no_bias(config), window=window
        ),
        "feed_forward": dense_section(config),
    }


def olmo2(config: Config) -> Sections:
    """Norms behind attention and feed-forward, and one norm over the queries (keys) of all heads together."""
    attention = attention_section(
        config, head_dim=head_dim(config), kv_heads=kv_heads_or_all(config), biases=same_bias(config)
    )
    joint = {"joint_qk_norm": always(True, "one norm over the queries of all heads, one over the keys")}
    return {
        "model": model_section(config, layer_count(config), ALL_FULL, ALL_DENSE),
        "attention": attention | joint,
        "feed_forward": dense_section(config),
    }


def glm4(config: Config) -> Sections:
    """GLM-4-0414: norms before and behind attention and feed-forward; attention_bias leaves the output out."""
    bias = config.text.flag("attention_bias", absent(False, "attention_bias", "no biases"))
    return {
        "model": model_section(config, layer_count(config), ALL_FULL, ALL_DENSE, norms=4),
        "attention": attention_section(
            config, head_dim=config.text.whole("head_dim"), kv_heads=config.text.whole("num_key_value_heads"),
            biases=(bias, always(False, "no bias on the output")),
        ),
        "feed_forward": dense_section(config),
    }  # fmt: skip


# --- Qwen ---------------------------------------------------------------------------------------


def qwen2(config: Config) -> Sections:
    """Qwen2 and Qwen2.5: biases on queries, keys and values."""
    layers = layer_count(config)
    mixers, window = qwen_mixers(config, layers)
    biases = always(True, "biases on queries, keys and values"), always(False, "no bias on the output")
    return {
        "model": model_section(config, layers, mixers, ALL_DENSE),
        "attention": attention_section(
            config, head_dim=head_dim(config), kv_heads=config.text.whole("num_key_value_heads"), biases=biases,
            window=window,
        ),
        "feed_forward": dense_section(config),
    }  # fmt: skip


def qwen3(config: Config) -> Sections:
    """Qwen3, dense: QK-norm and a head_dim of its own."""
    layers = layer_count(config)
    mixers, window = qwen_mixers(config, layers)
    return {
        "model": model_section(config, layers, mixers, ALL_DENSE),
        "attention": qwen3_attention(config, window),
        "feed_forward": dense_section(config),
    }


def qwen3_attention(config: Config, window: Fact | None = None, gate: Fact | None = None) -> Section:
    """Attention of every Qwen since Qwen3."""
    return attention_section(
        config, head_dim=config.text.whole("head_dim"), kv_heads=config.text.whole("num_key_value_heads"),
        biases=same_bias(config), qk_norm=True, window=window, gate=gate,
    )  # fmt: skip


def qwen_mixers(config: Config, layers: Fact) -> tuple[Fact, Fact | None]:
    """Full attention, or where use_sliding_window says so what layer_types or max_window_layers give."""
    text, listed = config.text, listed_kinds(config, layers, SLIDING_TYPES)
    used = text.flag("use_sliding_window", absent(False, "use_sliding_window", "no window"))
    first = text.whole("max_window_layers", Fact(layers.value, "class", ""), least=0)
    window = text.optional_whole("sliding_window")
    if used.value is not True:
        if listed is not None and "sliding" in listed and readable(used):
            message = "layer_types has sliding layers but use_sliding_window is false"
            text.refuse("layer_types", "anchor-is-consistent", message)
        return Fact(("full",), used.source, used.place), None
    for name in ("sliding_window",) if listed else ("sliding_window", "max_window_layers"):
        if not text.has(name):
            text.refuse(name, "anchor-is-consistent", f"use_sliding_window is true but {name} is missing")
    kinds = listed or ["full" if index < first.number else "sliding" for index in range(layers.number)]
    mixers = pattern(kinds, "config", "layer_types" if listed else "max_window_layers")
    return mixers, window if "sliding" in kinds else None


# --- GPT-2 --------------------------------------------------------------------------------------


def gpt2(config: Config) -> Sections:
    """GPT-2: LayerNorm, learned positions, biases everywhere, two matrices in the feed-forward; other names."""
    text = config.text
    positions, heads, bias = text.whole("n_positions"), text.whole("n_head"), always(True, "biases in every layer")
    inner = derived(text, "n_embd", 4 * text.whole("n_embd").number, "n_inner absent: 4 × n_embd", "class")
    return {
        "model": {
            "hidden_size": text.whole("n_embd"),
            "native_context": positions,
            "layers": text.layer_count("n_layer"),
            "layer_pattern": ALL_FULL,
            "feed_forward_pattern": ALL_DENSE,
            "vocab_size": text.whole("vocab_size"),
            "tied_embeddings": tied_embeddings(config, True),
            "learned_positions": positions,
            "norms_per_layer": always(2, "norms of hidden width in a layer"),
            "norm_bias": always(True, "LayerNorm with bias"),
            "stored_dtype": stored_dtype(config),
        },
        "attention": {
            "query_heads": heads,
            "kv_heads": heads,
            "head_dim": divided_head_dim(config, "n_embd", "n_head"),
            "output_gate": always(False, "no gate on the output of attention"),
            "qk_norm": always(False, "no norms on queries and keys"),
            "qkv_bias": bias,
            "output_bias": bias,
        },
        "feed_forward": {
            "intermediate_size": text.whole("n_inner", inner),
            "gated": always(False, "two matrices"),
            "feed_forward_bias": bias,
        },
    }
