"""`areas`: the calculator it names, or a problem."""

from types import SimpleNamespace

from site_builder.document.blocks import Areas
from site_builder.problems import Problems, SourcePosition
from site_builder.resolve.areas import resolve_areas

HERE = SourcePosition("lesson.md", 7, 1)


def resolve(dropped=()):
    problems = Problems()
    scope = SimpleNamespace(lesson=SimpleNamespace(blocks=(), dropped=frozenset(dropped)), problems=problems)
    return resolve_areas(Areas(None, "n", (), HERE), scope), problems


def test_a_calculator_that_is_not_there_is_reported():
    view, problems = resolve()
    assert view is None
    assert [(problem.position, problem.rule) for problem in problems] == [(HERE, "widget-is-known")]


def test_one_whose_mistakes_are_reported_makes_no_second():
    view, problems = resolve(["calculator"])
    assert view is None
    assert not len(problems)
