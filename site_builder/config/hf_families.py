"""Each model family: which fields of its config.json say what, and what its absent fields mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from site_builder.config.hf_common import (
    Config,
    Section,
    Sections,
    absent,
    always,
    attention_section,
    dense_section,
    divided_head_dim,
    head_dim,
    layer_count,
    listed_kinds,
    model_section,
    pattern,
    same_bias,
    stored_dtype,
    tied_embeddings,
)  # fmt: skip
from site_builder.config.hf_hybrid import deepseek_v3, moe_kinds, moe_section, qwen3_5, qwen3_next
from site_builder.config.hf_reader import Fact

DENSE = ("dense",)


@dataclass(frozen=True, slots=True)
class Family:
    """A `model_type` with the names of its configuration and model classes."""

    model_type: str
    config_class: str
    model_class: str
    read: Callable[[Config], Sections]


def _uniform(config: Config, kinds: Sequence[str], why: str) -> Fact:
    return Fact(tuple(kinds), "code", why)


def _llama(config: Config) -> Sections:
    layers = layer_count(config)
    heads = config.text.whole("num_attention_heads")
    kv_absent = Fact(heads.value, "class", "num_key_value_heads absent: num_attention_heads")
    mlp_bias = config.text.flag("mlp_bias", absent(False, "mlp_bias", "no biases"))
    every = _uniform(config, ["full"], "every layer is full attention")
    return {
        "model": model_section(config, layers, every, _all_dense(config), tied=False),
        "attention": attention_section(
            config, head_dim=head_dim(config), biases=same_bias(config),
            kv_heads=config.text.whole("num_key_value_heads", kv_absent),
        ),
        "feed_forward": dense_section(config, mlp_bias),
    }  # fmt: skip


def _all_dense(config: Config) -> Fact:
    return _uniform(config, DENSE, "every layer has a dense feed-forward")


def _mistral(config: Config) -> Sections:
    layers = layer_count(config)
    window = _nullable_window(config)
    kind = "full" if window is None else "sliding"
    source = Fact(1, "config", "sliding_window")
    return {
        "model": model_section(config, layers, pattern([kind], source), _all_dense(config), tied=False),
        "attention": attention_section(
            config, head_dim=head_dim(config), kv_heads=config.text.whole("num_key_value_heads"),
            biases=same_bias(config), window=window,
        ),
        "feed_forward": dense_section(config),
    }  # fmt: skip


def _nullable_window(config: Config) -> Fact | None:
    """sliding_window, which must be given: null is no window, and absence would mean 4,096 to the class."""
    if config.text.node.entry("sliding_window") is None:
        return config.text.whole("sliding_window")
    return config.text.optional_whole("sliding_window")


def _gemma2(config: Config) -> Sections:
    layers = layer_count(config)
    count = layers.value if isinstance(layers.value, int) else 1
    kinds = listed_kinds(config, count)
    source = Fact(1, "config", "layer_types")
    if kinds is None:
        kinds = ["full" if index % 2 else "sliding" for index in range(count)]
        source = Fact(1, "code", "even layers slide, odd layers are full attention")
    _check_same_window(config)
    return {
        "model": model_section(config, layers, pattern(kinds, source), _all_dense(config), tied=True, norms=4),
        "attention": attention_section(
            config, head_dim=config.text.whole("head_dim"), kv_heads=config.text.whole("num_key_value_heads"),
            biases=same_bias(config), window=config.text.whole("sliding_window") if "sliding" in kinds else None,
        ),
        "feed_forward": dense_section(config),
    }  # fmt: skip


def _check_same_window(config: Config) -> None:
    """Old Gemma 2 files give the window under two names."""
    window, again = config.text.optional_whole("sliding_window"), config.text.optional_whole("sliding_window_size")
    if window is not None and again is not None and window.value != again.value:
        message = f"sliding_window_size = {again.value}, sliding_window = {window.value}"
        config.text.refuse("sliding_window_size", "anchor-is-consistent", message)


def _gpt2(config: Config) -> Sections:
    text = config.text
    layers, hidden, positions = layer_count(config, "n_layer"), text.whole("n_embd"), text.whole("n_positions")
    heads, bias = text.whole("n_head"), always(True, "biases in every layer")
    inner = absent(4 * text.number("n_embd"), "n_inner", "4 × n_embd")
    return {
        "model": {
            "hidden_size": hidden,
            "native_context": positions,
            "layers": layers,
            "layer_pattern": _uniform(config, ["full"], "every layer is full attention"),
            "feed_forward_pattern": _all_dense(config),
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


def _qwen_kinds(config: Config, layers: Fact) -> tuple[Fact, Fact | None]:
    """Full attention, or sliding from layer max_window_layers on where use_sliding_window says so."""
    text, count = config.text, layers.value if isinstance(layers.value, int) else 1
    used = text.flag("use_sliding_window", absent(False, "use_sliding_window", "no window"))
    window, first = (
        text.optional_whole("sliding_window"),
        text.whole("max_window_layers", least=0, default=Fact(count, "class", "")),
    )
    listed = listed_kinds(config, count)
    if used.value is not True:
        if listed is not None and "sliding" in listed:
            text.refuse(
                "layer_types", "anchor-is-consistent", "layer_types has sliding layers but use_sliding_window is false"
            )
        return Fact(("full",), used.source, used.place), None
    if window is None:
        text.refuse(
            "sliding_window", "anchor-is-consistent", "use_sliding_window is true but sliding_window is missing"
        )
        return Fact(("full",), used.source, used.place), None
    from_layer = first.value if isinstance(first.value, int) else count
    kinds = listed or ["sliding" if index >= from_layer else "full" for index in range(count)]
    return pattern(kinds, Fact(1, "config", "max_window_layers")), window if "sliding" in kinds else None


def _qwen2(config: Config) -> Sections:
    layers = layer_count(config)
    kinds, window = _qwen_kinds(config, layers)
    biases = always(True, "biases on queries, keys and values"), always(False, "no bias on the output")
    return {
        "model": model_section(config, layers, kinds, _all_dense(config), tied=False),
        "attention": attention_section(
            config, head_dim=head_dim(config), kv_heads=config.text.whole("num_key_value_heads"), biases=biases,
            window=window,
        ),
        "feed_forward": dense_section(config),
    }  # fmt: skip


def _qwen3_attention(config: Config, window: Fact | None) -> Section:
    return attention_section(
        config, head_dim=config.text.whole("head_dim"), kv_heads=config.text.whole("num_key_value_heads"),
        biases=same_bias(config), qk_norm=True, window=window,
    )  # fmt: skip


def _qwen3(config: Config) -> Sections:
    layers = layer_count(config)
    kinds, window = _qwen_kinds(config, layers)
    return {
        "model": model_section(config, layers, kinds, _all_dense(config), tied=False),
        "attention": _qwen3_attention(config, window),
        "feed_forward": dense_section(config),
    }


def _qwen3_moe(config: Config) -> Sections:
    layers = layer_count(config)
    kinds, window = _qwen_kinds(config, layers)
    blocks = moe_kinds(config, layers)
    sections = {
        "model": model_section(config, layers, kinds, blocks, tied=False),
        "attention": _qwen3_attention(config, window),
    }
    dense = dense_section(config)
    if "dense" in str(blocks.value):
        sections["feed_forward"] = dense
    return sections | {"moe": moe_section(config)}


FAMILIES: tuple[Family, ...] = (
    Family("llama", "LlamaConfig", "LlamaForCausalLM", _llama),
    Family("mistral", "MistralConfig", "MistralForCausalLM", _mistral),
    Family("gemma2", "Gemma2Config", "Gemma2ForCausalLM", _gemma2),
    Family("gpt2", "GPT2Config", "GPT2LMHeadModel", _gpt2),
    Family("qwen2", "Qwen2Config", "Qwen2ForCausalLM", _qwen2),
    Family("qwen3", "Qwen3Config", "Qwen3ForCausalLM", _qwen3),
    Family("qwen3_moe", "Qwen3MoeConfig", "Qwen3MoeForCausalLM", _qwen3_moe),
    Family("qwen3_next", "Qwen3NextConfig", "Qwen3NextForCausalLM", qwen3_next),
    Family("qwen3_5", "Qwen3_5Config", "Qwen3_5ForConditionalGeneration", qwen3_5),
    Family("qwen3_5_text", "Qwen3_5TextConfig", "Qwen3_5ForCausalLM", qwen3_5),
    Family("deepseek_v3", "DeepseekV3Config", "DeepseekV3ForCausalLM", deepseek_v3),
)
