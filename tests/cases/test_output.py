"""The same bytes anywhere, no collisions, no stale page, no half site."""

import os
import re
import shutil
import signal
import subprocess
import sys

import pytest

from site_builder.output.manifest import MANIFEST
from tests.scratch import COMMAND, environment, scratch_course, snapshot

LIBRARY = ("assets/vendor/", "assets/explore.js", "assets/notices.txt")
"""What comes with the first chart of a site."""
LESSON_3 = {"c0/lesson-3/index.html", "assets/search/0.js", "assets/search/1.js", "numbers.json", MANIFEST}
"""What a change of that lesson alone may change: its page, the list of all numbers, and the list of all files."""


@pytest.fixture
def twelve(course):
    for number in range(12):
        body = f"## 小结\n\n见 [下一课](lesson-{(number + 1) % 12}.md#小结)，{{eval}}`score_matrix(N={number + 1})`。\n"
        course.lesson(f"lesson-{number}", body)
    return course


def test_two_builds_are_equal_byte_for_byte(twelve, tmp_path):
    source = twelve.root
    other = tmp_path / "隔壁-b"
    for path in sorted(source.rglob("*"), reverse=True):
        copy = other / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if path.is_file():
            shutil.copy(path, copy)
            os.utime(copy, (981173106, 981173106))
    first = twelve.run_apart("build", "-o", "out", PYTHONHASHSEED="1", TZ="Asia/Shanghai", LC_ALL="C.UTF-8")
    second = twelve.run_apart(
        "build", "-o", "out", cwd=other, PYTHONHASHSEED="77", TZ="America/Los_Angeles", LC_ALL="C",
        PYTHONUTF8="0", PYTHONCOERCECLOCALE="0",
    )  # fmt: skip
    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    one, two = snapshot(source / "out"), snapshot(other / "out")
    assert one == two
    assert twelve.run_apart("build", "-o", "out").returncode == 0
    assert snapshot(source / "out") == one
    for data in one.values():
        assert str(tmp_path).encode() not in data


def test_a_rebuild_touches_only_what_changed(twelve):
    site = twelve.build()
    for path in site.rglob("*"):
        os.utime(path, (1_000_000, 1_000_000), follow_symlinks=False)
    before = snapshot(site)
    twelve.build()
    assert all(path.stat().st_mtime == 1_000_000 for path in site.rglob("*") if path.is_file())
    twelve.lesson("lesson-3", "## 小结\n\n全新的正文。\n\n## 又一节\n")
    twelve.build()
    after = snapshot(site)
    assert {path for path in after if after[path] != before[path]} == LESSON_3
    touched = {
        str(path.relative_to(site)) for path in site.rglob("*") if path.is_file() and path.stat().st_mtime != 1_000_000
    }
    assert touched <= LESSON_3


def test_a_chart_added_to_one_lesson_changes_no_other_page(twelve):
    before = snapshot(twelve.build())
    twelve.lesson(
        "lesson-3",
        "## 小结\n\n:::{calculator} 账\n:name: n\n:to: 4096\n:start: 64\n\n"
        "curves:\n  - {value: weights, label: 权重, role: weights}\n:::\n",
    )
    after = snapshot(twelve.build())
    changed = {path for path in after if after[path] != before.get(path)}
    assert {path for path in changed if not path.startswith(LIBRARY)} == {
        *LESSON_3,
        "index.html",  # the map counts experiments
    }


@pytest.mark.parametrize(("one", "other"), [("Intro", "intro"), ("l\u00fc", "lu\u0308"), ("Straße", "STRASSE")])
def test_two_sources_of_one_page_are_refused_by_both_names(course, capsys, one, other):
    course.lesson(one)
    course.lesson(other)
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert not (course.root / "site").exists()
    told = next(line for line in err.splitlines() if "[output-is-unique]" in line)
    assert f"content/lessons/{one}.md" in told
    assert f"content/lessons/{other}.md" in told
    assert "/index.html" in told


@pytest.mark.parametrize("name", ["第 1 课: 引子", "aux", "CON", "com1.x", "what?", "a|b", "nul", "尾 "])
def test_names_that_windows_refuses_are_reported(course, capsys, name):
    course.lesson(name)
    code, _, err = course.told(capsys, "check")
    assert code == 1
    assert err.count("[name-is-portable]") == 1
    assert f"{name}.md" in err


@pytest.mark.parametrize("chapter", ["CON", "a:b", "a?b", "a.", "c0 ", "aux.x", 'a"b', "c0\u200b"])
def test_names_of_chapters_are_reported_too(course, capsys, chapter):
    course.lesson("a")
    path = course.root / "content" / "course.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("id: c0", f"id: '{chapter}'", 1), encoding="utf-8")
    code, _, err = course.told(capsys, "check")
    assert code == 1
    assert err.startswith("warning: content/course.yaml:5:9: the chapter ")
    assert "[name-is-portable]" in err


@pytest.mark.parametrize("chapter", ["index.html", "assets", "Assets"])
def test_a_chapter_called_like_a_part_of_the_site_is_refused_where_it_is_listed(course, capsys, chapter):
    course.lesson("a")
    path = course.root / "content" / "course.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("id: c0", f"id: {chapter}"), encoding="utf-8")
    code, _, err = course.told(capsys, "check")
    assert code == 1
    assert f"content/course.yaml:5:9: the site has a {chapter!r} of its own" in err
    assert "[output-is-unique]" in err


