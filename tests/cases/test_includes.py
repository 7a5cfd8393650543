"""No file from outside the course reaches a page or a message; includes neither loop nor lie about loops."""

import os
import posixpath

import pytest

from tests.scratch import prose, snapshot
from tests.work import ending

SECRET = "机密"


@pytest.fixture
def walled(course):
    """A course with secrets around it and links that lead to them."""
    lessons = course.root / "content" / "lessons"
    course.lesson("a")
    course.write("content/lessons-secret/key.md", SECRET)
    (course.root.parent / "out.md").write_text(SECRET, encoding="utf-8")
    (course.root.parent / "course-secret").mkdir()
    (course.root.parent / "course-secret" / "key.md").write_text(SECRET, encoding="utf-8")
    os.symlink(course.root.parent / "out.md", lessons / "link.md")
    os.symlink(course.root.parent / "course-secret", lessons / "folder")
    os.symlink("..", lessons / "up")
    os.symlink("loop", lessons / "loop")
    os.symlink("/etc/hostname", lessons / "host.svg")
    os.mkfifo(lessons / "pipe.md")
    course.list_lessons(["a"])
    return course


def include(path):
    return f":::{{include}} {path}\n:::\n"


@pytest.mark.parametrize(
    "path",
    [
        "../../../course-secret/key.md", "{outside}/out.md", "link.md", "folder/key.md", "up/../../etc/hostname",
        "up/../../../out.md", r"..\course-secret\key.md", "loop", "loop/a.md", "pipe.md", "up", ".", "/etc/hostname",
        "/dev/zero", "/proc/self/environ", "~/x.md", "file:///etc/hostname", "%2e%2e/%2e%2e/%2e%2e/out.md", "a\x7f.md",
        "....//....//out.md", "missing.md", "",
    ],
)  # fmt: skip
@pytest.mark.parametrize("directive", ["include", "figure"])
def test_nothing_outside_is_read(walled, capsys, directive, path):
    path = path.format(outside=walled.root.parent)
    option = ":alt: 图\n" if directive == "figure" else ""
    walled.lesson("a", f"正文\n\n:::{{{directive}}} {path}\n{option}:::\n")
    with ending():
        code, out, err = walled.told(capsys, "build")
    assert code == 1
    assert err.startswith("content/lessons/a.md:")
    assert SECRET not in out + err
    assert not (walled.root / "site").exists()
    if path.isprintable() and "/" in path and "an address" not in err:
        assert path in err or posixpath.normpath(path) in err


def test_the_real_command_line_names_the_path_as_written(walled):
    walled.lesson("a", include("../../../course-secret/key.md"))
    done = walled.run_apart("build")
    assert done.returncode == 1
    assert "content/lessons/a.md:6:14: " in done.stderr
    assert "'../../../course-secret/key.md'" in done.stderr
    assert str(walled.root) not in done.stderr


@pytest.mark.parametrize(
    ("files", "chain"),
    [
        ({"p.md": "q.md", "q.md": "p.md"}, "content/lessons/p.md → content/lessons/q.md → content/lessons/p.md"),
        ({"p.md": "p.md"}, "content/lessons/p.md → content/lessons/p.md"),
        ({"p.md": "a.md"}, "content/lessons/a.md → content/lessons/p.md → content/lessons/a.md"),
        ({"p.md": "up/lessons/p.md"}, "content/lessons/p.md → content/lessons/up/lessons/p.md"),
    ],
)
def test_cycles_show_their_chain(walled, files, chain):
    for name, path in files.items():
        walled.write(f"content/lessons/{name}", include(path))
    walled.lesson("a", include("p.md"))
    walled.list_lessons(["a"])
    done = walled.run("build")
    assert done.returncode == 1
    assert chain in done.stderr
    assert done.stderr.count("[include-is-acyclic]") == 1  # a way through a cycle is taken once


def test_the_same_file_twice_is_no_cycle(walled):
    walled.write("content/parts/part.md", "一段文字，**粗：**后。\n")
    walled.lesson("a", include("../parts/part.md") * 2)
    walled.build()
    assert prose(walled.page("a")).count("一段文字，<strong>粗：</strong>后。") == 2


def test_loops_of_links_stop_neither_build_nor_check(walled):
    walled.lesson("a", "正文\n")
    os.symlink("..", walled.root / "content" / "anchors" / "up")
    (walled.root / "static").mkdir()
    os.symlink("..", walled.root / "static" / "up")
    walled.build()
    site = snapshot(walled.root / "site")
    assert not [path for path in site if "up" in path.split("/")]  # no link to a folder is followed
    assert SECRET.encode() not in b"".join(site.values())


@pytest.mark.parametrize("folder", ["static", "templates"])
def test_overrides_are_read_inside_the_course_only(walled, folder):
    walled.lesson("a", "正文\n")
    name = "css/extra.css" if folder == "static" else "partials/contents.html"
    target = walled.root / folder / name
    target.parent.mkdir(parents=True)
    os.symlink(walled.root.parent / "out.md", target)
    done = walled.run("build")
    assert SECRET not in done.stderr
    if done.returncode == 0:
        assert SECRET.encode() not in b"".join(snapshot(walled.root / "site").values())
    else:
        assert f"{folder}/{name}" in done.stderr


@pytest.mark.parametrize("name", ["course.yaml", "sources.yaml", "anchors/qwen3.8-27b.yaml", "lessons/a.md"])
def test_every_file_of_the_course_is_read_inside_it_only(walled, capsys, name):
    path = walled.root / "content" / name
    path.unlink()
    os.symlink(walled.root.parent / "out.md", path)
    code, out, err = walled.told(capsys, "build")
    assert code == 1
    assert SECRET not in out + err
    assert f"content/{name}" in err


def test_a_mistake_that_comes_in_twice_is_a_mistake_both_times(course, capsys):
    """The problem is reported once, since it stands at one place; neither copy goes on as if it were none."""
    course.write(
        "content/lessons/calculator.md",
        ":::{calculator} 账\n:name: n\n:to: 4194304\n:start: 6\n\ncurves:\n"
        '  - {value: "score_matrx(N=N)", label: 分数矩阵, role: score}\n'
        '  - {value: "weights", label: 权重, role: weights}\n'
        "crossing: {curves: [score, weights], label: 一样大}\n:::\n",
    )
    course.lesson("a", include("calculator.md") + "\n" + include("calculator.md"))
    code, _, told = course.told(capsys, "check")
    assert code == 1
    assert told.count("score_matrx") == 1
    assert "content/lessons/calculator.md:7:13" in told
