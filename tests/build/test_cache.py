"""A build that keeps pages makes what one without would make, whatever was changed and whatever is in the cache."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import Environment

from site_builder.build import workers
from site_builder.build.key import templates_key
from site_builder.build.pipeline import Options
from site_builder.build.store import Memory
from site_builder.output import store as stores
from site_builder.output.store import FolderStore
from site_builder.problems import Problems
from site_builder.render import environment
from site_builder.render.theme import read_theme
from site_builder.source.folder import read_package
from site_builder.source.snapshot import files_of
from tests.build.courses import ANCHOR, IDS, course, outcome

ENTRIES = len(IDS) + 1
"""What the cache holds: the pages, and the templates compiled."""
NOTE = "templates/partials/neighbours.html"
CHANGES: dict[str, tuple[str, ...]] = {
    "content/lessons/a.md": (
        "---\ntitle: 甲\ntime: 5\n---\n\n另一段 {term}`kv-cache`。\n",
        "---\ntitle: 坏\n---\n:::{no}\n",
    ),
    "content/lessons/b.md": ("---\ntitle: 乙\ntime: 5\ndraft: true\n---\n\n草稿。\n", "没有头\n"),
    "content/lessons/c.md": ("---\ntitle: 丙\ntime: 5\n---\n\n[去](a.md#没有) {lesson}`b`\n",),
    "content/lessons/part.md": ("另一段。\n", ":::{include} c.md\n:::\n"),
    "content/lessons/pert.md": ("名字相近。\n",),
    "content/lessons/dot.svg": ('<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>', "<svg>"),
    "content/course.yaml": (course()["content/course.yaml"].replace("课程", "别的课程"), "title: [\n"),
    "content/glossary.yaml": ("kv-cache: {title: 缓存, english: KV cache, sentence: 存下来的。}\n", "{}\n"),
    ANCHOR: (course()[ANCHOR].replace("head_dim: {value: 256", "head_dim: {value: 128"), "id: no\n"),
    NOTE: ("<p>己</p>\n", "{% if %}\n"),
    "static/css/print.css": ("/* 己 */\n",),
}
EDITS = st.sampled_from([(path, text) for path, texts in CHANGES.items() for text in (*texts, None, "")])
"""(path, its new text): None takes the file away, nothing puts back what was there at first."""


@given(edits=st.lists(st.tuples(EDITS, st.booleans()), min_size=2, max_size=7))
@settings(max_examples=6)
def test_a_warm_build_is_never_wrong(edits, tmp_path_factory):
    files = course()
    store = FolderStore(tmp_path_factory.mktemp("cache"), "course", "code")
    outcome(files, Options(), store)
    for (path, text), drafts in edits:
        before = course().get(path)
        now = before if text == "" else text
        files = {name: data for name, data in files.items() if name != path}
        files |= {path: now} if now is not None else {}
        options = Options(drafts=drafts)
        assert outcome(files, options, store) == outcome(files, options), path


def in_a_new_process(files, folder, course_name="course"):
    """What is built with the cache in `folder` when nothing is known but what it holds."""
    environment._LAST.clear()
    return outcome(files, Options(), FolderStore(folder, course_name, "code"))


@given(edits=st.lists(st.tuples(EDITS, st.booleans()), min_size=2, max_size=7))
@settings(max_examples=6)
def test_nor_is_one_of_the_preview_which_keeps_more(edits):
    files, store = course(), Memory()
    outcome(files, Options(), store)
    for (path, text), drafts in edits:
        before = course().get(path)
        now = before if text == "" else text
        files = {name: data for name, data in files.items() if name != path}
        files |= {path: now} if now is not None else {}
        options = Options(drafts=drafts)
        assert outcome(files, options, store) == outcome(files, options), path


def only_from(store, files, monkeypatch):
    """What is built when no page can be made."""
    with monkeypatch.context() as patch:
        patch.setattr(workers, "make_page", None)
        return outcome(files, Options(), store)


@pytest.mark.parametrize("make", [lambda _: Memory(), lambda folder: FolderStore(folder, "course", "code")])
def test_nothing_changed_is_nothing_made(make, tmp_path, monkeypatch):
    store = make(tmp_path)
    cold = outcome(course(), Options(), store)
    assert cold[0] is not None
    assert only_from(store, course(), monkeypatch) == cold


def test_another_version_of_the_code_finds_nothing(tmp_path, monkeypatch):
    in_a_new_process(course(), tmp_path)
    with pytest.raises(TypeError):
        only_from(FolderStore(tmp_path, "course", "newer code"), course(), monkeypatch)


def _signed(value: object) -> bytes:
    text = json.dumps(value).encode()
    return hashlib.sha256(text).hexdigest().encode() + b"\n" + text


SPOILT = {
    "empty": b"",
    "no text": b"\xff" * 200,
    "deep": b"[" * 100_000,
    "no record": _signed({}),
    "a list": _signed([1]),
    "nothing": _signed(None),
    "a text": _signed("html"),
    "a record of numbers": _signed(dict.fromkeys(("id", "url", "html", "charts", "links", "images", "problems"), 1)),
}


@pytest.mark.parametrize("spoilt", SPOILT.values(), ids=SPOILT)
def test_what_is_damaged_or_foreign_is_not_there(spoilt, tmp_path):
    assert_made_again(tmp_path, [spoilt] * ENTRIES)


def test_what_is_half_written_or_changed_by_one_letter_is_not_there(tmp_path):
    in_a_new_process(course(), tmp_path)
    entries = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    data = next(entry for entry in entries if b"GiB" in entry)
    changed = data.replace(b"GiB", b"MiB")
    assert_made_again(tmp_path, [data[:-1], data[: len(data) // 2], changed, b""])


def test_compiled_templates_are_kept_and_used(tmp_path, monkeypatch):
    """After the glossary has changed, every page is made anew without a template compiled."""
    files = course()
    in_a_new_process(files, tmp_path)
    files["content/glossary.yaml"] = CHANGES["content/glossary.yaml"][0]
    with monkeypatch.context() as patch:
        patch.setattr(Environment, "compile", None)
        warm = in_a_new_process(files, tmp_path)
    assert warm[0] is not None
    assert warm == outcome(files, Options())


DAMAGED_CODE = {"no base64": "?", "no code": "TAo=", "cut off": "4w==", "a number": 1, "code of nothing": "Tg=="}


@pytest.mark.parametrize("spoilt", DAMAGED_CODE.values(), ids=DAMAGED_CODE)
def test_compiled_templates_that_are_damaged_are_compiled_again(spoilt):
    store = Memory()
    environment._LAST.clear()
    cold = outcome(course(), Options(), store)
    key = templates_key(read_theme(files_of(course()), read_package(), "zh-CN", Problems()).templates)
    kept = store.get(key)
    assert len(kept) > 10
    environment._LAST.clear()
    store.put(key, dict.fromkeys(kept, spoilt))
    assert outcome(course(), Options(), store) == cold


def test_an_entry_of_another_user_is_not_there(tmp_path, monkeypatch):
    """An entry may be code, which no one else has to write."""
    FolderStore(tmp_path, "course", "code").put("key", [1])
    assert FolderStore(tmp_path, "course", "code").get("key") == [1]
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    assert FolderStore(tmp_path, "course", "code").get("key") is None


def assert_made_again(folder: Path, spoilt: list[bytes]) -> None:
    """A build over a cache whose entries were replaced is the cold build, and mends the cache."""
    cold = in_a_new_process(course(), folder)
    entries = sorted(path for path in folder.rglob("*") if path.is_file())
    whole = [path.read_bytes() for path in entries]
    for path, data in zip(entries, spoilt, strict=True):
        path.write_bytes(data)
    assert in_a_new_process(course(), folder) == cold
    assert [path.read_bytes() for path in entries] == whole


def test_a_cache_that_cannot_be_written_stops_nothing(tmp_path):
    (tmp_path / "file").write_text("")
    store = FolderStore(tmp_path / "file" / "cache", "course", "code")
    assert outcome(course(), Options(), store) == outcome(course(), Options())


def test_the_cache_holds_the_last_build_of_the_last_courses(tmp_path, monkeypatch):
    monkeypatch.setattr(stores, "MOST_COURSES", 2)
    files = course()
    for text in ("一", "二", "三"):
        files["content/lessons/part.md"] = text
        in_a_new_process(files, tmp_path)
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == ENTRIES
    for name in ("d", "e", "f"):
        in_a_new_process(files, tmp_path, name)
    assert len(list(tmp_path.iterdir())) == 2


def test_two_processes_make_the_same_pages(monkeypatch):
    alone = outcome(course(), Options())
    monkeypatch.setattr(workers, "FEW", 0)
    assert outcome(course(), Options()) == alone


def test_the_command_keeps_pages_where_the_user_has_caches_unless_asked_not_to(
    course, tmp_path: Path, capsys, monkeypatch
):
    course.lesson("a")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    assert course.told(capsys, "build", "--no-cache")[0] == 0
    assert not (tmp_path / "caches").exists()
    environment._LAST.clear()
    assert course.told(capsys, "build")[0] == 0
    assert len([path for path in (tmp_path / "caches" / "site-builder").rglob("*") if path.is_file()]) == 2
