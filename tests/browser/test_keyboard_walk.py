"""The side road by keyboard alone, from top to end: the guess, the experiment, the questions a reader may have."""

import pytest

from tests.browser.calculators import CalculatorPage
from tests.browser.chromium import visit

pytestmark = pytest.mark.browser
LESSON = "c3/why-not-rnn/index.html"
MOST = 400
"""Stops between two parts of the page, and more."""
SEEN = """selector => {
  const stop = document.activeElement;
  if (!stop.matches(selector)) return "";
  const drawn = [stop, stop.nextElementSibling, stop.parentElement].filter(Boolean);
  return drawn.some(part => getComputedStyle(part).outlineStyle !== "none") ? "outlined" : "unseen";
}"""


def tab_to(page, selector):
    """Goes forward to the next stop that is `selector`, which shows that it is in focus."""
    for _ in range(MOST):
        page.keyboard.press("Tab")
        found = page.evaluate(SEEN, selector)
        if found:
            assert found == "outlined", selector
            return page.locator(":focus")
    raise AssertionError(f"no stop is {selector}")


def test_guess_experiment_and_questions_are_worked_by_keyboard(new_page, url):
    page = new_page()
    visit(page, url + LESSON)

    choice = tab_to(page, ".prediction-choice")
    page.wait_for_selector(".predictions[data-ready]")
    page.keyboard.press("Enter")
    item = page.locator(".prediction").first
    assert choice.get_attribute("aria-pressed") == "true"
    assert item.locator(".prediction-verdict").inner_text() != ""
    assert item.locator("details[open]").count() == 1

    calculator = CalculatorPage(page)
    tab_to(page, "[data-component=calculator] [data-role=number]")
    page.wait_for_selector("[data-component=calculator][data-ready]")
    page.keyboard.press("Control+a")
    page.keyboard.type("4267")
    page.keyboard.press("Enter")
    assert calculator.state()["label"].endswith("= 4,267")
    before = calculator.state()["values"]
    radio = tab_to(page, "[data-component=calculator] input[type=radio]")
    name = radio.get_attribute("name")
    chosen = page.locator(f"input[name='{name}']:checked")
    picked = chosen.input_value()
    page.keyboard.press("ArrowRight")
    assert chosen.input_value() != picked
    assert calculator.state()["values"] != before

    question = tab_to(page, ".faq-question")
    page.keyboard.press("Enter")
    assert question.evaluate("summary => summary.parentElement.open")
    answer = page.locator(".faq-item[open] .faq-answer").first
    assert answer.is_visible()
    page.keyboard.press("Space")
    assert not question.evaluate("summary => summary.parentElement.open")
