"""What the Nu checker refused in pages of ours, held without it: `make validate` runs it by hand."""

import re

import html5lib
import pytest

from tests.scratch import REPOSITORY

PAGES = [
    *sorted(REPOSITORY.glob("tests/golden/**/index.html")),
    *sorted(REPOSITORY.glob("tests/components/cases/*.html")),
]
HTML = "{http://www.w3.org/1999/xhtml}"
TYPED = {"hidden", "text", "search", "url", "tel", "email", "password", "number", "range", "color", "date"}
"""Types of input that complete what is typed: no radio, no box to tick."""


@pytest.fixture(scope="module", params=PAGES, ids=lambda path: path.parent.name + "/" + path.stem)
def tree(request):
    return html5lib.parse(request.param.read_text(encoding="utf-8"))


def test_nothing_completes_what_is_not_typed(tree):
    assert all(each.get("type") in TYPED for each in tree.iter(f"{HTML}input") if each.get("autocomplete"))


def test_a_label_of_a_drawing_that_is_not_there_has_a_side_all_the_same(tree):
    anchors = {each.get("text-anchor") for each in tree.iter() if "text-anchor" in each.attrib}
    assert anchors <= {"start", "middle", "end"}


def test_a_section_has_a_heading(tree):
    for section in tree.iter(f"{HTML}section"):
        assert any(re.fullmatch(rf"{HTML}h[1-6]", str(each.tag)) for each in section.iter()), section.attrib


def test_a_figure_has_its_caption_first_or_last(tree):
    for figure in tree.iter(f"{HTML}figure"):
        places = [place for place, each in enumerate(figure) if each.tag == f"{HTML}figcaption"]
        assert all(place in (0, len(figure) - 1) for place in places), figure.attrib
