"""The fields an anchor file may have: each a value with the source it was read from.

    hidden_size: {value: 5120, source: config, place: text_config.hidden_size}

`source` is a key of the anchor's own `sources`, `place` where in it.  Sections say which parts the
model has; a name is the same here, in `{eval}` and in the origin of a formula's input.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field

from site_builder.engine.storage import FORMATS, PLAIN
from site_builder.source import patterns
from site_builder.source.validate import Schema

LARGEST = 2**40
MOST_LAYERS = 4096
KINDS = ("full", "sliding", "linear", "latent", "dense", "moe")

Size: TypeAlias = Annotated[int, Field(ge=1, le=LARGEST)]
Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]


class Sourced(Schema):
    """What every field has beside its value."""

    source: Name
    place: Name | None = None


class Whole(Sourced):
    value: Size


class LayerCount(Sourced):
    value: Annotated[int, Field(ge=1, le=MOST_LAYERS)]


class Flag(Sourced):
    value: bool


class Text(Sourced):
    value: Name


class NormCount(Sourced):
    value: Literal[2, 4]


def _plain_dtype(name: str) -> str:
    if name not in PLAIN:
        raise ValueError(f"expected one of {', '.join(PLAIN)}")
    return name


def _format(name: str) -> str:
    names = [storage.name for storage in FORMATS]
    if name not in names:
        raise ValueError(f"expected one of {', '.join(names)}")
    return name


class Dtype(Sourced):
    value: Annotated[str, AfterValidator(_plain_dtype)]


class FormatName(Sourced):
    value: Annotated[str, AfterValidator(_format)]


_RUN = re.compile(rf"(?:([1-9][0-9]{{0,3}}) )?({'|'.join(KINDS)})")


def pattern_items(runs: tuple[str, ...]) -> tuple[str, ...]:
    """``("3 linear", "full")`` written out: linear, linear, linear, full.  ValueError for anything else."""
    items: list[str] = []
    for run in runs:
        match = _RUN.fullmatch(run)
        if match is None:
            raise ValueError(f"expected items such as '3 linear' or 'full', of {', '.join(KINDS)}")
        items += [match[2]] * int(match[1] or 1)
    if len(items) > MOST_LAYERS:
        raise ValueError(f"expected at most {MOST_LAYERS} layers")
    return tuple(items)


def _runs(runs: tuple[str, ...]) -> tuple[str, ...]:
    pattern_items(runs)
    return runs


class Pattern(Sourced):
    """Kinds of successive layers, repeated to the number of layers, which it must divide."""

    value: Annotated[tuple[str, ...], Field(min_length=1), AfterValidator(_runs)]


class ModelSection(Schema):
    hidden_size: Whole
    native_context: Whole
    layers: LayerCount
    layer_pattern: Pattern
    feed_forward_pattern: Pattern
    vocab_size: Whole
    tied_embeddings: Flag
    learned_positions: Whole | None = None
    norms_per_layer: NormCount
    norm_bias: Flag
    stored_dtype: Dtype


class AttentionSection(Schema):
    query_heads: Whole
    kv_heads: Whole
    head_dim: Whole
    output_gate: Flag
    qk_norm: Flag
    joint_qk_norm: Flag | None = None
    qkv_bias: Flag
    output_bias: Flag
    sinks: Flag | None = None
    sliding_window: Whole | None = None
    rotary_dim: Whole | None = None
    rope_theta: Whole | None = None


class LinearSection(Schema):
    linear_key_heads: Whole
    linear_value_heads: Whole
    linear_key_head_dim: Whole
    linear_value_head_dim: Whole
    linear_conv_kernel: Whole
    linear_state_dtype: Dtype
    linear_output_gate: Text | None = None


class LatentSection(Schema):
    query_heads: Whole
    query_rank: Whole | None = None
    kv_rank: Whole
    nope_head_dim: Whole
    rope_head_dim: Whole
    value_head_dim: Whole


class DenseSection(Schema):
    intermediate_size: Whole
    gated: Flag
    feed_forward_bias: Flag


class MoeSection(Schema):
    experts: Whole
    experts_per_token: Whole
    expert_intermediate_size: Whole
    shared_intermediate_size: Whole | None = None
    shared_gate: Flag
    router_bias: Flag
    moe_bias: Flag | None = None


class VisionSection(Schema):
    vision_depth: LayerCount
    vision_hidden_size: Whole
    vision_intermediate_size: Whole
    vision_heads: Whole
    vision_patch_size: Whole
    vision_temporal_patch_size: Whole
    vision_channels: Whole
    vision_positions: Whole
    vision_merge_size: Whole
    vision_output_size: Whole
    vision_linear_merger: Flag | None = None


class MtpSection(Schema):
    """A multi-token prediction head; its layers are like the model's last one."""

    mtp_layers: LayerCount
    mtp_stored_embeddings: Flag


class QuantizationSection(Schema):
    quantization_format: FormatName
    quantization_includes_mtp: Flag
    quantization_experts_only: Flag | None = None


class AnchorFile(Schema):
    """A whole anchor file."""

    id: Annotated[str, Field(pattern=patterns.ANCHOR_ID)]
    title: Name
    sources: dict[str, Name]
    model: ModelSection
    attention: AttentionSection | None = None
    linear_attention: LinearSection | None = None
    latent_attention: LatentSection | None = None
    feed_forward: DenseSection | None = None
    moe: MoeSection | None = None
    vision: VisionSection | None = None
    mtp: MtpSection | None = None
    quantization: QuantizationSection | None = None


SECTIONS = (
    "model", "attention", "linear_attention", "latent_attention", "feed_forward", "moe", "vision", "mtp",
    "quantization",
)  # fmt: skip
