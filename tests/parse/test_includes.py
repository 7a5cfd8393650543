"""Includes stay inside the course, cycles are shown, positions are those of the included file."""

import os
from pathlib import Path

import pytest

from site_builder.document.blocks import Framed
from site_builder.parse.lesson import parse_lesson
from site_builder.problems import Problems
from site_builder.source.folder import read_folder
from site_builder.source.text import SourceText
from tests.parse.support import HEAD, PATH, html, parse
from tests.work import ending

LESSONS = "content/lessons"


def include(path):
    return f":::{{include}} {path}\n:::\n"


@pytest.fixture
def course(tmp_path):
    root = tmp_path / "course"
    (root / LESSONS).mkdir(parents=True)
    (tmp_path / "course-secret").mkdir()
    (tmp_path / "course-secret" / "key.md").write_text("机密\n", encoding="utf-8")
    (tmp_path / "out.md").write_text("机密\n", encoding="utf-8")
    os.symlink(tmp_path / "out.md", root / LESSONS / "link.md")
    os.symlink("..", root / LESSONS / "up")
    os.symlink("loop.md", root / LESSONS / "loop.md")
    os.mkfifo(root / LESSONS / "pipe.md")
    return root


def read(root: Path, body: str):
    problems = Problems()
    return parse_lesson(SourceText(PATH, HEAD + body), read_folder(root), problems), list(problems)


@pytest.mark.parametrize(
    "path",
    [
        "../../../course-secret/key.md",
        "{out}",
        "link.md",
        "up/../../../etc/hostname",
        r"..\course-secret\key.md",
        "loop.md",
        "pipe.md",
        "up",
        ".",
        "../..",
        "missing.md",
        "file:///etc/hostname",
        "a\x00b.md",
        "~/x.md",
        "%2e%2e/x.md",
    ],
)
def test_nothing_outside_is_read(course, path):
    path = path.format(out=course.parent / "out.md")
    with ending():
        lesson, problems = read(course, "正文\n\n" + include(path) + "\n后文\n")
    assert [(str(p.position), p.severity) for p in problems] == [(f"{PATH}:7:14", "error")]
    assert "机密" not in repr(lesson) + repr(problems)
    assert str(course) not in repr(problems).replace(path, "")


def test_the_message_names_the_path_as_written(course):
    _, problems = read(course, include("../../../course-secret/key.md"))
    assert "../../../course-secret/key.md" in problems[0].message


@pytest.mark.parametrize(
    ("files", "chain"),
    [
        (
            {"a.md": include("b.md"), "b.md": include("a.md")},
            "content/lessons/a.md → content/lessons/b.md → content/lessons/a.md",
        ),
        ({"a.md": include("a.md")}, "content/lessons/a.md → content/lessons/a.md"),
        (
            {"a.md": include("lesson.md")},
            "content/lessons/lesson.md → content/lessons/a.md → content/lessons/lesson.md",
        ),
        ({"a.md": include("up/lessons/a.md")}, "content/lessons/a.md → content/lessons/up/lessons/a.md → "),
    ],
)
def test_cycles_are_shown(course, files, chain):
    for name, text in {"lesson.md": "正文", **files}.items():
        (course / LESSONS / name).write_text(text, encoding="utf-8")
    _, problems = read(course, include("a.md"))
    assert [problem.rule for problem in problems] == ["include-is-acyclic"]
    assert chain in problems[0].message


def test_the_same_file_twice_is_no_cycle():
    parsed = parse(include("part.md") + include("part.md"), {f"{LESSONS}/part.md": "一段文字。\n"})
    assert parsed.html == "<p>一段文字。</p>\n" * 2
    assert parsed.told == []


def test_includes_are_relative_to_the_file_they_stand_in():
    files = {"content/parts/a.md": include("sub/b.md"), "content/parts/sub/b.md": "底"}
    assert parse(include("../parts/a.md"), files).html == "<p>底</p>\n"


def test_positions_are_those_of_the_included_file():
    parsed = parse(
        "甲\n\n" + include("../part.md") + "\n乙", {"content/part.md": "\n丙\n{evil}`x`\n\n:::{nope}\n:::\n"}
    )
    assert [(str(p.position), p.rule) for p in parsed.problems] == [
        ("content/part.md:3:1", "role-is-known"),
        ("content/part.md:5:1", "directive-is-known"),
    ]
    assert [str(block.position) for block in parsed.lesson.blocks] == [
        f"{PATH}:5:1",
        "content/part.md:2:1",
        f"{PATH}:10:1",
    ]


def test_an_included_file_needs_no_front_matter_and_may_hold_blocks():
    parsed = parse(":::{include} a.md\n:::", {f"{LESSONS}/a.md": ":::{note} 注\n正文\n:::\n"})
    assert [type(block) for block in parsed.lesson.blocks] == [Framed]


def test_headings_and_footnotes_of_included_files_belong_to_the_page():
    part = "## 小结\n\n见[^1]\n\n[^1]: 里面的注\n"
    parsed = parse("## 小结\n\n先[^1]\n\n[^1]: 外面的注\n\n" + include("a.md"), {f"{LESSONS}/a.md": part})
    assert [heading.id for heading in parsed.lesson.headings] == ["小结", "小结-2"]
    notes = parsed.lesson.blocks[-1].tokens
    assert [token.meta["label"] for token in notes if token.type == "footnote_open"] == ["1", "1-2"]
    assert "先<sup>1</sup>" in html(parsed.lesson.blocks[0].tokens)
    assert "见<sup>2</sup>" in html(parsed.lesson.blocks[1].tokens)


def test_an_include_bomb_is_refused():
    files = {f"{LESSONS}/{level}.md": include(f"{level + 1}.md") * 2 for level in range(20)}
    parsed = parse(include("0.md"), {**files, f"{LESSONS}/20.md": "底"})
    assert {problem.rule for problem in parsed.problems} == {"include-is-acyclic"}


def test_an_included_file_that_is_not_text_is_refused(course):
    (course / LESSONS / "gbk.md").write_bytes("# 注意力".encode("gbk"))
    _, problems = read(course, include("gbk.md"))
    assert [problem.rule for problem in problems] == ["source-is-utf-8"]
