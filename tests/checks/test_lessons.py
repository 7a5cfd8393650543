"""What a lesson must be: called one thing only, and not empty."""

import pytest


def warned(course, capsys) -> list[str]:
    _, out, err = course.told(capsys, "check")
    return [line for line in (out + err).splitlines() if "lesson-has" in line]


@pytest.mark.parametrize("body", ["", "\n \n"])
def test_a_lesson_without_text_is_reported(course, capsys, body):
    course.lesson("a", body)
    (line,) = warned(course, capsys)
    assert line.startswith("warning: content/lessons/a.md:1:1: ")
    assert "draft: true" in line


@pytest.mark.parametrize(("body", "front"), [("字", ""), ("", "draft: true\n"), (":::{notte}\n字\n:::\n", "")])
def test_one_with_text_or_none_on_purpose_is_not(course, capsys, body, front):
    course.lesson("a", body, front=front)
    assert warned(course, capsys) == []


@pytest.mark.parametrize(("title", "told"), [("一课", 0), ("另一课", 1)])
def test_a_written_lesson_has_one_title(course, capsys, title, told):
    course.lesson("a", title="一课")
    listing = course.root / "content" / "course.yaml"
    text = listing.read_text(encoding="utf-8")
    listing.write_text(text.replace("topic: 题", f"topic: 题, title: {title}"), encoding="utf-8")
    lines = warned(course, capsys)
    assert len(lines) == told
    assert all("lesson-has-one-title" in line and "content/lessons/a.md:2:" in line for line in lines)
