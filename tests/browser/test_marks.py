"""A mark in the text brings its entry: by mouse, by keyboard, by touch, and without script as a link."""

import pytest

from tests.browser.chromium import PHONE, TWO_FRAMES, WIDE, visit

pytestmark = pytest.mark.browser
LESSON = "c0/attention-only/index.html"
LEDE_NUMBER = ".lede data[data-quantity=score_matrix] a"


@pytest.fixture
def lesson(page, site_url):
    visit(page, site_url + LESSON)
    return page


def card(page):
    return page.locator("#card")


def assert_card_traces_the_number(page):
    text = card(page).inner_text().replace("\u00a0", " ")
    assert "2 × 262,144² B = 128 GiB" in text
    assert "137,438,953,472 B" in text
    assert "score_matrix" in text
    assert card(page).locator("math annotation").first.text_content() == r"b \cdot N^{2}"


def test_hover_shows_the_card_and_leaving_hides_it(lesson):
    lesson.locator(LEDE_NUMBER).hover()
    card(lesson).wait_for(state="visible")
    assert_card_traces_the_number(lesson)
    lesson.mouse.move(5, 5)
    card(lesson).wait_for(state="hidden")


def test_the_pointer_may_go_onto_the_card(own_page, site_url):
    visit(own_page, site_url + LESSON)
    own_page.clock.install(time="2030-01-01T00:00:00")
    own_page.clock.pause_at("2030-01-01T01:00:00")
    own_page.locator(LEDE_NUMBER).hover()
    own_page.clock.run_for(500)
    card(own_page).hover()
    own_page.clock.run_for(5000)
    assert card(own_page).is_visible()
    own_page.mouse.move(5, 5)
    own_page.clock.run_for(5000)
    assert card(own_page).is_hidden()


def test_the_keyboard_shows_it_and_escape_hides_it(lesson):
    number = lesson.locator(LEDE_NUMBER)
    lesson.locator("#main").evaluate("main => { main.tabIndex = -1; main.focus(); }")
    stops = "#main a[href], #main button, #main input, #main [tabindex='0']"
    for _ in range(number.evaluate("(mark, stops) => [...document.querySelectorAll(stops)].indexOf(mark) + 1", stops)):
        lesson.keyboard.press("Tab")
    assert number.evaluate("mark => mark === document.activeElement")
    assert_card_traces_the_number(lesson)
    assert number.get_attribute("aria-describedby") == "card"
    lesson.keyboard.press("Escape")
    assert card(lesson).is_hidden()
    assert number.evaluate("mark => mark === document.activeElement")
    assert number.get_attribute("aria-describedby") is None


def test_focus_that_goes_on_takes_the_card_along(lesson):
    lesson.locator(LEDE_NUMBER).focus()
    card(lesson).wait_for(state="visible")
    lesson.keyboard.press("Tab")
    assert not card(lesson).is_visible() or "128 GiB" not in card(lesson).inner_text()


def test_a_tap_shows_the_card_and_stays_on_the_page(new_page, site_url):
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    visit(page, site_url + LESSON)
    page.locator(LEDE_NUMBER).tap()
    card(page).wait_for(state="visible")
    assert_card_traces_the_number(page)
    assert "#" not in page.url
    box = card(page).bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]


def test_citations_and_terms_bring_their_entries(lesson):
    lesson.locator("main > p a.cite[href$=vaswani2017]").first.hover()
    card(lesson).wait_for(state="visible")
    assert "Attention Is All You Need" in card(lesson).inner_text()
    lesson.keyboard.press("Escape")
    lesson.locator("main > p a.term").first.hover()
    card(lesson).wait_for(state="visible")
    assert len(card(lesson).inner_text()) > 10


def test_without_script_a_number_is_a_link_to_its_entry(new_page, site_url):
    page = new_page(java_script_enabled=False)
    page.goto(site_url + LESSON)
    page.locator(LEDE_NUMBER).click()
    entry = page.locator(".entry:target")
    assert "2 × 262,144² B = 128 GiB" in entry.inner_text().replace("\u00a0", " ")
    assert 0 <= entry.bounding_box()["y"] < WIDE["height"]


