"""Every weight of a model: tensors with shapes written in the model's own symbols.

A shape is the one definition of a count: the product of its sides is the formula of the part, the
numbers put in give the elements, and real tile counts of block formats follow from its sides.
Shapes are (rows out, columns in) as in the published checkpoints.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from site_builder.engine.algebra import collected, formula
from site_builder.engine.formula import Expression, Operand, Symbol, as_expression, evaluate, product
from site_builder.engine.model import (
    DenseFeedForward,
    FeedForward,
    FullAttention,
    LatentAttention,
    LinearAttention,
    Mixer,
    MoeFeedForward,
)  # fmt: skip
from site_builder.engine.quantity import Formula, Input
from site_builder.engine.record import Record, declared

Role: TypeAlias = Literal["projection", "expert", "gate", "head", "embedding", "vector"]
"""projection, expert: a matrix that quantised checkpoints quantise, the second of a routed expert; gate: a
small matrix they keep (router, decay and write gates, MTP projection); head, embedding: the vocabulary's;
vector: norms, biases, convolutions.  A token is multiplied by all but embeddings and vectors."""

QUANTISED_ROLES: frozenset[Role] = frozenset({"projection", "expert"})
MATRIX_ROLES: frozenset[Role] = QUANTISED_ROLES | {"gate", "head"}


@dataclass(frozen=True, slots=True)
class Tensor:
    """One weight, or `copies` equal ones of which a token passes `active` (experts).

    A router's bias steers which experts are chosen and scales nothing: it has no active copy.
    """

    name: str
    shape: tuple[Operand, ...]
    role: Role
    copies: Operand = 1
    active: Operand | None = None

    def elements(self, active: bool = False) -> Expression:
        """The product of the sides and the copies; with `active`, of the copies one token passes."""
        copies = self.active if active and self.active is not None else self.copies
        return product(copies, *self.shape)


@dataclass(frozen=True, slots=True)
class Component:
    """Tensors that occur `repeats` times in a `part` of the model; `inputs` give their symbols."""

    part: str
    repeats: Input
    tensors: tuple[Tensor, ...]
    inputs: tuple[Input, ...]

    def only(self, roles: frozenset[Role]) -> Component:
        """The same with the tensors of `roles` alone."""
        return replace(self, tensors=tuple(tensor for tensor in self.tensors if tensor.role in roles))

    def formula(self, active: bool = False) -> Formula:
        """Elements: repeats × (sum of the products of the shapes)."""
        one = collected(tensor.elements(active) for tensor in self.tensors)
        return formula(product(Symbol(self.repeats.symbol), one), self.repeats, *self.inputs)

    def count(self, active: bool = False) -> int:
        """The value of `formula`."""
        return self.formula(active).value()

    def shapes(self) -> Iterator[tuple[Tensor, tuple[int, ...], int]]:
        """Each tensor with its sides in numbers and how often it occurs in the checkpoint."""
        values = {given.symbol: given.value for given in self.inputs}
        for tensor in self.tensors:
            sides = tuple(int(evaluate(as_expression(side), values)) for side in tensor.shape)
            yield tensor, sides, self.repeats.value * int(evaluate(as_expression(tensor.copies), values))


D = Symbol("d")


def mixer_component(mixer: Mixer, hidden: Input, repeats: Input, part: str = "") -> Component:
    """The weights of one token mixer of hidden width `hidden`."""
    match mixer:
        case FullAttention():
            return Component(part or "full_attention", repeats, _full(mixer), (hidden, *inputs_of(mixer)))
        case LinearAttention():
            return Component(part or "linear_attention", repeats, _linear(mixer), (hidden, *inputs_of(mixer)))
        case LatentAttention():
            return Component(part or "latent_attention", repeats, _latent(mixer), (hidden, *inputs_of(mixer)))


def inputs_of(record: Record) -> tuple[Input, ...]:
    """The fields of a record that have a symbol and a number, in the order they are declared."""
    return tuple(
        Input(each.symbol, value, each.name)
        for each in declared(type(record))
        if each.symbol and (value := getattr(record, each.attribute)) is not None
    )


def _full(mixer: FullAttention) -> tuple[Tensor, ...]:
    h_q, h_kv, d_h = Symbol("h_q"), Symbol("h_kv"), Symbol("d_h")
    queries = product(2 if mixer.output_gate else 1, h_q, d_h)
    tensors = [
        Tensor("q_proj", (queries, D), "projection"),
        Tensor("k_proj", (h_kv * d_h, D), "projection"),
        Tensor("v_proj", (h_kv * d_h, D), "projection"),
        Tensor("o_proj", (D, h_q * d_h), "projection"),
    ]
    if mixer.qkv_bias:
        tensors += [Tensor("q_bias", (queries,), "vector"), Tensor("kv_bias", (2 * h_kv * d_h,), "vector")]
    if mixer.output_bias:
        tensors.append(Tensor("o_bias", (D,), "vector"))
    if mixer.qk_norm:
        tensors += [Tensor("q_norm", (d_h,), "vector"), Tensor("k_norm", (d_h,), "vector")]
    if mixer.joint_qk_norm:
        tensors += [Tensor("q_norm", (h_q * d_h,), "vector"), Tensor("k_norm", (h_kv * d_h,), "vector")]
    if mixer.sinks:
        tensors.append(Tensor("sinks", (h_q,), "vector"))
    return tuple(tensors)


def conv_channels() -> Expression:
    """Channels of a DeltaNet layer's convolution: queries and keys, then values."""
    return 2 * Symbol("n_k") * Symbol("d_sk") + Symbol("n_v") * Symbol("d_sv")


