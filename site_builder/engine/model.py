"""A model as layers of kinds, in exact whole numbers.

A layer is a token mixer (full attention, linear attention, latent attention) and a feed-forward;
nothing is ever derived as "hidden size ÷ heads".  Widths are elements, windows and contexts are
tokens.  The records hold no bytes and no formulas: `tensors` and `components` list the weights,
`quantities` computes.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from typing import TypeAlias

from site_builder.engine.storage import BY_NAME, PLAIN


class ModelError(ValueError):
    """Fields of a model that contradict one another; the message names them with their values."""


def _check_fields(record: object) -> None:
    """Whole numbers are whole and at least 1, flags are true or false: no text, no float, no numpy number."""
    for field in fields(record):  # type: ignore[arg-type]
        value, kind = getattr(record, field.name), str(field.type)
        if value is None and kind.endswith("| None"):
            continue
        if kind.startswith("int") and (type(value) is not int or value < 1):
            raise ModelError(f"{type(record).__name__}.{field.name} must be a whole number ≥ 1, not {value!r}")
        if kind == "bool" and type(value) is not bool:
            raise ModelError(f"{type(record).__name__}.{field.name} must be True or False, not {value!r}")


def _check_plain(name: str, dtype: str) -> None:
    """A type whose elements have a size of their own: weights and states are kept in no other."""
    if dtype not in PLAIN:
        raise ModelError(f"{name} must be one of {', '.join(PLAIN)}, not {dtype!r}")


@dataclass(frozen=True, slots=True)
class FullAttention:
    """Softmax attention with a KV cache.  Multi-head, grouped-query and multi-query are one kind.

    Query head i reads KV head ⌊i · kv_heads ÷ query_heads⌋ (arXiv 2305.13245), so `query_heads`
    must be a multiple of `kv_heads`.  `output_gate` doubles the query projection; `qk_norm` norms each
    head by one weight of its width, `joint_qk_norm` all heads together by a weight of theirs (OLMo 2);
    `sinks` adds one learned logit per query head; `window` limits what a query sees to that many tokens.
    """

    query_heads: int
    kv_heads: int
    head_dim: int
    output_gate: bool = False
    qk_norm: bool = False
    joint_qk_norm: bool = False
    qkv_bias: bool = False
    output_bias: bool = False
    sinks: bool = False
    window: int | None = None

    def __post_init__(self) -> None:
        _check_fields(self)
        if self.query_heads % self.kv_heads:
            raise ModelError(f"query_heads = {self.query_heads} is not a multiple of kv_heads = {self.kv_heads}")
        if self.qk_norm and self.joint_qk_norm:
            raise ModelError("qk_norm and joint_qk_norm are two ways of one norm")


@dataclass(frozen=True, slots=True)
class LinearAttention:
    """Gated DeltaNet (arXiv 2412.06464): a state of key_head_dim × value_head_dim per value head.

    A depthwise causal convolution of `conv_kernel` taps runs over queries, keys and values first.
    `state_dtype` is the type the recurrent state is kept in, which is often not the weights' type.
    """

    key_heads: int
    value_heads: int
    key_head_dim: int
    value_head_dim: int
    conv_kernel: int
    state_dtype: str = "float32"

    def __post_init__(self) -> None:
        _check_fields(self)
        _check_plain("state_dtype", self.state_dtype)
        if self.value_heads % self.key_heads:
            raise ModelError(f"value_heads = {self.value_heads} is not a multiple of key_heads = {self.key_heads}")


@dataclass(frozen=True, slots=True)
class LatentAttention:
    """Multi-head latent attention, MLA (arXiv 2405.04434): one compressed vector a token is cached.

    A cached vector has `kv_rank` + `rope_head_dim` elements, shared by all heads, keys and values
    alike.  `query_rank=None` projects queries directly.
    """

    query_heads: int
    query_rank: int | None
    kv_rank: int
    nope_head_dim: int
    rope_head_dim: int
    value_head_dim: int

    def __post_init__(self) -> None:
        _check_fields(self)


Mixer: TypeAlias = FullAttention | LinearAttention | LatentAttention


@dataclass(frozen=True, slots=True)
class DenseFeedForward:
    """Two matrices (up, down), or three when `gated` (SwiGLU, GeGLU)."""

    intermediate_size: int
    gated: bool = True
    bias: bool = False

    def __post_init__(self) -> None:
        _check_fields(self)


@dataclass(frozen=True, slots=True)
class MoeFeedForward:
    """Mixture of experts: each token passes `experts_per_token` of `experts` gated experts.

    `shared_intermediate_size` is the width of the expert every token passes (None: there is none);
    `shared_gate` multiplies it by a sigmoid of one row.  `router_bias` is one number an expert that
    steers which are chosen (DeepSeek-V3); `bias` is one on the router and on every projection (gpt-oss).
    """

    experts: int
    experts_per_token: int
    expert_intermediate_size: int
    shared_intermediate_size: int | None = None
    shared_gate: bool = False
    router_bias: bool = False
    bias: bool = False

    def __post_init__(self) -> None:
        _check_fields(self)
        if self.experts_per_token > self.experts:
            raise ModelError(f"experts_per_token = {self.experts_per_token} is more than experts = {self.experts}")
        if self.shared_gate and self.shared_intermediate_size is None:
            raise ModelError("shared_gate is set but there is no shared expert")
        if self.bias and self.shared_intermediate_size is not None:
            raise ModelError("bias is not described for a shared expert")


FeedForward: TypeAlias = DenseFeedForward | MoeFeedForward


@dataclass(frozen=True, slots=True)
class Layer:
    """One decoder layer: a token mixer, then a feed-forward."""

    mixer: Mixer
    feed_forward: FeedForward


@dataclass(frozen=True, slots=True)
class Embeddings:
    """Token embedding; `tied` shares it with the output head; `positions` learned position vectors."""

    vocab_size: int
    tied: bool
    positions: int | None = None

    def __post_init__(self) -> None:
        _check_fields(self)


@dataclass(frozen=True, slots=True)
class Norms:
    """Normalisations of hidden width: `per_layer` in each layer (2 or 4) and one after the last."""

    per_layer: int = 2
    bias: bool = False

    def __post_init__(self) -> None:
        _check_fields(self)
        if self.per_layer not in (2, 4):
            raise ModelError(f"norms_per_layer must be 2 or 4, not {self.per_layer!r}")


@dataclass(frozen=True, slots=True)
class VisionTower:
    """A ViT with biases everywhere and a merger of merge² patches into one vector of the text model.

    The merger is two layers over the merge² patches side by side, or with `linear_merger` one
    projection of their mean behind a norm of its own (Gemma 3).
    """

    depth: int
    hidden_size: int
    intermediate_size: int
    patch_size: int
    temporal_patch_size: int
    channels: int
    positions: int
    merge_size: int
    output_size: int
    linear_merger: bool = False

    def __post_init__(self) -> None:
        _check_fields(self)


@dataclass(frozen=True, slots=True)
class MtpHead:
    """Multi-token prediction: `depth` modules of a 2d → d projection, one `layer` and three norms.

    `stored_embeddings` says that the checkpoint holds a second copy of embedding and head for it.
    """

    depth: int
    layer: Layer
    stored_embeddings: bool = False

    def __post_init__(self) -> None:
        _check_fields(self)


@dataclass(frozen=True, slots=True)
class Quantization:
    """How the published checkpoint stores the projections of its layers; the rest keeps the stored dtype.

    `experts_only`: only those of the routed experts (gpt-oss).
    """

    format: str
    includes_mtp: bool = False
    experts_only: bool = False

    def __post_init__(self) -> None:
        _check_fields(self)
        if self.format not in BY_NAME:
            raise ModelError(f"format must be one of {', '.join(BY_NAME)}, not {self.format!r}")


@dataclass(frozen=True, slots=True)
class Model:
    """A whole checkpoint.  `stored_dtype` is one of `storage.PLAIN` (``bfloat16``)."""

    hidden_size: int
    native_context: int
    stored_dtype: str
    embeddings: Embeddings
    layers: tuple[Layer, ...]
    norms: Norms = Norms()
    vision: VisionTower | None = None
    mtp: MtpHead | None = None
    quantization: Quantization | None = None

    def __post_init__(self) -> None:
        _check_fields(self)
        _check_plain("stored_dtype", self.stored_dtype)
        if not self.layers:
            raise ModelError("a model has at least one layer")

    def mixers(self) -> tuple[tuple[Mixer, int], ...]:
        """Each different mixer with the number of layers that have it, in order of first use."""
        return tuple(Counter(layer.mixer for layer in self.layers).items())

    def feed_forwards(self) -> tuple[tuple[FeedForward, int], ...]:
        """Each different feed-forward with the number of layers that have it, in order of first use."""
        return tuple(Counter(layer.feed_forward for layer in self.layers).items())

    def count(self, kind: type[Mixer] | type[FeedForward]) -> int:
        """The number of layers whose mixer or feed-forward is of `kind`."""
        return sum(isinstance(layer.mixer, kind) or isinstance(layer.feed_forward, kind) for layer in self.layers)
