"""`steps_figure`: the course's running example, encoded by recurrence and by attention."""

from __future__ import annotations

from site_builder.document.blocks import StepsFigure
from site_builder.document.resolved import ComputedValue
from site_builder.engine.quantities import BY_ID
from site_builder.figures.steps_figure import StepsFigureView, attention_panel, recurrent_panel
from site_builder.resolve.scope import Scope
from site_builder.resolve.values import traced


def resolve_steps_figure(block: StepsFigure, scope: Scope) -> StepsFigureView | None:
    """The view over the running example's words; None, with the problem told, for fewer than two words."""
    words = scope.course.running_example
    if len(words) < 2:
        scope.problems.error(
            block.position, "directive-body-is-right", "steps_figure needs a running example of at least two words",
            "give them as running_example in content/course.yaml",
        )  # fmt: skip
        return None

    def count(quantity: str) -> ComputedValue:
        return traced(BY_ID[quantity].bind(scope.anchor.model, N=len(words)))

    return StepsFigureView(
        title=block.title,
        caption=block.caption,
        position=block.position,
        words=words,
        panels=(
            recurrent_panel(words, count("sequential_steps_recurrent"), count("longest_path_recurrent")),
            attention_panel(words, count("sequential_steps_attention"), count("longest_path_attention")),
        ),
    )
