"""A site is replaced whole or not at all, and the user's files in it are never touched."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from site_builder.output import rescue, staging
from site_builder.output import swap as swap_module
from site_builder.output.manifest import MANIFEST
from site_builder.output.site import write_site
from site_builder.problems import Problems


def write(files, out, course="A course"):
    problems = Problems()
    written = write_site({path: text.encode() for path, text in files.items()}, out, problems, course)
    return written.changed, [str(problem) for problem in problems]


def tree(folder):
    return {
        str(path.relative_to(folder)): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != MANIFEST
    }


@pytest.fixture
def out(tmp_path):
    return tmp_path / "site"


def test_a_first_site_is_written_and_nothing_else_is_left(out):
    assert write({"index.html": "map", "c0/a/index.html": "a"}, out) == (2, [])
    assert tree(out) == {"index.html": "map", "c0/a/index.html": "a"}
    assert [path.name for path in out.parent.iterdir()] == ["site"]


def test_a_second_site_replaces_the_first_and_keeps_what_did_not_change(out):
    write({"same": "1", "other": "2", "gone/page": "3"}, out)
    os.utime(out / "same", (1_000_000, 1_000_000))
    assert write({"same": "1", "other": "20", "new/page": "4"}, out) == (2, [])
    assert tree(out) == {"same": "1", "other": "20", "new/page": "4"}
    assert (out / "same").stat().st_mtime == 1_000_000
    assert not (out / "gone").exists()


def test_an_equal_site_is_left_alone(out):
    write({"a": "1"}, out)
    before = out.stat()
    assert write({"a": "1"}, out) == (0, [])
    assert (out.stat().st_ino, out.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_the_users_files_stay_the_very_same_files(out):
    write({"index.html": "1", "notes/page.html": "2"}, out)
    (out / "CNAME").write_text("example.org")
    (out / "notes" / "keep.txt").write_text("mine")
    (out / "empty").mkdir(mode=0o700)
    (out / "link").symlink_to("nowhere")
    os.mkfifo(out / "pipe")
    inode = (out / "CNAME").stat().st_ino
    assert write({"index.html": "3"}, out) == (1, [])
    assert (out / "CNAME").stat().st_ino == inode
    assert (out / "notes" / "keep.txt").read_text() == "mine"
    assert not (out / "notes" / "page.html").exists()
    assert (out / "empty").stat().st_mode & 0o777 == 0o700
    assert os.readlink(out / "link") == "nowhere"
    assert (out / "pipe").is_fifo()


def test_without_hard_links_the_users_files_are_copied(out, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(1, "Operation not permitted", "link")

    write({"a": "1", "b": "2"}, out)
    (out / "CNAME").write_text("example.org")
    monkeypatch.setattr(staging.os, "link", refuse)
    assert write({"a": "1", "b": "3"}, out) == (1, [])
    assert tree(out) == {"CNAME": "example.org", "a": "1", "b": "3"}


@pytest.mark.parametrize("page", ["CNAME", "CNAME/index.html"])
def test_a_page_never_overwrites_a_file_of_the_users(out, page):
    write({"index.html": "1"}, out)
    (out / "CNAME").write_text("example.org")
    _changed, problems = write({"index.html": "2", page: "x"}, out)
    assert len(problems) == 1
    assert "a file of yours" in problems[0]
    assert tree(out) == {"CNAME": "example.org", "index.html": "1"}


def test_a_damaged_manifest_stops_the_build(out):
    write({"a": "1"}, out)
    (out / MANIFEST).write_text('{"files": [')
    _changed, problems = write({"a": "2"}, out)
    assert len(problems) == 1
    assert MANIFEST in problems[0]
    assert tree(out) == {"a": "1"}


def test_a_manifest_cannot_make_us_delete_elsewhere(out):
    write({"a": "1"}, out)
    (out.parent / "precious").write_text("mine")
    (out / MANIFEST).write_text('{"files": ["a", "../precious", "/etc/hostname"]}')
    assert write({"b": "2"}, out) == (1, [])
    assert (out.parent / "precious").read_text() == "mine"
    assert tree(out) == {"b": "2"}


@pytest.mark.parametrize("path", ["../x", "/x", "a//b", "a/./b", "", "a\0b", "..\\x", MANIFEST])
def test_unsafe_paths_are_refused(out, path):
    _changed, problems = write({path: "x"}, out)
    assert len(problems) == 1
    assert not out.exists()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Intro/index.html", "intro/index.html"),
        ("l\u00fc/index.html", "lu\u0308/index.html"),
        ("a", "a/b"),
        ("A", "a/b"),
        ("stra\u00dfe", "STRASSE"),
    ],
)
def test_paths_that_meet_on_some_systems_are_refused_by_both_names(out, one, other):
    _changed, problems = write({one: "1", other: "2"}, out)
    assert len(problems) == 1
    assert one in problems[0]
    assert other in problems[0]
    assert not out.exists()


def test_leftovers_of_a_killed_build_are_cleaned(out):
    write({"a": "1"}, out)
    left = out.parent / ".site-builder-site" / "tree"
    left.mkdir(parents=True)
    (left / MANIFEST).write_text('{"files": ["a", "b"]')
    (left / "b").write_text("half")
    assert write({"a": "2"}, out) == (1, [])
    assert tree(out) == {"a": "2"}
    assert [path.name for path in out.parent.iterdir()] == ["site"]


def test_a_file_that_came_while_the_site_was_replaced_is_kept(out, monkeypatch):
    def late(new, site):
        (site / "late.txt").write_text("mine")
        swap_module.swap(new, site)

    write({"a": "1"}, out)
    monkeypatch.setattr("site_builder.output.site.swap", late)
    assert write({"a": "2"}, out) == (1, [])
    assert tree(out) == {"a": "2", "late.txt": "mine"}


def test_pages_of_a_half_deleted_old_site_do_not_come_back(out, monkeypatch):
    def half(folder, **_):
        (Path(folder) / MANIFEST).unlink(missing_ok=True)
        raise KeyboardInterrupt

    write({"a": "1", "old": "1"}, out)
    with monkeypatch.context() as patched:
        patched.setattr("site_builder.output.site._remove", lambda _: None)
        patched.setattr(rescue.shutil, "rmtree", lambda folder, **_: half(folder) if Path(folder).is_dir() else None)
        with pytest.raises(KeyboardInterrupt):
            write({"a": "2"}, out)
    assert (out.parent / ".site-builder-site" / "dead" / "old").exists()
    assert write({"a": "3"}, out) == (1, [])
    assert tree(out) == {"a": "3"}
    assert [path.name for path in out.parent.iterdir()] == ["site"]


@pytest.mark.parametrize("killed_after", [1, 2])
def test_two_renames_serve_where_folders_cannot_be_exchanged(out, monkeypatch, killed_after):
    class Killed(BaseException):
        pass

    write({"a": "1"}, out)
    monkeypatch.setattr(swap_module, "_exchange", lambda *_: False)
    assert write({"a": "2"}, out) == (1, [])
    assert tree(out) == {"a": "2"}
    assert [path.name for path in out.parent.iterdir()] == ["site"]

    work = out.parent / ".site-builder-site"
    (work / "tree").mkdir(parents=True)
    (work / "tree" / "a").write_text("3")
    os.rename(out, work / "tree-aside")
    if killed_after == 2:
        os.rename(work / "tree", out)
        (out / MANIFEST).write_text('{"files": ["a"]}')
    assert write({"a": "4"}, out) == (1, [])
    assert tree(out) == {"a": "4"}
    assert [path.name for path in out.parent.iterdir()] == ["site"]


def test_a_file_size_limit_is_reported_with_the_file_and_changes_nothing(out):
    write({"a": "1"}, out)
    code = (
        "import resource, sys; from pathlib import Path; from site_builder.problems import Problems\n"
        "from site_builder.output.site import write_site\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "problems = Problems(); write_site({'a': b'2', 'big/page.html': b'x' * 9000}, Path(sys.argv[1]), problems)\n"
        "print(*problems)"
    )
    told = subprocess.run([sys.executable, "-c", code, out], capture_output=True, text=True, check=True)
    assert "site/big/page.html: File too large" in told.stdout
    assert tree(out) == {"a": "1"}
    assert [path.name for path in out.parent.iterdir()] == ["site"]


def test_a_full_disk_is_reported_with_the_file(out, monkeypatch):
    def full(path, data):
        raise OSError(28, "No space left on device")

    write({"a": "1"}, out)
    monkeypatch.setattr(Path, "write_bytes", full)
    _changed, problems = write({"a": "2"}, out)
    assert "No space left on device" in problems[0]
    assert "tree" not in problems[0]
    assert tree(out) == {"a": "1"}


def test_a_read_only_place_is_reported_by_the_sites_own_name(out, monkeypatch):
    def refuse(path, *_, **__):
        if ".site-builder" in str(path):
            raise OSError(30, "Read-only file system", str(path))

    monkeypatch.setattr(Path, "mkdir", refuse)
    _, problems = write({"a": "2"}, out)
    assert problems == [f"{out}:1:1: cannot write {out}: Read-only file system [output-is-writable]"]
