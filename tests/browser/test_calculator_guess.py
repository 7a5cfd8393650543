"""A guess before the answer: by number or on the chart, skippable, remembered, in nobody's way."""

import pytest
from playwright.sync_api import expect

from tests.browser.calculators import LESSON, CalculatorPage, open_calculator
from tests.browser.chromium import visit

pytestmark = pytest.mark.browser
OURS = (".calculator-crossing", ".calculator-drop", ".calculator-crossing-label")
PLOTLYS = (".tracecrossing .point", ".shapelayer path", ".annotation.role-crossing .annotation-text")
SEEN = """(root, [ours, plotlys]) => {
  const drawn = root.hasAttribute("data-drawn") && matchMedia("screen").matches;
  return (drawn ? plotlys : ours).map((selector) => {
    const part = root.querySelector(selector);
    return part.getBoundingClientRect().height > 0 && getComputedStyle(part).visibility === "visible";
  });
}"""


def reload(calculator):
    calculator.page.reload()
    calculator.page.wait_for_selector('[data-component="calculator"][data-ready]', state="attached")


def test_guess_and_truth_stand_side_by_side(calculator):
    calculator.part("guess-begin").press("Enter")
    assert calculator.root.locator(".calculator-crossing-label").is_hidden()
    calculator.page.keyboard.type("83339")
    calculator.page.keyboard.press("Enter")
    assert calculator.part("guess-result").inner_text() == "你猜 83,339，答案是 166,678：你猜的是答案的 0.5。"
    assert calculator.root.get_attribute("data-guessing") is None
    assert "你猜 83,339" in calculator.part("pin").text_content()
    calculator.shows("32,768")


def test_the_answer_itself_is_no_distance_away(calculator):
    calculator.part("guess-begin").click()
    calculator.part("guess-number").fill("１６６，６７８")
    calculator.part("guess-done").click()
    assert calculator.part("guess-result").inner_text() == "你猜 166,678，答案正是 166,678。"


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
    number.fill("128K")
    number.press("Enter")
    assert "128K 可以是 131,072，也可以是 128,000。" in described.inner_text()
    assert calculator.part("guess-result").is_hidden()


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
    calculator.shows("32,768")
    assert calculator.part("guess-number").input_value() == "65,536"
    calculator.slider.press("PageUp")
    calculator.shows("65,536")


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
    calculator.shows("32,768")
    assert calculator.part("guess").is_hidden()


def test_a_browser_that_remembers_nothing_is_asked_again(own_page, url):
    calculator = open_calculator(own_page, url)
    own_page.add_init_script(
        """Object.defineProperty(window, "localStorage", { get() { throw new Error("no storage"); } })"""
    )
    reload(calculator)
    calculator.part("guess-skip").click()
    reload(calculator)
    assert calculator.part("guess-begin").is_visible()


def seen(calculator) -> set[bool]:
    """Whether a reader sees the parts that mark the crossing, on the page's own drawing or on Plotly's."""
    return set(calculator.root.evaluate(SEEN, [OURS, PLOTLYS]))


def described(calculator) -> str:
    """What a screen reader says of the chart after its name."""
    session = calculator.page.context.new_cdp_session(calculator.page)
    found = session.send("Runtime.evaluate", {"expression": "document.querySelector('[data-role=plot]')"})
    node = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
    return session.send("Accessibility.getPartialAXTree", node)["nodes"][0]["description"]["value"]


def test_the_answer_waits_until_it_is_guessed(calculator):
    assert seen(calculator) == {False}
    assert "166,678" not in described(calculator)
    calculator.drawn()
    assert seen(calculator) == {False}
    calculator.part("guess-begin").click()
    calculator.slider.press("PageUp")
    calculator.shows("65,536")
    assert seen(calculator) == {False}
    calculator.part("guess-number").fill("5000")
    calculator.part("guess-done").click()
    assert seen(calculator) == {True}
    assert "166,678" in described(calculator)
    reload(calculator)
    calculator.drawn()
    assert seen(calculator) == {True}


def test_skipped_it_is_shown_and_stays(calculator):
    calculator.part("guess-skip").click()
    assert seen(calculator) == {True}
    reload(calculator)
    assert seen(calculator) == {True}


@pytest.mark.parametrize("way", ["slider", "box", "preset", "prose", "chart"])
def test_a_reader_who_moves_n_without_a_guess_is_not_kept_waiting(calculator, page, way):
    if way == "slider":
        calculator.slider.press("PageUp")
    elif way == "box":
        calculator.box.fill("64")
    elif way == "preset":
        calculator.root.get_by_role("button", name="4,096", exact=True).click()
    elif way == "prose":
        page.locator("button[data-set='n']").first.click()
    else:
        calculator.part("plot").click()
    assert seen(calculator) == {True}


def test_an_address_is_no_move_of_the_reader(page, built_site):
    calculator = open_calculator(page, built_site.as_uri() + "/", "#n=4096")
    calculator.shows("4,096")
    page.evaluate("location.hash = '#n=8'")
    calculator.shows("8")
    assert seen(calculator) == {False}


def test_the_answer_is_on_paper_and_without_script(new_page, calculator, built_site):
    calculator.page.emulate_media(media="print")
    assert seen(calculator) == {True}
    plain = new_page(java_script_enabled=False)
    plain.goto(f"{built_site.as_uri()}/{LESSON}")
    assert seen(CalculatorPage(plain)) == {True}


def test_the_answer_does_not_flash_before_the_script_is_there(new_page, built_site):
    page = new_page()
    page.route("**/assets/site*.js", lambda _: None)  # on its way for ever
    page.goto(f"{built_site.as_uri()}/{LESSON}", wait_until="commit")
    page.wait_for_selector("footer", state="attached")
    assert seen(CalculatorPage(page)) == {False}
    failed = new_page()
    failed.route("**/assets/site*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    visit(failed, f"{built_site.as_uri()}/{LESSON}")
    assert seen(CalculatorPage(failed)) == {True}
