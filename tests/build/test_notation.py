"""Macros of a course and letters of a lesson, from the files to the page."""

import pytest

from site_builder.build.pipeline import Options
from tests.build.courses import ANCHOR, outcome
from tests.scratch import REPOSITORY

COURSE = """\
title: 课程 $\\R$
lang: zh-CN
anchor: qwen3.8-27b
macros: {'\\R': '\\mathbb{R}', '\\of': '#1(#2)'}
chapters: [{id: c0, label: C0, title: 序章, lessons: [{id: a, topic: 题}]}]
"""
HEAD = "---\ntitle: 一课 $\\R$\ntime: 5\n{0}---\n\n"


def course(body: str, front: str = "", yaml: str = COURSE) -> dict[str, str]:
    return {
        "content/course.yaml": yaml,
        ANCHOR: (REPOSITORY / ANCHOR).read_text(encoding="utf-8"),
        "content/glossary.yaml": "real: {title: 实数, english: real number, sentence: $\\R$ 里的数。}\n",
        "content/lessons/a.md": HEAD.format(front) + body,
    }


def test_macros_hold_in_text_titles_and_yaml():
    built, problems = outcome(course("$\\of{f}{x}\\in\\R$，{term}`real`\n\n$$\\R^n$$"), Options())
    assert not problems
    page = built.files["c0/a/index.html"].decode()
    assert page.count("<mi>ℝ</mi>") >= 5  # name of the course, title, text, display, glossary
    assert 'x-tex">f(x)\\in\\mathbb{R}<' in page
    assert "<title>一课 ℝ · 课程 ℝ</title>" in page


def test_a_mistake_in_what_a_macro_stands_for_is_reported_where_it_is_used():
    files = course("甲 $\\bad$", yaml=COURSE.replace("'\\R':", "'\\bad': '\\nothing', '\\R':"))
    _, problems = outcome(files, Options())
    assert [each.partition(" [")[0] for each in problems] == [
        'error content/lessons/a.md:6:4: this formula cannot be read: Unknown command "\\nothing" '
        "(write it out, or define it for the course, in course.yaml under macros)"
    ]


def test_what_is_no_macro_is_reported_in_its_line():
    _, problems = outcome(course("甲", yaml=COURSE.replace("'\\R':", "R: x, '\\R':")), Options())
    assert any(each.startswith("error content/course.yaml:4:13: 'R' is no command") for each in problems), problems


def test_formulas_are_not_judged_by_macros_that_nobody_knows():
    _, problems = outcome(course("甲 $\\R$", yaml="title: ["), Options())
    assert not [each for each in problems if "a.md" in each]


@pytest.mark.parametrize(("front", "marks"), [("", 0), ("dimensions: [N]\n", 1), ("dimensions: [N, d_k]\n", 2)])
def test_letters_are_coloured_where_the_lesson_says_so(front, marks):
    built, _ = outcome(course("$6 N d_k$", front), Options())
    assert built.files["c0/a/index.html"].decode().count('class="dim dim-') == marks


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("[M]", "one of N, d_k, not 'M'"),
        ("N", "expected a list, read the text 'N' (write [N])"),
        ("[[N]]", "expected text, read a list"),
    ],
)
def test_a_letter_that_has_no_colour_is_reported(written, said):
    _, problems = outcome(course("甲", f"dimensions: {written}\n"), Options())
    assert any(each.startswith("error content/lessons/a.md:4:") and said in each for each in problems), problems
