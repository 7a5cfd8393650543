"""One file written whole or not at all."""

from __future__ import annotations

from pathlib import Path

from site_builder.output.file import write_file
from site_builder.problems import Problems


def test_a_file_is_made_and_replaced(tmp_path: Path):
    path = tmp_path / "a.yaml"
    problems = Problems()
    assert write_file(path, b"one", problems, replace=False)
    assert write_file(path, b"two", problems, replace=True)
    assert path.read_bytes() == b"two"
    assert [file.name for file in tmp_path.iterdir()] == ["a.yaml"]
    assert list(problems) == []


def test_a_file_with_other_words_stays_unless_asked(tmp_path: Path):
    path = tmp_path / "a.yaml"
    path.write_bytes(b"by hand")
    problems = Problems()
    assert not write_file(path, b"new", problems, replace=False)
    assert path.read_bytes() == b"by hand"
    assert [problem.hint for problem in problems] == ["--force replaces it"]
    assert write_file(path, b"by hand", Problems(), replace=False)


def test_what_cannot_be_written_is_reported_and_nothing_is_left(tmp_path: Path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("mine")
    for path in (tmp_path / "folder", tmp_path / "file" / "a.yaml", tmp_path / "a\0b"):
        problems = Problems()
        assert not write_file(path, b"x", problems, replace=False)
        assert [problem.rule for problem in problems] == ["output-is-writable"]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["file", "folder"]


def test_a_folder_that_is_not_there_is_made(tmp_path: Path):
    assert write_file(tmp_path / "none" / "deep" / "a.yaml", b"x", Problems(), replace=False)
    assert (tmp_path / "none" / "deep" / "a.yaml").read_bytes() == b"x"
