"""Weights of paths beside attention and feed-forward: shortcuts, several streams, embeddings of each layer."""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.engine.formula import Symbol
from site_builder.engine.model import SidePaths
from site_builder.engine.quantity import Input
from site_builder.engine.tensor import Component, D, Tensor, inputs_of


def side_components(side: SidePaths, hidden: Input, layers: Input) -> Iterator[Component]:
    """The weights of the paths: those that make and unite the streams, then those of each layer."""
    inputs = (hidden, *inputs_of(side))
    width, streams, rank = Symbol("d_s"), Symbol("n_u"), Symbol("r_l")
    once = Input("once", 1, "")
    every = (
        Tensor("embeddings of the layers", (Symbol("V_s"), Symbol("L"), width), "embedding"),
        Tensor("projection to the layers", (Symbol("L") * width, D), "gate"),
        Tensor("norm of the layers' embeddings", (width,), "vector"),
        Tensor("streams made and united", (D, D), "gate", 2 * (streams - 1), 2 * (streams - 1)),
    )
    yield Component("embedding", once, every, (*inputs, layers))
    layer = (
        Tensor("shortcut down", (rank, D), "projection"),
        Tensor("shortcut up", (D, rank), "projection"),
        Tensor("stream router", (streams, D), "gate"),
        Tensor("stream prediction", (streams**2, streams), "gate"),
        Tensor("stream correction", (streams, streams), "gate"),
        Tensor("embedding gate", (width, D), "projection"),
        Tensor("embedding projection", (D, width), "projection"),
        Tensor("norms of shortcut, router and embedding, scale of the correction", (4, D), "vector"),
    )
    yield Component("side_paths", layers, layer, inputs)
