"""What is the author's in a site's folder: kept whatever a build does, and said."""

import errno
import os
import threading
from types import SimpleNamespace

import pytest

from site_builder.output import lock, staging
from site_builder.output import swap as swap_module
from site_builder.output.lock import locked
from site_builder.output.manifest import MANIFEST
from site_builder.output.names import portable_key
from site_builder.output.rescue import finish
from site_builder.output.site import write_site
from site_builder.problems import Problems
from tests.output.test_site import tree, write


class Killed(BaseException):
    """A build that ends here and now."""


@pytest.fixture
def out(tmp_path):
    return tmp_path / "site"


def meanwhile(monkeypatch, save, then=swap_module.swap):
    """Run `save` when the new site is staged and the old one still stands."""

    def exchange(new, site):
        save()
        then(new, site)

    monkeypatch.setattr("site_builder.output.site.swap", exchange)


def save_by_rename(path, text):
    """As editors save: a new file takes the place of the old one."""
    draft = path.with_name("draft")
    draft.write_text(text)
    os.replace(draft, path)


def test_a_page_of_ones_own_at_the_address_of_a_removed_lesson_is_kept_and_said(out):
    write({"index.html": "map", "c0/old/index.html": "lesson"}, out)
    (out / "c0/old/index.html").write_text("moved to …")
    problems = Problems()
    written = write_site({"index.html": b"map 2"}, out, problems, "A course")
    assert (written.changed, written.kept, list(problems)) == (1, ("c0/old/index.html",), [])
    assert tree(out) == {"index.html": "map 2", "c0/old/index.html": "moved to …"}
    assert write_site({"index.html": b"map 2"}, out, problems, "A course").kept == ()
    assert tree(out)["c0/old/index.html"] == "moved to …"


def test_an_edited_page_stops_the_build_that_would_undo_it(out):
    write({"index.html": "map", "c0/a/index.html": "lesson"}, out)
    (out / "c0/a/index.html").write_text("lesson, mended by hand")
    _, problems = write({"index.html": "map 2", "c0/a/index.html": "lesson 2"}, out)
    assert problems == [
        f"{out}/c0/a/index.html:1:1: this page was changed after it was built, and a build would undo that "
        "(move it away, or delete it) [output-is-writable]"
    ]
    assert tree(out) == {"index.html": "map", "c0/a/index.html": "lesson, mended by hand"}


def test_an_edit_that_the_course_has_caught_up_with_is_no_edit(out):
    write({"a": "1"}, out)
    (out / "a").write_text("2")
    assert write({"a": "2"}, out) == (0, [])
    assert write({"a": "3"}, out) == (1, [])


def test_a_manifest_of_an_earlier_version_lists_paths_alone(out):
    write({"a": "1", "b": "2"}, out)
    (out / MANIFEST).write_text('{"files": ["a", "b"]}')
    assert write({"a": "3"}, out) == (1, [])
    assert tree(out) == {"a": "3"}


@pytest.mark.parametrize(
    "save", [save_by_rename, lambda path, text: path.write_text(text)], ids=["renamed", "in place"]
)
@pytest.mark.parametrize("links", [True, False])
def test_a_file_saved_before_the_exchange_is_carried_over(out, monkeypatch, save, links):
    write({"a": "1"}, out)
    (out / "CNAME").write_text("old.example.org")
    if not links:
        monkeypatch.setattr("site_builder.output.staging.os.link", refuse_links)
    meanwhile(monkeypatch, lambda: save(out / "CNAME", "new.example.org"))
    assert write({"a": "2"}, out) == (1, [])
    assert tree(out) == {"a": "2", "CNAME": "new.example.org"}


def refuse_links(*_, **__):
    raise PermissionError(errno.EPERM, "Operation not permitted", "link")


def test_a_page_edited_before_the_exchange_is_carried_over_and_stops_the_next_build(out, monkeypatch):
    write({"a": "1", "b": "1"}, out)
    meanwhile(monkeypatch, lambda: save_by_rename(out / "a", "mine"))
    write({"a": "2", "b": "2"}, out)
    assert tree(out) == {"a": "mine", "b": "2"}
    assert len(write({"a": "3", "b": "3"}, out)[1]) == 1


def test_a_file_saved_after_the_exchange_wins_over_one_saved_before(out, monkeypatch):
    def exchange(new, site):
        save_by_rename(site / "CNAME", "first")
        swap_module.swap(new, site)
        save_by_rename(site / "CNAME", "second")

    write({"a": "1"}, out)
    (out / "CNAME").write_text("zeroth")
    monkeypatch.setattr("site_builder.output.site.swap", exchange)
    write({"a": "2"}, out)
    assert tree(out) == {"a": "2", "CNAME": "second"}


def kill_before_the_exchange(out, monkeypatch, files):
    """A build killed when all is staged: nothing of it may tidy up."""

    def die(*_):
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr("site_builder.output.site.swap", die)
        patched.setattr("site_builder.output.site._remove", lambda _: None)
        patched.setattr("site_builder.output.site.finish", once(patched))
        with pytest.raises(Killed):
            write(files, out)
    assert (out.parent / ".site-builder-site" / "tree").is_dir()


def once(patched):
    """`finish` before staging, and nothing after it, as after a kill."""

    def first(tree, site):
        finish(tree, site)
        patched.setattr("site_builder.output.site.finish", lambda *_: None)

    return first


