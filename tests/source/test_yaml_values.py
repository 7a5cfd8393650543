"""What unquoted values mean: numbers, booleans, nulls, dates, keys."""

from __future__ import annotations

import pytest

from site_builder.problems import Problems, SourcePosition
from site_builder.source import yaml as loader
from site_builder.source.nodes import ScalarNode, follow, plain_data
from site_builder.source.text import SourceText
from tests.source.reading import PATH, read, the_problem

pytestmark = pytest.mark.usefixtures("each_parser")


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
        ("1e+03", 1000),
        ("1e+0000000000003", 1000),
        ("1e-05", 0.00001),
        ("1.5e05", 150000.0),
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
