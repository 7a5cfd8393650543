"""Families of full attention with experts in every or in some layers: Mixtral, Qwen3-MoE, gpt-oss."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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
    no_bias,
)  # fmt: skip
from site_builder.importing.hf_dense import qwen3_attention, qwen_mixers
from site_builder.importing.hf_layers import (
    ALL_EXPERTS,
    layer_count,
    sliding_among_full,
    sliding_everywhere,
    sparse_layers,
)  # fmt: skip
from site_builder.importing.hf_reader import ConfigReader, Fact, readable


def experts_section(
    text: ConfigReader, experts: str, width: str, passed: str = "num_experts_per_tok", alike: bool = False
) -> Section:
    """Experts without a shared one and without biases; `experts` and `width` name their number and size.

    With `alike` each may be a list of one number for each layer, which are all the same.
    """
    read = text.alike if alike else text.whole
    count, active, size = read(experts), read(passed), read(width)
    if readable(count, active) and active.number > count.number:
        message = f"{passed} = {active.value} is more than the {count.value} experts"
        text.refuse(passed, "anchor-is-consistent", message)
    return {
        "experts": count,
        "experts_per_token": active,
        "expert_intermediate_size": size,
        "shared_gate": always(False, "no gate on a shared expert"),
        "router_bias": always(False, "no bias that steers the router"),
    }


@dataclass(frozen=True, slots=True)
class Experts:
    """Experts of a family as data: the keys of their number, width, and of those a token passes.

    `shared` is the key of the shared expert's width, `shared_count` of how many of the width of an expert there are;
    `sparse` says which layers have experts; `router_bias` is what the family always does, or the key that says it;
    `alike` says that numbers may be lists, one for each layer, all the same.
    """

    count: str = "num_experts"
    width: str = "moe_intermediate_size"
    passed: str = "num_experts_per_tok"
    shared: str = ""
    shared_count: str = ""
    shared_gate: bool = False
    router_bias: bool | str | tuple[str, bool] = False
    gated: bool = True
    alike: bool = False
    sparse: Callable[[Config, Fact], Fact] = lambda _, __: ALL_EXPERTS


def experts_of(experts: Experts, config: Config, layers: Fact) -> tuple[Fact, Sections]:
    """The feed-forward pattern, and the section of the experts with what MTP modules there are."""
    text = config.text
    section = experts_section(text, experts.count, experts.width, experts.passed, experts.alike)
    if not isinstance(experts.router_bias, bool):
        name, default = (experts.router_bias, False) if isinstance(experts.router_bias, str) else experts.router_bias
        section["router_bias"] = text.flag(name, absent(default, name, "yes" if default else "no"))
    elif experts.router_bias:
        section["router_bias"] = always(True, "a bias of each expert steers the router")
    if not experts.gated:
        section["experts_gated"] = always(False, "two matrices")
    section |= _shared_of(experts, text, section["expert_intermediate_size"])
    return experts.sparse(config, layers), {"moe": section}


def _shared_of(experts: Experts, text: ConfigReader, width: Fact) -> Section:
    found: Fact | None = None
    if experts.shared:
        found = text.whole(experts.shared, least=0) if text.has(experts.shared) else None
    elif experts.shared_count and text.has(experts.shared_count):
        number = (text.alike if experts.alike else text.whole)(experts.shared_count, least=0)
        place = f"{experts.shared_count} × {experts.width}"
        found = derived(text, experts.shared_count, number.number * width.number, place)
    if found is None or found.number == 0:
        return {}
    gate = {"shared_gate": always(True, "a gate of one row on the shared expert")} if experts.shared_gate else {}
    return {"shared_intermediate_size": found} | gate


def with_dense(config: Config, blocks: Fact) -> Sections:
    """The section of dense feed-forwards where the pattern has some; its field is read in any case."""
    dense = dense_section(config)
    runs = blocks.value if isinstance(blocks.value, tuple) else ()
    return {"feed_forward": dense} if any(run.endswith("dense") for run in runs) else {}


def qwen3_moe(config: Config) -> Sections:
    """Qwen3 with experts in all layers, or in those that decoder_sparse_step and mlp_only_layers leave."""
    layers = layer_count(config)
    mixers, window = qwen_mixers(config, layers)
    blocks = sparse_layers(config, layers)
    return {
        "model": model_section(config, layers, mixers, blocks),
        "attention": qwen3_attention(config, window),
        **with_dense(config, blocks),
        "moe": experts_section(config.text, "num_experts", "moe_intermediate_size"),
    }


def mixtral(config: Config) -> Sections:
    """Mistral's attention and experts of intermediate_size in every layer."""
    mixers, window = sliding_everywhere(config, config.text.optional_whole("sliding_window"))
    return {
        "model": model_section(config, layer_count(config), mixers, ALL_EXPERTS),
        "attention": attention_section(
            config, head_dim=head_dim(config), kv_heads=kv_heads_or_all(config), biases=no_bias(config), window=window
        ),
        "moe": experts_section(config.text, "num_local_experts", "intermediate_size"),
    }


def gpt_oss(config: Config) -> Sections:
    """Sinks, layers that slide in turn with full ones, biases on attention, router and experts."""
    text, layers = config.text, layer_count(config)
    odd = [index % 2 == 1 for index in range(layers.number)]
    mixers, window = sliding_among_full(config, layers, odd, "even layers slide, odd layers are full attention")
    bias = text.flag("attention_bias", absent(True, "attention_bias", "biases on all four projections"))
    attention = attention_section(
        config, head_dim=text.whole("head_dim"), kv_heads=text.whole("num_key_value_heads"), biases=(bias, bias),
        window=window,
    )  # fmt: skip
    moe = experts_section(text, "num_local_experts", "intermediate_size")
    _check_again(text, "experts_per_token", "num_experts_per_tok")
    kept = always("bfloat16", "torch_dtype absent: what is not MXFP4 is published in bfloat16")
    return {
        "model": model_section(config, layers, mixers, ALL_EXPERTS, dtype=kept),
        "attention": attention | {"sinks": always(True, "one learned logit for each query head")},
        "moe": moe | {"moe_bias": always(True, "biases on the router and on every projection of an expert")},
    }


def _check_again(text: ConfigReader, again: str, name: str) -> None:
    """A field that gpt-oss gives under two names."""
    if not text.has(again):
        return
    first, second = text.whole(name), text.whole(again)
    if readable(first, second) and first.value != second.value:
        text.refuse(again, "anchor-is-consistent", f"{again} = {second.value}, {name} = {first.value}")


GPT_OSS_KEPT = {"model.layers.*.self_attn", "model.layers.*.mlp.router", "model.embed_tokens", "lm_head"}


def gpt_oss_quantization(found: ConfigReader) -> Section:
    """MXFP4 for the matrices of the experts, everything else as it is."""
    found.choice("quant_method", ("mxfp4",))
    kept = found.texts("modules_to_not_convert")
    if kept is not None and set(kept) != GPT_OSS_KEPT:
        message = f"modules_to_not_convert is not {', '.join(sorted(GPT_OSS_KEPT))}"
        found.refuse("modules_to_not_convert", "architecture-is-known", message)
    found.report_unknown(frozenset())
    return {
        "quantization_format": Fact("mxfp4", "config", f"{found.prefix}quant_method"),
        "quantization_includes_mtp": always(False, "there is no MTP module"),
        "quantization_experts_only": always(True, "the matrices of the experts alone are MXFP4"),
    }
