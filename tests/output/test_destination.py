"""Dangerous output folders are refused before anything is read or made."""

import os
from pathlib import Path

import pytest

from site_builder.output.destination import check_destination
from site_builder.output.manifest import MANIFEST
from site_builder.problems import Problems


@pytest.fixture
def root(tmp_path, monkeypatch):
    root = tmp_path / "home" / "course"
    (root / "content" / "lessons").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(root)
    return root


def check(root, out):
    problems = Problems()
    return check_destination(root, Path(out), problems), [str(problem) for problem in problems]


@pytest.mark.parametrize("out", [".", "..", "/", "content", "content/lessons", "content/new", "templates", ".git/x"])
def test_folders_that_hold_or_lie_in_the_course_are_refused(root, out):
    destination, problems = check(root, out)
    assert destination is None
    assert len(problems) == 1
    assert "[output-is-writable]" in problems[0]


@pytest.mark.parametrize("out", [".", "..", "/"])
def test_what_holds_the_course_is_refused_as_such(root, out):
    assert "holds the course itself" in check(root, out)[1][0]


def test_the_home_folder_is_refused_also_when_the_course_is_elsewhere(root, tmp_path):
    other = tmp_path / "elsewhere"
    other.mkdir()
    destination, problems = check(other, os.environ["HOME"])
    assert destination is None
    assert "home folder" in problems[0]


def test_a_link_to_a_dangerous_folder_is_seen_through(root):
    (root / "sneaky").symlink_to("..")
    assert check(root, "sneaky/course")[0] is None
    assert check(root, "sneaky")[0] is None


def test_a_file_a_link_and_a_strangers_folder_are_refused(root):
    (root / "file").write_text("x")
    (root / "link").symlink_to("missing")
    (root / "docs").mkdir()
    (root / "docs" / "mine.txt").write_text("x")
    assert "is not a folder" in check(root, "file")[1][0]
    assert "symbolic link" in check(root, "link")[1][0]
    assert "not made by site-builder" in check(root, "docs")[1][0]
    assert "mount point" in check(root, "/proc")[1][0]


def test_a_missing_an_empty_and_our_own_folder_are_fine(root):
    (root / "empty").mkdir()
    (root / "site").mkdir()
    (root / "site" / MANIFEST).write_text("{}")
    (root / "site" / "CNAME").write_text("x")
    for out in ("site", "empty", "new", "deep/new", "../beside"):
        destination, problems = check(root, out)
        assert problems == []
        assert destination == (root / out).resolve()
