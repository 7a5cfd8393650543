"""A model as layers of kinds, in exact whole numbers.

A layer is a token mixer (full attention, linear attention, latent attention) and a feed-forward;
nothing is ever derived as "hidden size ÷ heads".  Widths are elements, windows and contexts are
tokens.  The records hold no bytes and no formulas: `tensors` and `components` list the weights,
`quantities` computes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from site_builder.engine.record import MOST_LAYERS, ModelError, Record, flag, size, word
from site_builder.engine.storage import BY_NAME, PLAIN


@dataclass(frozen=True, slots=True)
class FullAttention(Record):
    """Softmax attention with a KV cache.  Multi-head, grouped-query and multi-query are one kind.

    Query head i reads KV head ⌊i · kv_heads ÷ query_heads⌋ (arXiv 2305.13245), so `query_heads`
    must be a multiple of `kv_heads`.  `output_gate` doubles the query projection; `qk_norm` norms each
    head by one weight of its width, `joint_qk_norm` all heads together by a weight of theirs (OLMo 2);
    `sinks` adds one learned logit per query head; `window` limits what a query sees to that many tokens.
    """

    query_heads: int = size("h_q")
    kv_heads: int = size("h_kv")
    head_dim: int = size("d_h")
    output_gate: bool = flag(False, needed=True)
    qk_norm: bool = flag(False, needed=True)
    joint_qk_norm: bool = flag(False)
    qkv_bias: bool = flag(False, needed=True)
    output_bias: bool = flag(False, needed=True)
    sinks: bool = flag(False)
    window: int | None = size("W", None, name="sliding_window")
    rotary_dim: int | None = size(default=None, told=True)
    rope_theta: int | None = size(default=None, told=True)

    def contradictions(self) -> Iterator[ModelError]:
        """Heads that do not divide, two norms in one place, a rotated part wider than the head."""
        yield from self.multiple("query_heads", "kv_heads")
        if self.rotary_dim is not None and self.rotary_dim > self.head_dim:
            message = f"rotary_dim = {self.rotary_dim} is more than head_dim = {self.head_dim}"
            yield ModelError(message, ("rotary_dim",))
        if self.qk_norm and self.joint_qk_norm:
            message = "qk_norm and joint_qk_norm are both true: they are two ways of one norm"
            yield ModelError(message, ("joint_qk_norm",))


@dataclass(frozen=True, slots=True)
class LinearAttention(Record):
    """Gated DeltaNet (arXiv 2412.06464): a state of key_head_dim × value_head_dim per value head.

    A depthwise causal convolution of `conv_kernel` taps runs over queries, keys and values first.
    `state_dtype` is the type the recurrent state is kept in, which is often not the weights' type.
    """

    PREFIX: ClassVar[str] = "linear_"

    key_heads: int = size("n_k")
    value_heads: int = size("n_v")
    key_head_dim: int = size("d_sk")
    value_head_dim: int = size("d_sv")
    conv_kernel: int = size("K")
    state_dtype: str = word("float32", choices=PLAIN, needed=True)
    output_gate: str | None = word(None, told=True)

    def contradictions(self) -> Iterator[ModelError]:
        """Value heads share key heads evenly."""
        return self.multiple("value_heads", "key_heads")


@dataclass(frozen=True, slots=True)
class LatentAttention(Record):
    """Multi-head latent attention, MLA (arXiv 2405.04434): one compressed vector a token is cached.

    A cached vector has `kv_rank` + `rope_head_dim` elements, shared by all heads, keys and values
    alike.  `query_rank=None` projects queries directly.
    """

    query_heads: int = size("h_q")
    query_rank: int | None = size("r_q")
    kv_rank: int = size("r_kv")
    nope_head_dim: int = size("d_nope")
    rope_head_dim: int = size("d_rope")
    value_head_dim: int = size("d_mv")


Mixer: TypeAlias = FullAttention | LinearAttention | LatentAttention


@dataclass(frozen=True, slots=True)
class DenseFeedForward(Record):
    """Two matrices (up, down), or three when `gated` (SwiGLU, GeGLU)."""

    intermediate_size: int = size("f")
    gated: bool = flag(True, needed=True)
    bias: bool = flag(False, name="feed_forward_bias", needed=True)


@dataclass(frozen=True, slots=True)
class MoeFeedForward(Record):
    """Mixture of experts: each token passes `experts_per_token` of `experts` gated experts.

    `shared_intermediate_size` is the width of the expert every token passes (None: there is none);
    `shared_gate` multiplies it by a sigmoid of one row.  `router_bias` is one number an expert that
    steers which are chosen (DeepSeek-V3); `bias` is one on the router and on every projection (gpt-oss).
    """

    experts: int = size("E")
    experts_per_token: int = size("k")
    expert_intermediate_size: int = size("f_e")
    shared_intermediate_size: int | None = size("f_s", None)
    shared_gate: bool = flag(False, needed=True)
    router_bias: bool = flag(False, needed=True)
    bias: bool = flag(False, name="moe_bias")

    def contradictions(self) -> Iterator[ModelError]:
        """More experts a token than there are, and what a shared expert would need or cannot have."""
        if self.experts_per_token > self.experts:
            message = f"experts_per_token = {self.experts_per_token} is more than experts = {self.experts}"
            yield ModelError(message, ("experts_per_token",))
        if self.shared_gate and self.shared_intermediate_size is None:
            yield ModelError("shared_gate is true but shared_intermediate_size is missing", ("shared_gate",))
        if self.bias and self.shared_intermediate_size is not None:
            yield ModelError("moe_bias is true, which is not described for a shared expert", ("bias",))


FeedForward: TypeAlias = DenseFeedForward | MoeFeedForward


@dataclass(frozen=True, slots=True)
class Layer:
    """One decoder layer: a token mixer, then a feed-forward."""

    mixer: Mixer
    feed_forward: FeedForward


@dataclass(frozen=True, slots=True)
class Embeddings(Record):
    """Token embedding; `tied` shares it with the output head; `positions` learned position vectors."""

    vocab_size: int = size("V")
    tied: bool = flag(name="tied_embeddings")
    positions: int | None = size("P", None, name="learned_positions")


@dataclass(frozen=True, slots=True)
class Norms(Record):
    """Normalisations of hidden width: `per_layer` in each layer (2 or 4) and one after the last."""

    per_layer: int = size("n_norm", 2, name="norms_per_layer", choices=(2, 4), needed=True)
    bias: bool = flag(False, name="norm_bias", needed=True)


@dataclass(frozen=True, slots=True)
class VisionTower(Record):
    """A ViT with biases everywhere and a merger of merge² patches into one vector of the text model.

    The merger is two layers over the merge² patches side by side, or with `linear_merger` one
    projection of their mean behind a norm of its own (Gemma 3).
    """

    PREFIX: ClassVar[str] = "vision_"

    depth: int = size("v_L", most=MOST_LAYERS)
    hidden_size: int = size("v_d")
    intermediate_size: int = size("v_f")
    patch_size: int = size("v_p")
    temporal_patch_size: int = size("v_t")
    channels: int = size("v_c")
    positions: int = size("v_N")
    merge_size: int = size("v_m")
    output_size: int = size("v_o")
    linear_merger: bool = flag(False)
    heads: int = size(default=1, told=True, needed=True)

    def contradictions(self) -> Iterator[ModelError]:
        """Heads share the width evenly."""
        return self.multiple("hidden_size", "heads")


@dataclass(frozen=True, slots=True)
class MtpHead(Record):
    """Multi-token prediction: `depth` modules of a 2d → d projection, one `layer` and three norms.

    `stored_embeddings` says that the checkpoint holds a second copy of embedding and head for it.
    """

    PREFIX: ClassVar[str] = "mtp_"

    depth: int = size("M", name="layers", most=MOST_LAYERS)
    layer: Layer
    stored_embeddings: bool = flag(False, needed=True)


@dataclass(frozen=True, slots=True)
class Quantization(Record):
    """How the published checkpoint stores the projections of its layers; the rest keeps the stored dtype.

    `experts_only`: only those of the routed experts (gpt-oss).
    """

    PREFIX: ClassVar[str] = "quantization_"

    format: str = word(choices=tuple(BY_NAME))
    includes_mtp: bool = flag(False, needed=True)
    experts_only: bool = flag(False)


@dataclass(frozen=True, slots=True)
class Model(Record):
    """A whole checkpoint.  `stored_dtype` is one of `storage.PLAIN` (``bfloat16``)."""

    hidden_size: int = size("d")
    native_context: int = size()
    stored_dtype: str = word(choices=PLAIN)
    embeddings: Embeddings
    layers: tuple[Layer, ...]
    norms: Norms = Norms()
    vision: VisionTower | None = None
    mtp: MtpHead | None = None
    quantization: Quantization | None = None

    def contradictions(self) -> Iterator[ModelError]:
        """No layers at all."""
        if not self.layers:
            yield ModelError("a model has at least one layer", ("layers",))

    def mixers(self) -> tuple[tuple[Mixer, int], ...]:
        """Each different mixer with the number of layers that have it, in order of first use."""
        return tuple(Counter(layer.mixer for layer in self.layers).items())

    def feed_forwards(self) -> tuple[tuple[FeedForward, int], ...]:
        """Each different feed-forward with the number of layers that have it, in order of first use."""
        return tuple(Counter(layer.feed_forward for layer in self.layers).items())

    def count(self, kind: type[Mixer] | type[FeedForward]) -> int:
        """The number of layers whose mixer or feed-forward is of `kind`."""
        return sum(isinstance(layer.mixer, kind) or isinstance(layer.feed_forward, kind) for layer in self.layers)
