"""The door for files: what comes in is UTF-8 text of an ordinary file inside the root."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from site_builder.problems import Problems, SourcePosition
from site_builder.source.decode import decode
from site_builder.source.folder import read_folder
from site_builder.source.text import SourceText


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A course beside a folder of secrets whose name begins like its own."""
    (tmp_path / "course" / "lessons").mkdir(parents=True)
    (tmp_path / "course-secret").mkdir()
    (tmp_path / "course-secret" / "key.md").write_text("SECRET", encoding="utf-8")
    return tmp_path / "course"


def written(root: Path, data: bytes, name: str = "lessons/a.md") -> str:
    (root / name).write_bytes(data)
    return name


def refused(root: Path, path: str, **options: object) -> str:
    problems = Problems()
    assert read_folder(root).text(path, problems, **options) is None
    (problem,) = problems.errors
    assert "SECRET" not in str(problem)
    assert str(root) not in str(problem)
    return str(problem)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\xef\xbb\xbf# \xe4\xb8\x80\n\nb\n", id="byte order mark"),
        pytest.param(b"# \xe4\xb8\x80\r\n\r\nb\r\n", id="CRLF"),
        pytest.param(b"# \xe4\xb8\x80\r\rb\r", id="CR"),
        pytest.param(b"\xef\xbb\xbf# \xe4\xb8\x80\r\n\rb\n", id="all mixed"),
    ],
)
def test_marks_and_line_ends_do_not_matter(root: Path, data: bytes) -> None:
    problems = Problems()
    assert read_folder(root).text(written(root, data), problems) == SourceText("lessons/a.md", "# 一\n\nb\n")
    assert not len(problems)


@pytest.mark.parametrize(
    ("data", "position", "words"),
    [
        pytest.param(b"# \xd7\xa2\xd2\xe2\xc1\xa6\n", "1:4", "byte 0xD2 at offset 4 (it looks like GBK", id="GBK"),
        pytest.param("# 位置\n".encode("utf-16"), "1:1", "offset 0 (it looks like UTF-16", id="UTF-16 LE"),
        pytest.param("\ufeff# 位置\n".encode("utf-16-be"), "1:1", "offset 0 (it looks like UTF-16", id="UTF-16 BE"),
        pytest.param("\ufeff位置".encode("utf-32-le"), "1:1", "offset 0 (it looks like UTF-32", id="UTF-32"),
        pytest.param("一\r\n二".encode() + b"\xff", "2:2", "byte 0xFF at offset 8 (save", id="a stray byte"),
        pytest.param(b"a\xed\xa0\x80b", "1:2", "a lone surrogate", id="lone surrogate"),
        pytest.param("一二".encode()[:-1], "1:2", "cut off", id="cut off"),
        pytest.param(b"\xc0\xaf", "1:1", "byte 0xC0", id="overlong slash"),
    ],
)
def test_other_encodings_are_refused_by_name(root: Path, data: bytes, position: str, words: str) -> None:
    message = refused(root, written(root, data))
    assert message.startswith(f"lessons/a.md:{position}: not UTF-8: ")
    assert words in message
    assert message.endswith("[source-is-utf-8]")


@pytest.mark.parametrize(
    ("char", "name"),
    [
        ("\x00", "U+0000 NUL"),
        ("\x08", "U+0008 a control character"),
        ("\x0b", "U+000B a control character"),
        ("\x0c", "U+000C a control character"),
        ("\x1b", "U+001B a control character"),
        ("\x7f", "U+007F DELETE"),
        ("\x85", "U+0085 NEXT LINE"),
        ("\u2028", "U+2028 LINE SEPARATOR"),
        ("\u2029", "U+2029 PARAGRAPH SEPARATOR"),
        ("\ufeff", "U+FEFF BYTE ORDER MARK"),
        ("\u202e", "U+202E RIGHT-TO-LEFT OVERRIDE"),
        ("\uffff", "U+FFFF no character"),
    ],
)
def test_characters_nobody_sees_are_refused_by_name(root: Path, char: str, name: str) -> None:
    message = refused(root, written(root, f"\n零{char}字".encode()))
    assert message == f"lessons/a.md:2:2: the text holds {name} (delete it) [source-has-no-control-characters]"


