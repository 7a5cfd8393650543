"""Nemotron-H and Nemotron 3: each layer is a mixer or a feed-forward, as a word of letters says."""

from __future__ import annotations

from site_builder.importing.hf_common import Config, Section, Sections, absent, always, derived, model_section
from site_builder.importing.hf_experts import experts_section
from site_builder.importing.hf_layers import layer_count, pattern
from site_builder.importing.hf_reader import ConfigReader, Fact, readable
from site_builder.importing.hf_state_space import mamba2_section, mixer_sections

NEMOTRON = {"M": ("mamba2", "none"), "*": ("full", "none"), "-": ("none", "dense"), "E": ("none", "moe")}
NEMOTRON_WORDS = {"mamba": "M", "attention": "*", "mlp": "-", "moe": "E"}
NEMOTRON_NAMES = {
    "heads": "mamba_num_heads", "head_dim": "mamba_head_dim", "groups": "n_groups", "state_size": "ssm_state_size",
    "conv_kernel": "conv_kernel", "conv_bias": "use_conv_bias", "bias": "use_bias",
}  # fmt: skip


def nemotron_h(config: Config) -> Sections:
    """Nemotron-H and Nemotron 3: each layer is a mixer or a feed-forward, as a word of letters says."""
    text = config.text
    letters, layers, key = _letters(config)
    unknown = [letter for letter in letters if letter not in NEMOTRON]
    if unknown:
        text.refuse(key, "architecture-is-known", f"{key} holds {unknown[0]!r}", f"known: {', '.join(NEMOTRON)}")
        return {}
    text.must_be_off("mlp_bias", "mamba_proj_bias")
    text.asked |= {"expand", "intermediate_size", "moe_intermediate_size", "sliding_window"}
    place = f"{text.prefix}{key}"
    mixers, blocks = ([NEMOTRON[letter][side] for letter in letters] for side in (0, 1))
    sections = {
        "model": model_section(config, layers, pattern(mixers, "config", place), pattern(blocks, "config", place)),
        **mixer_sections(pattern(mixers, "config", place), config, lambda text: mamba2_section(text, NEMOTRON_NAMES)),
    }
    if "-" in letters:
        sections["feed_forward"] = {
            "intermediate_size": text.whole("intermediate_size"),
            "gated": always(False, "two matrices and a squared ReLU"),
            "feed_forward_bias": always(False, "no biases in the feed-forward"),
        }
    if "E" in letters:
        sections["moe"] = _nemotron_experts(text)
    return sections | _nemotron_mtp(config)


def _letters(config: Config) -> tuple[str, Fact, str]:
    """The letters of all layers, their number, and the key that gives them."""
    text = config.text
    listed = text.texts("layers_block_type")
    if listed is not None and not text.has("hybrid_override_pattern"):
        letters = "".join(NEMOTRON_WORDS.get(word, "?") for word in listed)
        count = text.layer_count("num_hidden_layers", Fact(len(letters), "config", "layers_block_type"))
        return _fitting(text, letters, count, "layers_block_type")
    return _fitting(text, text.word("hybrid_override_pattern"), layer_count(config), "hybrid_override_pattern")


def _fitting(text: ConfigReader, letters: str, count: Fact, key: str) -> tuple[str, Fact, str]:
    if letters and readable(count) and len(letters) != count.number:
        message = f"{key} lists {len(letters)} layers, num_hidden_layers = {count.value}"
        text.refuse(key, "anchor-is-consistent", message)
    return letters or "M", count, key


def _nemotron_experts(text: ConfigReader) -> Section:
    section = experts_section(text, "n_routed_experts", "moe_intermediate_size")
    shared, wide = text.whole("n_shared_experts", least=0), text.whole("moe_shared_expert_intermediate_size", least=0)
    section |= {
        "router_bias": always(True, "a bias of each expert steers the router"),
        "experts_gated": always(False, "two matrices and a squared ReLU"),
    }
    if shared.number * wide.number:
        together = shared.number * wide.number
        place = "n_shared_experts × moe_shared_expert_intermediate_size"
        section["shared_intermediate_size"] = derived(text, "n_shared_experts", together, place)
    latent = text.optional_whole("moe_latent_size")
    return section if latent is None else section | {"expert_latent_size": latent}


def _nemotron_mtp(config: Config) -> Sections:
    """One MTP module of an attention and an experts half, where the config has one."""
    text = config.text
    modules = text.layer_count("num_nextn_predict_layers", absent(0, "num_nextn_predict_layers", "none"), least=0)
    letters = text.word("mtp_hybrid_override_pattern") if text.has("mtp_hybrid_override_pattern") else ""
    listed = text.texts("mtp_layers_block_type") or ()
    letters = letters or "".join(NEMOTRON_WORDS.get(word, "?") for word in listed)
    if not modules.number:
        return {}
    if letters != "*E":
        key = "mtp_layers_block_type" if listed else "mtp_hybrid_override_pattern"
        text.refuse(key, "architecture-is-known", f"{key} is {letters!r}, described is '*E': attention, then experts")
    return {"mtp": {
        "mtp_layers": modules,
        "mtp_stored_embeddings": always(False, "embedding and head are the model's"),
        "mtp_mixer": Fact("full", "config", "mtp_hybrid_override_pattern"),
        "mtp_feed_forward": Fact("moe", "config", "mtp_hybrid_override_pattern"),
    }}  # fmt: skip
