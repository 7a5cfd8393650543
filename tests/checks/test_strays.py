"""YAML that no part of the course is read from is reported, with the name that would be read."""

import pytest

from site_builder.checks.strays import check_strays
from site_builder.problems import Problems
from site_builder.source.snapshot import files_of


def told(*paths):
    problems = Problems()
    check_strays(files_of(dict.fromkeys(paths, "a: 1\n")), problems)
    return [(problem.position.path, problem.hint) for problem in problems]


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("content/course.yml", "content/course.yaml"),
        ("content/source.yaml", "content/sources.yaml"),
        ("content/Glossary.YAML", "content/glossary.yaml"),
        ("content/anchors/qwen3-8b.yml", "content/anchors/qwen3-8b.yaml"),
        ("content/anchor/qwen3-8b.yaml", "content/anchors/qwen3-8b.yaml"),
        ("content/lessons/sources.yaml", "content/sources.yaml"),
    ],
)
def test_a_file_beside_its_place_is_reported(path, meant):
    assert told(path) == [(path, f"did you mean {meant!r}?")]


def test_what_is_read_and_what_is_no_yaml_is_not_told():
    assert told("content/course.yaml", "content/sources.yaml", "content/glossary.yaml",
                "content/anchors/a.yaml", "content/images/a.svg", "content/notes.md", "other/a.yaml") == []  # fmt: skip