def test_utf_16_without_its_mark_is_recognised_by_its_nul_bytes(root: Path) -> None:
    problems = Problems()
    assert read_folder(root).text(written(root, "# ab\n".encode("utf-16-le")), problems) is None
    assert len(problems) == 5
    assert all("UTF-16" in problem.hint for problem in problems)


@pytest.mark.parametrize("char", ["\t", "\u00a0", "\u3000", "\u200b", "😀", "\U0010fffd", "\ufffd"])
def test_ordinary_if_odd_characters_pass(root: Path, char: str) -> None:
    problems = Problems()
    text = read_folder(root).text(written(root, char.encode()), problems)
    assert text == SourceText("lessons/a.md", char)


def test_a_line_ends_at_lf_and_nowhere_else() -> None:
    """Whatever comes through the door, `splitlines` and the count of LF agree."""
    texts = [decode(f"a{chr(code)}b".encode(), "a.md", Problems()) for code in range(0x3000)]
    assert texts[13] == texts[10] == "a\nb"
    assert all(len(text.splitlines()) == text.count("\n") + 1 for text in texts if text is not None)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("../course-secret/key.md", "leaves the course's folder"),
        ("lessons/../../course-secret/key.md", ".. after a name"),
        ("lessons/up/../../etc/hostname", ".. after a name"),
        ("..", "leaves the course's folder"),
        ("/etc/hostname", "is absolute"),
        ("//etc/hostname", "is absolute"),
        ("C:/key.md", "is absolute"),
        ("..\\course-secret\\key.md", "has a backslash"),
        ("lessons\\a.md", "has a backslash"),
        ("", "is empty"),
        ("   ", "is empty"),
        ("a\x00b", "no file name may have"),
        ("a\nb", "no file name may have"),
        ("\ud800", "no file name may have"),
    ],
)
def test_paths_stay_inside_the_root(root: Path, path: str, words: str) -> None:
    message = refused(root, path)
    assert words in message
    assert message.endswith("[file-is-inside-root]")


def test_an_absolute_path_to_a_file_of_the_root_is_refused_too(root: Path) -> None:
    problems = Problems()
    assert read_folder(root).text(str(root / written(root, b"a")), problems) is None
    assert "is absolute" in str(problems.errors[0])


@pytest.mark.parametrize("target", ["../../course-secret/key.md", "/etc/hostname"])
def test_a_link_out_of_the_root_is_refused(root: Path, target: str) -> None:
    (root / "lessons/link.md").symlink_to(target)
    assert "is a link out of the course's folder" in refused(root, "lessons/link.md")


def test_a_folder_that_is_a_link_out_of_the_root_is_refused(root: Path) -> None:
    (root / "lessons/out").symlink_to("../../course-secret")
    assert "is a link out of the course's folder" in refused(root, "lessons/out/key.md")


def test_a_link_within_the_root_is_followed(root: Path) -> None:
    written(root, b"hello")
    (root / "lessons/up").symlink_to("..")
    problems = Problems()
    text = read_folder(root).text("lessons/up/lessons/a.md", problems)
    assert text == SourceText("lessons/up/lessons/a.md", "hello")


def test_a_root_that_is_itself_a_link_works(root: Path) -> None:
    written(root, b"hello")
    (root.parent / "linked").symlink_to("course")
    assert read_folder(root.parent / "linked").text("lessons/a.md", Problems()) is not None


