"""Predictions: a click or a key answers, once; the right choice and the reasons come after it; whole without script."""

import pytest

from tests.browser.chromium import visit

pytestmark = pytest.mark.browser
LESSON = "c0/attention-only/index.html"
BLOCK = "[data-component=predictions]"


@pytest.fixture
def items(page, site_url):
    visit(page, site_url + LESSON)
    return page.locator(f"{BLOCK} .prediction")


def is_open(item):
    return item.locator("details").evaluate("details => details.open")


def verdict(item):
    return item.locator(".prediction-verdict").inner_text()


def test_a_click_and_a_key_answer_once(items):
    said = items.page.locator(BLOCK)
    first, second = items.nth(0), items.nth(1)
    right = int(first.get_attribute("data-right")) - 1
    choices = first.locator("button")
    assert not is_open(first)
    assert first.locator("[data-right].button").count() == 0
    choices.nth(right).click()
    assert (verdict(first), is_open(first)) == (said.get_attribute("data-hit"), True)
    choices.nth(1 - min(right, 1)).click(force=True)
    assert verdict(first) == said.get_attribute("data-hit")
    assert choices.nth(right).get_attribute("aria-pressed") == "true"
    assert not is_open(second)

    wrong = second.locator("button").nth(0)
    assert second.get_attribute("data-right") != "1"
    wrong.focus()
    items.page.keyboard.press("Enter")
    assert (verdict(second), is_open(second)) == (said.get_attribute("data-missed"), True)
    assert second.locator("button[data-right]").count() == 1


def test_whoever_opens_the_answer_first_has_no_guess_left(items):
    third = items.nth(2)
    third.locator("summary").click()
    third.locator("button").nth(0).click(force=True)
    assert verdict(third) == ""
    assert third.locator("button[data-right]").count() == 1


def test_without_script_the_answers_can_be_opened(new_page, site_url):
    plain = new_page(java_script_enabled=False)
    plain.goto(site_url + LESSON)
    item = plain.locator(f"{BLOCK} .prediction").first
    assert item.locator("button:enabled").count() == 0
    item.locator("summary").click()
    assert item.locator(".prediction-right").is_visible()
