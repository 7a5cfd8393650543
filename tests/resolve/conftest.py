"""A scope over this project's own course and anchor, with nothing wrong in it yet."""

from pathlib import Path

import pytest

from site_builder.course.course import load_course
from site_builder.document.inline import Inline
from site_builder.document.lesson import Lesson
from site_builder.facts.anchor import load_anchor
from site_builder.problems import Problems, SourcePosition
from site_builder.resolve.scope import Scope
from site_builder.source.folder import read_folder

ROOT = Path(__file__).resolve().parents[2]
HERE = SourcePosition("content/lessons/lesson.md", 7, 11)


@pytest.fixture(scope="session")
def course():
    problems = Problems()
    found = load_course(read_folder(ROOT), problems)
    assert found
    assert not problems.errors
    return found


@pytest.fixture(scope="session")
def anchor(course):
    problems = Problems()
    found = load_anchor(read_folder(ROOT), course.anchor, problems)
    assert found
    assert not problems.errors
    return found


@pytest.fixture
def scope(course, anchor) -> Scope:
    title = Inline((), "标题", HERE)
    lesson = Lesson("attention-only", HERE.path, title, None, None, 30, False, (), (), HERE)
    return Scope(course, anchor, lesson, Problems())
