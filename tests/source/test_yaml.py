"""The YAML loader: what is read, what is refused, and where; with libyaml and without."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from site_builder.problems import Problem, Problems, SourcePosition
from site_builder.source import yaml as loader
from site_builder.source.nodes import MappingNode, ScalarNode, follow, plain_data
from site_builder.source.text import SourceText

PATH = "content/lessons/a.md"


@pytest.fixture(params=["CSafeLoader", "SafeLoader"], autouse=True)
def _each_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """PyYAML's two parsers: libyaml's, and the one in Python for machines without it."""
    monkeypatch.setattr(loader, "_LOADER", getattr(yaml, request.param))
    return


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


# --- H13: numbers that are not what they look like ---------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("0", 0),
        ("-7", -7),
        ("+7", 7),
        ("131072", 131072),
        ("131_072", 131072),
        ("1_000_000", 1000000),
        ("07", 7),
        ("08", 8),
        ("09", 9),
        ("0x1F", 31),
        ("0o17", 15),
        ("2e12", 2000000000000),
        ("1E6", 1000000),
        ("1e+3", 1000),
        ("-3e2", -300),
        ("9007199254740993", 9007199254740993),
        ("9" * 40, 10**40 - 1),
        ("1e-4", 0.0001),
        ("-1e-4", -0.0001),
        ("0.25", 0.25),
        (".5", 0.5),
        ("5.", 5.0),
        ("6.02e23", 6.02e23),
        ("1.5E-3", 0.0015),
        ("0.0", 0.0),
    ],
)
def test_numbers(written: str, value: float) -> None:
    found = read(f"a: {written}")["a"]
    assert (type(found), found) == (type(value), value)


@pytest.mark.parametrize(
    "written",
    [
        "12:30",
        "4:3",
        "190:20:30",
        "31e0245",
        "695e0514",
        "1e",
        "e5",
        "1e5e5",
        "0b101",
        "0x",
        "0o8",
        "13_1072",
        "131_07",
        "_131",
        "131_",
        "1__000",
        "131,072",
        "１３１",
        "1 000",
        "1.2.3",
        "3.10.1",
        "1-2",
        "--1",
        "+-1",
        "0.5%",
        "inf",
        "nan",
        "Infinity",
        "NaN",
        "+",
        "-.",
        "2026-01-01",
        "2026-01-01T00:30:00+08:00",
        "2001-12-14t21:59:43.10-05:00",
        "2026-1-1",
        "2026-02",
    ],
)
def test_text_that_looks_like_a_number(written: str) -> None:
    assert read(f"a: {written}") == {"a": written}


def test_the_written_form_of_a_number_is_kept() -> None:
    node = loader.load_yaml(SourceText(PATH, "version: 3.10"), Problems())
    assert node is not None
    value, _ = follow(node, ("version",))
    assert value == ScalarNode(3.1, "3.10", SourcePosition(PATH, 1, 10))


def test_a_number_that_others_read_as_octal_is_ten_and_warned_of() -> None:
    problems = Problems()
    node = loader.load_yaml(SourceText(PATH, "batch: 010\norder: [07, 08, 09, 10]"), problems)
    assert node is not None
    assert plain_data(node) == {"batch": 10, "order": [7, 8, 9, 10]}
    assert [str(problem) for problem in problems] == [
        f"{PATH}:1:8: 010 is read as 10; other YAML readers take it for octal 8 (write 10, or quote it: '010') "
        "[yaml-value-is-unambiguous]"
    ]
    assert not problems.errors


@pytest.mark.parametrize(
    "written",
    [
        ".inf",
        "-.inf",
        "+.INF",
        ".nan",
        ".NaN",
        "1e400",
        "1e99999999999",
        "1.5e400",
        "-1.5e400",
        "1e-400",
        "9" * 41,
        "9" * 5000,
        "0x" + "f" * 5000,
        "1." + "1" * 5000,
        "0." + "0" * 5000 + "1",
    ],
)
def test_numbers_out_of_bounds_are_refused(written: str) -> None:
    message = the_problem(f"a: 1\nb: {written}")
    assert message.startswith("2:4: the number ")
    assert message.endswith("(quote it if it is text) [number-is-finite]")
    assert len(message) < 200
    assert read(f"b: '{written}'") == {"b": written}


# --- H14: booleans, nulls, dates and keys -------------------------------------------------------------------


def test_booleans_are_true_and_false_only() -> None:
    assert read("[true, True, TRUE, false, False, FALSE]") == [True] * 3 + [False] * 3
    words = ["yes", "no", "Yes", "NO", "on", "off", "On", "OFF", "y", "n", "Y", "N", "tRUE", "否", "none", "nil"]
    assert read(f"[{', '.join(words)}]") == words


def test_nulls() -> None:
    assert read("a:\nb: ~\nc: null\nd: Null\ne: NULL\nf: ''\ng: 'null'\nh: nULL") == {
        "a": None, "b": None, "c": None, "d": None, "e": None, "f": "", "g": "null", "h": "nULL",
    }  # fmt: skip
    assert read("") is None
    assert read("# nothing but this\n") is None
    assert read("---\n") is None


def test_keys_are_the_text_as_written() -> None:
    text = "{on: 1, off: 2, yes: 3, 2024: 4, 3.10: 5, true: 6, null: 7, 010: 8, .inf: 9, 2026-02-30: 10, ~: 11}"
    assert list(read(text)) == ["on", "off", "yes", "2024", "3.10", "true", "null", "010", ".inf", "2026-02-30", "~"]


@pytest.mark.parametrize("written", ["2026-02-30", "2026-13-01", "2025-02-29", "2026-00-10", "2026-02-30T10:00:00Z"])
def test_a_day_that_no_calendar_has_is_refused(written: str) -> None:
    assert the_problem(f"a: 1\ndate: {written}") == (
        f"2:7: {written} is not a day of the calendar (quote it if it is not meant as a date: '{written}') "
        "[yaml-value-is-unambiguous]"
    )


@pytest.mark.parametrize("text", ["? [a]\n: 1", "? {a: 1}\n: 1", "[a]: 1", "&x [a]: 1"])
def test_keys_are_no_lists_or_mappings(text: str) -> None:
    assert "a key must be a single word or text" in the_problem(text)


@pytest.mark.parametrize("text", ["? \n: 1", "'': 1", "~: 1\n'': 2", "'  ': 1"])
def test_keys_are_not_empty(text: str) -> None:
    assert "a key is empty" in the_problem(text)


# --- H15: duplicate keys, colons, hashes --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "position", "key", "first"),
    [
        ("# a.yaml\ncontext: 4096\nlayers: 64\ncontext: 262144\n", "4:1", "context", 2),
        ("{a: 1, b: 2, a: 3}", "1:14", "a", 1),
        ("x:\n  - a: 1\n    a: 1\n", "3:5", "a", 2),
        ("a: 1\n'a': 2\n", "2:1", "a", 1),
        ("1: a\n1: b\n", "2:1", "1", 1),
        ("b: &b {a: 1}\nc: {<<: *b, a: 2, a: 3}", "2:19", "a", 2),
    ],
)
def test_a_key_given_twice_names_both_lines(text: str, position: str, key: str, first: int) -> None:
    assert the_problem(text) == (
        f"{position}: the key '{key}' was already given in line {first} (keep one of the two) [yaml-key-is-unique]"
    )


def test_every_repeated_key_is_told() -> None:
    assert [problem.position.line for problem in problems_of("a: 1\nb: 1\na: 2\nb: 2\na: 3\n")] == [3, 4, 5]


def test_keys_that_differ_are_not_the_same() -> None:
    assert read("{1: a, 1.0: b, '01': c, true: d, True: e}") == {
        "1": "a",
        "1.0": "b",
        "01": "c",
        "true": "d",
        "True": "e",
    }


def test_merging_and_overriding_stay_legal() -> None:
    data = read("base: &base {heads: 24, dim: 256}\nbig: {<<: *base, dim: 512}\nlate: {dim: 1, <<: *base}\n")
    assert data["big"] == {"heads": 24, "dim": 512}
    assert data["late"] == {"heads": 24, "dim": 1}
    several = read("a: &a {x: 1}\nb: &b {x: 2, y: 2}\nc: {<<: [*a, *b]}\nd: {'<<': 1}\n")
    assert several["c"] == {"x": 1, "y": 2}
    assert several["d"] == {"<<": 1}


@pytest.mark.parametrize("text", ["a: {<<: 1}", "a: {<<: [1]}", "a: {<<: }", "a: &x 1\nb: {<<: *x}"])
def test_only_mappings_can_be_merged(text: str) -> None:
    assert "<<: merges mappings only" in the_problem(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title: C0 序章: 为什么\n", "2:13: a second ': ' in one value (quote the value of 'title': "
         'title: "C0 序章: 为什么") [yaml-is-well-formed]'),
        ("time: 30\nsubtitle: a: b\n", "3:12: a second ': ' in one value (quote the value of 'subtitle': "
         'subtitle: "a: b") [yaml-is-well-formed]'),
        ('- name: say "a": b\n', "2:16: a second ': ' in one value (quote the value of 'name': "
         'name: "say \\"a\\": b") [yaml-is-well-formed]'),
        ("title: 甲\n  乙: 丙\n", "3:4: a second ': ' in one value (quote the value of 'title', or indent "
         "this line like the one above) [yaml-is-well-formed]"),
    ],
)  # fmt: skip
def test_a_colon_in_a_value_names_the_key_to_quote(text: str, message: str) -> None:
    """As front matter: its first line is the file's second."""
    assert the_problem(text, first_line=2) == message


