"""Every kind of save is seen, and nothing else."""

import os
import shutil

import pytest

from site_builder.serving import watch as watch_module
from site_builder.serving.watch import Watch


@pytest.fixture
def root(tmp_path):
    for path in ("content/lessons/a.md", "content/course.yaml", "static/css/tokens.css", "site/index.html"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("1")
    return tmp_path


def save_by_rename(path):
    path.with_suffix(".new").write_text("2")
    os.replace(path.with_suffix(".new"), path)


@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "content/lessons/a.md").write_text("12"),
        lambda root: save_by_rename(root / "content/lessons/a.md"),
        lambda root: (root / "content/lessons/b.md").write_text("1"),
        lambda root: (root / "content/lessons/a.md").unlink(),
        lambda root: (root / "content/lessons/a.md").rename(root / "content/lessons/c.md"),
        lambda root: shutil.rmtree(root / "content"),
        lambda root: (root / "templates/components").mkdir(parents=True) or (root / "templates/x.html").write_text("1"),
        lambda root: os.utime(root / "static/css/tokens.css", (1, 1)),
    ],
)
def test_a_change_is_seen_once(root, change):
    watch = Watch(root)
    assert not watch.has_changed()
    change(root)
    assert watch.has_changed()
    assert not watch.has_changed()


@pytest.mark.parametrize(
    "path",
    ["site/index.html", "notes.md", "content/lessons/.a.md.swp", "content/lessons/a.md~", "content/lessons/4913",
     "content/lessons/#a.md#", "content/.git/index"],
)  # fmt: skip
def test_what_no_site_is_made_from_is_not(root, path):
    watch = Watch(root)
    (root / path).parent.mkdir(exist_ok=True)
    (root / path).write_text("anything")
    assert not watch.has_changed()


def test_a_link_that_leads_back_does_not_hang_it(root):
    (root / "content/lessons/up").symlink_to("..")
    (root / "content/lessons/loop").symlink_to("loop")
    assert not Watch(root).has_changed()


def test_somebody_who_never_stops_saving_is_not_waited_for(root, monkeypatch):
    saves = []

    def sleep(_):
        saves.append(1)
        (root / "content/lessons/a.md").write_text("1" * len(saves))

    monkeypatch.setattr(watch_module.time, "sleep", sleep)
    Watch(root).wait_until_quiet()
    assert len(saves) == 25
