"""What stands between a build and a folder, each by itself: take one out and a test here fails."""

import ctypes
import errno
import fcntl
import json
import os

import pytest

from site_builder.output import staging
from site_builder.output import swap as swap_module
from site_builder.output.manifest import MANIFEST, DamagedManifest, read_manifest
from site_builder.output.store import FolderStore
from site_builder.output.swap import swap
from tests.output.test_site import tree, write


@pytest.mark.parametrize("path", ["../x.html", "/x.html", "a/../../x.html", "a//x.html", "", ".", MANIFEST])
def test_a_page_with_an_unsafe_path_writes_nothing_at_all(tmp_path, path):
    write({"index.html": "old"}, tmp_path / "site")
    before = sorted(tmp_path.rglob("*"))
    changed, told = write({"index.html": "new", path: "x"}, tmp_path / "site")
    assert changed == 0
    assert "cannot have the path" in told[0] or path == "."  # which is the folder of all others
    assert told
    assert sorted(tmp_path.rglob("*")) == before
    assert tree(tmp_path / "site") == {"index.html": "old"}


def test_two_pages_that_are_one_file_elsewhere_write_nothing_at_all(tmp_path):
    write({"index.html": "old"}, tmp_path / "site")
    changed, told = write({"a.html": "x", "A.html": "y"}, tmp_path / "site")
    assert (changed, len(told)) == (0, 1)
    assert tree(tmp_path / "site") == {"index.html": "old"}


def failing(code):
    def call(*given, **named):
        raise OSError(code, os.strerror(code))

    return call


def test_a_file_system_without_locks_is_used_without(tmp_path, monkeypatch):
    monkeypatch.setattr(fcntl, "flock", failing(errno.ENOLCK))
    assert write({"index.html": "new"}, tmp_path / "site") == (1, [])


def test_any_other_fault_of_a_lock_is_reported(tmp_path, monkeypatch):
    monkeypatch.setattr(fcntl, "flock", failing(errno.EIO))
    changed, told = write({"index.html": "new"}, tmp_path / "site")
    assert changed == 0
    assert os.strerror(errno.EIO) in told[0]
    assert not (tmp_path / "site").exists()


def test_where_there_are_no_links_files_are_copied(tmp_path, monkeypatch):
    write({"a.html": "a", "b.html": "b"}, tmp_path / "site")
    monkeypatch.setattr(staging.os, "link", failing(errno.EPERM))
    assert write({"a.html": "a", "b.html": "new"}, tmp_path / "site") == (1, [])
    assert tree(tmp_path / "site") == {"a.html": "a", "b.html": "new"}


def test_any_other_fault_of_a_link_is_reported_and_changes_nothing(tmp_path, monkeypatch):
    write({"a.html": "a", "b.html": "b"}, tmp_path / "site")
    monkeypatch.setattr(staging.os, "link", failing(errno.EIO))
    changed, told = write({"a.html": "a", "b.html": "new"}, tmp_path / "site")
    assert changed == 0
    assert os.strerror(errno.EIO) in told[0]
    assert tree(tmp_path / "site") == {"a.html": "a", "b.html": "b"}


@pytest.fixture
def exchange_fails(monkeypatch):
    """An exchange of two folders that the system refuses with a code."""

    def refuse(code):
        class Library:
            def renameat2(self, *_):
                return -1

            renamex_np = renameat2

        monkeypatch.setattr(swap_module.ctypes, "CDLL", lambda *_, **__: Library())
        monkeypatch.setattr(ctypes, "get_errno", lambda: code)

    return refuse


def two_folders(tmp_path):
    for name in ("new", "site"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").write_text(name)
    return tmp_path / "new", tmp_path / "site"


def test_an_exchange_that_is_refused_leaves_both_folders(tmp_path, exchange_fails):
    new, site = two_folders(tmp_path)
    exchange_fails(errno.EACCES)
    with pytest.raises(OSError, match=os.strerror(errno.EACCES)):
        swap(new, site)
    assert (tree(new), tree(site)) == ({"index.html": "new"}, {"index.html": "site"})


def test_an_exchange_that_is_not_known_is_two_renames(tmp_path, exchange_fails):
    new, site = two_folders(tmp_path)
    exchange_fails(errno.ENOSYS)
    swap(new, site)
    assert (tree(new), tree(site)) == ({"index.html": "site"}, {"index.html": "new"})


@pytest.mark.parametrize("files", [{"a": 5}, {"a": None}, [5], 5, None])
def test_a_manifest_of_anything_but_words_is_damaged(tmp_path, files):
    (tmp_path / MANIFEST).write_text(json.dumps({"files": files}))
    with pytest.raises(DamagedManifest):
        read_manifest(tmp_path)


def test_a_kept_page_that_was_altered_or_is_anothers_is_made_again(tmp_path, monkeypatch):
    store = FolderStore(tmp_path, "course", "code")
    store.put("key", {"page": "x"})
    [kept] = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert store.get("key") == {"page": "x"}
    with monkeypatch.context() as other:
        user = os.geteuid()
        other.setattr(os, "geteuid", lambda: user + 1)
        assert store.get("key") is None
    kept.write_bytes(kept.read_bytes().replace(b'"x"', b'"y"'))
    assert store.get("key") is None