def test_a_colon_at_the_end_of_a_value() -> None:
    assert "title" in the_problem("title: 为什么:\n")


def test_a_hash_that_cuts_a_value_is_warned_of() -> None:
    (problem,) = problems_of("title: 第 4 课 #只留注意力\n", first_line=2)
    assert problem.severity == "warning"
    assert str(problem.position) == f"{PATH}:2:14"
    assert "the value is only '第 4 课'" in problem.message


@pytest.mark.parametrize("text", ["a: b #c", "a: b # c", "a: b  #c", "- b #c", "[b #c\n]", "a: b c #1 d"])
def test_other_cutting_hashes(text: str) -> None:
    (problem,) = problems_of(text)
    assert (problem.severity, problem.rule) == ("warning", "yaml-value-is-unambiguous")


@pytest.mark.parametrize(
    "text",
    [
        "a: b  # c",
        "a: 1 # c",
        "a: true #c",
        "a: 'b' #c",
        "a: # c",
        "# c",
        "a: b#c",
        "a: '#b'",
        "a: |  # c\n  b #c\n",
        "a: b  #",
    ],
)
def test_comments_and_hashes_that_cut_nothing(text: str) -> None:
    assert problems_of(text) == []


def test_a_full_width_colon_is_named() -> None:
    (warning, error) = sorted(
        problems_of("title: 第 4 课 #只留注意力\nsummary：全角冒号\n", first_line=2),
        key=lambda problem: problem.position,
    )
    assert warning.severity == "warning"
    assert str(error.position) == f"{PATH}:3:1"
    assert "the colon ： is full-width" in error.hint


