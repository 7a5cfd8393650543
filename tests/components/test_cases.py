"""Every component becomes the HTML that was reviewed: one root with its hook, one block element a line."""

import difflib
import re

import pytest

from site_builder.document.frames import FRAMES
from site_builder.parse.directives.registry import DIRECTIVES
from tests.components.building import CASES, built_body, built_component, stems


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
    assert reviewed.count("data-component=") == (2 if stem == "solution" else 1)  # which is the solution of something
    assert " style=" not in reviewed
    assert "<style" not in reviewed


CALCULATOR = next(each.example for each in DIRECTIVES if each.stem == "calculator")


def test_every_frame_has_its_hook_its_words_and_its_icon(tmp_path):
    """The examples of the manual, one page of them; a frame without words or icon would be an error."""
    examples = "\n\n".join(frame.example for frame in FRAMES)
    body = built_body(f"{CALCULATOR}\n\n{examples}", tmp_path)
    found = re.findall(
        r'<(section|details) class="(\w+) frame block" data-component="(\w+)" id="part-[^"]+">\n'
        r'<(h[23]|summary) [^>]*>(?:<span class="block-label">)?<svg [^>]*><path d="[^"]+"/></svg>\w+<',
        body,
    )
    of_the_lesson = {"question", "deferred", "takeaway", "stop", "gap"}
    expected = [
        ("details", "summary")
        if frame.element == "details"
        else ("section", "h2" if frame.stem in of_the_lesson else "h3")
        for frame in FRAMES
    ]
    assert [(element, head) for element, _, _, head in found] == expected
    assert [stem for _, stem, _, _ in found] == [hook for _, _, hook, _ in found] == [frame.stem for frame in FRAMES]
