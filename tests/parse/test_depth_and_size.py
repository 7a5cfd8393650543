"""Nesting that is kept or refused by name; time that grows with the text, not with its square."""

import pytest

from site_builder.parse import builder
from tests.parse.support import parse
from tests.work import ending, lines_run

MOST = 2.6
"""The ratio that work may grow by where the input doubles: a square would be 4."""


def test_deep_lists_and_quotes_are_kept():
    lists = "\n".join("  " * level + f"- 第{level}层" for level in range(12))
    parsed = parse(f"{lists}\n\n{'>' * 24} 引文到底")
    assert all(f"第{level}层" in parsed.html for level in range(12))
    assert "引文到底" in parsed.html
    assert parsed.told == []


def test_equal_headings_cost_the_same_each_however_many_there_are():
    def ids(count):
        return {heading.id for heading in parse("## 小结\n\n正文。\n" * count).lesson.headings}

    assert len(ids(1000)) == 1000
    few, many = lines_run(lambda: ids(200)), lines_run(lambda: ids(400))
    assert many < 2.2 * few


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (">" * 5000 + " 底", "1:101 nesting-is-shallow"),
        ("正文\n\n" + "- " * 5000 + "底", "3:101 nesting-is-shallow"),
        ("\n".join("  " * level + "- 甲" for level in range(60)), "50:101 nesting-is-shallow"),
        ("[" * 20000 + "甲" + "]" * 20000, "1:1 nesting-is-shallow"),
        ("正文 " + "![" * 20000 + "](x)" * 20000, "1:4 nesting-is-shallow"),
        ("\n".join(":" * (40 - level) + "{note}" for level in range(30)), "13:1 nesting-is-shallow"),
    ],
)
def test_too_deep_is_refused_by_name(source, told):
    parsed = parse(source)
    assert told in parsed.told
    assert parsed.errors


@pytest.mark.parametrize("begins", [">", "- ", "[", "![", ":::{note}\n"])
def test_what_is_too_deep_is_refused_in_time_with_its_length(begins):
    few, many = lines_run(lambda: parse(begins * 1000)), lines_run(lambda: parse(begins * 2000))
    assert many < 2.6 * few


@pytest.mark.parametrize(
    "unit",
    [
        "*a ",
        "a** ",
        "*a_ ",
        "**a*",
        "~~a ",
        "`a ",
        "``a` ",
        "$a ",
        "$$a ",
        "{eval}`a ",
        "{a}",
        "[a](",
        "[a]: b\n",
        "[^a]: b\n",
        "![a",
        "<a ",
        "<http://a",
        "&amp;",
        "\\*",
        "|a",
        "甲\n",
        "*甲*\n",
        "$$\n",
        "a | b\n",
        ":::\n",
        ":::{note}\n",
        ":a: b\n",
        "- a\n",
        "> a\n",
        "1. a\n",
        "# a\n",
        "---\n",
        "```\n",
        "（a",
        "\\(",
        "\\[a",
        "＄a",
        "｀a",
        "＊＊a",
        "［a",
        "1、a\n",
        "| a |\n",
        "[a](b:c ",
        "\\",
    ],
)
def test_time_grows_with_the_text(unit):
    """Twice the text takes about twice the work; a square would take four times as much."""
    assert _work(unit * 1000) < MOST * _work(unit * 500)
    with ending():
        parse(unit * 4_000)


@pytest.mark.parametrize(("begun", "unit", "count"), [("[a] (", "a.md#", 4000), ("[a](b", " ", 30_000)])
def test_time_grows_with_what_one_bracket_begins(begun, unit, count):
    assert _work(f"{begun}{unit * 2 * count}c") < MOST * _work(f"{begun}{unit * count}c")
    with ending():
        parse(f"{begun}{unit * 5 * count}c")


def test_time_grows_with_footnotes():
    def notes(count):
        marks = "".join(f"[^{index}] " for index in range(count))
        return marks + "".join(f"\n\n[^{index}]: 注" for index in range(count))

    assert _work(notes(1000)) < MOST * _work(notes(500))


def _work(source):
    return lines_run(lambda: parse(source))


def test_a_lesson_of_any_length_is_not_read():
    assert parse("字" * 400_000).told == ["-3:1 file-size-is-bounded"]
    part = {"content/lessons/part.md": ("字" * 799 + "\n") * 100}
    problems = parse(":::{include} part.md\n:::\n" * 6, part).problems
    assert {problem.rule for problem in problems} == {"file-size-is-bounded"}


def test_a_lesson_is_bounded_with_all_that_it_includes(monkeypatch):
    monkeypatch.setattr(builder, "_MOST_TEXT", 1000)
    parts = {f"content/lessons/{name}.md": "甲" * 600 for name in "pq"}
    within = parse(":::{include} p.md\n:::", parts)
    assert within.told == []
    [problem] = parse(":::{include} p.md\n:::\n\n:::{include} q.md\n:::", parts).problems
    assert (problem.position.path, problem.rule) == ("content/lessons/q.md", "file-size-is-bounded")
