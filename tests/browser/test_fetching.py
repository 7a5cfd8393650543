"""A page asks for what its first view needs, and for a component's script when it is seen or a reader does anything."""

import pytest

from tests.browser.chromium import A_READER_IS_THERE
from tests.browser.test_idle_layout import LESSON, STARTED

pytestmark = pytest.mark.browser
NOBODY = "addEventListener('pointermove', (event) => event.isTrusted || event.stopImmediatePropagation(), true)"
SIGNS = {
    "mouse": lambda page: page.mouse.move(200, 200),
    "key": lambda page: page.keyboard.press("Shift"),
    "scroll": lambda page: page.mouse.wheel(0, 100),
    "focus": lambda page: page.locator("a").first.focus(),
}


@pytest.fixture
def quiet(new_page):
    """A page before its reader has done anything."""
    assert "pointermove" in A_READER_IS_THERE
    page = new_page()
    page.add_init_script(NOBODY)
    return page


def test_a_first_view_asks_for_nothing_of_what_is_further_down(quiet, site_url):
    asked = []
    quiet.on("request", lambda request: asked.append(request.url.removeprefix(site_url)))
    quiet.goto(site_url + LESSON)
    quiet.wait_for_load_state("networkidle")
    page = [LESSON, "assets/first_paint.js", "assets/site.css", "assets/site.js"]
    assert sorted(asked) == sorted([*page, *({"assets/icon.svg"} & {*asked})])
    for sign in SIGNS.values():
        quiet.goto("about:blank")
        quiet.goto(site_url + LESSON)
        sign(quiet)
        quiet.wait_for_function(STARTED)


def test_what_is_seen_starts_by_itself(quiet, site_url):
    quiet.set_viewport_size({"width": 1280, "height": 20_000})
    quiet.goto(site_url + LESSON)
    quiet.wait_for_function(STARTED)


def test_a_script_that_does_not_come_leaves_its_component_as_it_is(page, site_url, page_problems):
    page.route("**/components/stepper.js", lambda route: route.abort())
    page.goto(site_url + LESSON)
    page.wait_for_function(STARTED)
    assert page.locator("[data-component=stepper][data-plain] p").last.is_visible()
    assert page.locator("[data-component=calculator][data-ready]").count()
    assert [text for text in page_problems if "Failed to load resource" not in text] == []
    page_problems.clear()