def test_what_was_deleted_after_a_killed_build_does_not_return(out, monkeypatch):
    write({"a": "1"}, out)
    (out / "secret.txt").write_text("mine")
    (out / "CNAME").write_text("example.org")
    kill_before_the_exchange(out, monkeypatch, {"a": "2"})
    (out / "secret.txt").unlink()
    (out / "CNAME").rename(out / "CNAME.bak")
    assert write({"a": "3"}, out) == (1, [])
    assert tree(out) == {"a": "3", "CNAME.bak": "example.org"}
    assert [path.name for path in out.parent.iterdir()] == ["site"]


def test_what_was_saved_before_the_exchange_is_carried_over_by_the_build_after_a_killed_one(out, monkeypatch):
    write({"a": "1"}, out)
    (out / "CNAME").write_text("old.example.org")

    def exchange(new, site):
        save_by_rename(site / "CNAME", "new.example.org")
        swap_module.swap(new, site)
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr("site_builder.output.site.swap", exchange)
        patched.setattr("site_builder.output.site._remove", lambda _: None)
        patched.setattr("site_builder.output.site.finish", once(patched))
        with pytest.raises(Killed):
            write({"a": "2"}, out)
    assert tree(out) == {"a": "2", "CNAME": "old.example.org"}
    assert write({"a": "3"}, out) == (1, [])
    assert tree(out) == {"a": "3", "CNAME": "new.example.org"}


def test_the_site_of_another_course_is_refused(out):
    write({"index.html": "a", "c0/a/index.html": "a"}, out, course="Course A")
    _, problems = write({"index.html": "b", "c1/b/index.html": "b"}, out, course="Course B")
    assert len(problems) == 1
    assert "the site of another course, 'Course A'" in problems[0]
    assert tree(out) == {"index.html": "a", "c0/a/index.html": "a"}


@pytest.mark.parametrize(
    ("title", "page"), [("Course A, renamed", "c0/a/index.html"), ("Course A", "c9/renamed/index.html")]
)
def test_a_renamed_course_is_the_same_course(out, title, page):
    write({"index.html": "a", "c0/a/index.html": "a"}, out, course="Course A")
    assert write({"index.html": "b", page: "b"}, out, course=title) == (2, [])


def test_a_failed_rename_leaves_the_old_site(out, monkeypatch):
    write({"a": "1"}, out)
    rename, calls = os.rename, []

    def failing(old, new):
        calls.append(new)
        if len(calls) == 2:
            raise OSError(errno.EIO, "Input/output error", str(new))
        rename(old, new)

    monkeypatch.setattr(swap_module, "_exchange", lambda *_: False)
    monkeypatch.setattr(swap_module.os, "rename", failing)
    _, problems = write({"a": "2"}, out)
    assert "Input/output error" in problems[0]
    assert tree(out) == {"a": "1"}
    assert [path.name for path in out.parent.iterdir()] == ["site"]


def test_the_second_build_waits_for_the_first(out, monkeypatch):
    """Not the result, which would be the same, but the wait: nothing is written while another holds the folder."""
    waiting = threading.Event()
    released = threading.Event()

    def wait(_):
        waiting.set()
        assert released.wait(60)

    monkeypatch.setattr(lock.time, "sleep", wait)
    second = threading.Thread(target=write, args=({"a": "2"}, out))
    with locked(out.parent):
        second.start()
        while second.is_alive() and not waiting.is_set():
            waiting.wait(0.01)
        assert waiting.is_set()
        assert not out.exists()
    released.set()
    second.join()
    assert tree(out) == {"a": "2"}


def test_a_build_that_waits_too_long_says_so(out, monkeypatch):
    monkeypatch.setattr(lock, "PATIENCE_SECONDS", -1)
    with locked(out.parent):
        assert "another build is still writing here" in write({"a": "1"}, out)[1][0]


def test_a_capital_and_its_small_letter_are_one_name_in_any_unicode_form():
    """ΐ has no capital of its own: folding case takes it apart, and only a second composition makes the two alike."""
    assert portable_key("\u0390") == portable_key("\u03aa\u0301")


def test_the_order_of_marks_under_and_over_a_letter_makes_no_second_name():
    """ᾴ: folding case turns the ι below into a letter, so the marks have to be in their order before."""
    assert portable_key("\u03b1\u0345\u0301") == portable_key("\u1fb4")


def test_a_file_system_mounted_in_the_site_is_refused(tmp_path, monkeypatch):
    """It could not change places with the rest in one step."""
    (tmp_path / "mounted").mkdir()
    here = SimpleNamespace(st_dev=tmp_path.stat().st_dev + 1)
    monkeypatch.setattr(staging, "os", SimpleNamespace(scandir=os.scandir, stat=lambda _: here))
    with pytest.raises(OSError, match="another file system is mounted here"):
        staging.scan(tmp_path)


def test_the_record_of_an_exchange_goes_with_the_old_site(out):
    """The number of a deleted folder is soon another's: a record that stayed could name a staged site."""
    (out.parent / "work" / "tree").mkdir(parents=True)
    (out.parent / "work" / "replacing.json").write_text('{"site": [0, 0], "files": {}}')
    finish(out.parent / "work" / "tree", out)
    assert list((out.parent / "work").iterdir()) == []
