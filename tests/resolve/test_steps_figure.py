"""`steps_figure`: the course's running example with the engine's counts."""

from types import SimpleNamespace

import pytest

from site_builder.document.blocks import StepsFigure
from site_builder.facts.anchor import load_anchor
from site_builder.problems import Problems, SourcePosition, Written
from site_builder.resolve.scope import Scope, page_names
from site_builder.resolve.steps_figure import resolve_steps_figure
from site_builder.source.folder import read_folder
from tests.scratch import REPOSITORY

HERE = SourcePosition("content/lessons/lesson.md", 7, 1)


def resolve(*words, lengths=()):
    problems = Problems()
    names = page_names(load_anchor(read_folder(REPOSITORY), "qwen3.8-27b", problems).sheet) if lengths else None
    scope = Scope(SimpleNamespace(running_example=words), SimpleNamespace(model=None), None, problems, names)
    written = tuple(Written(length, HERE) for length in lengths)
    return resolve_steps_figure(StepsFigure(None, written, (), HERE), scope), problems


@pytest.mark.parametrize(
    ("count", "recurrent", "attention"), [(5, ("5", "4"), ("1", "1")), (2, ("2", "1"), ("1", "1"))]
)
def test_counts_come_with_the_quantity_they_are(count, recurrent, attention):
    view, problems = resolve(*["word"] * count)
    assert not len(problems)
    assert [(panel.steps.text, panel.longest_path.text) for panel in view.lengths[0].panels] == [recurrent, attention]
    assert [panel.steps.quantity for panel in view.lengths[0].panels] == [
        "sequential_steps_recurrent",
        "sequential_steps_attention",
    ]


@pytest.mark.parametrize("words", [(), ("one",)])
def test_an_example_too_short_to_compare_is_a_problem_of_the_block(words):
    view, problems = resolve(*words)
    assert view is None
    assert [(problem.position, problem.rule) for problem in problems] == [(HERE, "directive-body-is-right")]


def test_a_longer_sentence_is_counted_as_the_example_is():
    view, problems = resolve("a", "b", lengths=["1000", "native_context"])
    assert not len(problems)
    assert [length.text for length in view.lengths] == ["2", "1,000", "262,144"]
    counts = [[(panel.steps.text, panel.longest_path.text) for panel in length.panels] for length in view.lengths[1:]]
    assert counts == [[("1,000", "999"), ("1", "1")], [("262,144", "262,143"), ("1", "1")]]


@pytest.mark.parametrize("length", ["5", "0", "2**60", "7/2"])
def test_a_length_that_cannot_be_drawn_is_a_problem(length):
    view, problems = resolve("a", "b", lengths=[length])
    assert view is None
    assert [(problem.position, problem.rule) for problem in problems] == [(HERE, "expression-has-a-value")]
