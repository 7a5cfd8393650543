"""Front matter: fields, their types, their places."""

import pytest

from site_builder.parse.front_matter import split_front_matter
from site_builder.parse.lesson import parse_lesson
from site_builder.problems import Problems
from site_builder.source.snapshot import files_of
from site_builder.source.text import SourceText
from tests.parse.support import PATH, parse


def read(text):
    problems = Problems()
    lesson = parse_lesson(SourceText(PATH, text), files_of({}), problems)
    return lesson, [f"{p.position.line}:{p.position.column} {p.rule}" for p in problems]


def test_all_fields():
    text = (
        '---\ntitle: 词表 <s> 与 "A&B"\nsubtitle: 删掉**循环：**吗\nlede: 要 {eval}`weights()`，\n  两行\n'
        "time: 30\ndraft: true\nanchor: tiny\n---\n正文\n"
    )
    lesson, told = read(text)
    assert told == []
    assert lesson.id == "lesson"
    assert lesson.title.plain == '词表 <s> 与 "A&B"'
    assert [child.type for child in lesson.subtitle.tokens[0].children] == [
        "text",
        "strong_open",
        "text",
        "strong_close",
        "text",
    ]
    assert lesson.lede.tokens[0].children[1].meta["reference"].position.line == 4
    assert (lesson.minutes, lesson.draft, lesson.anchor) == (30, True, "tiny")
    assert lesson.blocks[0].position.line == 10


def test_defaults():
    lesson = parse("").lesson
    assert (lesson.subtitle, lesson.lede, lesson.draft, lesson.anchor, lesson.blocks) == (None, None, False, "", ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("正文", ["1:1 front-matter-is-complete"]),
        ("", ["1:1 front-matter-is-complete"]),
        ("---\ntitle: 甲\n", ["1:1 front-matter-is-complete"]),
        (" ---\ntitle: 甲\n\n", ["1:1 front-matter-is-complete"]),
        ("---\n---\n正文", ["1:1 front-matter-is-complete"]),
        ("---\n- 甲\n---\n", ["1:1 front-matter-is-complete"]),
        ("---\ntime: 3\n---\n", ["1:1 front-matter-is-complete"]),
        ("---\ntitle: 甲\n---\n", ["1:1 front-matter-is-complete"]),
        ("---\ntitle: 甲\ntime: 3\ntitel: 乙\n---\n", ["4:1 field-is-known"]),
        ("---\ntitle: 甲\ntime: 三十\n---\n", ["3:7 field-has-its-type"]),
        ("---\ntitle: 甲\ntime: 0\n---\n", ["3:7 field-has-its-type"]),
        ("---\ntitle: 甲\ntime: true\n---\n", ["3:7 field-has-its-type"]),
        ("---\ntitle: 甲\ntime: 3\ndraft: 不\n---\n", ["4:8 field-has-its-type"]),
        ("---\ntitle: [甲]\ntime: 3\n---\n", ["2:8 field-has-its-type"]),
        ("---\ntitle: ''\ntime: 3\n---\n", ["2:8 field-has-its-type"]),
        ("---\ntitle: 甲 {evl}`x`\ntime: 3\n---\n", ["2:10 role-is-known"]),
        ("---\ntitle: 甲\ntime: 3\ntime: 4\n---\n{evl}`x`", ["4:1 yaml-key-is-unique", "6:1 role-is-known"]),
        ('---\ntitle: "甲\ntime: 3\n---\n', ["2:8 yaml-is-well-formed"]),
    ],
)
def test_mistakes(text, expected):
    assert read(text)[1] == expected


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("---\ntitle: 甲\n", "end it with"),
        ("---\ntitle: 甲\ntime: 3\n----\n正文\n", "end it with"),
        ("\n---\ntitle: 甲\ntime: 3\n---\n", "the first line of the file"),
        ("正文\n", "begin the file with"),
    ],
)
def test_front_matter_that_is_not_found_says_what_is_missing(text, hint):
    problems = Problems()
    split_front_matter(SourceText("a.md", text), problems)
    assert hint in next(iter(problems)).hint


def test_the_body_keeps_its_line_numbers():
    _, body = split_front_matter(SourceText(PATH, "---\ntitle: 甲\ntime: 1\n---\n正文\n"), Problems())
    assert body.split("\n")[4] == "正文"


def test_a_rule_in_the_text_is_no_front_matter():
    assert parse("甲\n\n---\n\n乙").html == "<p>甲</p>\n<hr />\n<p>乙</p>\n"
