"""YAML texts read for tests, and what is reported about them."""

from __future__ import annotations

from typing import Any

from site_builder.problems import Problem, Problems
from site_builder.source import yaml as loader
from site_builder.source.nodes import plain_data
from site_builder.source.text import SourceText

PATH = "content/lessons/a.md"


def read(text: str, first_line: int = 1, first_column: int = 1) -> Any:
    """The plain data of a text without any problem."""
    problems = Problems()
    node = loader.load_yaml(SourceText(PATH, text), problems, first_line, first_column)
    assert not len(problems), [str(problem) for problem in problems]
    assert node is not None
    return plain_data(node)


def problems_of(text: str, first_line: int = 1, first_column: int = 1) -> list[Problem]:
    problems = Problems()
    node = loader.load_yaml(SourceText(PATH, text), problems, first_line, first_column)
    assert (node is None) == bool(problems.errors)
    return list(problems)


def the_problem(text: str, first_line: int = 1, first_column: int = 1) -> str:
    (problem,) = problems_of(text, first_line, first_column)
    return str(problem).removeprefix(f"{PATH}:")
