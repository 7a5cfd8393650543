"""``diff``: built folders and revisions, every format, its exit codes."""

import json
import subprocess

import pytest

ANCHOR = "content/anchors/qwen3.8-27b.yaml"


def git(root, *arguments):
    setting = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(root), *setting, *arguments], check=True, capture_output=True)


def commit(root):
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "x")


@pytest.fixture
def revisions(course):
    """A course in Git in two states: one word and the width of a head are others in the second."""
    course.lesson("a", "一个头宽 {eval}`head_dim`。\n")
    git(course.root, "init", "-q")
    commit(course.root)
    course.lesson("a", "每个头宽 {eval}`head_dim`。\n")
    anchor = course.root / ANCHOR
    anchor.write_text(anchor.read_text(encoding="utf-8").replace("head_dim: {value: 256", "head_dim: {value: 128"))
    commit(course.root)
    return course


def test_nothing_changed_is_silent(revisions, capsys):
    assert revisions.told(capsys, "diff", "HEAD", "HEAD") == (0, "", "")
    assert revisions.told(capsys, "diff", "HEAD") == (0, "", "")


def test_two_revisions_are_built_apart(revisions, capsys):
    code, out, err = revisions.told(capsys, "diff", "HEAD~1", "HEAD")
    assert (code, err) == (1, "")
    assert "head_dim 256 → 128 (× 0.5): 1 number, 1 place, 1 page" in out
    assert "[-一-]{+每+}个头宽" in out
    assert not (revisions.root / "site").exists()


def test_a_revision_is_compared_with_what_is_not_committed_yet(revisions, capsys):
    revisions.lesson("a", "两个头。\n")
    code, out, _ = revisions.told(capsys, "diff", "HEAD")
    assert code == 1
    assert "两" in out


def test_built_folders_are_read_and_not_built(revisions, tmp_path, capsys):
    sites = [str(tmp_path / name) for name in ("old", "new")]
    revisions.told(capsys, "build", "--out", sites[0])
    revisions.lesson("a", "没有数字。\n")
    revisions.told(capsys, "build", "--out", sites[1])
    code, out, _ = revisions.told(capsys, "diff", *sites, "--format", "json")
    assert code == 1
    (page,) = json.loads(out)["pages"]
    assert {"what": "number", "old": "128 (head_dim)", "new": "", "section": ""} in page["changes"]


@pytest.mark.parametrize(("form", "words"), [("html", "<ins>128</ins>"), ("github", "| 256 | 128 | × 0.5 |")])
def test_other_formats_say_the_same(revisions, capsys, form, words):
    code, out, _ = revisions.told(capsys, "diff", "HEAD~1", "HEAD", "--format", form)
    assert code == 1
    assert words in out


def test_no_such_revision_is_usage(revisions, capsys):
    code, out, err = revisions.told(capsys, "diff", "nothing-like-it")
    assert (code, out) == (2, "")
    assert err.startswith("site-builder diff: 'nothing-like-it' is no built site and no revision")


def test_a_folder_without_numbers_is_usage(revisions, tmp_path, capsys):
    code, _, err = revisions.told(capsys, "diff", str(tmp_path))
    assert code == 2
    assert "holds no numbers.json" in err


def test_a_course_that_does_not_build_says_why(revisions, capsys):
    revisions.lesson("a", "{eval}`nothing()`\n")
    code, out, err = revisions.told(capsys, "diff", "HEAD")
    assert (code, out) == (2, "")
    assert "[quantity-is-known]" in err
    assert "does not build as it is now" in err
