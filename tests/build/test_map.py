"""The map: where to begin, what is there, what is missing, what is owed; and the way from lessons back to it."""

import re

import pytest

from site_builder.build.pipeline import Options
from tests.build.courses import ANCHOR, outcome
from tests.scratch import REPOSITORY

COURSE = """\
title: 从 0 训练
about: 一门**课**。
audience: 给人看。
model: 有 {eval}`layers` 层。
lang: zh-CN
anchor: qwen3.8-27b
chapters:
  - {id: c0, label: C0, title: 零, lessons: [{id: a, topic: 甲}, {id: b, topic: 乙}, {id: side, topic: 岔, fork: true}]}
  - {id: c2, label: C2, title: 二, lessons: [{id: c, topic: 丙}]}
  - {id: c6, label: C6, title: 六, lessons: [{id: d, topic: 丁}]}
promises:
  one: {text: 第一笔, lesson: side}
  two: {text: 第二笔, lesson: d}
pipeline: [{id: x, title: 头, lesson: b}, {id: y, title: 尾, lesson: d}]
"""
HEAD = "---\ntitle: {0} 课\ntime: {1}\n---\n\n"


@pytest.fixture(scope="module")
def pages():
    files = {
        "content/course.yaml": COURSE,
        ANCHOR: (REPOSITORY / ANCHOR).read_text(encoding="utf-8"),
        "content/lessons/b.md": HEAD.format("b", 30) + "{promise}`one`，{promise}`two`。",
        "content/lessons/side.md": HEAD.format("岔", 25) + "{paid}`one`。",
    }
    made, problems = outcome(files, Options())
    assert not problems, problems
    return {path: data.decode().replace("\u00a0", " ") for path, data in made.files.items() if path.endswith(".html")}


def test_it_says_what_the_course_is_and_where_to_begin(pages):
    page = pages["index.html"]
    assert "<h1>从 0 训练</h1>" in page
    assert "一门<strong>课</strong>。" in page
    assert re.search(r"有 <data [^>]*>64</data> 层。", page)
    assert re.findall(r'<a class="map-go" href="([^"]+)"', page) == ["c0/b/index.html"]
    assert "2 课，55 分钟，0 个实验。" in page
    assert "2 笔账，还了 1 笔" in page


def test_chapters_that_are_not_listed_are_named(pages):
    missing = re.findall(r'<p class="map-missing"><span[^>]*>([^<]+)</span> 还没有列出来', pages["index.html"])
    assert missing == ["C1", "C3–C5"]


def test_what_a_lesson_owes_leads_to_the_ledger_and_what_it_has_paid_to_the_place(pages):
    page = pages["index.html"]
    assert '<a href="c0/side/index.html#paid-one">第一笔</a> <span class="map-paid">' in page
    assert '<a href="promises/index.html#promise-two">第二笔</a></li>' in page


def test_every_node_of_the_pipeline_leads_somewhere(pages):
    nodes = pages["index.html"].partition('class="pipeline-nodes"')[2].partition("</ol>")[0]
    assert re.findall(r'href="([^"]+)"', nodes) == ["c0/b/index.html", "#lesson-d"]
    assert 'id="lesson-d"' in pages["index.html"]


@pytest.mark.parametrize(("lesson", "titles"), [("b", ["甲", "课程地图", "丙"]), ("side", ["b 课", "课程地图", "丙"])])
def test_lessons_and_forks_lead_on_back_and_to_the_map(pages, lesson, titles):
    nav = pages[f"c0/{lesson}/index.html"].partition('<nav class="neighbours"')[2].partition("</nav>")[0]
    assert re.findall(r'"neighbour-title">([^<]+)<', nav) == titles
    assert f'href="../../index.html#lesson-{lesson}"' in nav
    assert nav.count("计划中") == titles.count("甲") + titles.count("丙")


def test_a_course_without_lessons_has_a_map_without_a_button():
    files = {"content/course.yaml": COURSE, ANCHOR: (REPOSITORY / ANCHOR).read_text(encoding="utf-8")}
    made, problems = outcome(files, Options())
    assert made, problems
    assert "map-go" not in made.files["index.html"].decode()
