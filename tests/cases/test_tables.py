"""A table never loses a cell, and what is no table is reported."""

import re

import pytest

from tests.scratch import formulas, prose

TABLE = r"""| 量 | 写法 | 取值 |
|---|---|---|
| 模长 | $\|v\|$ | 1 |
| 条件概率 | $P(w|c)$ | 0.2 |
| 按位或 | `a|b` | 3 |
| 按位或（转义） | `a\|b` | 4 |
"""


def rows(page):
    found = re.findall(r"<tr>\n(.*?)</tr>", prose(page), re.DOTALL)
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in found]


def test_a_bar_in_a_cell_eats_nothing(course):
    course.lesson("a", TABLE)
    course.build()
    _, norm, probability, bare, escaped = rows(course.page("a"))
    assert [len(row) for row in (norm, probability, bare, escaped)] == [3, 3, 3, 3]
    assert (formulas(norm[1]), norm[2]) == (["|v|"], "1")
    assert (formulas(probability[1]), probability[2]) == (["P(w|c)"], "0.2")
    assert bare[1:] == ["<code>a|b</code>", "3"]
    assert escaped[1:] == ["<code>a|b</code>", "4"]


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 |", 8),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n1 | 2 | 3", 9),
        ("a | b\n---|---\n1 | 2 | 3", 8),
        ("- | a | b |\n  |---|---|\n  | 1 | 2 | 3 |", 8),
        ("> | a |\n> |---|\n> | 1 | 2 |", 8),
        (":::{note}\n| a |\n|---|\n| 1 | 2 |\n:::", 9),
        ("| a |\n|---|\n| **x | y** |", 8),
        ("| a |\n|---|\n| [x|y](http://a) |", 8),
        ("| a |\n|---|\n| 5$|6$ |", 8),
        ("| a |\n|---|\n| `x|y |", 8),
        ("| a |\n|---|\n| $x|y |", 8),
    ],
)
def test_a_row_with_too_many_cells_stops_the_build(course, capsys, table, line):
    course.lesson("a", table + "\n")
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert f"content/lessons/a.md:{line}:" in err
    assert "[table-keeps-its-cells]" in err


@pytest.mark.parametrize(
    ("table", "line"),
    [
        ("| a | b |\n|---|：---：|\n| 1 | 2 |", 7),
        ("｜ a ｜ b ｜\n｜---｜---｜\n｜ 1 ｜ 2 ｜", 7),
        ("| a | b |\n|---|---|---|\n| 1 | 2 |", 7),
        ("| a | b |\n|——|——|\n| 1 | 2 |", 7),
        ("| a | b |\n| 1 | 2 |", 6),
        ("| a | b |\n|---|---|\n| 1 |", 8),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n正文", 9),
    ],
)
def test_what_is_no_table_or_lacks_a_cell_is_reported(course, capsys, table, line):
    course.lesson("a", table + "\n")
    code, _, err = course.told(capsys, "check")
    assert code == 1
    assert f"content/lessons/a.md:{line}:" in err
    assert "[table-" in err
