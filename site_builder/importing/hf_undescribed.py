"""What some families would need that nobody described yet, by their `model_type`."""

from __future__ import annotations

MISSING = {
    "deepseek_v4": "attention over compressed blocks of tokens (compress_ratios), an output projection in groups "
    "(o_groups), several residual streams (hc_mult), layers whose experts a hash of the token picks (num_hash_layers)",
    "longcat_flash": "two latent attentions in a layer, and experts that do nothing",
    "lfm2": "gated short convolutions among full attention",
    "lfm2_moe": "gated short convolutions among full attention",
    "mllama": "layers that attend to pictures (cross-attention)",
    "mpt": "sizes under attn_config, and heads whose positions are slopes",
    "qwen": "its own keys (intermediate_size counts both halves, seq_length)",
    "rwkv": "the recurrences of RWKV-4",
    "rwkv5": "the recurrences of RWKV-5",
    "rwkv6": "the recurrences of RWKV-6",
    "recurrent_gemma": "a real-gated linear recurrence (RG-LRU) among windows",
    "zamba2": "attention blocks that layers share, with low-rank differences",
    "t5": "an encoder beside the decoder, and cross-attention",
}
"""What is missing in each."""
ALIKE = {"deepseek_ref": "deepseek_v4"}
"""Another name for one of them."""
OTHERWISE = "a description of its layers: mixers, feed-forwards, norms and what is cached"


def missing(model_type: str) -> str:
    """What a family would need, as far as it is known."""
    return MISSING.get(ALIKE.get(model_type, model_type), OTHERWISE)
