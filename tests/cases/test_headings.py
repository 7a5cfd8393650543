"""Ids of headings are there, distinct, equal in contents and page, and stay when others come and go."""

import re
from html import unescape
from urllib.parse import unquote

import pytest

from tests.scratch import visible

HEADINGS = """## 小结
## 小结
## 小结-1
## ？！
## 代价 $O(n^2)$ 与 $N$
## Q、K、V
## QKV
## ⚠ 常见误解：N²
"""


def ids(page):
    return [unescape(name) for name in re.findall(r'<h[2-6] id="([^"]*)">', page)]


def contents(page):
    return re.findall(r'<li class="contents-\d"><a href="#([^"]*)">(.*?)</a></li>', page)


def test_eight_headings_eight_ids_that_stay(course):
    course.lesson("a", HEADINGS)
    course.build()
    page = course.page("a")
    found = ids(page)
    assert len(found) == len(set(found)) == 8
    assert not [name for name in found if not name or re.search(r"\s", name) or name.startswith("-")]
    assert [unquote(href) for href, _ in contents(page)] == found
    assert [visible(words) for _, words in contents(page)] == [
        "小结", "小结", "小结-1", "？！", "代价 O(n^2) 与 N", "Q、K、V", "QKV", "⚠ 常见误解：N²",
    ]  # fmt: skip
    assert "$" not in "".join(words for _, words in contents(page))
    course.lesson("a", "## 引子\n" + HEADINGS)
    course.lesson("b", "## 小结\n")
    course.build()
    assert ids(course.page("a")) == ["引子", *found]
    assert ids(course.page("b")) == ["小结"]


@pytest.mark.parametrize(
    "body",
    [
        "## main\n## sources\n## terms\n## numbers\n## promises\n## contents-title\n## numbers-anchor\n{eval}`layers`",
        "## term KV cache\n## source vaswani2017\n{term}`kv-cache` {cite}`vaswani2017`",
        "## 脚注\n## footnote 1\n## footnote-mark-1\n甲[^1]乙[^1]\n\n[^1]: 注\n",
        "## promise word-order\n## owed word order\n{promise}`word-order` {promise}`word-order`",
        "## calculator-n-title\n## calculator n slider\n\n:::{calculator} 甲\n:name: n\n:to: 4096\n:start: 64\n\n"
        "curves:\n  - {value: weights, label: 权重, role: weights}\n:::",
        "## 小结\n## 小结\n## 小结-2\n## 小结 2\n## 小结\n",
        "## 一\n:::{note}\n## 一\n:::\n> ## 一\n\n- ## 一\n",
        "甲[^1] 乙[^1-2]\n\n[^1]: 甲\n\n[^1-2]: 乙\n\n:::{include} part.md\n:::",
        "## \u202aa\n## a\u200bb\n## a b\n## É\n## E\u0301\n## ＡＢ\n## ab\n",
    ],
)
def test_every_id_of_a_page_is_there_once(course, capsys, body):
    course.furnish()
    course.write("content/lessons/part.md", "丙[^1]\n\n[^1]: 丙\n")
    course.lesson("a", body + "\n")
    course.lesson("b")
    assert course.told(capsys, "build")[0] == 0
    page = course.page("a")
    found = [unescape(name) for name in re.findall(r'\sid="([^"]*)"', page)]
    assert sorted(found) == sorted(set(found))
    assert not [name for name in found if not name or re.search(r"\s", name)]
    within = [unquote(unescape(href)) for href in re.findall(r'href="#([^"]*)"', page)]
    assert set(within) <= set(found)


@pytest.mark.parametrize("key", ["a b", 'a"onmouseover="x', "100%41", "甲 乙", "a#b?c", "x'y"])
def test_names_that_authors_give_break_no_id(course, capsys, key):
    course.furnish()
    label = key.replace(" ", "-")
    quoted = "'" + key.replace("'", "''") + "'"
    course.write("content/sources.yaml", f"{quoted}: {{title: 书, authors: 人}}\n")
    course.more[:] = [f"promises:\n  {quoted}: {{text: 诺, lesson: b}}\n"]
    course.lesson(
        "a",
        f":::{{claims}}\n- {{claim: 甲, grade: none, source: {quoted}}}\n:::\n\n[^{label}] 注\n\n[^{label}]: 文\n",
    )
    course.lesson("b")
    assert course.told(capsys, "build")[0] == 0
    page = course.page("a")
    found = {unescape(name) for name in re.findall(r'\sid="([^"]*)"', page)}
    assert {unquote(unescape(href)) for href in re.findall(r'href="#([^"]*)"', page)} <= found
    assert not re.search(r"<[^>]*\son\w+=", page)
    assert not [name for name in found if re.search(r"\s", name)]


def test_a_heading_without_words_is_reported(course, capsys):
    course.lesson("a", "甲\n\n##\n")
    code, _, err = course.told(capsys, "check")
    assert code == 1
    assert "content/lessons/a.md:8:1: this heading has no words" in err
