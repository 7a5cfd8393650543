"""Validation: strict types, and every mistake told at the key or value that made it."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from site_builder.problems import Problems
from site_builder.source.text import SourceText
from site_builder.source.validate import Schema, validate
from site_builder.source.yaml import load_yaml


def _even(value: int) -> int:
    if value % 2:
        raise PydanticCustomError("heads-divide", "a pair is missing")
    return value


class Part(Schema):
    size: int
    label: str = ""


class Whole(Schema):
    count: Annotated[int, Field(gt=0, le=1000)] = 1
    name: str = "unnamed"
    ratio: float = 0.5
    draft: bool = False
    kind: Literal["linear", "full"] = "full"
    parts: tuple[Part, ...] = ()
    sizes: tuple[int, ...] = ()
    table: dict[str, int] = Field(default_factory=dict)
    either: int | str | None = None
    pairs: Annotated[int, AfterValidator(_even)] = 2


class Required(Schema):
    name: str
    part: Part


def valid(text: str, model: type[Schema] = Whole) -> Schema:
    problems = Problems()
    node = load_yaml(SourceText("a.yaml", text), problems)
    assert node is not None
    instance = validate(model, node, problems)
    assert instance is not None, [str(problem) for problem in problems]
    return instance


def refusals(text: str, model: type[Schema] = Whole) -> list[str]:
    problems = Problems()
    node = load_yaml(SourceText("a.yaml", text), problems)
    assert node is not None
    assert validate(model, node, problems) is None
    assert problems.errors
    return [str(problem).removeprefix("a.yaml:") for problem in problems]


def test_what_fits_is_taken() -> None:
    text = "count: 64\nname: 甲\nratio: 1e-4\ndraft: true\nkind: linear\nparts: [{size: 1}, {size: 2, label: b}]\n"
    assert valid(text + "sizes: [1, 131_072, 2e3]\ntable: {a: 1}\neither: b\n") == Whole(
        count=64, name="甲", ratio=0.0001, draft=True, kind="linear", parts=(Part(size=1), Part(size=2, label="b")),
        sizes=(1, 131072, 2000), table={"a": 1}, either="b",
    )  # fmt: skip


def test_a_whole_number_may_stand_for_a_ratio() -> None:
    assert valid("ratio: 1") == Whole(ratio=1.0)


@pytest.mark.parametrize(
    "written", ["3.10", "010", "1e3", "12:30", "131_072", "true", "no", "2026-01-01", "0x1F", ".5"]
)
def test_text_is_taken_as_written(written: str) -> None:
    assert valid(f"parts: [{{size: 1, label: {written}}}]") == Whole(parts=(Part(size=1, label=written),))


@pytest.mark.parametrize("written", ["", "~", "null"])
def test_an_empty_field_counts_as_not_given(written: str) -> None:
    assert valid(f"name: {written}\ncount: {written}\nparts: {written}\n") == Whole()


def test_a_required_field_is_told_where_it_is_missing_or_empty() -> None:
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
    assert "(known: count, draft, either, kind, name, pairs, parts, ratio, sizes, table)" in message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("count: '64'", "1:8: count: expected a whole number, read the text '64' (write 64, without quotes)"),
        ("count: 64.0", "1:8: count: expected a whole number, read 64.0 (write 64)"),
        ("count: 6.5", "1:8: count: expected a whole number, read 6.5"),
        ("count: true", "1:8: count: expected a whole number, read true"),
        ("count: 131,072", "1:8: count: expected a whole number, read the text '131,072' (write 131072)"),
        ("count: [1]", "1:8: count: expected a whole number, read a list"),
        ("count: 0", "1:8: count: expected greater than 0, read 0"),
        ("count: -5", "1:8: count: expected greater than 0, read -5"),
        ("count: 2e12", "1:8: count: expected less than or equal to 1000, read 2e12"),
        ("name: [a]", "1:7: name: expected text, read a list"),
        ("name: {a: 1}", "1:7: name: expected text, read a mapping"),
        ("ratio: half", "1:8: ratio: expected a number, read the text 'half'"),
        ("ratio: '0.5'", "1:8: ratio: expected a number, read the text '0.5'"),
        ("ratio: false", "1:8: ratio: expected a number, read false"),
        ("draft: yes", "1:8: draft: expected true or false, read the text 'yes' (write true)"),
        ("draft: Off", "1:8: draft: expected true or false, read the text 'Off' (write false)"),
        ("draft: 1", "1:8: draft: expected true or false, read 1"),
        ("kind: ful", "1:7: kind: expected 'linear' or 'full', read the text 'ful' (did you mean 'full'?)"),
        ("parts: {size: 1}", "1:8: parts: expected a list, read a mapping"),
        ("parts: [3]", "1:9: parts: expected a mapping, read 3 (write {size: …})"),
        ("sizes: [1, x]", "1:12: sizes: expected a whole number, read the text 'x'"),
        ("sizes: [1, ~]", "1:12: sizes: expected a whole number, read nothing"),
        ("table: {a: }", "1:12: a: expected a whole number, read nothing"),
        ("table: {a: '1'}", "1:12: a: expected a whole number, read the text '1' (write 1, without quotes)"),
        ("either: [1]", "1:9: either: expected a whole number or text, read a list"),
        ("- a", "1:1: expected a mapping, read a list"),
        ("text", "1:1: expected a mapping, read the text 'text'"),
        ("", "1:1: expected a mapping, read nothing"),
    ],
)
def test_a_wrong_type_says_what_was_read_and_what_is_expected(text: str, message: str) -> None:
    assert refusals(text) == [f"{message} [field-has-its-type]"]


def test_a_validator_may_name_its_rule() -> None:
    assert refusals("pairs: 3") == ["1:8: a pair is missing [heads-divide]"]


def test_all_mistakes_are_told_at_once() -> None:
    assert len(refusals("count: a\nratio: b\ndraft: c\nkind: d\nparts: [{}, {}]\nx: 1\n")) == 7


def test_what_is_merged_in_is_told_where_it_stands() -> None:
    assert refusals("parts:\n  - &a {size: x}\n  - {<<: *a, label: b}\n") == [
        "2:15: size: expected a whole number, read the text 'x' [field-has-its-type]"
    ]
