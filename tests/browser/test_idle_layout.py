"""Nothing moves when scripts come, and what was put off at the first visit is there soon after."""

import pytest

from tests.browser.chromium import LAID_OUT, PHONE, STARTED, TWO_FRAMES, WIDE, visit

pytestmark = pytest.mark.browser
LESSON = "c0/attention-only/index.html"
HEIGHTS = """() => [...document.querySelectorAll("main > :not(.card)")].map((block) =>
  `${block.dataset.component || block.tagName} ${Math.round(block.getBoundingClientRect().height)}`)"""
PLACE = """() => {
  const block = [...document.querySelectorAll("main > *")].find((part) => part.getBoundingClientRect().bottom > 100);
  return [block.textContent.trim().slice(0, 20), Math.round(block.getBoundingClientRect().top)];
}"""


def heights_after_reload(page) -> list[str]:
    page.reload()
    assert page.evaluate(LAID_OUT)
    return page.evaluate(HEIGHTS)


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_every_component_has_its_height_before_its_script_comes(new_page, site_url, viewport):
    page = new_page(viewport=viewport)
    page.route(
        "**/site.js",
        lambda route: route.fulfill(body="window.lesson = { component() {} };", content_type="text/javascript"),
    )
    page.goto(site_url + LESSON)
    before = heights_after_reload(page)
    page.unroute("**/site.js")
    after = heights_after_reload(page)
    page.wait_for_function(STARTED)
    assert page.evaluate(HEIGHTS) == after == before


def test_a_first_visit_becomes_the_page_that_a_reload_shows(page, site_url):
    page.goto(site_url + LESSON)
    page.wait_for_function(LAID_OUT)
    laid_out = page.evaluate(HEIGHTS)
    assert laid_out == heights_after_reload(page)


@pytest.mark.parametrize("depth", [0.25, 0.5, 0.75, 0.9])
def test_a_reload_keeps_the_place(page, site_url, depth):
    visit(page, site_url + LESSON)
    page.evaluate("depth => scrollTo({ top: depth * document.body.scrollHeight, behavior: 'instant' })", depth)
    page.evaluate(TWO_FRAMES)
    place = page.evaluate(PLACE)
    with page.expect_navigation():
        page.evaluate("location.reload()")  # who asks for it in the page has the place noted first
    page.wait_for_function(STARTED)
    assert page.evaluate(PLACE) == place


def test_a_link_into_the_page_is_not_put_off(page, site_url):
    page.goto(site_url + LESSON)
    link = page.locator(".contents-list a").last.get_attribute("href")
    page.goto("about:blank")
    page.goto(site_url + LESSON + link, wait_until="commit")
    assert page.evaluate(LAID_OUT)


NO_SCRIPT = {
    "lost": lambda _: "",
    "cut off": lambda script: script[: len(script) // 2],
    "without what starts the others": lambda script: script.replace(
        "const starters", "throw new Error('x'); const starters"
    ),
}


@pytest.mark.parametrize("cut", NO_SCRIPT.values(), ids=NO_SCRIPT)
def test_a_page_whose_script_never_comes_is_whole(new_page, site_url, page_problems, built_site, cut):
    page = new_page()
    script = cut((built_site / "assets" / "site.js").read_text(encoding="utf-8"))
    answer = {"body": script, "content_type": "text/javascript"}
    page.route("**/site.js", lambda route: route.fulfill(**answer) if script else route.abort())
    page.goto(site_url + LESSON)
    assert page.locator("[data-component=stepper] p").last.is_visible()
    assert page.locator("[data-scale=small] svg").is_visible()
    assert page.locator(".calculator-crossing").first.is_visible()
    assert page.locator("button:enabled:visible").count() == 0
    assert page.evaluate(LAID_OUT)
    assert page_problems
    page_problems.clear()


def test_a_browser_without_timings_still_gets_the_reader_s_colours(new_page, site_url):
    page = new_page(shared=False)
    page.add_init_script("performance.getEntriesByType = undefined; localStorage.setItem('theme', 'dark')")
    page.goto(site_url + LESSON)
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.evaluate(LAID_OUT)


def test_a_script_that_is_late_is_waited_for_and_still_works(new_page, site_url):
    page = new_page(shared=False)
    held = []
    page.route("**/site.js", lambda route: held.append(route))
    page.clock.install()
    page.goto(site_url + LESSON, wait_until="commit")
    last = page.locator("[data-component=stepper] .stepper-body p").last
    last.wait_for(state="hidden")
    page.clock.fast_forward(8000)
    last.wait_for(state="visible")
    held[0].continue_()
    page.clock.run_for(1000)
    page.wait_for_selector("[data-component=stepper][data-ready]")
    assert last.is_hidden()
    assert page.locator(".theme-switch").is_visible()
