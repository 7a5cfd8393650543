"""The command line: exit codes, usage, and streams that never fail for a character."""

import os
import re
import subprocess

import pytest

from site_builder import __version__, cli
from tests.scratch import COMMAND, REPOSITORY, environment

NARROW = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize(
    "arguments",
    [
        [], ["bild"], ["build", "--nonsense"], ["build", "extra"], ["check", "--format", "xml"],
        ["build", "--root", "missing"], ["check", "--lis"], ["check", "--root", "a" * 5000], ["check", "--root", "a\0"],
        ["build", "--base-url", "https://a.b/c d"], ["build", "--base-url", "https://a.b/\n"],
        ["build", "--base-url", 'https://a.b/"><s>'], ["build", "--base-url", "https://[a"],
    ],
)  # fmt: skip
def test_usage_is_exit_2(arguments, capsys):
    assert cli.main(arguments) == 2
    assert "usage:" in capsys.readouterr().err


def test_help_and_version(capsys):
    assert cli.main(["--help"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert all(name in told and summary in told for name, summary in cli.COMMANDS)
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"site-builder {__version__}\n"


@pytest.mark.parametrize(("name", "summary"), cli.COMMANDS)
def test_every_command_has_help_with_its_summary(name, summary, capsys):
    assert cli.main([name, "--help"]) == 0
    assert summary in capsys.readouterr().out.replace("\n", " ")


def test_problems_are_exit_1_and_all_told(course, capsys):
    course.lesson("a", "{eval}`wieghts()` {lesson}`b`\n\n:::{nte}\n:::\n")
    code, out, err = course.told(capsys, "build")
    *lines, last = err.splitlines()
    assert (code, out, last) == (1, "", "3 problems")
    assert len(lines) == 3
    assert all(line.startswith("content/lessons/a.md:") for line in lines)


def test_a_bug_of_ours_is_exit_3_one_line_and_a_log(capsys, monkeypatch, tmp_path):
    def bug(**_):
        raise ZeroDivisionError("第一行\n第二行")

    monkeypatch.setattr("site_builder.commands.check.run", bug)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert cli.main(["check"]) == 3
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "ZeroDivisionError: 第一行" in told
    (log,) = tmp_path.iterdir()
    assert str(log) in told
    assert "in bug" in log.read_text(encoding="utf-8")


def test_an_interrupt_is_exit_130():
    code = (
        "import sys, site_builder.cli\n"
        "def interrupted(_): raise KeyboardInterrupt\n"
        "site_builder.cli.main = interrupted\n"
        "from site_builder.__main__ import main; sys.exit(main())"
    )
    done = subprocess.run([COMMAND[0], "-c", code], capture_output=True, text=True, env=environment(), check=False)
    assert (done.returncode, done.stderr) == (130, "site-builder: interrupted\n")


def test_a_reader_that_goes_away_is_no_bug(course):
    done = subprocess.run(
        ["sh", "-c", '"$@" check --list 2>err | true; cat err', "sh", *COMMAND],
        cwd=course.root, env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout + done.stderr == ""


@pytest.mark.parametrize("locale", [NARROW, {"PYTHONIOENCODING": "gbk"}, {"PYTHONIOENCODING": "ascii:strict"}])
def test_no_locale_makes_a_character_an_error(course, locale):
    course.lesson("警告", "## ⚠ 小心\n\n{eval}`⚠`\n", title="⚠ 标题")
    for command in ("check", "build"):
        done = course.run_apart(command, **locale)
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        assert "Error" not in done.stderr
    course.lesson("警告", "## ⚠ 小心\n", title="⚠ 标题")
    assert course.run_apart("build", **locale).returncode == 0
    assert "⚠ 标题" in course.page("警告")


@pytest.mark.parametrize("out", ["隔壁", "a b", "😀"])
def test_output_folders_of_any_name_in_a_narrow_locale(course, out):
    course.lesson("a")
    assert course.run_apart("build", "--out", out, **NARROW).returncode == 0
    assert (course.root / out / "index.html").is_file()


def test_the_module_and_the_repository_agree_on_the_root(course):
    course.lesson("a")
    done = course.run_apart("build", "--root", str(course.root), cwd=REPOSITORY)
    assert done.returncode == 0
    assert (course.root / "site" / "index.html").is_file()


def test_output_that_cannot_be_written_is_reported_and_is_no_bug():
    with open(os.devnull, "rb") as for_reading_only:
        done = subprocess.run(
            [*COMMAND, "numbers"], cwd=REPOSITORY, env=environment(), stdout=for_reading_only,
            stderr=subprocess.PIPE, check=False, text=True,
        )  # fmt: skip
    assert done.returncode == 1
    assert re.fullmatch("site-builder: standard output cannot be written: .+\\n", done.stderr)


def test_output_that_nobody_wants_may_be_closed():
    shell = ["sh", "-c", 'exec "$@" >&-', "sh", *COMMAND, "numbers"]
    done = subprocess.run(shell, cwd=REPOSITORY, env=environment(), stderr=subprocess.PIPE, check=False, text=True)
    assert (done.returncode, done.stderr) == (0, "")
