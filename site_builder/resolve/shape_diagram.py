"""`shape_diagram`: the shapes of QKᵀ at a real size, and small enough to see every score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from site_builder.document.blocks import AttentionFigure, ShapeDiagram
from site_builder.document.walk import walk
from site_builder.engine.arguments import LONGEST_CONTEXT
from site_builder.engine.quantities import BY_ID
from site_builder.engine.quantity import BoundQuantity
from site_builder.engine.small_attention import SmallAttention, made_up
from site_builder.expression.arithmetic import divide
from site_builder.expression.reader import compute_count
from site_builder.figures.shape_diagram import (
    ShapeDiagramView,
    Sizes,
    logarithmic_scale,
    small_scale,
    true_scale,
)
from site_builder.problems import Written, nearest
from site_builder.resolve.attention_figure import small_attention
from site_builder.resolve.scope import Scope
from site_builder.resolve.values import traced

LARGEST_SMALL = {"small-N": 8, "small-d_k": 6}
"""The small scale writes a number into every cell; more of them could not be read."""


def resolve_shape_diagram(block: ShapeDiagram, scope: Scope) -> ShapeDiagramView | None:
    """All scales; None, with every problem reported, where an option has no value or one that cannot be drawn."""
    options = {"N": block.N, "d_k": block.d_k, "small-N": block.small_N, "small-d_k": block.small_d_k}
    found = {name: _side(name, expression, scope) for name, expression in options.items()}
    sides = {name: side for name, side in found.items() if side is not None}
    small = _example(block, scope) if block.example else None
    if len(sides) < len(options) or (block.example and small is None):
        return None
    return _view(block, sides, small or made_up(sides["small-N"], sides["small-d_k"]), scope)


def _view(block: ShapeDiagram, sides: Mapping[str, int], small: SmallAttention, scope: Scope) -> ShapeDiagramView:
    N, d_k = sides["N"], sides["d_k"]
    shape = len(small.q_ND), len(small.q_ND[0])
    small_N, width = (Written(str(side), block.position) for side in shape)
    sizes = _sizes(block.N, block.d_k, scope)
    return ShapeDiagramView(
        title=block.title,
        caption=block.caption,
        position=block.position,
        real=logarithmic_scale(N, d_k, sizes),
        areas=true_scale(N, d_k, sizes),
        small=small_scale(
            small.q_ND, small.k_ND, small.scores_NN, _sizes(small_N, width, scope)
        ),
    )  # fmt: skip


def _sizes(N: Written, d_k: Written, scope: Scope) -> Sizes:
    operand, score = _bound("head_matrix", scope, N=N, width=d_k), _bound("score_matrix", scope, N=N)
    return Sizes(traced(operand), traced(score), traced(divide(score, operand)))


def _bound(quantity: str, scope: Scope, **arguments: Written) -> BoundQuantity:
    """A quantity for counts that have been seen to be in bounds, called as they are written."""
    found = {name: compute_count(given, scope.names, scope.problems) for name, given in arguments.items()}
    counts = {name: count for name, count in found.items() if isinstance(count, int)}
    bound = BY_ID[quantity].bind(scope.anchor.model, **counts)
    return replace(bound, call=BY_ID[quantity].call({name: given.source for name, given in arguments.items()}))


def _example(block: ShapeDiagram, scope: Scope) -> SmallAttention | None:
    named = {node.name: node for node in walk(scope.lesson.blocks) if isinstance(node, AttentionFigure)}
    if block.example in named:
        return small_attention(named[block.example])
    scope.problems.error(
        block.position, "widget-is-known", f"no attention_figure of this page is called {block.example!r}",
        nearest(block.example, named) or "write one with :name:",
    )  # fmt: skip
    return None


def _side(name: str, expression: Written, scope: Scope) -> int | None:
    value, largest = compute_count(expression, scope.names, scope.problems), LARGEST_SMALL.get(name, LONGEST_CONTEXT)
    if value is None:
        return None
    if isinstance(value, int) and 1 <= value <= largest:
        return value
    scope.problems.error(
        expression.position, "expression-has-a-value", f"{name} is a whole number from 1 to {largest:,}, not {value}"
    )
    return None