def _linear(_: LinearAttention) -> tuple[Tensor, ...]:
    n_k, n_v, d_sk, d_sv = Symbol("n_k"), Symbol("n_v"), Symbol("d_sk"), Symbol("d_sv")
    return (
        Tensor("q_proj and k_proj", (2 * n_k * d_sk, D), "projection"),
        Tensor("v_proj", (n_v * d_sv, D), "projection"),
        Tensor("z_proj", (n_v * d_sv, D), "projection"),
        Tensor("a_proj", (n_v, D), "gate"),
        Tensor("b_proj", (n_v, D), "gate"),
        Tensor("conv", (conv_channels(), Symbol("K")), "vector"),
        Tensor("A_log", (n_v,), "vector"),
        Tensor("dt_bias", (n_v,), "vector"),
        Tensor("norm", (d_sv,), "vector"),
        Tensor("out_proj", (D, n_v * d_sv), "projection"),
    )


def _latent(mixer: LatentAttention) -> tuple[Tensor, ...]:
    h_q, r_q, r_kv = Symbol("h_q"), Symbol("r_q"), Symbol("r_kv")
    d_nope, d_rope, d_mv = Symbol("d_nope"), Symbol("d_rope"), Symbol("d_mv")
    queries = h_q * (d_nope + d_rope)
    query = (
        (Tensor("q_proj", (queries, D), "projection"),)
        if mixer.query_rank is None
        else (
            Tensor("q_a_proj", (r_q, D), "projection"),
            Tensor("q_a_norm", (r_q,), "vector"),
            Tensor("q_b_proj", (queries, r_q), "projection"),
        )
    )
    return (
        *query,
        Tensor("kv_a_proj", (r_kv + d_rope, D), "projection"),
        Tensor("kv_a_norm", (r_kv,), "vector"),
        Tensor("kv_b_proj", (h_q * (d_nope + d_mv), r_kv), "projection"),
        Tensor("o_proj", (D, h_q * d_mv), "projection"),
    )


def feed_forward_component(block: FeedForward, hidden: Input, repeats: Input, part: str = "") -> Component:
    """The weights of one feed-forward of hidden width `hidden`."""
    part = part or "feed_forward"
    match block:
        case DenseFeedForward():
            return Component(part, repeats, _dense(block), (hidden, *inputs_of(block)))
        case MoeFeedForward():
            return Component(part, repeats, _moe(block), (hidden, *inputs_of(block)))


def _dense(block: DenseFeedForward) -> tuple[Tensor, ...]:
    f = Symbol("f")
    inward = ("gate_proj", "up_proj") if block.gated else ("up_proj",)
    tensors = [Tensor(name, (f, D), "projection") for name in inward]
    tensors.append(Tensor("down_proj", (D, f), "projection"))
    if block.bias:
        tensors += [Tensor(f"{name} bias", (f,), "vector") for name in inward]
        tensors.append(Tensor("down_proj bias", (D,), "vector"))
    return tuple(tensors)


def _moe(block: MoeFeedForward) -> tuple[Tensor, ...]:
    experts, active, f_e, f_s = Symbol("E"), Symbol("k"), Symbol("f_e"), Symbol("f_s")
    tensors = [
        Tensor("router", (experts, D), "gate"),
        Tensor("experts gate_proj", (f_e, D), "expert", experts, active),
        Tensor("experts up_proj", (f_e, D), "expert", experts, active),
        Tensor("experts down_proj", (D, f_e), "expert", experts, active),
    ]
    if block.bias:
        tensors += [
            Tensor("router_proj bias", (experts,), "vector"),
            Tensor("experts gate_proj and up_proj bias", (2 * f_e,), "vector", experts, active),
            Tensor("experts down_proj bias", (D,), "vector", experts, active),
        ]
    if block.router_bias:
        tensors.append(Tensor("router bias", (experts,), "vector", active=0))
    if block.shared_intermediate_size is not None:
        tensors += [Tensor(f"shared {name}", (f_s, D), "projection") for name in ("gate_proj", "up_proj")]
        tensors.append(Tensor("shared down_proj", (D, f_s), "projection"))
    if block.shared_gate:
        tensors.append(Tensor("shared gate", (1, D), "gate"))
    return tuple(tensors)
