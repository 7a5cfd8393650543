"""What authors get wrong, a file each: what they wrote, and every word that is reported of it, at its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from site_builder.build.pipeline import Options
from tests.build.courses import outcome
from tests.scratch import REPOSITORY

CASES = sorted((Path(__file__).parent / "cases").glob("*.txt"))
ANCHOR = "content/anchors/qwen3-8b.yaml"
COURSE = """\
title: A course
lang: en
anchor: qwen3-8b
chapters: [{id: c1, label: C1, title: One, lessons: [{id: a, topic: Memory}]}]
"""
RIGHT = {
    "content/course.yaml": COURSE,
    "content/lessons/a.md": "---\ntitle: A lesson\ntime: 5\n---\n\nText.\n",
    ANCHOR: (REPOSITORY / ANCHOR).read_text(encoding="utf-8"),
}


def parts(text: str) -> dict[str, str]:
    """The parts of a case, by path; what is expected of them is the last."""
    _, *found = re.split(r"^=== (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(found[::2], found[1::2], strict=True))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_mistake_is_reported_where_it_stands(path):
    files = parts(path.read_text(encoding="utf-8"))
    expected = files.pop("expected").splitlines()
    assert expected, "no mistake passes in silence"
    assert list(outcome(RIGHT | files, Options())[1]) == expected


def test_without_a_mistake_nothing_is_reported():
    assert outcome(RIGHT, Options())[1] == ()


def test_there_are_mistakes_of_every_kind_of_file():
    kinds = {path.stem.partition("-")[0] for path in CASES}
    assert kinds == {
        "anchor", "calculator", "course", "exercise", "expression", "facts", "head", "plot", "quantity", "table",
        "text", "yaml",
    }  # fmt: skip
    assert len(CASES) >= 60