# --- H12: spaces that are none ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "position", "name"),
    [
        ("title: 缩进\nhosts:\n\u00a0\u00a0- 甲\n", "3:1", "U+00A0 NO-BREAK SPACE"),
        ("hosts:\n\u3000a: 1\nb: 2\n", "2:", "U+3000 IDEOGRAPHIC SPACE"),
        ("a:\n  b: 1\n\u00a0 c: 2\n", "3:1", "U+00A0 NO-BREAK SPACE"),
        ("a:\n  b\n \u2003c\n", "3:2", "U+2003 EM SPACE"),
        ("a:\u3000b\nc: d\n", "", "U+3000 IDEOGRAPHIC SPACE"),
        ("a: \u00a0b\n", "1:4", "the value begins with U+00A0 NO-BREAK SPACE"),
        ("\u200ba: b\n", "1:1", "U+200B ZERO WIDTH SPACE"),
    ],
)
def test_odd_spaces_are_named(text: str, position: str, name: str) -> None:
    message = the_problem(text)
    assert message.startswith(position)
    assert name in message


def test_odd_spaces_inside_text_pass() -> None:
    assert read("a: b\u00a0c\u3000d") == {"a": "b\u00a0c\u3000d"}
    assert read("a: '\u3000b'") == {"a": "\u3000b"}
    assert read("a: |\n  \u3000\u3000段落\n") == {"a": "\u3000\u3000段落\n"}


@pytest.mark.parametrize(
    "text", ["a: 1\n  - b\n", "a: text\n\n  - b", "- a\n  - b", "a: b\n  -\n", "a: text\n  - b: 1\n"]
)
def test_a_list_that_became_text_is_told(text: str) -> None:
    assert any("looks like a list item" in problem.message for problem in problems_of(text))


@pytest.mark.parametrize("text", ["a:\n\tb: 1", "a:\n  - b\n\t- c"])
def test_a_tab_that_indents_is_named(text: str) -> None:
    assert "tab" in the_problem(text) or "could not" in the_problem(text)


