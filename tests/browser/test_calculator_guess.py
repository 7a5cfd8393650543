"""A guess before the answer: by number or on the chart, skippable, remembered, in nobody's way."""

import pytest
from playwright.sync_api import expect

from tests.browser.calculators import open_calculator

pytestmark = pytest.mark.browser


@pytest.fixture
def calculator(page, built_site):
    return open_calculator(page, built_site.as_uri() + "/")


def reload(calculator):
    calculator.page.reload()
    calculator.page.wait_for_selector('[data-component="calculator"][data-ready]', state="attached")


def test_guess_and_truth_stand_side_by_side(calculator):
    calculator.part("guess-begin").press("Enter")
    assert calculator.root.locator(".calculator-crossing-label").is_hidden()
    calculator.page.keyboard.type("83339")
    calculator.page.keyboard.press("Enter")
    assert calculator.part("guess-result").inner_text() == "你猜 83,339，算出来是 166,678，差 2 倍。"
    assert calculator.root.get_attribute("data-guessing") is None
    assert "你猜 83,339" in calculator.part("pin").text_content()
    calculator.shows("131,072")


def test_the_answer_itself_is_no_distance_away(calculator):
    calculator.part("guess-begin").click()
    calculator.part("guess-number").fill("１６６，６７８")
    calculator.part("guess-done").click()
    assert calculator.part("guess-result").inner_text() == "你猜 166,678，算出来正是 166,678。"


def test_what_is_no_number_is_no_guess(calculator):
    calculator.part("guess-begin").click()
    calculator.part("guess-number").fill("很多")
    calculator.part("guess-done").click()
    assert calculator.part("guess-result").is_hidden()
    number = calculator.part("guess-number")
    assert number.get_attribute("aria-invalid") == "true"
    described = calculator.page.locator(f"#{number.get_attribute('aria-describedby')}")
    assert "1 到 4,194,304" in described.inner_text()
    expect(calculator.part("said")).to_have_text(described.inner_text())
    number.fill("5")
    assert number.get_attribute("aria-invalid") is None
    assert "1 到" not in described.inner_text()


def test_the_focus_is_never_lost(calculator):
    focused = "document.activeElement.dataset.role || document.activeElement.className"
    calculator.part("guess-begin").press("Enter")
    assert calculator.page.evaluate(focused) == "guess-number"
    calculator.page.keyboard.type("5000")
    calculator.part("guess-done").press("Enter")
    assert calculator.page.evaluate(focused) == "guess-result"
    calculator.page.evaluate("localStorage.clear()")
    reload(calculator)
    calculator.part("guess-skip").press("Enter")
    assert calculator.page.evaluate(focused) == "calculator-chart"


def test_while_guessing_the_chart_sets_the_guess_and_n_stays(calculator, page):
    calculator.part("guess-begin").click()
    calculator.part("plot").scroll_into_view_if_needed()
    plot = calculator.part("plot").bounding_box()
    page.mouse.move(plot["x"] + plot["width"] * 0.4, plot["y"] + 60)
    page.mouse.down()
    page.mouse.move(plot["x"] + plot["width"] * 16.01 / 22, plot["y"] + 60, steps=4)
    page.mouse.up()
    calculator.shows("131,072")
    assert calculator.part("guess-number").input_value() == "65,536"
    calculator.slider.press("PageUp")
    calculator.shows("262,144")


def test_it_is_remembered(calculator):
    calculator.part("guess-begin").click()
    calculator.part("guess-number").fill("1000")
    calculator.part("guess-done").click()
    said = calculator.part("guess-result").inner_text()
    reload(calculator)
    assert calculator.part("guess-result").inner_text() == said
    assert calculator.part("guess-begin").is_hidden()


def test_skipped_once_it_asks_no_more(calculator):
    calculator.part("guess-skip").press("Enter")
    assert calculator.part("guess").is_hidden()
    reload(calculator)
    calculator.shows("131,072")
    assert calculator.part("guess").is_hidden()


def test_a_browser_that_remembers_nothing_is_asked_again(calculator, page):
    page.add_init_script(
        """Object.defineProperty(window, "localStorage", { get() { throw new Error("no storage"); } })"""
    )
    reload(calculator)
    calculator.part("guess-skip").click()
    reload(calculator)
    assert calculator.part("guess-begin").is_visible()
