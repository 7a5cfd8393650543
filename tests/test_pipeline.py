"""The pipeline as a function: files in, files out, and no disk in between."""

from __future__ import annotations

import builtins
import os
from collections import Counter

from site_builder.build.pipeline import Options, build_site
from site_builder.problems import Problems
from site_builder.source.folder import read_folder, read_package
from site_builder.source.snapshot import files_of
from tests.scratch import REPOSITORY, built

LESSON = "---\ntitle: 一课\ntime: 5\n---\n\n权重 {eval}`weights()`。\n\n:::{figure} dot.svg\n:alt: 一个点\n:::\n"
COURSE = """\
title: 课程
lang: zh-CN
anchor: qwen3.8-27b
chapters: [{id: c0, label: C0, title: 序章, lessons: [{id: one, topic: 甲}, {id: two, topic: 乙}]}]
"""


def given() -> dict[str, str | bytes]:
    """A course that lies nowhere."""
    anchor = "content/anchors/qwen3.8-27b.yaml"
    return {
        "content/course.yaml": COURSE,
        "content/lessons/one.md": LESSON,
        "content/lessons/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
        anchor: (REPOSITORY / anchor).read_bytes(),
    }


def test_a_course_is_built_without_a_folder_and_twice_alike():
    site = built(files_of(given()))
    assert site == built(files_of(dict(reversed(given().items()))))
    assert "51.75 GiB" in site["c0/one/index.html"].decode().replace("\u00a0", " ")
    assert site["assets/images/lessons/dot.svg"] == given()["content/lessons/dot.svg"].encode()


def test_a_build_opens_every_file_and_lists_every_folder_once(course, monkeypatch):
    """Asked of the operating system itself, for the course's files and the package's."""
    course.furnish()
    course.lesson("b")
    course.lesson("a", ":::{figure} pixel.svg\n:alt: 点\n:::\n\n:::{include} part.md\n:::\n")
    folders = tuple(map(str, (course.root, REPOSITORY / "templates", REPOSITORY / "static")))
    seen: Counter[tuple[str, str]] = Counter()

    def counted(kind, real):
        def call(path, *rest, **options):
            if os.fsdecode(path).startswith(folders):
                seen[kind, os.fsdecode(path)] += 1
            return real(path, *rest, **options)

        return call

    monkeypatch.setattr(builtins, "open", counted("open", builtins.open))
    monkeypatch.setattr(os, "scandir", counted("list", os.scandir))
    read_package.cache_clear()
    build_site(read_folder(course.root), read_package(), Options(), Problems())
    names = ("course.yaml", "lessons/a.md", "lessons/part.md", "lessons/pixel.svg", "anchors/qwen3.8-27b.yaml")
    assert {("open", f"{course.root}/content/{name}") for name in names} < set(seen)
    assert ("list", f"{course.root}/content/lessons") in seen
    assert set(seen.values()) == {1}


def test_one_check_reports_the_mistakes_of_every_stage(course, capsys):
    course.lesson("parsed", ":::{nothing}\n:::\n")
    course.lesson("resolved", "{term}`nothing`\n")
    course.lesson("shown", ":::{figure} nothing.svg\n:alt: 无\n:::\n")
    course.lesson("linked", "[去](resolved.md#x) [去](nothing.md) [去](other.md#x)\n")
    course.lesson("other", "## 小结\n")
    course.write("templates/course.html", "{% if %}")
    course.source("bytes", b"---\ntitle: \xff\n---\n")
    code, _, err = course.told(capsys, "check")
    assert code == 1
    rules = ("source-is-utf-8", "directive-is-known", "term-is-known", "file-is-present", "template-is-well-formed")
    assert [rule for rule in rules if f"[{rule}]" not in err] == []
    assert "there is no lesson 'nothing.md'" in err
    assert "'other.md#x': that page has no element #x" in err
    assert "resolved.md#x" not in err  # what that page would hold is not known yet


def test_a_build_says_how_many_warnings_there_are_and_how_to_see_them(course, capsys):
    course.lesson("a", "[去](nothing.md) [去](nowhere.md)\n")
    code, out, err = course.told(capsys, "build")
    assert (code, err) == (0, "")
    assert out.endswith("\n2 warnings; site-builder check shows them\n")
