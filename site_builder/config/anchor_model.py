"""The engine's model from a validated anchor file.  Contradictions are told at the field that makes them."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.config.anchor_schema import AnchorFile, Sourced, pattern_items
from site_builder.engine.model import (
    DenseFeedForward, Embeddings, FeedForward, FullAttention, LatentAttention, Layer, LinearAttention, Mixer, Model,
    MoeFeedForward, MtpHead, Norms, Quantization, VisionTower,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Contradiction(Exception):
    """Fields that do not go together: where (section and field), which rule, what."""

    place: tuple[str, ...]
    rule: str
    message: str
    hint: str = ""


MIXERS = {"full": "attention", "sliding": "attention", "linear": "linear_attention", "latent": "latent_attention"}
FEED_FORWARDS = {"dense": "feed_forward", "moe": "moe"}


def build_model(file: AnchorFile) -> Model:
    """The model that `file` describes.  Raises `Contradiction`."""
    layers = _layers(file)
    return Model(
        hidden_size=file.model.hidden_size.value,
        native_context=file.model.native_context.value,
        stored_dtype=file.model.stored_dtype.value,
        embeddings=Embeddings(
            file.model.vocab_size.value, file.model.tied_embeddings.value, _optional(file.model.learned_positions)
        ),
        layers=layers,
        norms=Norms(file.model.norms_per_layer.value, file.model.norm_bias.value),
        vision=_vision(file),
        mtp=_mtp(file, layers[-1]),
        quantization=_quantization(file),
    )


def layer_kinds(file: AnchorFile) -> tuple[str, ...]:
    """The mixer kind of each layer, in order."""
    return _repeated(file, "layer_pattern", file.model.layer_pattern.value)


def feed_forward_kinds(file: AnchorFile) -> tuple[str, ...]:
    """The feed-forward kind of each layer, in order."""
    return _repeated(file, "feed_forward_pattern", file.model.feed_forward_pattern.value)


def _repeated(file: AnchorFile, name: str, runs: tuple[str, ...]) -> tuple[str, ...]:
    period, layers = pattern_items(runs), file.model.layers.value
    if layers % len(period):
        raise Contradiction(
            ("model", name), "anchor-is-consistent",
            f"{name} has {len(period)} layers, which do not divide layers = {layers}", "write the pattern out in full",
        )  # fmt: skip
    return period * (layers // len(period))


def _layers(file: AnchorFile) -> tuple[Layer, ...]:
    mixers, blocks = layer_kinds(file), feed_forward_kinds(file)
    _check_kinds(file, "layer_pattern", mixers, MIXERS)
    _check_kinds(file, "feed_forward_pattern", blocks, FEED_FORWARDS)
    made_mixers = {kind: _mixer(file, kind) for kind in dict.fromkeys(mixers)}
    made_blocks = {kind: _feed_forward(file, kind) for kind in dict.fromkeys(blocks)}
    return tuple(Layer(made_mixers[mixer], made_blocks[block]) for mixer, block in zip(mixers, blocks, strict=True))


def _check_kinds(file: AnchorFile, pattern: str, kinds: tuple[str, ...], allowed: dict[str, str]) -> None:
    for kind in dict.fromkeys(kinds):
        if kind not in allowed:
            raise Contradiction(
                ("model", pattern), "anchor-is-consistent", f"{pattern} cannot hold {kind!r}",
                f"known: {', '.join(allowed)}",
            )  # fmt: skip
        if getattr(file, allowed[kind]) is None:
            raise Contradiction(
                ("model", pattern), "anchor-is-consistent",
                f"{pattern} has {kind!r} layers but there is no section {allowed[kind]!r}",
            )  # fmt: skip
    needed = {allowed[kind] for kind in kinds}
    for section in dict.fromkeys(allowed.values()):
        if getattr(file, section) is not None and section not in needed:
            raise Contradiction(
                (section,), "anchor-is-consistent", f"the section {section!r} describes no layer of {pattern}"
            )


def _mixer(file: AnchorFile, kind: str) -> Mixer:
    if kind == "linear":
        return _linear(file)
    return _latent(file) if kind == "latent" else _full(file, sliding=kind == "sliding")


def _full(file: AnchorFile, sliding: bool) -> FullAttention:
    section = file.attention
    assert section is not None
    if sliding and section.sliding_window is None:
        raise Contradiction(
            ("model", "layer_pattern"), "field-is-present",
            "layer_pattern has 'sliding' layers but attention.sliding_window is missing",
        )  # fmt: skip
    _check_multiple("attention", "query_heads", section.query_heads, "kv_heads", section.kv_heads)
    return FullAttention(
        query_heads=section.query_heads.value,
        kv_heads=section.kv_heads.value,
        head_dim=section.head_dim.value,
        output_gate=section.output_gate.value,
        qk_norm=section.qk_norm.value,
        qkv_bias=section.qkv_bias.value,
        output_bias=section.output_bias.value,
        sinks=section.sinks is not None and section.sinks.value,
        window=_optional(section.sliding_window) if sliding else None,
    )


def _check_multiple(section: str, many_name: str, many: Sourced, few_name: str, few: Sourced) -> None:
    if many.value % few.value:  # type: ignore[attr-defined]
        raise Contradiction(
            (section, many_name), "heads-divide",
            f"{many_name} = {many.value} is not a multiple of {few_name} = {few.value}",  # type: ignore[attr-defined]
        )  # fmt: skip


def _linear(file: AnchorFile) -> LinearAttention:
    section = file.linear_attention
    assert section is not None
    _check_multiple(
        "linear_attention", "linear_value_heads", section.linear_value_heads,
        "linear_key_heads", section.linear_key_heads,
    )  # fmt: skip
    return LinearAttention(
        key_heads=section.linear_key_heads.value,
        value_heads=section.linear_value_heads.value,
        key_head_dim=section.linear_key_head_dim.value,
        value_head_dim=section.linear_value_head_dim.value,
        conv_kernel=section.linear_conv_kernel.value,
        state_dtype=section.linear_state_dtype.value,
    )


def _latent(file: AnchorFile) -> LatentAttention:
    section = file.latent_attention
    assert section is not None
    return LatentAttention(
        query_heads=section.query_heads.value,
        query_rank=_optional(section.query_rank),
        kv_rank=section.kv_rank.value,
        nope_head_dim=section.nope_head_dim.value,
        rope_head_dim=section.rope_head_dim.value,
        value_head_dim=section.value_head_dim.value,
    )


def _feed_forward(file: AnchorFile, kind: str) -> FeedForward:
    if kind == "dense":
        dense = file.feed_forward
        assert dense is not None
        return DenseFeedForward(dense.intermediate_size.value, dense.gated.value, dense.feed_forward_bias.value)
    moe = file.moe
    assert moe is not None
    if moe.experts_per_token.value > moe.experts.value:
        raise Contradiction(
            ("moe", "experts_per_token"), "anchor-is-consistent",
            f"experts_per_token = {moe.experts_per_token.value} is more than experts = {moe.experts.value}",
        )  # fmt: skip
    if moe.shared_gate.value and moe.shared_intermediate_size is None:
        raise Contradiction(
            ("moe", "shared_gate"), "anchor-is-consistent", "shared_gate is true but shared_intermediate_size is missing"
        )
    return MoeFeedForward(
        experts=moe.experts.value,
        experts_per_token=moe.experts_per_token.value,
        expert_intermediate_size=moe.expert_intermediate_size.value,
        shared_intermediate_size=_optional(moe.shared_intermediate_size),
        shared_gate=moe.shared_gate.value,
        router_bias=moe.router_bias.value,
    )


def _vision(file: AnchorFile) -> VisionTower | None:
    section = file.vision
    return section and VisionTower(
        depth=section.vision_depth.value,
        hidden_size=section.vision_hidden_size.value,
        intermediate_size=section.vision_intermediate_size.value,
        patch_size=section.vision_patch_size.value,
        temporal_patch_size=section.vision_temporal_patch_size.value,
        channels=section.vision_channels.value,
        positions=section.vision_positions.value,
        merge_size=section.vision_merge_size.value,
        output_size=section.vision_output_size.value,
    )


def _mtp(file: AnchorFile, last: Layer) -> MtpHead | None:
    section = file.mtp
    return section and MtpHead(section.mtp_layers.value, last, section.mtp_stored_embeddings.value)


def _quantization(file: AnchorFile) -> Quantization | None:
    section = file.quantization
    return section and Quantization(section.quantization_format.value, section.quantization_includes_mtp.value)


def _optional(field: Sourced | None) -> int | None:
    return None if field is None else field.value  # type: ignore[attr-defined]
