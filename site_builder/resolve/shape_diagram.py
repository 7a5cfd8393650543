"""`shape_diagram`: the shapes of QKᵀ at the anchor's scale, and small enough to see every score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from site_builder.document.blocks import ShapeDiagram
from site_builder.document.inline import Expression
from site_builder.document.resolved import ComputedValue
from site_builder.engine.arguments import LONGEST_CONTEXT
from site_builder.engine.quantities import BY_ID
from site_builder.engine.small_scores import small_scores
from site_builder.expression.reader import compute_count
from site_builder.figures.shape_diagram import ShapeDiagramView, real_scale, small_scale
from site_builder.resolve.scope import Scope
from site_builder.resolve.values import traced

LARGEST_SMALL = {"small-N": 8, "small-d_k": 6}
"""The small scale writes a number into every cell; more of them could not be read."""


def resolve_shape_diagram(block: ShapeDiagram, scope: Scope) -> ShapeDiagramView | None:
    """Both scales; None, with every problem told, where an option has no value or one that cannot be drawn."""
    options = {"N": block.N, "d_k": block.d_k, "small-N": block.small_N, "small-d_k": block.small_d_k}
    found = {name: _side(name, expression, scope) for name, expression in options.items()}
    sides = {name: side for name, side in found.items() if side is not None}
    return _view(block, sides, scope) if len(sides) == len(options) else None


def _view(block: ShapeDiagram, sides: Mapping[str, int], scope: Scope) -> ShapeDiagramView:
    def size(N: int, written: Expression) -> ComputedValue:
        quantity = BY_ID["score_matrix"]
        return traced(replace(quantity.bind(scope.anchor.model, N=N), call=quantity.call({"N": written.source})))

    small = small_scores(sides["small-N"], sides["small-d_k"])
    return ShapeDiagramView(
        title=block.title,
        caption=block.caption,
        position=block.position,
        real=real_scale(sides["N"], sides["d_k"], size(sides["N"], block.N)),
        small=small_scale(
            small.q_ND.tolist(), small.k_ND.tolist(), small.scores_NN.tolist(), size(sides["small-N"], block.small_N)
        ),
    )  # fmt: skip


def _side(name: str, expression: Expression, scope: Scope) -> int | None:
    value, largest = compute_count(expression, scope.names, scope.problems), LARGEST_SMALL.get(name, LONGEST_CONTEXT)
    if value is None:
        return None
    if isinstance(value, int) and 1 <= value <= largest:
        return value
    scope.problems.error(
        expression.position, "expression-has-a-value", f"{name} is a whole number from 1 to {largest:,}, not {value}"
    )
    return None
