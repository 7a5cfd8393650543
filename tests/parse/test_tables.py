"""Tables never lose a cell."""

import pytest

from site_builder.parse.table import cells
from tests.parse.support import parse


def rows(source):
    body = parse(source).html.split("<tbody>")[1]
    return [[cell.split("</td>")[0] for cell in row.split("<td>")[1:]] for row in body.split("<tr>")[1:]]


def test_case():
    source = r"""| 量 | 写法 | 取值 |
|---|---|---|
| 模长 | $\|v\|$ | 1 |
| 条件概率 | $P(w|c)$ | 0.2 |
| 按位或 | `a|b` | 3 |
| 按位或（转义） | `a\|b` | 4 |
"""
    assert parse(source).told == []
    assert rows(source) == [
        ["模长", "<math>|v|</math>", "1"],
        ["条件概率", "<math>P(w|c)</math>", "0.2"],
        ["按位或", "<code>a|b</code>", "3"],
        ["按位或（转义）", "<code>a|b</code>", "4"],
    ]


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("| `a` 与 `b|c` | $|x|$ |", ["`a` 与 `b|c`", "$|x|$"]),
        ("| {set}`x|y <w: N=1>` | {eval}`max(a|b)` |", ["{set}`x|y <w: N=1>`", "{eval}`max(a|b)`"]),
        (r"| `` a`|b `` | \| |", ["`` a`|b ``", "|"]),
        ("| `未闭 | 值 |", ["`未闭", "值"]),
        ("| $未闭 | 5$ |", ["$未闭", "5$"]),
        ("|$3|$4|", ["$3", "$4"]),
        ("|$a$|$b$|", ["$a$", "$b$"]),
        ("| | b |", ["", "b"]),
        ("| a | |", ["a", ""]),
        ("a | b", ["a", "b"]),
        ("| a || b |", ["a", "", "b"]),
        (r"| \`a | b\` |", [r"\`a", r"b\`"]),
        (r"| a \\| b |", [r"a \| b"]),
    ],
)
def test_how_a_row_is_cut(row, found):
    assert [cell.content for cell in cells(row)] == found


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 |", ["3:1 table-keeps-its-cells"]),
        ("| a | b |\n|---|---|\n| 1 |", ["3:1 table-keeps-its-cells"]),
        ("- | a | b |\n  |---|---|\n  | 1 | 2 | 3 |", ["3:3 table-keeps-its-cells"]),
        ("> | a |\n> |---|\n> | 1 | 2 |", ["3:3 table-keeps-its-cells"]),
        ("| a | b |\n|---|---|\n｜ 1 ｜ 2 ｜", ["3:1 table-keeps-its-cells"]),
        ("| a | b |\n|---|：---：|\n| 1 | 2 |", ["2:1 table-is-written-right"]),
        ("｜ a ｜ b ｜\n｜---｜---｜\n｜ 1 ｜ 2 ｜", ["2:1 table-is-written-right"]),
        ("| a | b |\n|---|---|---|\n| 1 | 2 |", ["2:1 table-is-written-right"]),
        ("| a | b |\n| —— | —— |\n| 1 | 2 |", ["2:1 table-is-written-right"]),
        ("| a | b |\n|---|---|\n\n| 1 | 2 |\n|--|--|--|", ["5:1 table-is-written-right"]),
        ("a | b\n--|--\n1 | 2\n后面一行", ["4:1 table-keeps-its-cells"]),
    ],
)
def test_slips_are_reported_at_their_line(source, told):
    assert parse(source).told == told


def test_a_row_too_long_stops_a_build():
    assert [problem.message for problem in parse("| a | b |\n|---|---|\n| 1 | 2 | 3 |").errors] == [
        "this row has 3 cells, the header 2"
    ]


def test_places_in_cells_count_the_backslashes_that_were_dropped():
    assert parse("| a | b |\n|---|---|\n| \\|x\\| {eval2}`y` | 2 |").told == ["3:9 role-is-known"]


def test_alignment():
    html = parse("| a | b | c | d |\n|:--|--:|:-:|---|\n| 1 | 2 | 3 | 4 |").html
    assert '<td style="text-align:left">1</td>' in html
    assert '<td style="text-align:right">2</td>' in html
    assert '<td style="text-align:center">3</td>' in html
    assert "<td>4</td>" in html
