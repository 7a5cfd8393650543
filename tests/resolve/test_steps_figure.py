"""`steps_figure`: the course's running example with the engine's counts."""

from types import SimpleNamespace

import pytest

from site_builder.document.blocks import StepsFigure
from site_builder.problems import Problems, SourcePosition
from site_builder.resolve.scope import Scope
from site_builder.resolve.steps_figure import resolve_steps_figure

HERE = SourcePosition("content/lessons/lesson.md", 7, 1)


def resolve(*words):
    problems = Problems()
    scope = Scope(SimpleNamespace(running_example=words), SimpleNamespace(model=None), None, problems)
    return resolve_steps_figure(StepsFigure(None, (), HERE), scope), problems


@pytest.mark.parametrize(
    ("count", "recurrent", "attention"), [(5, ("5", "4"), ("1", "1")), (2, ("2", "1"), ("1", "1"))]
)
def test_counts_come_with_the_quantity_they_are(count, recurrent, attention):
    view, problems = resolve(*["word"] * count)
    assert not len(problems)
    assert [(panel.steps.text, panel.longest_path.text) for panel in view.panels] == [recurrent, attention]
    assert [panel.steps.quantity for panel in view.panels] == [
        "sequential_steps_recurrent",
        "sequential_steps_attention",
    ]


@pytest.mark.parametrize("words", [(), ("one",)])
def test_an_example_too_short_to_compare_is_a_problem_of_the_block(words):
    view, problems = resolve(*words)
    assert view is None
    assert [(problem.position, problem.rule) for problem in problems] == [(HERE, "directive-body-is-right")]
