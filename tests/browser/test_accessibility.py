"""axe finds nothing, in any state a reader can bring a page into."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.chromium import PHONE, WIDE, visit

pytestmark = pytest.mark.browser
LESSON = "c0/attention-only/index.html"


def violations(page) -> list[str]:
    found = Axe().run(page, options={"preload": False}).response["violations"]
    return [f"{rule['id']}: {node['target']}" for rule in found for node in rule["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("path", [LESSON, "index.html"])
def test_as_it_loads_and_with_every_fold_open(new_page, built_site, path, viewport, scheme):
    page = new_page(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    visit(page, f"{built_site.as_uri()}/{path}")
    assert violations(page) == []
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_with_a_card_shown(new_page, built_site, scheme):
    page = new_page(color_scheme=scheme, reduced_motion="reduce")
    visit(page, f"{built_site.as_uri()}/{LESSON}")
    page.locator(".lede a.number").hover()
    page.locator("#card").wait_for(state="visible")
    assert violations(page) == []


def test_without_script(new_page, built_site):
    page = new_page()
    page.route("**/*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    visit(page, f"{built_site.as_uri()}/{LESSON}")
    assert violations(page) == []
