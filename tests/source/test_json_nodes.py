"""JSON with positions: what the standard reader reads, where it stands, and what it lets pass."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.problems import Problems
from site_builder.source.json_nodes import load_json
from site_builder.source.nodes import follow, plain_data
from site_builder.source.text import SourceText


def load(text: str):
    problems = Problems()
    return load_json(SourceText("c.json", text), problems), [str(problem) for problem in problems]


TEXTS = st.text(st.characters(categories=("L", "N", "P", "S", "Zs")))
NUMBERS = st.integers(-(10**30), 10**30) | st.floats(allow_nan=False, allow_infinity=False)
DATA = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


@given(DATA, st.sampled_from([None, 2, "\t"]), st.booleans())
def test_data_is_what_the_standard_reader_reads(data, indent, ascii_only):
    node, problems = load(json.dumps(data, indent=indent, ensure_ascii=ascii_only))
    assert problems == []
    assert plain_data(node) == data


def test_every_key_and_value_has_its_place():
    node, _ = load('{\n  "a": 1,\n  "b": {"c": [true,\n null]}\n}\n')
    assert str(node.entry("b").position) == "c.json:3:3"
    assert str(follow(node, ("b", "c", 0))[0].position) == "c.json:3:15"
    assert str(follow(node, ("b", "c", 1))[0].position) == "c.json:4:2"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1, "a": 2}', "c.json:1:10: the key 'a' was already given in line 1 [json-key-is-unique]"),
        ('{"a": [1, 2', "the file seems to be cut off"),
        ("", "this is not JSON"),
        ("{'a': 1}", "c.json:1:2: this is not JSON"),
        ('{"a": 1e999}', "c.json:1:7: a: the number 1e999 is out of range [number-is-finite]"),
        ('{"a": ' + "9" * 5000 + "}", "(5000 characters) is longer than 40 digits"),
        ("[" * 65 + "]" * 65, "nested deeper than 64"),
        ("[" * 100_000 + "]" * 100_000, "nested too deeply"),
        ('{"a": 1} x', "c.json:1:10: this is not JSON: Extra data"),
    ],
)
def test_what_is_no_plain_json_is_reported(text, expected):
    node, problems = load(text)
    assert node is None
    assert len(problems) == 1
    assert expected in problems[0]
