"""Validation: strict types, and every mistake told at the key or value that made it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from site_builder.problems import Problems
from site_builder.source.fields import given, read, record
from site_builder.source.kinds import FLAG, choice, mapping, one_or_more, sequence, text, whole
from site_builder.source.text import SourceText
from site_builder.source.yaml import load_yaml


def _in_pairs(values: tuple[int, ...]) -> None:
    if len(values) % 2:
        raise ValueError("expected pairs")


@dataclass(frozen=True, kw_only=True)
class Part:
    size: int = given(whole())
    label: str = given(text(), default="")


@dataclass(frozen=True, kw_only=True)
class Whole:
    count: int = given(whole(1, 1000), default=1)
    name: str = given(text(least=1, most=5, change=str.strip), default="甲")
    draft: bool = given(FLAG, default=False)
    kind: str = given(choice(text(), ("linear", "full"), "'linear' or 'full'"), default="full")
    parts: tuple[Part, ...] = given(sequence(record(Part).kind()), default=())
    sizes: tuple[int, ...] = given(sequence(whole()), default=())
    table: Mapping[str, int] = given(mapping(whole(), text(most=3)), default={})
    either: str | tuple[str, ...] = given(one_or_more(text()), default="")
    pairs: tuple[int, ...] = given(sequence(whole(), least=2, check=_in_pairs), default=())
    start: int = given(whole(), default=0, key="from")


PART = record(Part).kind()


@dataclass(frozen=True, kw_only=True)
class Required:
    name: str = given(text())
    part: Part = given(PART)


def valid(text: str, model: type[Any] = Whole) -> Any:
    problems = Problems()
    node = load_yaml(SourceText("a.yaml", text), problems)
    assert node is not None
    instance = read(node, model, problems)
    assert instance is not None, [str(problem) for problem in problems]
    return instance


def refusals(text: str, model: type[Any] = Whole) -> list[str]:
    problems = Problems()
    node = load_yaml(SourceText("a.yaml", text), problems)
    assert node is not None
    assert read(node, model, problems) is None
    assert problems.errors
    return [str(problem).removeprefix("a.yaml:") for problem in problems]


def test_what_fits_is_taken() -> None:
    text = "count: 64\nname: 甲\nfrom: 7\ndraft: true\nkind: linear\nparts: [{size: 1}, {size: 2, label: b}]\n"
    assert valid(text + "sizes: [1, 131_072, 2e3]\ntable: {a: 1}\neither: [b, 2]\npairs: [1, 2]\n") == Whole(
        count=64, name="甲", start=7, draft=True, kind="linear", parts=(Part(size=1), Part(size=2, label="b")),
        sizes=(1, 131072, 2000), table={"a": 1}, either=("b", "2"), pairs=(1, 2),
    )  # fmt: skip


@pytest.mark.parametrize(
    "written", ["3.10", "010", "1e3", "12:30", "131_072", "true", "no", "2026-01-01", "0x1F", ".5"]
)
def test_text_is_taken_as_written(written: str) -> None:
    assert valid(f"parts: [{{size: 1, label: {written}}}]") == Whole(parts=(Part(size=1, label=written),))


@pytest.mark.parametrize("written", ["", "~", "null"])
def test_an_empty_field_counts_as_not_given(written: str) -> None:
    assert valid(f"name: {written}\ncount: {written}\nparts: {written}\n") == Whole()


def test_a_required_field_is_reported_where_it_is_missing_or_empty() -> None:
    assert refusals("part: {label: a}", Required) == [
        "1:1: the field 'name' is missing [field-is-present]",
        "1:7: the field 'size' is missing [field-is-present]",
    ]
    assert refusals("name:\npart:\n  size: ~\n", Required) == [
        "1:1: the field 'name' is empty [field-is-present]",
        "3:3: the field 'size' is empty [field-is-present]",
    ]


def test_an_unknown_field_names_the_nearest() -> None:
    assert refusals("cuont: 1\nparts:\n  - {size: 1, lable: x}\n") == [
        "1:1: unknown field 'cuont' (did you mean 'count'?) [field-is-known]",
        "3:15: unknown field 'lable' (did you mean 'label'?) [field-is-known]",
    ]
    (message,) = refusals("zzz: 1")
    assert "(known: count, draft, either, from, kind, name, pairs, parts, sizes, table)" in message


def test_a_value_cut_by_a_comma_is_reported_as_one() -> None:
    hint = """(a comma ends a value inside {…}: quote it, label: "many, few awake")"""
    assert refusals("parts: [{size: 1, label: many, few awake}]") == [
        f"1:32: unknown field 'few awake' {hint} [field-is-known]"
    ]
    (message,) = refusals("label: a\nfew awake:\n", Part)[:1]
    assert "a comma" not in message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("count: '64'", "1:8: count: expected a whole number, read the text '64' (write 64, without quotes)"),
        ("count: 64.0", "1:8: count: expected a whole number, read 64.0 (write 64)"),
        ("count: 6.5", "1:8: count: expected a whole number, read 6.5"),
        ("count: true", "1:8: count: expected a whole number, read true"),
        ("count: 131,072", "1:8: count: expected a whole number, read the text '131,072' (write 131072)"),
        ("count: [1]", "1:8: count: expected a whole number, read a list"),
        ("count: 0", "1:8: count: expected a whole number of at least 1, read 0"),
        ("count: -5", "1:8: count: expected a whole number of at least 1, read -5"),
        ("count: 2e12", "1:8: count: expected a whole number of at most 1000, read 2e12"),
        ("name: [a]", "1:7: name: expected text, read a list"),
        ("name: {a: 1}", "1:7: name: expected text, read a mapping"),
        ("draft: yes", "1:8: draft: expected true or false, read the text 'yes' (write true)"),
        ("draft: Off", "1:8: draft: expected true or false, read the text 'Off' (write false)"),
        ("draft: 1", "1:8: draft: expected true or false, read 1"),
        ("kind: ful", "1:7: kind: expected 'linear' or 'full', read the text 'ful' (did you mean 'full'?)"),
        ("parts: {size: 1}", "1:8: parts: expected a list, read a mapping (begin each item with - )"),
        ("parts: [3]", "1:9: parts: expected a mapping, read 3 (write {size: …})"),
        ("sizes: [1, x]", "1:12: sizes: expected a whole number, read the text 'x'"),
        ("sizes: [1, ~]", "1:12: sizes: expected a whole number, read nothing"),
        ("table: {a: }", "1:12: a: expected a whole number, read nothing"),
        ("table: {a: '1'}", "1:12: a: expected a whole number, read the text '1' (write 1, without quotes)"),
        ("table: {abcd: 1}", "1:9: abcd: expected at most 3 characters, read the text 'abcd'"),
        ("either: {a: 1}", "1:9: either: expected text or a list, read a mapping"),
        ("either: [[]]", "1:10: either: expected text, read a list"),
        ("name: '  '", "1:7: name: expected text, read the text '  '"),
        (
            "name: 一二三四五六",
            "1:7: name: expected at most 5 characters, read the text '一二三四五六'",
        ),
        ("pairs: [1]", "1:8: pairs: expected a list of 2 or more, read one of 1"),
        ("pairs: [1, 2, 3]", "1:8: pairs: expected pairs, read a list"),
        ("from: x", "1:7: from: expected a whole number, read the text 'x'"),
        ("- a", "1:1: expected a mapping, read a list"),
        ("text", "1:1: expected a mapping, read the text 'text'"),
        ("", "1:1: expected a mapping, read nothing"),
    ],
)
def test_a_wrong_type_says_what_was_read_and_what_is_expected(text: str, message: str) -> None:
    assert refusals(text) == [f"{message} [field-has-its-type]"]


def test_all_mistakes_are_reported_at_once() -> None:
    assert len(refusals("count: a\npairs: b\ndraft: c\nkind: d\nparts: [{}, {}]\nx: 1\n")) == 7


def test_what_is_merged_in_is_reported_where_it_stands() -> None:
    assert refusals("parts:\n  - &a {size: x}\n  - {<<: *a, label: b}\n") == [
        "2:15: size: expected a whole number, read the text 'x' [field-has-its-type]"
    ]
