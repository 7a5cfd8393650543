"""Score matrices, and the queries and keys they are made of: elements and bytes.

Defaults follow the lessons: a score matrix is one head of one layer.
"""

from __future__ import annotations

from site_builder.engine.algebra import formula
from site_builder.engine.arguments import (
    CONTEXT,
    DTYPE,
    HEADS,
    LAYERS,
    LONGEST_CONTEXT,
    N,
    context,
    counted,
    element_bytes,
)
from site_builder.engine.components import attending_mixers
from site_builder.engine.formula import Expression, Symbol, product
from site_builder.engine.mixers import FullAttention
from site_builder.engine.model import Model
from site_builder.engine.quantity import Argument, Arguments, Formula, Input, Quantity
from site_builder.engine.tensor import inputs_of

WIDTH = Argument("width", "elements of one query or key (default: the model's)", None, 1, LONGEST_CONTEXT)


def _score_matrix(model: Model, arguments: Arguments) -> Formula:
    return _scores(model, arguments, N**2)


def _score_count(model: Model, arguments: Arguments) -> Formula:
    layers, heads = counted(arguments, "layers", "L"), counted(arguments, "heads", "h")
    return formula(product(Symbol("L"), Symbol("h"), N**2), layers, heads, keep=context(arguments))


def score_width(model: Model) -> tuple[Expression | int, tuple[Input, ...]]:
    """The width of one query: d_h, or d_nope + d_rope of latent attention; 0 without either."""
    for mixer, _ in attending_mixers(model):
        if isinstance(mixer, FullAttention):
            return Symbol("d_h"), inputs_of(mixer)
        return Symbol("d_nope") + Symbol("d_rope"), inputs_of(mixer)
    return 0, ()


def _head_matrix(model: Model, arguments: Arguments) -> Formula:
    width, inputs = score_width(model)
    if "width" in arguments:
        width, inputs = Symbol("d_k"), (counted(arguments, "width", "d_k"),)
    element = element_bytes(model, arguments["dtype"])
    return formula(product(Symbol("b"), N, width), element, *inputs, keep=context(arguments))


def _score_matrix_causal(model: Model, arguments: Arguments) -> Formula:
    return _scores(model, arguments, N * (N + 1) / 2)


def _scores(model: Model, arguments: Arguments, entries: Expression) -> Formula:
    layers, heads = counted(arguments, "layers", "L"), counted(arguments, "heads", "h")
    element = element_bytes(model, arguments["dtype"])
    expression = product(Symbol("L"), Symbol("h"), Symbol("b"), entries)
    return formula(expression, layers, heads, element, keep=context(arguments))


MEMORY_QUANTITIES: tuple[Quantity, ...] = (
    Quantity(
        "score_count", "Scores, one for each ordered pair of positions", "n_S", "element", "count", _score_count,
        (CONTEXT, HEADS, LAYERS), ("arXiv:1706.03762",),
    ),
    Quantity(
        "score_matrix", "Score matrix", "M_S", "B", "memory", _score_matrix,
        (CONTEXT, HEADS, LAYERS, DTYPE), ("arXiv:1706.03762",),
    ),
    Quantity(
        "head_matrix", "Q or K of one head", "M_Q", "B", "memory", _head_matrix, (CONTEXT, WIDTH, DTYPE),
        ("arXiv:1706.03762",),
    ),
    Quantity(
        "score_matrix_causal", "Score matrix, causal triangle only", "M_S", "B", "memory", _score_matrix_causal,
        (CONTEXT, HEADS, LAYERS, DTYPE), ("arXiv:1706.03762",),
    ),
)  # fmt: skip
