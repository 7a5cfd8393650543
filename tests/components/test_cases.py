"""Every component becomes the HTML that was reviewed: one root with its hook, one block element a line."""

import difflib
import re

import pytest

from tests.components.building import CASES, built_component, stems


@pytest.mark.parametrize("stem", stems())
def test_a_component_becomes_the_reviewed_html(stem, tmp_path):
    built = built_component(stem, tmp_path)
    reviewed = (CASES / f"{stem}.html").read_text(encoding="utf-8")
    diff = difflib.unified_diff(reviewed.splitlines(), built.splitlines(), "reviewed", "built", lineterm="", n=1)
    lines = list(diff)[:60]
    assert not lines, "\n".join(["the component has changed; read this, then run make golden:", *lines])


@pytest.mark.parametrize("stem", stems())
def test_a_component_has_one_root_with_its_hook(stem):
    reviewed = (CASES / f"{stem}.html").read_text(encoding="utf-8")
    first = reviewed.splitlines()[0]
    assert re.match(rf'<\w+ class="[^"]*\b{stem}\b[^"]*"[^>]* data-component="{stem}"', first), first
    assert reviewed.count("data-component=") == 1
    assert " style=" not in reviewed
    assert "<style" not in reviewed
