"""The lesson's calculator from the disk, for every test that moves it, and pages made different for one test."""

import re
import shutil

import pytest

from tests.browser.calculators import LESSON, open_calculator


@pytest.fixture
def url(built_site):
    return built_site.as_uri() + "/"


@pytest.fixture
def own_page(new_page):
    """A page that no other test will use: its clock may be stopped, its first script changed."""
    return new_page(shared=False)


@pytest.fixture
def calculator(page, url):
    return open_calculator(page, url)


@pytest.fixture
def changed_site(built_site, tmp_path):
    """Copies the site with each pattern of the lesson's page replaced; gives its URL."""

    def change(*replacements):
        site = tmp_path / "site"
        shutil.copytree(built_site, site)
        page = site / LESSON
        text = page.read_text(encoding="utf-8")
        for pattern, replacement in replacements:
            text, count = re.subn(pattern, replacement, text)
            assert count, pattern
        page.write_text(text, encoding="utf-8")
        return site.as_uri() + "/"

    return change