def test_what_is_no_ordinary_file_is_refused_at_once(root: Path) -> None:
    os.mkfifo(root / "lessons/fifo.md")
    (root / "lessons/loop.md").symlink_to("loop.md")
    (root / "lessons/null.md").symlink_to("/dev/null")
    assert "is not an ordinary file" in refused(root, "lessons/fifo.md")
    assert "is not an ordinary file" in refused(root, "lessons")
    assert "is a link that leads to itself" in refused(root, "lessons/loop.md")
    assert "is a link out of" in refused(root, "lessons/null.md")


def test_an_absent_file_names_the_nearest(root: Path) -> None:
    written(root, b"a", "lessons/attention-only.md")
    assert "did you mean 'attention-only.md'?" in refused(root, "lessons/atention-only.md")
    assert "cannot be read" in refused(root, "lessons/attention-only.md/x.md")
    assert "cannot be read" in refused(root, "x" * 5000)


def test_a_huge_file_is_refused_without_reading_it_all(root: Path) -> None:
    with open(root / "lessons/huge.md", "wb") as file:
        file.truncate(2**40)
    assert "is larger than 1 MiB" in refused(root, "lessons/huge.md")
    problems = Problems()
    assert read_folder(root).data("lessons/huge.md", problems) is None
    assert "is larger than 32 MiB" in str(problems.errors[0])


def test_a_path_is_relative_to_the_file_that_names_it(root: Path) -> None:
    (root / "figures").mkdir()
    written(root, b"hello", "figures/a.md")
    problems = Problems()
    text = read_folder(root).text("../figures/a.md", problems, base="lessons")
    assert text == SourceText("figures/a.md", "hello")
    at = SourcePosition("lessons/b.md", 7, 3)
    message = refused(root, "../../course-secret/key.md", base="lessons", at=at)
    assert message.startswith("lessons/b.md:7:3: the path '../../course-secret/key.md' leaves")


def test_bytes_come_through_the_same_door(root: Path) -> None:
    problems = Problems()
    assert read_folder(root).data(written(root, b"\x89PNG\r\n\x00"), problems) == b"\x89PNG\r\n\x00"
    assert read_folder(root).data("../course-secret/key.md", problems) is None
    assert [problem.rule for problem in problems] == ["file-is-inside-root"]


def test_lists_are_sorted_and_follow_no_linked_folder(root: Path) -> None:
    for name in ("b.md", "a.md", "注意.md", "c.txt", ".hidden.md"):
        written(root, b"x", f"lessons/{name}")
    (root / "lessons/part").mkdir()
    written(root, b"x", "lessons/part/z.md")
    (root / "lessons/up").symlink_to("..")
    (root / "lessons/loop").symlink_to("loop")
    files, problems = read_folder(root), Problems()
    assert files.names("lessons", ".md") == ("lessons/a.md", "lessons/b.md", "lessons/注意.md")
    everything = files.names("", ".md", deep=True)
    assert everything == ("lessons/a.md", "lessons/b.md", "lessons/part/z.md", "lessons/注意.md")
    assert files.names("nowhere", ".md") == ()
    files.check_names("", problems)
    assert not len(problems)


def test_a_file_name_in_another_encoding_is_reported(root: Path) -> None:
    (Path(os.fsdecode(os.fsencode(root) + b"/lessons/\xd2\xe2.md"))).write_text("x")
    files, problems = read_folder(root), Problems()
    assert files.names("lessons", ".md") == ()
    files.check_names("", problems)
    assert "not UTF-8" in str(problems.errors[0])


def test_no_locale_changes_what_is_read(root: Path) -> None:
    written(root, "注意".encode(), "lessons/注意.md")
    program = (
        "import sys; from pathlib import Path; from site_builder.problems import Problems;"
        "from site_builder.source.folder import read_folder; files = read_folder(Path(sys.argv[1]));"
        "(path,) = files.names('lessons', '.md');"
        "print(ascii(files.text(path, Problems())))"
    )
    environment = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONPATH": os.getcwd()}
    result = subprocess.run(
        [sys.executable, "-c", program, str(root)], env=environment, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == ascii(SourceText("lessons/注意.md", "注意"))
