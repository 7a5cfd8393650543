"""Feed-forwards: dense ones, and mixtures of experts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from site_builder.engine.record import ModelError, Record, flag, size


@dataclass(frozen=True, slots=True)
class DenseFeedForward(Record):
    """Two matrices (up, down), or three when `gated` (SwiGLU, GeGLU).

    With `token_shift` its input is mixed with that of the token before by a weight for each channel (RWKV).
    """

    intermediate_size: int = size("f")
    gated: bool = flag(True, needed=True)
    bias: bool = flag(False, name="feed_forward_bias", needed=True)
    token_shift: bool = flag(False)


@dataclass(frozen=True, slots=True)
class MoeFeedForward(Record):
    """Mixture of experts: each token passes `experts_per_token` of `experts` experts.

    `shared_intermediate_size` is the width of the expert every token passes (None: there is none);
    `shared_gate` multiplies it by a sigmoid of one row.  `router_bias` is one number an expert that
    steers which are chosen (DeepSeek-V3); `bias` is one on the router and on every projection (gpt-oss).
    Experts, the shared one too, are two matrices where they are not `gated`; `latent_size` is the width of the
    vector they work on between two projections of their own (Nemotron 3 Super).  `norms` counts further norms of
    hidden width inside, `router_scales` weighs the router's input and each expert (Gemma 4).
    """

    experts: int = size("E")
    experts_per_token: int = size("k")
    expert_intermediate_size: int = size("f_e")
    shared_intermediate_size: int | None = size("f_s", None)
    shared_gate: bool = flag(False, needed=True)
    router_bias: bool = flag(False, needed=True)
    bias: bool = flag(False, name="moe_bias")
    gated: bool = flag(True, name="experts_gated")
    latent_size: int | None = size("d_l", None, name="expert_latent_size")
    norms: int | None = size("n_fnorm", None, name="moe_norms")
    router_scales: bool = flag(False)

    def contradictions(self) -> Iterator[ModelError]:
        """More experts a token than there are, and what a shared expert would need or cannot have."""
        if self.experts_per_token > self.experts:
            message = f"experts_per_token = {self.experts_per_token} is more than experts = {self.experts}"
            yield ModelError(message, ("experts_per_token",))
        if self.shared_gate and self.shared_intermediate_size is None:
            yield ModelError("shared_gate is true but shared_intermediate_size is missing", ("shared_gate",))
        if self.bias and not self.gated:
            yield ModelError("moe_bias is true, which is not described for experts of two matrices", ("bias",))
        if self.bias and self.shared_intermediate_size is not None:
            yield ModelError("moe_bias is true, which is not described for a shared expert", ("bias",))


FeedForward: TypeAlias = DenseFeedForward | MoeFeedForward