def test_lessons_keep_the_courses_order_and_their_addresses(course):
    course.lesson("lesson-2")
    course.lesson("lesson-10")
    course.build()
    before = snapshot(course.root / "site")
    assert 'rel="next" href="../../c0/lesson-10/index.html"' in course.page("lesson-2")
    course.lesson("lesson-5")
    course.list_lessons(["lesson-2", "lesson-5", "lesson-10"])
    course.build()
    after = snapshot(course.root / "site")
    assert before.keys() <= after.keys()
    assert 'rel="next" href="../../c0/lesson-5/index.html"' in course.page("lesson-2")


def test_gone_lessons_leave_no_page_and_the_users_files_stay(course):
    for number in (1, 2, 3):
        course.lesson(f"lesson-{number}", "[二](lesson-2.md)\n")
    site = course.build()
    (site / "CNAME").write_text("example.org")
    (site / "notes").mkdir()
    (site / "notes" / "keep.txt").write_text("mine")
    lessons = course.root / "content" / "lessons"
    (lessons / "lesson-2.md").unlink()
    (lessons / "lesson-3.md").rename(lessons / "renamed.md")
    course.list_lessons(["lesson-1", "renamed"])
    course.build()
    pages = {path for path in snapshot(site) if path.startswith("c0/")}
    assert pages == {"c0/lesson-1/index.html", "c0/renamed/index.html"}
    assert not (site / "c0" / "lesson-2").exists()
    assert b"lesson-2/" not in (site / "index.html").read_bytes()
    assert (site / "CNAME").read_text() == "example.org"
    assert (site / "notes" / "keep.txt").read_text() == "mine"
    told = course.run("check")
    assert told.returncode == 1
    assert told.stderr.count("there is no lesson 'lesson-2.md'") == 2


@pytest.mark.parametrize("out", [".", "..", "$HOME", "content/lessons", "content"])
def test_dangerous_outputs_are_refused_before_anything_happens(course, out, tmp_path):
    course.lesson("a")
    home = tmp_path / "home"
    home.mkdir()
    (home / "precious").write_text("mine")
    before = snapshot(tmp_path)
    done = course.run_apart("build", "-o", out.replace("$HOME", str(home)), HOME=str(home))
    assert done.returncode == 1
    assert "[output-is-writable]" in done.stderr
    assert snapshot(tmp_path) == before


def test_an_error_in_one_lesson_leaves_the_site_alone(twelve):
    site = twelve.build()
    before = snapshot(site)
    twelve.source("lesson-7", "---\ntitle: [\n---\n")
    done = twelve.run("build")
    assert done.returncode == 1
    assert "lesson-7.md:" in done.stderr
    assert "Traceback" not in done.stderr
    assert snapshot(site) == before


STARTED = """
import sys
from site_builder.__main__ import main
print("started", flush=True)
sys.argv[1:] = ["build"]
sys.exit(main())
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_killed_build_leaves_the_old_or_the_new_site(twelve, number):
    site = twelve.build()
    old = snapshot(site)
    for lesson in range(12):
        twelve.lesson(f"lesson-{lesson}", "改过。\n")
    build = subprocess.Popen(
        [sys.executable, "-c", STARTED],
        cwd=twelve.root,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert build.stdout is not None
    assert build.stdout.readline() == "started\n"
    while build.poll() is None and not (twelve.root / ".site-builder-site").exists():
        pass  # until it writes, which takes no longer than a pause would
    build.send_signal(number)
    told = build.communicate(timeout=60)[1]
    assert build.returncode in (130 if number == signal.SIGINT else -number, 0), told
    assert "Traceback" not in told
    found = snapshot(site)
    twelve.build()
    assert found in (old, snapshot(site))
    assert not [path for path in twelve.root.iterdir() if path.name.startswith(".site-builder")]


def test_a_file_size_limit_names_the_file_and_changes_nothing(twelve):
    site = twelve.build()
    before = snapshot(site)
    twelve.lesson("lesson-3", "很长的正文。\n" * 2000)
    done = subprocess.run(
        ["sh", "-c", 'ulimit -f 8; exec "$@"', "sh", *COMMAND, "build"],
        cwd=twelve.root, env=environment(PYTHONDONTWRITEBYTECODE="1"), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "File too large" in done.stderr
    assert re.search(r"cannot write \S*site/(c0/lesson-3/index\.html|assets/search/1\.js): File too large", done.stderr)
    assert snapshot(site) == before
    assert not [path for path in twelve.root.iterdir() if path.name.startswith(".site-builder")]


def test_a_file_where_the_site_should_be_is_refused_by_its_path(course):
    course.lesson("a")
    (course.root / "site").write_text("not a folder")
    done = course.run("build")
    assert done.returncode == 1
    assert "site:1:1: the output folder is not a folder" in done.stderr


def test_two_builds_at_once_make_what_one_makes(twelve, tmp_path):
    single = scratch_course(tmp_path / "single")
    for number in range(12):
        body = (twelve.root / "content" / "lessons" / f"lesson-{number}.md").read_bytes()
        single.source(f"lesson-{number}", body)
    builds = [
        subprocess.Popen([*COMMAND, "build"], cwd=twelve.root, env=environment(), stdout=subprocess.DEVNULL)
        for _ in range(2)
    ]
    assert [build.wait(60) for build in builds] == [0, 0]
    assert snapshot(twelve.root / "site") == snapshot(single.build())
