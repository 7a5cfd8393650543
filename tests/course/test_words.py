"""The words of YAML files are inline Markdown: printed as a reader expects, and reported where they cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_builder.problems import BuildStopped, Problems
from site_builder.source.snapshot import files_of
from tests.scratch import REPOSITORY, built

ANCHOR = "content/anchors/qwen3.8-27b.yaml"
LESSON = """\
---
title: "*One* {eval}`head_dim`"
time: 5
---

{lesson}`two`, {promise}`debt`, {term}`word`, {cite}`paper`
"""
COURSE = """\
title: All of $N^2$ & **more**
subtitle: "{eval}`head_dim` wide"
lang: en
anchor: qwen3.8-27b
chapters:
  - id: c0
    label: C0
    title: "A **big** `x < y`"
    lessons:
      - {id: one, topic: first}
      - {id: two, title: "*Two* of {eval}`head_dim`", topic: "{dim}`N` and $d_k$"}
promises:
  debt: {text: "why $N^2$ of {eval}`head_dim`", lesson: two}
pipeline:
  - {id: text, title: "$N$ **words**", lesson: one}
  - {id: more, title: more, lesson: two}
"""
SOURCES = "paper: {title: 'On $N^2$', authors: Someone, year: 2017}\n"
GLOSSARY = "word: {title: '**W**ord', english: word, sentence: 'It is {eval}`head_dim` wide, $d_k$.'}\n"


def site(**changes: str) -> tuple[dict[str, str], list[str]]:
    """The pages of the course above, and what was reported."""
    texts = {"course": COURSE, "sources": SOURCES, "glossary": GLOSSARY} | changes
    files = {f"content/{name}.yaml": text for name, text in texts.items() if name != "lesson"}
    files |= {ANCHOR: Path(REPOSITORY / ANCHOR).read_text(), "content/lessons/one.md": changes.get("lesson", LESSON)}
    problems = Problems()
    try:
        found = built(files_of(files), problems)
    except BuildStopped:
        found = {}
    pages = {path: data.decode().replace("\u00a0", " ") for path, data in found.items() if path.endswith(".html")}
    return pages, [str(problem) for problem in problems]


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    found, reported = site()
    assert reported == []
    return found


def test_no_mark_is_printed_as_it_is_written(pages):
    for path, page in pages.items():
        assert not [mark for mark in ("**", "{eval}", "{dim}", "$N", "`") if mark in page.partition("<body")[2]], path
    for path in ("index.html", "c0/one/index.html"):
        assert "<em>Two</em> of " in pages[path]
        assert 'data-quantity="head_dim">256</data>' in pages[path]


@pytest.mark.parametrize(
    "words",
    [
        "<title>All of N² &amp; more</title>",
        '<meta name="description" content="256 wide">',
        "A <strong>big</strong> <code>x &lt; y</code></h3>",
        "</math> <strong>words</strong></a>",
        "<em>One</em> ",
    ],
)
def test_the_map_says_them_as_a_lesson_would(pages, words):
    assert words in pages["index.html"]


@pytest.mark.parametrize("words", ["<dt><strong>W</strong>ord", 'On <math alttext="N²">', " wide, <span"])
def test_the_entries_of_a_lesson_do_too(pages, words):
    assert words in pages["c0/one/index.html"]


def test_nothing_in_them_can_be_pressed(pages):
    """They stand inside links, and the map has no ledger that a number could lead to."""
    assert "#number-" not in pages["index.html"]
    assert "#number-" not in pages["c0/one/index.html"].partition('class="lesson-body"')[0].partition("<main")[0]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"course": COURSE.replace("`head_dim` wide", "`head_dimm` wide")},
            "content/course.yaml:2:19: no quantity or anchor field is called 'head_dimm' (did you mean 'head_dim'?) "
            "[quantity-is-known]",
        ),
        (
            {"course": COURSE.replace('"why $N^2$ of {eval}`head_dim`"', r"why $\nope$")},
            'content/course.yaml:13:21: this formula cannot be read: Unknown command "\\nope" '
            "(write it out, or define it for the course, in course.yaml under macros) [maths-is-well-formed]",
        ),
        (
            {"course": COURSE.replace("topic: first", "topic: '{cite}`paper`'")},
            "content/course.yaml:10:27: the role {cite} cannot stand in a title, nor in YAML (put it into a lesson) "
            "[title-holds-no-links]",
        ),
        (
            {"course": COURSE.replace("title: more", "title: '[more](one.md)'")},
            "content/course.yaml:16:24: a link cannot stand in a title, nor in YAML (put it into a lesson) "
            "[title-holds-no-links]",
        ),
        (
            {"sources": SOURCES.replace("$N^2$", "{eval}`head_dim`")},
            "content/sources.yaml:1:20: the role {eval} cannot stand in a title, nor in YAML (put it into a lesson) "
            "[title-holds-no-links]",
        ),
        (
            {"lesson": LESSON.replace("*One*", "{term}`word`")},
            "content/lessons/one.md:2:9: the role {term} cannot stand in a title, nor in YAML (put it into a lesson) "
            "[title-holds-no-links]",
        ),
        (
            {"glossary": GLOSSARY.replace("english: word", "english: the **word**")},
            "content/glossary.yaml:1:40: bold is printed as it is written here (write the words alone) "
            "[plain-text-has-no-marks]",
        ),
        (
            {"lesson": LESSON + "\n:::{figure} a.svg\n:alt: the $N^2$ table\n:::\n"},
            "content/lessons/one.md:9:11: a formula is printed as it is written here (write the words alone) "
            "[plain-text-has-no-marks]",
        ),
    ],
)
def test_a_mistake_in_them_is_reported_where_it_stands(changes, told):
    assert told in site(**changes)[1]


def test_a_title_that_cannot_be_read_stops_no_other_page():
    """Pages that name the lesson are made, so that their own mistakes are reported in the same run."""
    reported = site(lesson=LESSON.replace('"*One* {eval}`head_dim`"', r"$\nope$") + "\n{term}`wrod`\n")[1]
    assert [each.rpartition("[")[2] for each in reported] == ["maths-is-well-formed]", "term-is-known]"]
