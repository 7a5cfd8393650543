"""Token mixers: what a layer moves information between tokens with, and how wide it is.

Widths are elements, windows are tokens; nothing is ever derived as "hidden size ÷ heads".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from site_builder.engine.record import ModelError, Record, flag, size, word
from site_builder.engine.storage import PLAIN


@dataclass(frozen=True, slots=True)
class FullAttention(Record):
    """Softmax attention with a KV cache.  Multi-head, grouped-query and multi-query are one kind.

    Query head i reads KV head ⌊i · kv_heads ÷ query_heads⌋ (arXiv 2305.13245), so `query_heads`
    must be a multiple of `kv_heads`.  `output_gate` doubles the query projection; `qk_norm` norms each
    head by one weight of its width, `joint_qk_norm` all heads together by a weight of theirs (OLMo 2);
    `sinks` adds one learned logit per query head; `window` limits what a query sees to that many tokens,
    those of its own chunk where it is `chunked` (Llama 4).  `value_head_dim` is the width of a value where it is not
    that of a key; with `keys_as_values` one projection serves for both (Gemma 4).  With `shared_cache` a layer reads
    the keys and values of an earlier one: it has neither projections nor a cache of its own, though with `stored_keys`
    its files hold the projections all the same (Gemma 3n).
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
    rotary_dim: int | None = size(default=None, descriptive=True)
    rope_theta: int | None = size(default=None, descriptive=True)
    value_head_dim: int | None = size("d_hv", None)
    chunked: bool = flag(False)
    keys_as_values: bool = flag(False)
    shared_cache: bool = flag(False)
    stored_keys: bool = flag(False)

    @property
    def has_keys(self) -> bool:
        """Whether there are weights that make keys and values."""
        return self.stored_keys or not self.shared_cache

    def contradictions(self) -> Iterator[ModelError]:
        """Heads that do not divide, two norms in one place, a rotated part wider than the head."""
        yield from self.multiple("query_heads", "kv_heads")
        if self.rotary_dim is not None and self.rotary_dim > self.head_dim:
            message = f"rotary_dim = {self.rotary_dim} is more than head_dim = {self.head_dim}"
            yield ModelError(message, ("rotary_dim",))
        if self.qk_norm and self.joint_qk_norm:
            message = "qk_norm and joint_qk_norm are both true: they are two ways of one norm"
            yield ModelError(message, ("joint_qk_norm",))
        if self.chunked and self.window is None:
            yield ModelError("chunked is true but sliding_window, the chunk, is missing", ("chunked",))
        if self.stored_keys and not self.shared_cache:
            yield ModelError("stored_keys is true but shared_cache is false", ("stored_keys",))
        if self.shared_cache and (self.keys_as_values or self.sinks):
            yield ModelError("shared_cache is true, which leaves no keys to serve as values", ("shared_cache",))


@dataclass(frozen=True, slots=True)
class LinearAttention(Record):
    """Gated DeltaNet (arXiv 2412.06464): a state of key_head_dim × value_head_dim per value head.

    A depthwise causal convolution of `conv_kernel` taps runs over queries, keys and values first.
    `state_dtype` is the type the recurrent state is kept in, which is often not the weights' type.
    `float32_norms` says that the files hold A_log and the norm in FP32 (Qwen3.5).  With `decay_rank` each channel of a
    head decays by itself, by a low-rank function of the token, and with `gate_rank` the gate is one too (Kimi Delta
    Attention, arXiv 2510.26692).
    """

    PREFIX: ClassVar[str] = "linear_"

    key_heads: int = size("n_k")
    value_heads: int = size("n_v")
    key_head_dim: int = size("d_sk")
    value_head_dim: int = size("d_sv")
    conv_kernel: int = size("K")
    state_dtype: str = word("float32", choices=PLAIN, needed=True)
    float32_norms: bool = flag(False)
    decay_rank: int | None = size("r_d", None)
    gate_rank: int | None = size("r_g", None)
    output_gate: str | None = word(None, descriptive=True)

    def contradictions(self) -> Iterator[ModelError]:
        """Value heads share key heads evenly."""
        return self.multiple("value_heads", "key_heads")


