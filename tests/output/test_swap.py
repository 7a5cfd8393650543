"""Where a system cannot exchange two folders, a rename that fails leaves the site where it was."""

import errno
import os

import pytest

from site_builder.output import swap


def test_a_failed_second_rename_loses_neither_folder(tmp_path, monkeypatch):
    new, site = tmp_path / "new", tmp_path / "site"
    for folder in (new, site):
        folder.mkdir()
        (folder / "name.txt").write_text(folder.name, encoding="utf-8")
    rename = os.rename

    def fail_once(source, target):
        if (source, target) == (new, site):
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(target))
        rename(source, target)

    monkeypatch.setattr(swap, "_exchange", lambda *_: False)
    monkeypatch.setattr(swap.os, "rename", fail_once)
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        swap.swap(new, site)
    found = {path.parent.name: path.read_text(encoding="utf-8") for path in tmp_path.rglob("name.txt")}
    assert found == {"new": "new", "site": "site"}


def test_two_folders_change_places_without_a_moment_in_which_there_is_none(tmp_path, monkeypatch):
    """Where the system can exchange two folders, nothing is renamed, which would leave a gap."""
    new, site, one, other = (tmp_path / name for name in ("new", "site", "one", "other"))
    for folder in (new, site, one, other):
        folder.mkdir()
        (folder / "name.txt").write_text(folder.name, encoding="utf-8")
    if not swap._exchange(one, other):
        pytest.skip("this file system cannot exchange two folders")
    monkeypatch.setattr(swap.os, "rename", lambda *_: pytest.fail("a rename leaves a moment without a site"))
    swap.swap(new, site)
    assert (site / "name.txt").read_text(encoding="utf-8") == "new"
    assert (new / "name.txt").read_text(encoding="utf-8") == "site"
