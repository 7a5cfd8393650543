"""``check``: every format tells the same problems."""

import json
import re

import pytest

from site_builder.rules.table import RULES


@pytest.fixture
def mistaken(course):
    course.lesson("a", "[x](gone,100%.md)\n")
    return course


def test_a_clean_course_is_silent(course, capsys):
    course.lesson("a")
    assert course.told(capsys, "check") == (0, "", "")
    assert not (course.root / "site").exists()


def test_list_prints_every_rule_with_a_bad_line_and_a_good_one(course, capsys):
    code, out, _ = course.told(capsys, "check", "--list")
    assert code == 0
    parts = re.split(r"\n\n(?=[a-z])", out.rstrip("\n"))
    assert [part.splitlines()[:2] for part in parts] == [[rule.id, f"  {rule.sentence}"] for rule in RULES]
    part = parts[[rule.id for rule in RULES].index("yaml-key-is-unique")]
    bad, good = ["    author: Ada", "    author: Bob"], ["    author: Ada and Bob"]
    assert part.splitlines()[2:] == ["  bad (course.yaml):", *bad, "  good (course.yaml):", *good]


def test_json_is_one_record_a_problem(mistaken, capsys):
    code, out, err = mistaken.told(capsys, "check", "--format", "json")
    (record,) = json.loads(out)
    assert (code, err) == (1, "")
    assert (record["path"], record["line"], record["severity"]) == ("content/lessons/a.md", 6, "warning")
    assert record["rule"] == "link-has-a-target"
    assert "gone,100%.md" in record["message"]


def test_json_of_a_clean_course_is_an_empty_list(course, capsys):
    course.lesson("a")
    assert json.loads(course.told(capsys, "check", "--format", "json")[1]) == []


def test_github_annotations_escape_what_the_format_reserves(mistaken, capsys):
    code, out, _ = mistaken.told(capsys, "check", "--format", "github")
    (line,) = out.splitlines()
    assert code == 1
    assert line.startswith("::warning file=content/lessons/a.md,line=6,col=")
    assert "gone,100%25.md" in line


def test_errors_and_warnings_come_together(course, capsys):
    course.lesson("aux", "{eval}`nothing()`\n")
    _code, _, err = course.told(capsys, "check")
    assert "[name-is-portable]" in err
    assert "[quantity-is-known]" in err
    assert err.endswith("2 problems\n")


def test_build_does_not_report_warnings(mistaken, capsys):
    code, _, err = mistaken.told(capsys, "build")
    assert (code, err) == (0, "")


EVERYWHERE = """---
titel: 一课
lede: "{eval}`weigths`"
time: soon
---

:::{note}
{trm}`x` {term}`y`
:::

:::{qestion}
{eval}`head_dims`
:::

:::{figure} a.png
{cite}`nobody`
:::

:::{calculator} 账
:nmae: memory
:to: 4194304
:start: 6

curves:
  - {value: weights, label: 权重, role: weights}
:::

{set}`6 <memory: N=6>`

:::{figure} none.png
:alt: 图
:::

:::{figure} https://example.org/a.png
:alt: 图
:::
"""
MISTAKES = [
    "1:1 front-matter-is-complete", "2:1 field-is-known", "4:7 field-has-its-type", "8:1 role-is-known",
    "11:1 directive-is-known", "15:1 option-is-present", "19:1 option-is-present", "20:1 option-is-known",
    "34:13 image-is-a-figure",
]  # fmt: skip
UNKNOWN_NAMES = [
    "3:15 quantity-is-known", "8:17 term-is-known", "12:8 quantity-is-known", "16:8 source-is-known",
    "30:1 file-is-present",
]  # fmt: skip


def _places(course, capsys):
    records = json.loads(course.told(capsys, "check", "--format", "json")[1])
    return sorted(f"{each['line']}:{each['column']} {each['rule']}" for each in records if "lessons" in each["path"])


def test_one_run_reports_the_mistakes_in_form_and_the_unknown_names(course, capsys):
    """And none that only follows from another: the button of a calculator that could not be read."""
    course.source("a", EVERYWHERE)
    assert _places(course, capsys) == sorted(MISTAKES + UNKNOWN_NAMES)


def test_a_mistake_in_the_course_hides_none_in_the_form_of_its_lessons(course, capsys):
    course.source("a", EVERYWHERE)
    course.write("content/lessons/part.md", "a part\n")
    course.write("content/glossary.yaml", "y: text\n")
    assert "content/glossary.yaml:1:4" in course.told(capsys, "check")[2]
    assert _places(course, capsys) == sorted(MISTAKES)