@dataclass(frozen=True, slots=True)
class LatentAttention(Record):
    """Multi-head latent attention, MLA (arXiv 2405.04434): one compressed vector a token is cached.

    A cached vector has `kv_rank` + `rope_head_dim` elements, shared by all heads, keys and values
    alike.  `query_rank=None` projects queries directly.  An indexer (DeepSeek-V3.2's sparse attention) of
    `index_heads` heads of `index_head_dim` caches one more key of that width a token, and lets each query see
    the `index_topk` tokens it scores highest.
    """

    query_heads: int = size("h_q")
    query_rank: int | None = size("r_q")
    kv_rank: int = size("r_kv")
    nope_head_dim: int = size("d_nope")
    rope_head_dim: int = size("d_rope")
    value_head_dim: int = size("d_mv")
    index_heads: int | None = size("h_i", None)
    index_head_dim: int | None = size("d_i", None)
    index_topk: int | None = size("k_i", None)

    def contradictions(self) -> Iterator[ModelError]:
        """An indexer that is given in part, or has no compressed queries to read."""
        parts = [self.index_heads, self.index_head_dim, self.index_topk]
        if any(parts) and not all(parts):
            yield ModelError("index_heads, index_head_dim and index_topk go together", ("query_heads",))
        if all(parts) and self.query_rank is None:
            yield ModelError("an indexer reads the compressed query: query_rank is missing", ("index_heads",))


@dataclass(frozen=True, slots=True)
class Mamba(Record):
    """Selective state space, Mamba (arXiv 2312.00752): a state of `state_size` numbers for each inner channel.

    A depthwise causal convolution of `conv_kernel` taps runs over the channels first.  `inner_norms` norms the
    step and the two projections of the state, with weights (Jamba).
    """

    PREFIX: ClassVar[str] = "mamba_"

    inner_size: int = size("d_x")
    state_size: int = size("n_s")
    step_rank: int = size("r_t")
    conv_kernel: int = size("K")
    conv_bias: bool = flag(True, needed=True)
    bias: bool = flag(False, needed=True)
    inner_norms: bool = flag(False)
    state_dtype: str = word("float32", choices=PLAIN, needed=True)


@dataclass(frozen=True, slots=True)
class Mamba2(Record):
    """State space duality, Mamba-2 (arXiv 2405.21060): a state of head_dim × state_size for each head.

    `groups` of heads share the projections B and C; a depthwise causal convolution of `conv_kernel` taps runs over
    the channels of the heads and of B and C first.
    """

    PREFIX: ClassVar[str] = "mamba_"

    heads: int = size("h_m")
    head_dim: int = size("d_mh")
    groups: int = size("g_m")
    state_size: int = size("n_s")
    conv_kernel: int = size("K")
    conv_bias: bool = flag(True, needed=True)
    bias: bool = flag(False, needed=True)
    gated_norm: bool = flag(True, needed=True)
    state_dtype: str = word("float32", choices=PLAIN, needed=True)

    def contradictions(self) -> Iterator[ModelError]:
        """Heads that the groups do not divide."""
        return self.multiple("heads", "groups")


@dataclass(frozen=True, slots=True)
class LightningAttention(Record):
    """Linear attention with a fixed decay for each head (arXiv 2401.04658): a state of head_dim × head_dim a head.

    It has no convolution; a gate of full width and one norm over all heads together stand behind it (MiniMax-M1).
    """

    PREFIX: ClassVar[str] = "lightning_"

    heads: int = size("h_l")
    head_dim: int = size("d_lh")
    state_dtype: str = word("float32", choices=PLAIN, needed=True)


@dataclass(frozen=True, slots=True)
class Rwkv7(Record):
    """RWKV-7's time mixing (arXiv 2503.14456): a generalised delta rule with a state of head_dim × head_dim a head.

    Decay, in-context learning rate and gate are low-rank functions of the token, of `decay_rank`, `rate_rank` and
    `gate_rank`; so is the share of the first layer's value, of `value_rank`, which the first layer itself has not.
    A vector of the token before is kept besides the state (token shift).
    """

    PREFIX: ClassVar[str] = "rwkv_"

    heads: int = size("h_w")
    head_dim: int = size("d_wh")
    decay_rank: int = size("r_d")
    rate_rank: int = size("r_i")
    gate_rank: int = size("r_g")
    value_rank: int | None = size("r_v", None)
    state_dtype: str = word("float32", choices=PLAIN, needed=True)


Recurrent: TypeAlias = LinearAttention | LightningAttention | Rwkv7 | Mamba | Mamba2
"""Mixers that keep a state of fixed size."""
Mixer: TypeAlias = FullAttention | LatentAttention | Recurrent
