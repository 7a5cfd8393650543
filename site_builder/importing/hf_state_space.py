"""Families with state-space layers: Mamba, Mamba-2, and their hybrids with attention."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from site_builder.engine.storage import PLAIN
from site_builder.importing.hf_common import (
    Config,
    Section,
    Sections,
    absent,
    always,
    attention_section,
    dense_section,
    derived,
    head_dim,
    kv_heads_or_all,
    model_section,
    same_bias,
)  # fmt: skip
from site_builder.importing.hf_experts import Experts, experts_of, experts_section
from site_builder.importing.hf_layers import layer_count, pattern, uniform
from site_builder.importing.hf_reader import ConfigReader, Fact, readable

NO_CONTEXT = absent(2**20, "max_position_embeddings", "a state has no longest context; 1,048,576 stands for it")


def _state_dtype(text: ConfigReader, name: str = "mamba_ssm_cache_dtype") -> Fact:
    return text.choice(name, PLAIN, absent("float32", name, "the recurrence is kept in float32"))


# --- Mamba alone --------------------------------------------------------------------------------


def mamba(config: Config) -> Sections:
    """Mamba and Falcon Mamba: every layer one mixer behind one norm; published with the head tied."""
    text, layers = config.text, layer_count(config)
    inner = text.whole("intermediate_size", _expanded(text))
    text.agree("d_inner", inner, "intermediate_size")
    text.agree("d_model", text.whole("hidden_size"), "hidden_size")
    text.agree("n_layer", layers, "num_hidden_layers")
    cfg = text.inner("ssm_cfg")
    if cfg is not None:
        cfg.report_unknown(frozenset())
    return _alone(config, layers, "mamba", _mamba1(text, inner, ""))


def _expanded(text: ConfigReader) -> Fact:
    hidden, times = text.whole("hidden_size"), text.whole("expand", absent(2, "expand", "2"))
    return derived(text, "hidden_size", hidden.number * times.number, "expand × hidden_size")


def _mamba1(text: ConfigReader, inner: Fact, prefix: str, inner_norms: bool = False) -> Section:
    keys: tuple[str, ...] = ("state_size", "time_step_rank", "conv_kernel", "use_conv_bias", "use_bias")
    if prefix:
        keys = tuple(f"{prefix}{name}" for name in ("d_state", "dt_rank", "d_conv", "conv_bias", "proj_bias"))
    state, rank, kernel, conv, bias = keys
    section = {
        "mamba_inner_size": inner,
        "mamba_state_size": text.whole(state),
        "mamba_step_rank": text.whole(rank),
        "mamba_conv_kernel": text.whole(kernel),
        "mamba_conv_bias": text.flag(conv, absent(True, conv, "a bias")),
        "mamba_bias": text.flag(bias, absent(False, bias, "no biases")),
        "mamba_state_dtype": _state_dtype(text),
    }
    return section | ({"mamba_inner_norms": always(True, "norms of step, B and C")} if inner_norms else {})


def mamba2(config: Config) -> Sections:
    """Mamba-2 (Codestral Mamba): heads of an expanded width, a gated norm."""
    text, layers = config.text, layer_count(config)
    _check_expanded(text, "expand", "num_heads", "head_dim")
    section = mamba2_section(text, {
        "heads": "num_heads", "head_dim": "head_dim", "groups": "n_groups", "state_size": "state_size",
        "conv_kernel": "conv_kernel", "conv_bias": "use_conv_bias", "bias": "use_bias",
    })  # fmt: skip
    return _alone(config, layers, "mamba2", section)


def _check_expanded(text: ConfigReader, times: str, heads: str, width: str) -> None:
    """The inner width is said twice: as `times` the hidden size and as that of all heads."""
    hidden, inner = text.whole("hidden_size"), text.whole(heads).number * text.whole(width).number
    given = text.optional_whole(times)
    if given is not None and readable(given, hidden) and given.number * hidden.number != inner:
        message = f"{times} × hidden_size is {given.number * hidden.number}, but {heads} × {width} is {inner}"
        text.refuse(times, "anchor-is-consistent", message)


def _alone(config: Config, layers: Fact, kind: str, section: Section) -> Sections:
    model = model_section(
        config, layers, uniform(kind, "every layer is state space"), uniform("none", "no feed-forward"), tied=True,
        context=NO_CONTEXT,
    )  # fmt: skip
    return {"model": model, kind: section}


def mamba2_section(text: ConfigReader, names: Mapping[str, str], gated_norm: Fact | None = None) -> Section:
    return {
        **{f"mamba_{name}": text.whole(key) for name, key in names.items() if not name.endswith("bias")},
        "mamba_conv_bias": text.flag(names["conv_bias"], absent(True, names["conv_bias"], "a bias")),
        "mamba_bias": text.flag(names["bias"], absent(False, names["bias"], "no biases")),
        "mamba_gated_norm": gated_norm or always(True, "a norm behind the gate"),
        "mamba_state_dtype": _state_dtype(text),
    }  # fmt: skip


# --- hybrids ------------------------------------------------------------------------------------

PREFIXED = {
    "heads": "mamba_n_heads", "head_dim": "mamba_d_head", "groups": "mamba_n_groups", "state_size": "mamba_d_state",
    "conv_kernel": "mamba_d_conv", "conv_bias": "mamba_conv_bias", "bias": "mamba_proj_bias",
}  # fmt: skip


def falcon_h1(config: Config) -> Sections:
    """Falcon-H1: attention and Mamba-2 side by side in every layer, then a feed-forward."""
    text, layers = config.text, layer_count(config)
    if text.flag("mamba_use_mlp", always(True, "")).value is False:
        text.refuse("mamba_use_mlp", "architecture-is-known", "mamba_use_mlp = false is not described by the engine")
    heads, wide = text.whole("mamba_n_heads"), text.whole("mamba_d_head")
    if not text.has("mamba_d_ssm"):
        _check_expanded(text, "mamba_expand", "mamba_n_heads", "mamba_d_head")
    text.asked.add("mamba_expand")
    text.agree("mamba_d_ssm", Fact(heads.number * wide.number, "config", ""), "mamba_n_heads × mamba_d_head")
    both = uniform("mamba2+full", "attention and Mamba-2 side by side")
    norm = text.flag("mamba_rms_norm", absent(False, "mamba_rms_norm", "no gated norm"))
    bias = text.flag("mlp_bias", absent(False, "mlp_bias", "no biases"))
    return {
        "model": model_section(config, layers, both, uniform("dense", "every layer")),
        "attention": attention_section(
            config, head_dim=head_dim(config), kv_heads=kv_heads_or_all(config), biases=same_bias(config)
        ),
        "mamba2": mamba2_section(text, PREFIXED, norm),
        "feed_forward": dense_section(config, bias),
    }


def granite_hybrid(config: Config) -> Sections:
    """Granite 4: Mamba-2 or attention as layer_types says; a shared expert, with or without others."""
    text, layers = config.text, layer_count(config)
    kinds = _kinds(config, layers, text.texts("layer_types"), {"mamba": "mamba2", "attention": "full"}, "layer_types")
    experts = text.whole("num_local_experts", absent(0, "num_local_experts", "none"), least=0)
    shared = text.whole("shared_intermediate_size")
    blocks: Sections
    if experts.number:
        section = experts_section(text, "num_local_experts", "intermediate_size")
        block, blocks = "moe", {"moe": section | {"shared_intermediate_size": shared}}
    else:
        for name in ("num_experts_per_tok", "intermediate_size"):
            text.whole(name, absent(1, name, ""), least=0)
        block, blocks = "dense", {"feed_forward": {
            "intermediate_size": shared, "gated": always(True, "a gated feed-forward"),
            "feed_forward_bias": always(False, "no biases in the feed-forward"),
        }}  # fmt: skip
    sections = {"model": model_section(config, layers, kinds, uniform(block, "every layer")), **blocks}
    return sections | mixer_sections(kinds, config, _prefixed)


def _prefixed(text: ConfigReader) -> Section:
    _check_expanded(text, "mamba_expand", "mamba_n_heads", "mamba_d_head")
    return mamba2_section(text, PREFIXED)


def jamba(config: Config) -> Sections:
    """Jamba: attention and experts each in every so manieth layer."""
    text, layers = config.text, layer_count(config)
    if text.flag("mamba_inner_layernorms", always(True, "")).value is False:
        text.refuse(
            "mamba_inner_layernorms", "architecture-is-known", "mamba_inner_layernorms = false is not described"
        )
    full, sparse = _every(text, "attn_layer", layers), _every(text, "expert_layer", layers)
    place = "attn_layer_period, attn_layer_offset"
    mixers = pattern(["full" if each else "mamba" for each in full], "config", place)
    place = "expert_layer_period, expert_layer_offset"
    blocks = pattern(["moe" if each else "dense" for each in sparse], "config", place)
    _, experts = experts_of(Experts("num_experts", "intermediate_size"), config, layers)
    return {
        "model": model_section(config, layers, mixers, blocks),
        "attention": attention_section(
            config, head_dim=head_dim(config), kv_heads=kv_heads_or_all(config), biases=same_bias(config)
        ),
        "mamba": _mamba1(text, _jamba_inner(text), "mamba_", inner_norms=True),
        "feed_forward": dense_section(config),
        **experts,
    }


def _jamba_inner(text: ConfigReader) -> Fact:
    hidden, times = text.whole("hidden_size"), text.whole("mamba_expand")
    return derived(text, "mamba_expand", hidden.number * times.number, "mamba_expand × hidden_size")


def _every(text: ConfigReader, name: str, layers: Fact) -> list[bool]:
    period, offset = text.whole(f"{name}_period"), text.whole(f"{name}_offset", least=0)
    return [index % period.number == offset.number for index in range(layers.number)]


def _kinds(config: Config, layers: Fact, names: tuple[str, ...] | None, known: Mapping[str, str], key: str) -> Fact:
    """The pattern that the field `key` lists; reported where it does not fit."""
    text = config.text
    if names is None:
        return text.refuse(key, "field-is-present", f"{key} is missing")
    unknown = [name for name in names if name not in known]
    if unknown:
        return text.refuse(key, "architecture-is-known", f"{key} holds {unknown[0]!r}", f"known: {', '.join(known)}")
    if readable(layers) and len(names) != layers.number:
        message = f"{key} lists {len(names)} layers, num_hidden_layers = {layers.value}"
        return text.refuse(key, "anchor-is-consistent", message)
    return pattern([known[name] for name in names], "config", f"{text.prefix}{key}")


def mixer_sections(kinds: Fact, config: Config, read: Callable[[ConfigReader], Section]) -> Sections:
    """The sections of the mixers that the pattern has; fields of the others are read in any case."""
    own = "attention_head_dim"
    width = config.text.whole(own) if config.text.has(own) else head_dim(config)
    sections = {
        "mamba2": read(config.text),
        "attention": attention_section(
            config, head_dim=width, kv_heads=kv_heads_or_all(config), biases=same_bias(config)
        ),
    }
    runs = kinds.value if isinstance(kinds.value, tuple) else ()
    words = {run.split(" ")[-1] for run in runs}
    return {name: sections[name] for name, kind in (("attention", "full"), ("mamba2", "mamba2")) if kind in words}
