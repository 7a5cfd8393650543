"""Imported chapters of ten tools on a wide and a narrow screen: nothing scrolls sideways, every image is there."""

import pytest

from site_builder import cli
from tests.transfer.chapters import NAMES
from tests.transfer.test_import import on_disk

pytestmark = pytest.mark.browser
WIDTHS = (1280, 390)


@pytest.fixture(scope="module")
def imported_site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("imported")
    course = folder / "course"
    assert cli.main(["import", str(on_disk(folder / "source")), "--to", str(course)]) == 0
    assert cli.main(["build", "--root", str(course)]) == 0
    return course / "site"


@pytest.mark.parametrize("width", WIDTHS)
def test_imported_chapters_fit_the_screen(new_page, imported_site, width):
    page = new_page(viewport={"width": width, "height": 900})
    for name in NAMES:
        page.goto((imported_site / "c1" / name.partition(".")[0] / "index.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        for image in page.locator("main img").all():
            image.scroll_into_view_if_needed()
        page.wait_for_function("[...document.querySelectorAll('main img')].every(({complete}) => complete)")
        assert page.evaluate(
            "[...document.querySelectorAll('main img')].every(({naturalWidth}) => naturalWidth > 0)"
        ), name
