"""A weight: a tensor whose shape is written in the model's own symbols.

A shape is the one definition of a count: the product of its sides is the formula of the part, the
numbers put in give the elements, and real tile counts of block formats follow from its sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from site_builder.engine.algebra import collected, formula
from site_builder.engine.formula import Expression, Operand, Symbol, as_expression, evaluate, product
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

    A router's bias steers which experts are chosen and scales nothing: it has no active copy.  `single` weights are
    FP32 in the published files, whatever the type of the rest.
    """

    name: str
    shape: tuple[Operand, ...]
    role: Role
    copies: Operand = 1
    active: Operand | None = None
    single: bool = False

    def elements(self, active: bool = False) -> Expression:
        """The product of the sides and the copies; with `active`, of the copies one token passes."""
        return product(self.passed(active), *self.shape)

    def passed(self, active: bool) -> Operand:
        """All copies, or with `active` those one token passes."""
        return self.active if active and self.active is not None else self.copies


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

    def shapes(self, active: bool = False) -> Iterator[tuple[Tensor, tuple[int, ...], int]]:
        """Each tensor with its sides in numbers and how often it occurs; with `active`, how often a token passes it."""
        values = {given.symbol: given.value for given in self.inputs}
        for tensor in self.tensors:
            sides = tuple(int(evaluate(as_expression(side), values)) for side in tensor.shape)
            copies = as_expression(tensor.passed(active))
            yield tensor, sides, int(self.repeats.value) * int(evaluate(copies, values))


D = Symbol("d")


def inputs_of(record: Record) -> tuple[Input, ...]:
    """The fields of a record that have a symbol and a number, in the order they are declared."""
    return tuple(
        Input(each.symbol, value, each.name)
        for each in declared(type(record))
        if each.symbol and (value := getattr(record, each.attribute)) is not None
    )
