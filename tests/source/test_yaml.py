"""Positions in the real file, and the styles of scalars."""

from __future__ import annotations

import pytest

from site_builder.problems import Problems
from site_builder.source import yaml as loader
from site_builder.source.nodes import MappingNode, follow, plain_data
from site_builder.source.text import SourceText
from tests.source.reading import PATH, read

pytestmark = pytest.mark.usefixtures("each_parser")


def test_every_key_and_value_knows_its_place_in_the_file() -> None:
    text = "title: 标题\nlist:\n  - {a: 1, b: [x, y]}\n"
    node = loader.load_yaml(SourceText(PATH, text), Problems(), first_line=10, first_column=3)
    assert isinstance(node, MappingNode)
    keys = {entry.key: (entry.position.line, entry.position.column) for entry in node.entries}
    assert keys == {"title": (10, 3), "list": (11, 3)}
    for path, place in {
        ("title",): (10, 10),
        ("list",): (12, 5),
        ("list", 0): (12, 7),
        ("list", 0, "a"): (12, 11),
        ("list", 0, "b", 1): (12, 21),
    }.items():
        position = follow(node, path)[0].position
        assert (position.line, position.column) == place, path


def test_following_a_path_passes_over_what_is_not_there() -> None:
    node = loader.load_yaml(SourceText(PATH, "a: [{b: 1}]"), Problems())
    assert node is not None
    found, steps = follow(node, ("a", "kind", 0, "c", 7))
    assert plain_data(found) == {"b": 1}
    assert steps == ("a", 0)


def test_scalars_of_every_style_are_text() -> None:
    text = "a: 'it''s 1'\nb: \"1\\n2\"\nc: |\n  1\n  2\nd: >-\n  1\n  2\ne: one\n  two\nf: \"甲\\u2028乙\"\n"
    assert read(text) == {"a": "it's 1", "b": "1\n2", "c": "1\n2\n", "d": "1 2", "e": "one two", "f": "甲\u2028乙"}
