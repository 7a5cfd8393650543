"""Ids are non-empty, distinct, and stay when other headings come and go."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.parse.headings import slug, unique_ids
from tests.parse.support import parse

SOURCE = """## 小结
## 小结
## 小结-1
## ？！
## 代价 $O(n^2)$ 与 $N$
## Q、K、V
## QKV
## ⚠ 常见误解：N²
"""


def ids(source):
    return [heading.id for heading in parse(source).lesson.headings]


def test_case():
    found = ids(SOURCE)
    assert found == ["小结", "小结-2", "小结-1", "u-ff1f-ff01", "代价-o-n-2-与-n", "q-k-v", "qkv", "常见误解-n²"]
    assert len(set(found)) == 8
    assert not [item for item in found if not item or re.search(r"\s", item) or item.startswith("-")]


def test_the_contents_show_formulas_once_and_no_dollars():
    headings = parse(SOURCE).lesson.headings
    assert [heading.title.plain for heading in headings][4] == "代价 O(n^2) 与 N"
    assert [child.type for child in headings[4].title.tokens[0].children] == [
        "text",
        "math_inline",
        "text",
        "math_inline",
    ]


def test_the_elements_carry_the_same_ids():
    assert re.findall(r'<h2 id="([^"]+)">', parse(SOURCE).html) == ids(SOURCE)


def test_a_heading_on_top_changes_no_id():
    assert ids("## 引子\n" + SOURCE)[1:] == ids(SOURCE)


def test_a_formula_or_value_in_a_heading_does_not_depend_on_the_anchor():
    assert ids("## 有 {eval}`weights()` 字节") == ["有-weights-字节"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("A  B", "a-b"),
        ("é", "é"),
        ("e\u0301", "é"),
        ("<s> 与 &", "s-与"),
        ("⚙\ufe0f 设置", "设置"),
        ("🎯", "u-1f3af"),
        ("——", "u-2014-2014"),
        ("1. 一", "1-一"),
        ("हिन्दी", "हिन्दी"),
        ("", "u"),
    ],
)
def test_slugs(words, expected):
    assert slug(words) == expected


def test_literal_numbers_win_over_generated_ones():
    assert ids("## 小结\n## 小结\n## 小结-2\n## 小结") == ["小结", "小结-3", "小结-2", "小结-4"]


def test_headings_inside_blocks_have_ids_but_are_not_in_the_contents():
    lesson = parse("## 小结\n\n:::{dig} 深挖\n## 小结\n正文\n:::\n\n:::{faq}\n### 小结\n答\n:::").lesson
    assert [heading.id for heading in lesson.headings] == ["小结"]
    assert lesson.blocks[1].body[0].tokens[0].attrs["id"] == "小结-2"


def test_a_second_title_is_demoted_and_told():
    parsed = parse("# 一\n\n正文")
    assert parsed.html == '<h2 id="一">一</h2>\n<p>正文</p>\n'
    assert parsed.told == ["1:1 heading-is-below-the-title"]


@given(st.lists(st.text(alphabet="a小-2 ", max_size=4), max_size=12))
def test_any_headings_have_distinct_usable_ids(words):
    found = unique_ids([slug(item) for item in words])
    assert len(set(found)) == len(words)
    assert all(item and not item.startswith("-") and not re.search(r"\s", item) for item in found)
