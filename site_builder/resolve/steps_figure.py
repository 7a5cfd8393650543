"""`steps_figure`: the course's running example and longer sentences, encoded by recurrence and by attention."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from site_builder.document.blocks import StepsFigure
from site_builder.document.resolved import ComputedValue
from site_builder.engine.arguments import LONGEST_CONTEXT
from site_builder.engine.quantities import BY_ID
from site_builder.expression.reader import compute_count
from site_builder.figures.steps_figure import (
    DRAWN,
    Column,
    Length,
    StepsFigureView,
    attention_panel,
    columns_for,
    columns_of,
    recurrent_panel,
)
from site_builder.problems import Written
from site_builder.resolve.scope import Scope
from site_builder.resolve.values import traced

SHORTEST = DRAWN + 3
"""With fewer words an ellipsis would stand for one word or none."""


def resolve_steps_figure(block: StepsFigure, scope: Scope) -> StepsFigureView | None:
    """The view over the running example's words; None, with the problem reported, for fewer than two words."""
    words = scope.course.running_example
    if len(words) < 2:
        scope.problems.error(
            block.position, "directive-body-is-right", "steps_figure needs a running example of at least two words",
            "give them as running_example in content/course.yaml",
        )  # fmt: skip
        return None
    mark = scope.problems.mark
    counts = tuple(_counts(block.lengths, scope))
    if scope.problems.has_errors_since(mark):
        return None
    example = _length(len(words), columns_of(words), scope)
    longer = (_length(count, columns_for(count), scope) for count in counts)
    return StepsFigureView(block.title, block.caption, block.position, (example, *longer))


def _counts(lengths: Sequence[Written], scope: Scope) -> Iterator[int]:
    """The lengths that are whole and can be drawn; the others are reported."""
    for length in lengths:
        count = compute_count(length, scope.names, scope.problems)
        if isinstance(count, int) and SHORTEST <= count <= LONGEST_CONTEXT:
            yield count
        elif count is not None:
            message = f"a length is a whole number from {SHORTEST} to {LONGEST_CONTEXT:,}, not {count}"
            scope.problems.error(length.position, "expression-has-a-value", message)


def _length(count: int, columns: Sequence[Column], scope: Scope) -> Length:
    def counted(quantity: str) -> ComputedValue:
        return traced(BY_ID[quantity].bind(scope.anchor.model, N=count))

    panels = (
        recurrent_panel(columns, counted("sequential_steps_recurrent"), counted("longest_path_recurrent")),
        attention_panel(columns, counted("sequential_steps_attention"), counted("longest_path_attention")),
    )
    return Length(count, f"{count:,}", tuple(columns), panels)
