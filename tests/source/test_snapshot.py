"""Files as one value: given as they are or read once from a folder, and laid over one another."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from site_builder.problems import Problems
from site_builder.source.folder import read_folder
from site_builder.source.snapshot import Files, files_of

GIVEN = {"content/a.md": "甲\r\n", "content/parts/b.md": "乙", "content/注意.md": "", "static/x.svg": b"<svg/>"}


@pytest.fixture(params=["given", "folder"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> Files:
    """The same files, given as they are and lying in a folder."""
    if request.param == "given":
        return files_of(GIVEN)
    for path, data in GIVEN.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data.encode() if isinstance(data, str) else data)
    return read_folder(tmp_path)


def report(files: Files, path: str) -> str:
    problems = Problems()
    assert files.data(path, problems) is None
    (problem,) = problems
    return str(problem)


def test_a_folder_and_a_mapping_are_the_same_files(files: Files) -> None:
    problems = Problems()
    assert files.text("./a.md", problems, base="content").text == "甲\n"
    assert files.data("static/x.svg", problems) == b"<svg/>"
    assert not len(problems)
    assert files.names("content", ".md") == ("content/a.md", "content/注意.md")
    assert files.names("content", deep=True) == ("content/a.md", "content/parts/b.md", "content/注意.md")
    assert files.names("nowhere", deep=True) == files.names("", ".md") == ()
    assert (files.has("content/a.md"), files.has("content/A.md"), files.has("content/parts")) == (True, False, False)


def test_what_cannot_be_had_is_reported_alike(files: Files) -> None:
    assert report(files, "content/parts").endswith("'content/parts' is not an ordinary file [file-is-present]")
    assert report(files, "content/parts/bb.md").endswith(
        "there is no file 'content/parts/bb.md' (did you mean 'b.md'?) [file-is-present]"
    )
    assert report(files, "../a.md").endswith("leaves the course's folder [file-is-inside-root]")


def test_a_fingerprint_is_of_the_bytes_or_of_why_there_are_none(files: Files) -> None:
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"  # SHA-256 of nothing, FIPS 180
    assert files.fingerprint("content/注意.md") == empty
    others = [
        files.fingerprint(path) for path in ("content/nothing.md", "content", "content/a.md", "content/parts/b.md")
    ]
    assert len({empty, *others}) == 5


def test_files_over_others_hide_those_of_their_paths(files: Files) -> None:
    above = files_of({"content/a.md": "己", "content/more/c.md": "丙"}).over(files)
    assert above.text("content/a.md", Problems()).text == "己"
    assert above.text("content/parts/b.md", Problems()).text == "乙"
    assert above.names("content", deep=True) == (
        "content/a.md", "content/more/c.md", "content/parts/b.md", "content/注意.md",
    )  # fmt: skip


def test_one_file_more_leaves_the_others_as_they_were(files: Files) -> None:
    changed = files.with_file("content/parts/b.md", b"new")
    assert changed.data("content/parts/b.md", Problems()) == b"new"
    assert files.text("content/parts/b.md", Problems()).text == "乙"


def test_every_file_is_read_and_every_folder_listed_once(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("old", encoding="utf-8")
    files = read_folder(tmp_path)
    assert files.text("a.md", Problems()).text == "old"
    assert files.names("", ".md") == ("a.md",)
    os.remove(tmp_path / "a.md")
    (tmp_path / "b.md").write_text("new", encoding="utf-8")
    assert files.text("a.md", Problems()).text == "old"
    assert files.names("", ".md") == ("a.md",)
