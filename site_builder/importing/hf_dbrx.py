"""DBRX, whose sizes stand in attn_config and ffn_config."""

from __future__ import annotations

from site_builder.importing.hf_common import (
    Config,
    Section,
    Sections,
    absent,
    always,
)  # fmt: skip
from site_builder.importing.hf_experts import experts_section
from site_builder.importing.hf_layers import ALL_EXPERTS
from site_builder.importing.hf_reader import ConfigReader, Fact, readable


def dbrx(config: Config) -> Sections:
    """DBRX: sizes in attn_config and ffn_config; LayerNorm without bias; experts in every layer."""
    text = config.text
    attention, feed = text.required_inner("attn_config"), text.required_inner("ffn_config")
    layers, heads, hidden = text.layer_count("n_layers"), text.whole("n_heads"), text.whole("d_model")
    if attention is None or feed is None:
        return {}
    moe = experts_section(feed, "moe_num_experts", "ffn_hidden_size", "moe_top_k")
    kv_heads = attention.whole("kv_n_heads")
    attention.report_unknown(frozenset({"clip_qkv", "rope_theta", "attn_pdrop", "model_type"}))
    feed.report_unknown(frozenset({"moe_jitter_eps", "moe_loss_weight", "moe_normalize_expert_weights", "ffn_act_fn",
                                 "uniform_expert_assignment", "model_type"}))  # fmt: skip
    heads_of = _dbrx_attention(text, hidden, heads, kv_heads)
    return {
        "model": {
            "hidden_size": hidden, "native_context": text.whole("max_seq_len"), "layers": layers,
            "layer_pattern": Fact(("full",), "code", "every layer is full attention"),
            "feed_forward_pattern": ALL_EXPERTS, "vocab_size": text.whole("vocab_size"),
            "tied_embeddings": text.flag("tie_word_embeddings", absent(False, "tie_word_embeddings", "not tied")),
            "norms_per_layer": always(2, "norms in a layer"), "norm_bias": always(False, "LayerNorm without bias"),
            "stored_dtype": text.choice("torch_dtype", ("bfloat16", "float16", "float32")),
        },
        "attention": heads_of,
        "moe": moe,
    }  # fmt: skip


def _dbrx_attention(text: ConfigReader, hidden: Fact, heads: Fact, kv_heads: Fact) -> Section:
    """Attention of DBRX: a head is hidden size ÷ heads wide."""
    if readable(hidden, heads) and hidden.number % heads.number:
        text.refuse("d_model", "heads-divide", f"d_model = {hidden.value} is not a multiple of n_heads = {heads.value}")
    return {
        "query_heads": heads, "kv_heads": kv_heads,
        "head_dim": Fact(max(1, hidden.number // heads.number), "code", "d_model ÷ n_heads"),
        "output_gate": always(False, "no gate"), "qk_norm": always(False, "no norms on queries and keys"),
        "qkv_bias": always(False, "no biases"), "output_bias": always(False, "no biases"),
    }  # fmt: skip