# --- H16: hostile or broken -----------------------------------------------------------------------------------


def test_aliases_cannot_explode() -> None:
    bomb = 'k0: &k0 ["锚","锚","锚","锚","锚","锚","锚","锚"]\n'
    bomb += "".join(f"k{i}: &k{i} [{','.join([f'*k{i - 1}'] * 8)}]\n" for i in range(1, 9))
    assert "more than 100,000 values" in the_problem(bomb)


@pytest.mark.parametrize("text", ["a: &x [1, *x]\n", "&x {a: *x}", "a: &x {b: {<<: *x}}", "&x [[[*x]]]"])
def test_an_alias_cannot_hold_itself(text: str) -> None:
    assert "*x stands inside its own &x" in the_problem(text)


def test_an_alias_needs_its_anchor() -> None:
    assert "no &bas stands before this *bas (did you mean 'base'?)" in the_problem("a: &base 1\nb: *bas\n")
    assert "no &late stands before" in the_problem("a: *late\nb: &late 1\n")


def test_an_honest_alias_works() -> None:
    assert read("a: &x {b: 1}\nc: *x\nd: [*x, *x]\ne: &x 2\nf: *x") == {
        "a": {"b": 1}, "c": {"b": 1}, "d": [{"b": 1}, {"b": 1}], "e": 2, "f": 2,
    }  # fmt: skip
    assert read("a: &k key\n*k : 1") == {"a": "key", "key": 1}


@pytest.mark.parametrize(
    "tag",
    [
        "!!python/object/apply:os.system ['x']",
        "!!python/name:os.system",
        "!!str 1",
        "!!binary aGk=",
        "!!set {a}",
        "!x 1",
        "! 1",
        "!<tag:yaml.org,2002:int> 1",
        "!!timestamp 2026-01-01",
    ],
)
def test_tags_are_refused(tag: str) -> None:
    message = the_problem(f"title: {tag}")
    assert "is not used here" in message
    assert message.endswith("[yaml-is-plain]")


def test_depth_is_bounded() -> None:
    assert read("[" * 60 + "]" * 60)
    for text in ["v: " + "[" * 3000 + "]" * 3000, "- " * 3000, "[" * 100 + "]" * 100, "{a: " * 200 + "}" * 200]:
        (problem,) = problems_of(text)
        assert problem.rule in ("yaml-is-plain", "yaml-is-well-formed")


def test_size_is_bounded() -> None:
    assert "longer than 512 KiB" in the_problem("a" * 600_000)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("%YAML 1.1\n---\na: 1", "directives"),
        ("%TAG ! tag:x,2000:\n---\na: 1", "directives"),
        ("a: 1\n---\nb: 2", "a second YAML document begins here"),
        ("a: 'b\nc: d", "1:4: the quotation mark that opens here is never closed"),
        ("a: [1, 2\nb: 3\n", "for the bracket opened in line 1"),
        (": 1", "expected"),
        ("{: 1}", "for the bracket opened in line 1"),
        ("a: {b: 1\n", ""),
        ("a: b]\n}", ""),
        ("a: @b", ""),
        ("a: `b`", ""),
        ("a: %b", ""),
        ('a: "\\q"', ""),
        ("a: *", ""),
        ("a: &", ""),
        ("a: |x\n b", ""),
        ("a\nb: 1", ""),
        ("- a\nb: 1", ""),
        ("key", None),
    ],
)
def test_broken_yaml_is_told_in_one_line(text: str, words: str | None) -> None:
    if words is None:
        assert read(text) == text
        return
    message = the_problem(text)
    assert words in message
    assert "\n" not in message


@pytest.mark.parametrize(
    "text",
    [
        "[" * 500_000,
        "- " * 250_000,
        "a:" + " " * 500_000 + "x: y: z",
        "a" + " " * 500_000 + "\n: :",
        "- \u00a0a\n" * 20_000,
        "- &a x\n" + "- *a\n" * 100_000,
        '"' + "\\n" * 250_000,
        "#" * 500_000,
        "a: &a {" + ",".join(f"k{i}: 1" for i in range(2000)) + "}\n"
        + "".join(f"b{i}: {{<<: [*a,*a,*a]}}\n" for i in range(3000)),
    ],
    ids=range(9),
)  # fmt: skip
def test_hostile_yaml_is_read_in_time(text: str) -> None:
    start = time.perf_counter()
    problems_of(text)
    assert time.perf_counter() - start < 5


# --- positions -----------------------------------------------------------------------------------------------


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
