"""Numbers of figures and formulas as pages print them, on their own page and on others'."""

import re

import pytest

from site_builder.build import page as build_page
from site_builder.build.pipeline import Options
from site_builder.build.store import Memory
from site_builder.parse.lesson import parse_lesson
from tests.build.courses import ANCHOR, outcome
from tests.scratch import REPOSITORY

COURSE = """\
title: 课程
lang: LANG
anchor: qwen3.8-27b
chapters:
  - {id: c0, label: C0, title: 序章, lessons: [{id: a, topic: 题}, {id: b, topic: 题}, {id: later, topic: 题}]}
  - {id: c3, label: C3, title: 第三章, outline: true, lessons: [{id: c, topic: 题}]}
"""
HEAD = "---\ntitle: {0} 课\ntime: 5\n---\n\n"
TABLE = ":::{table} 代价\n:label: cost\n\n| a |\n|---|\n| 1 |\n:::\n\n"
NAMED = TABLE + "$$x=1$$ (eq-x)\n\n$$y=2$$\n\n$$z=3$$ (eq-z)\n\n## 小结\n"


def course(a: str = "", b: str = "", c: str = "正文。", lang: str = "zh-CN") -> dict[str, str]:
    texts = {"a": NAMED + a, "b": b or "正文。", "c": c}
    return {
        "content/course.yaml": COURSE.replace("LANG", lang),
        ANCHOR: (REPOSITORY / ANCHOR).read_text(encoding="utf-8"),
        **{f"content/lessons/{name}.md": HEAD.format(name) + text for name, text in texts.items()},
    }


def links(files: dict[str, str], url: str) -> list[str]:
    """The links of the last paragraph of a page, and what they say."""
    built, problems = outcome(files, Options())
    assert built, problems
    assert not problems, problems
    body = built.files[url].decode().partition("<main")[2].partition('<div class="apparatus">')[0]
    return re.findall(r'<a href="([^"]*)">(.*?)</a>', body)


def test_links_print_kind_and_number_and_lead_to_the_element():
    text = "见 [](#eq-z)、[](#cost)，[公式 %s](#eq-x)，[那张表](#cost)，[](a.md#eq-x)。"
    assert links(course(text), "c0/a/index.html") == [
        ("#equation-eq-z", "式 (2)"), ("#table-cost", "表 1"), ("#equation-eq-x", "公式 1"), ("#table-cost", "那张表"),
        ("#equation-eq-x", "式 (1)"),
    ]  # fmt: skip


def test_the_element_is_there_with_its_number():
    built, _ = outcome(course(), Options())
    page = built.files["c0/a/index.html"].decode()
    assert '<span class="target-number" id="table-cost">表 1</span> 代价' in page
    assert re.search(r'<div class="formula formula-numbered" id="equation-eq-z">.*<span [^>]*>\(2\)</span></div>', page)
    assert page.count('class="formula"') == 1


@pytest.mark.parametrize(
    ("lesson", "url", "prefix", "up"),
    [("b", "c0/b/index.html", "第 1 课 ", "../../c0/a/"), ("c", "c3/c/index.html", "C0 第 1 课 ", "../../c0/a/")],
)
def test_a_link_to_another_lesson_names_it(lesson, url, prefix, up):
    text = "见 [](a.md#cost)、[式 %s](a.md#eq-z)、[那里](a.md#cost)、[小结](a.md#小结)。"
    assert links(course(**{lesson: text}), url) == [
        (f"{up}index.html#table-cost", f"{prefix}表 1"), (f"{up}index.html#equation-eq-z", "式 2"),
        (f"{up}index.html#table-cost", "那里"), (f"{up}index.html#%E5%B0%8F%E7%BB%93", "小结"),
    ]  # fmt: skip


def test_a_lesson_without_a_number_is_named_by_its_title():
    files = course(b="见 [](c.md#eq-c)。", c="$$x$$ (eq-c)")
    assert links(files, "c0/b/index.html") == [("../../c3/c/index.html#equation-eq-c", "“c 课” 式 (1)")]


def test_the_words_are_those_of_the_language():
    assert links(course("见 [](#cost)。", lang="en"), "c0/a/index.html") == [("#table-cost", "Table 1")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[](#cots)", "this lesson has no label 'cots' (did you mean 'cost'?)"),
        ("[](#小结)", "#小结 is a heading, which has no number (write [words](#小结))"),
        ("[](b.md#cost)", "that lesson has no label 'cost'"),
        ("[](later.md#cost)", "'later.md#cost' leads to no lesson that is written"),
        ("[表 %s](#cots)", "this lesson has no label 'cots'"),
    ],
)
def test_a_number_of_what_has_none_is_reported(text, said):
    built, problems = outcome(course(text), Options())
    assert built is None
    assert any(said in problem and "[target-is-known]" in problem for problem in problems), problems


def test_a_kept_page_follows_the_numbers_of_another_lesson():
    """Cold and warm builds agree, after the lesson that is referred to has changed."""
    store = Memory()
    before, after = course(b="见 [](a.md#eq-z)。"), course(b="见 [](a.md#eq-z)。")
    after["content/lessons/a.md"] = after["content/lessons/a.md"].replace("$$y=2$$", "$$y=2$$ (eq-y)")
    outcome(before, Options(), store)
    warm, _ = outcome(after, Options(), store)
    cold, _ = outcome(after, Options())
    assert warm.files == cold.files
    assert "第 1 课 式 (3)" in warm.files["c0/b/index.html"].decode()


def test_a_lesson_is_parsed_for_others_only_where_the_label_may_stand(monkeypatch):
    """A link to a heading asks nothing of the lesson but its address; a label may stand in an included file too."""
    parsed = []
    monkeypatch.setattr(
        build_page, "parse_lesson", lambda text, *rest: parsed.append(text.path) or parse_lesson(text, *rest)
    )
    assert outcome(course(b="见 [小结](a.md#小结)、[别处](a.md#notes)。"), Options())[0]
    assert sorted(parsed) == [f"content/lessons/{name}.md" for name in "abc"]
    parsed.clear()
    assert outcome(course(b="见 [](a.md#eq-z)。"), Options())[0]
    assert parsed.count("content/lessons/a.md") == 2


def test_a_label_in_an_included_file_is_found():
    files = course(a=":::{include} parts/one.md\n:::\n", b="见 [](a.md#eq-in)。")
    files["content/lessons/parts/one.md"] = "$$x$$ (eq-in)\n"
    assert links(files, "c0/b/index.html") == [("../../c0/a/index.html#equation-eq-in", "第 1 课 式 (3)")]
