"""The engine's model from an anchor file that is valid and free of contradictions."""

from __future__ import annotations

from site_builder.engine.model import (
    DenseFeedForward,
    Embeddings,
    FeedForward,
    FullAttention,
    LatentAttention,
    Layer,
    LinearAttention,
    Mixer,
    Model,
    MoeFeedForward,
    MtpHead,
    Norms,
    Quantization,
    VisionTower,
)  # fmt: skip
from site_builder.facts.anchor_schema import (
    AnchorFile,
    AttentionSection,
    DenseSection,
    Flag,
    LatentSection,
    LinearSection,
    MoeSection,
    Pattern,
    QuantizationSection,
    VisionSection,
    Whole,
    pattern_items,
)  # fmt: skip


def build_model(file: AnchorFile) -> Model:
    """The model that `file` describes; `anchor_checks.contradictions` must have found none."""
    layers, model, mtp = _layers(file), file.model, file.mtp
    return Model(
        hidden_size=model.hidden_size.value,
        native_context=model.native_context.value,
        stored_dtype=model.stored_dtype.value,
        embeddings=Embeddings(model.vocab_size.value, model.tied_embeddings.value, _optional(model.learned_positions)),
        layers=layers,
        norms=Norms(model.norms_per_layer.value, model.norm_bias.value),
        vision=_vision(file.vision),
        mtp=None if mtp is None else MtpHead(mtp.mtp_layers.value, layers[-1], mtp.mtp_stored_embeddings.value),
        quantization=_quantization(file.quantization),
    )


def kinds_of_layers(file: AnchorFile, pattern: Pattern) -> tuple[str, ...]:
    """The kind of each layer, in order: the pattern repeated to the number of layers."""
    period = pattern_items(pattern.value)
    return period * (file.model.layers.value // len(period))


def _layers(file: AnchorFile) -> tuple[Layer, ...]:
    mixers = kinds_of_layers(file, file.model.layer_pattern)
    blocks = kinds_of_layers(file, file.model.feed_forward_pattern)
    made_mixers = {kind: _mixer(file, kind) for kind in dict.fromkeys(mixers)}
    made_blocks = {kind: _feed_forward(file, kind) for kind in dict.fromkeys(blocks)}
    return tuple(Layer(made_mixers[mixer], made_blocks[block]) for mixer, block in zip(mixers, blocks, strict=True))


def _mixer(file: AnchorFile, kind: str) -> Mixer:
    if kind == "linear":
        assert file.linear_attention is not None
        return _linear(file.linear_attention)
    if kind == "latent":
        assert file.latent_attention is not None
        return _latent(file.latent_attention)
    assert file.attention is not None
    return _full(file.attention, _optional(file.attention.sliding_window) if kind == "sliding" else None)


def _full(section: AttentionSection, window: int | None) -> FullAttention:
    return FullAttention(
        query_heads=section.query_heads.value,
        kv_heads=section.kv_heads.value,
        head_dim=section.head_dim.value,
        output_gate=section.output_gate.value,
        qk_norm=section.qk_norm.value,
        joint_qk_norm=_is_set(section.joint_qk_norm),
        qkv_bias=section.qkv_bias.value,
        output_bias=section.output_bias.value,
        sinks=_is_set(section.sinks),
        window=window,
    )


def _linear(section: LinearSection) -> LinearAttention:
    return LinearAttention(
        key_heads=section.linear_key_heads.value,
        value_heads=section.linear_value_heads.value,
        key_head_dim=section.linear_key_head_dim.value,
        value_head_dim=section.linear_value_head_dim.value,
        conv_kernel=section.linear_conv_kernel.value,
        state_dtype=section.linear_state_dtype.value,
    )


def _latent(section: LatentSection) -> LatentAttention:
    return LatentAttention(
        query_heads=section.query_heads.value,
        query_rank=_optional(section.query_rank),
        kv_rank=section.kv_rank.value,
        nope_head_dim=section.nope_head_dim.value,
        rope_head_dim=section.rope_head_dim.value,
        value_head_dim=section.value_head_dim.value,
    )


def _feed_forward(file: AnchorFile, kind: str) -> FeedForward:
    if kind == "moe":
        assert file.moe is not None
        return _moe(file.moe)
    assert file.feed_forward is not None
    return _dense(file.feed_forward)


def _dense(section: DenseSection) -> DenseFeedForward:
    return DenseFeedForward(section.intermediate_size.value, section.gated.value, section.feed_forward_bias.value)


def _moe(section: MoeSection) -> MoeFeedForward:
    return MoeFeedForward(
        experts=section.experts.value,
        experts_per_token=section.experts_per_token.value,
        expert_intermediate_size=section.expert_intermediate_size.value,
        shared_intermediate_size=_optional(section.shared_intermediate_size),
        shared_gate=section.shared_gate.value,
        router_bias=section.router_bias.value,
        bias=_is_set(section.moe_bias),
    )


def _vision(section: VisionSection | None) -> VisionTower | None:
    if section is None:
        return None
    return VisionTower(
        depth=section.vision_depth.value,
        hidden_size=section.vision_hidden_size.value,
        intermediate_size=section.vision_intermediate_size.value,
        patch_size=section.vision_patch_size.value,
        temporal_patch_size=section.vision_temporal_patch_size.value,
        channels=section.vision_channels.value,
        positions=section.vision_positions.value,
        merge_size=section.vision_merge_size.value,
        output_size=section.vision_output_size.value,
        linear_merger=_is_set(section.vision_linear_merger),
    )


def _quantization(section: QuantizationSection | None) -> Quantization | None:
    if section is None:
        return None
    return Quantization(
        format=section.quantization_format.value,
        includes_mtp=section.quantization_includes_mtp.value,
        experts_only=_is_set(section.quantization_experts_only),
    )


def _is_set(field: Flag | None) -> bool:
    return field is not None and field.value


def _optional(field: Whole | None) -> int | None:
    return None if field is None else field.value
