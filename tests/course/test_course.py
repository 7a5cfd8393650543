"""A course on disk: its records, and what is reported when its parts do not hold together."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

import pytest

from site_builder.course.course import load_course
from site_builder.document.course import Course, CourseLesson, Promise
from site_builder.problems import Problems, SourcePosition
from site_builder.source.snapshot import files_of

COURSE = """\
title: 课程
lang: zh-CN
anchor: toy
chapters:
  - id: c0
    label: C0
    title: 序章
    lessons:
      - {id: one, title: 第一, topic: 甲}
      - {id: side, topic: 乙, fork: true}
      - {id: two, topic: 丙}
  - {id: c1, label: C1, title: 后来, lessons: [{id: three, topic: 丁}]}
promises:
  later: {text: 以后再说, lesson: three}
pipeline:
  - {id: text, title: 文本, lesson: one}
"""


def loaded(files: Mapping[str, str]) -> Course:
    problems = Problems()
    course = load_course(files_of(files), problems)
    assert course is not None, [str(problem) for problem in problems]
    return course


def refusals(files: Mapping[str, str]) -> list[str]:
    problems = Problems()
    assert load_course(files_of(files), problems) is None
    return [str(problem) for problem in problems.errors]


def test_records_carry_what_the_file_says() -> None:
    course = loaded({"content/course.yaml": COURSE, "content/lessons/two.md": "---\n---\n"})
    assert [(lesson.id, lesson.chapter, lesson.number, lesson.written) for lesson in course.lessons] == [
        ("one", "c0", 1, False),
        ("side", "c0", None, False),
        ("two", "c0", 2, True),
        ("three", "c1", 1, False),
    ]
    position = SourcePosition("content/course.yaml", 9, 9)
    lesson = course.lessons[0]
    assert lesson == CourseLesson("one", "c0", lesson.title, lesson.topic, 1, False, False, position)
    assert (lesson.title.plain, lesson.topic.plain) == ("第一", "甲")
    promise = course.promises["later"]
    assert promise == Promise("later", promise.text, "three", SourcePosition("content/course.yaml", 14, 3))
    assert promise.text.plain == "以后再说"
    assert [(node.id, node.lesson, node.detail) for node in course.pipeline] == [("text", "one", "")]
    assert (course.subtitle, course.running_example, course.sources, course.glossary) == (None, (), {}, {})


def test_an_outline_numbers_none_of_its_lessons() -> None:
    outline = COURSE.replace("title: 后来,", "title: 后来, outline: true,")
    course = loaded({"content/course.yaml": outline})
    assert [(lesson.id, lesson.number, lesson.fork) for lesson in course.lessons] == [
        ("one", 1, False),
        ("side", None, True),
        ("two", 2, False),
        ("three", None, False),
    ]


def test_sources_and_terms_are_read_in_order() -> None:
    sources = "b: {title: B, authors: X, year: 2017, url: 'https://arxiv.org/abs/1'}\na: {title: A, authors: Y}\n"
    glossary = "k: {title: 甲, english: k, sentence: 一句话。}\n"
    course = loaded({"content/course.yaml": COURSE, "content/sources.yaml": sources, "content/glossary.yaml": glossary})
    assert [(key, source.year, source.url) for key, source in course.sources.items()] == [
        ("b", 2017, "https://arxiv.org/abs/1"),
        ("a", 0, ""),
    ]
    assert course.glossary["k"].sentence.plain == "一句话。"


@pytest.mark.parametrize("text", ["", "# nothing yet\n"])
def test_an_empty_list_of_sources_is_fine(text: str) -> None:
    assert loaded({"content/course.yaml": COURSE, "content/sources.yaml": text}).sources == {}


def test_no_course_is_reported() -> None:
    (message,) = refusals({})
    assert message.startswith("content/course.yaml:1:1: there is no file 'content/course.yaml' (--root names")


@pytest.mark.parametrize(
    ("old", "new", "at", "message"),
    [
        ("lesson: three", "lesson: tree", "tree",
         "the course has no lesson 'tree' (did you mean 'three'?) [lesson-is-known]"),
        ("lesson: one", "lesson: sid", "sid}",
         "the course has no lesson 'sid' (did you mean 'side'?) [lesson-is-known]"),
        ("id: two,", "id: one,", "{id: one, topic: 丙",
         "the lesson 'one' is already at content/course.yaml:9:9 (give each an id of its own) [id-is-unique]"),
        ("id: three,", "id: Two,", "{id: Two",
         "the lesson 'Two', which differs from 'two' only in case or Unicode form, is "
         "already at content/course.yaml:11:9 (give each an id of its own) [id-is-unique]"),
        ("{id: c1,", "{id: c0,", "c0, label",
         "the chapter 'c0' is already at content/course.yaml:5:9 (give each an id of its own) [id-is-unique]"),
        ("topic: 丙", "topics: 丙", "topics", "unknown field 'topics' (did you mean 'topic'?) [field-is-known]"),
        ("title: 课程\n", "", "lang", "the field 'title' is missing [field-is-present]"),
        ("lang: zh-CN", "lang: my own", "my own",
         "lang: expected a code of a language, as en or zh-CN, read the text 'my own' [field-has-its-type]"),
        ("fork: true", "fork: yes", "yes",
         "fork: expected true or false, read the text 'yes' (write true) [field-has-its-type]"),
    ],
)  # fmt: skip
def test_what_does_not_hold_together_is_reported(old: str, new: str, at: str, message: str) -> None:
    text = COURSE.replace(old, new, 1)
    before = text[: text.index(at)]
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    messages = refusals({"content/course.yaml": text})
    assert f"content/course.yaml:{line}:{column}: {message}" in messages


@pytest.mark.parametrize("name", ["../two", ".two", "a/b", "a\\b", "a<b>", "a`b", "''", " ", "x" * 81, "a\tb"])
def test_an_id_must_fit_a_role_a_file_and_a_url(name: str) -> None:
    text = COURSE.replace("id: two,", f"id: '{name}'," if name != "''" else "id: '',")
    assert all(" id: " in message for message in refusals({"content/course.yaml": text}))


@pytest.mark.parametrize("name", ["注意力", "第四课 只留注意力", "100%注意力", "c++ 与 #", "lesson-10"])
def test_an_id_may_be_in_any_language(name: str) -> None:
    course = loaded({"content/course.yaml": COURSE.replace("id: two,", f"id: '{name}',")})
    assert name in [lesson.id for lesson in course.lessons]


@pytest.mark.parametrize("lang", ["../zh", "zh_CN", "", "z"])
def test_a_language_is_a_tag(lang: str) -> None:
    text = COURSE.replace("lang: zh-CN", f"lang: '{lang}'")
    assert all(" lang: " in message for message in refusals({"content/course.yaml": text}))


def test_ids_equal_but_for_their_unicode_form_are_one() -> None:
    composed = unicodedata.normalize("NFC", "lü")
    text = COURSE.replace("id: one,", f"id: {composed},").replace(
        "id: two,", f"id: {unicodedata.normalize('NFD', composed)},"
    )
    assert any("[id-is-unique]" in message for message in refusals({"content/course.yaml": text}))


def test_a_lesson_left_out_of_the_course_is_reported() -> None:
    files = {
        "content/course.yaml": COURSE,
        "content/lessons/tow.md": "---\ntitle: 甲\n---\n",
        "content/lessons/part.md": "included by others\n",
    }
    assert refusals(files) == [
        "content/lessons/tow.md:1:1: content/course.yaml lists no lesson 'tow' (did you mean 'two'?) [lesson-is-listed]"
    ]


@pytest.mark.parametrize(
    "path",
    [
        "content/lessons/two.MD",
        "content/lessons/two.md.txt",
        "content/lessons/two.markdown",
        "content/lessons/c0/two.md",
        "content/lesson/two.md",
        "content/two.md",
    ],
)
def test_a_lesson_does_not_count_as_planned_while_it_stands_elsewhere(path: str) -> None:
    files = {"content/course.yaml": COURSE, path: "---\ntitle: 甲\ntime: 3\n---\n"}
    (message,) = refusals(files)
    assert message.startswith(f"{path}:1:1: the lesson 'two' is not read from here")
    assert "(name the file content/lessons/two.md) [file-is-read]" in message


@pytest.mark.parametrize(
    ("path", "text", "told"),
    [
        ("content/lessons/four.md", " \n", "this file is empty, and content/course.yaml lists no lesson 'four'"),
        ("content/lessons/x.markdown", "---\ntitle: 甲\n---\n", "this begins like a lesson, but is not read"),
        ("content/more/x.md", "---\ntitle: 甲\n---\n", "this begins like a lesson, but is not read"),
    ],
)
def test_what_nothing_reads_is_reported(path: str, text: str, told: str) -> None:
    problems = Problems()
    load_course(files_of({"content/course.yaml": COURSE, path: text}), problems)
    (found,) = [problem for problem in problems if problem.position.path == path]
    assert (found.severity, found.message) == ("warning", told)


def test_a_part_named_like_a_planned_lesson_is_no_lesson() -> None:
    loaded({"content/course.yaml": COURSE, "content/lessons/parts/two.md": "included by others\n"})


@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        ("{title: A, authors: X, year: 17}", "field-has-its-type"),
        ("{title: A, authors: X, year: '2017'}", "field-has-its-type"),
        ("{title: A, authors: X, url: 'javascript:alert(1)'}", "field-has-its-type"),
        ("{title: A, authors: X, url: 'https://a b'}", "field-has-its-type"),
        ("{title: A}", "field-is-present"),
        ("{title: A, autors: X, authors: Y}", "field-is-known"),
        ("A", "field-has-its-type"),
    ],
)
def test_a_source_is_validated_at_its_line(entry: str, rule: str) -> None:
    sources = f"good: {{title: G, authors: Z}}\nbad: {entry}\n"
    (message,) = refusals({"content/course.yaml": COURSE, "content/sources.yaml": sources})
    assert message.startswith("content/sources.yaml:2:")
    assert message.endswith(f"[{rule}]")


def test_mistakes_of_all_files_are_reported_together() -> None:
    files = {
        "content/course.yaml": COURSE.replace("lang", "long"),
        "content/sources.yaml": "- a\n",
        "content/glossary.yaml": "a: {title: b}\n",
    }
    told = {message.split(":")[0] for message in refusals(files)}
    assert told == set(files)
