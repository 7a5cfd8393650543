"""The built lesson is the one that was reviewed."""

import difflib

import pytest

from tests.golden_pages import GOLDEN, PAGES, built_pages


@pytest.fixture(scope="module")
def pages():
    return built_pages()


@pytest.mark.parametrize("page", PAGES)
def test_the_page_is_as_reviewed(pages, page):
    reviewed = (GOLDEN / page).read_text(encoding="utf-8")
    diff = difflib.unified_diff(reviewed.splitlines(), pages[page].splitlines(), "reviewed", "built", lineterm="", n=1)
    lines = list(diff)[:80]
    assert not lines, "\n".join(["the page has changed; read this, then run make golden:", *lines])