def test_every_number_of_the_text_leads_to_an_entry_of_the_ledger(lesson):
    lost = lesson.locator("data a.number").evaluate_all(
        "marks => marks.filter((mark) => !document.querySelector(`.ledger [id='${mark.hash.slice(1)}']`)).length"
    )
    assert lost == 0


ZOOMED, LANDSCAPE = {"width": 320, "height": 256}, {"width": 844, "height": 390}
"""1280 × 1024 at 400 %, and a phone on its side."""
OUTSIDE = """([selector, block]) => {
  const card = document.querySelector("#card"), found = [];
  let opened = 0;
  card.style.animation = "none";
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  for (const mark of document.querySelectorAll(selector)) {
    if (!mark.checkVisibility({ visibilityProperty: true }) || card.contains(mark)) continue;
    mark.scrollIntoView({ block, inline: "center" });
    mark.focus({ preventScroll: true });
    if (card.hidden) continue;
    opened++;
    const box = card.getBoundingClientRect(), line = mark.getClientRects()[0];
    const inside = box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
    const beside = box.bottom <= line.top || box.top >= line.bottom;
    const whole = card.scrollHeight <= card.clientHeight || card.tabIndex === 0;
    const idle = card.scrollHeight > card.clientHeight || card.tabIndex === -1;
    if (!(inside && beside && whole && idle)) found.push([mark.hash, JSON.stringify(box)]);
  }
  return [opened, found];
}"""
ALL_MARKS = "a.number, a.term, a.cite, .claim-source a, .footnote-mark a"


@pytest.mark.parametrize("block", ["start", "center", "end"])
@pytest.mark.parametrize("viewport", [ZOOMED, LANDSCAPE, WIDE], ids=["zoomed", "landscape", "wide"])
def test_every_card_is_inside_the_window_and_beside_its_mark(new_page, built_site, viewport, block):
    page = new_page(viewport=viewport)
    visit(page, f"{built_site.as_uri()}/{LESSON}")
    page.keyboard.press("Tab")  # the keyboard is in use: focus is visible
    opened, outside = page.evaluate(OUTSIDE, [ALL_MARKS, block])
    assert opened > 60
    assert outside == []


def test_a_card_that_scrolls_is_reached_by_the_keyboard_and_left_again(new_page, built_site):
    page = new_page(viewport=ZOOMED)
    visit(page, f"{built_site.as_uri()}/{LESSON}")
    page.keyboard.press("Tab")
    number = page.locator(LEDE_NUMBER)
    focused = "document.activeElement.id === 'card' ? 'card' : document.activeElement.textContent"
    number.focus()
    assert card(page).evaluate("card => card.scrollHeight > card.clientHeight")
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "card"
    page.keyboard.press("End")
    page.wait_for_function("() => document.querySelector('#card').scrollTop > 40")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(focused) == "128 GiB"
    assert card(page).is_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert card(page).is_hidden() or "128 GiB" not in card(page).inner_text()
    assert number.evaluate("mark => mark.compareDocumentPosition(document.activeElement) & 4")
    number.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    assert card(page).is_hidden()
    assert page.evaluate(focused) == "128 GiB"


def test_the_wheel_over_a_card_moves_the_card_and_not_the_page(new_page, built_site):
    page = new_page(viewport=ZOOMED)
    visit(page, f"{built_site.as_uri()}/{LESSON}")
    page.locator(LEDE_NUMBER).hover()
    card(page).wait_for(state="visible")
    card(page).hover()
    before = page.evaluate("scrollY")
    page.mouse.wheel(0, 2000)
    page.wait_for_function("() => document.querySelector('#card').scrollTop > 40")
    page.mouse.wheel(0, 2000)
    page.evaluate(TWO_FRAMES)
    assert card(page).is_visible()
    page.mouse.move(5, 5)
    page.mouse.wheel(0, 50)
    page.wait_for_function("scrolled => scrollY === scrolled", arg=before + 50)


def test_a_card_with_room_for_all_of_it_is_no_stop_of_the_keyboard(lesson):
    lesson.locator(LEDE_NUMBER).hover()
    card(lesson).wait_for(state="visible")
    assert card(lesson).get_attribute("tabindex") is None
