"""What a reader's hands do to a page: scrolling over its figures, copying, searching, sharing, going back."""

import pytest

from tests.browser.calculators import LESSON, CalculatorPage, open_calculator
from tests.browser.chromium import PHONE, TWO_FRAMES, visit

pytestmark = pytest.mark.browser

STATE_OF_FIGURES = """() => JSON.stringify([location.hash, history.length,
    ...[...document.querySelectorAll('.figure-frame')].map(frame => [frame.dataset.guessing,
        ...[...frame.querySelectorAll('input')].map(input => input.value + input.checked),
        ...[...frame.querySelectorAll('[data-lit], [data-state="now"]')].length.toString()])])"""


def touch(page, session, kind, x=0, y=0):
    points = [] if kind in ("touchEnd", "touchCancel") else [{"x": x, "y": y}]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    page.evaluate(TWO_FRAMES)


def test_a_finger_that_scrolls_over_a_figure_changes_nothing(new_page, site_url):
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    open_calculator(page, site_url)
    session = page.context.new_cdp_session(page)
    before = page.evaluate(STATE_OF_FIGURES)
    figures = page.locator(".figure-frame .figure-drawing:visible, .figure-frame .calculator-plot")
    assert figures.count() >= 3
    for index in range(figures.count()):
        figures.nth(index).evaluate("figure => figure.scrollIntoView({ block: 'center', behavior: 'instant' })")
        box = figures.nth(index).bounding_box()
        x, y = box["x"] + box["width"] / 3, box["y"] + box["height"] / 2
        touch(page, session, "touchStart", x, y)
        for step in range(1, 6):
            touch(page, session, "touchMove", x + step, y - 14 * step)
        touch(page, session, "touchEnd")
    assert page.evaluate(STATE_OF_FIGURES) == before


def test_a_drag_that_the_system_takes_away_is_undone(new_page, site_url):
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    calculator = open_calculator(page, site_url)
    start = calculator.state()["box"]
    session = page.context.new_cdp_session(page)
    calculator.part("plot").scroll_into_view_if_needed()
    plot = calculator.part("plot").bounding_box()
    y = plot["y"] + 60
    touch(page, session, "touchStart", plot["x"] + 40, y)
    for step in range(1, 4):
        touch(page, session, "touchMove", plot["x"] + 40 + 20 * step, y)
    assert calculator.state()["box"] != start
    touch(page, session, "touchCancel")
    calculator.shows(start)
    assert page.evaluate("location.hash") == ""


# Selects all of an element, copies, and gives what the clipboard would hold.
COPY = """element => {
    const range = document.createRange();
    range.selectNodeContents(element);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    const clipboardData = new DataTransfer();
    const event = new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true });
    element.dispatchEvent(event);
    return event.defaultPrevented ? clipboardData.getData("text/plain") : getSelection().toString();
}"""


def test_paragraphs_with_formulas_are_copied_on_one_line(page, site_url):
    visit(page, site_url + LESSON)
    paragraphs = page.locator("main p:has(math):visible")
    assert paragraphs.count() > 10
    for index in range(paragraphs.count()):
        copied = paragraphs.nth(index).evaluate(COPY)
        assert not set(copied) & set("\n\u2060"), copied
        for formula in paragraphs.nth(index).locator("math").all():
            assert formula.get_attribute("alttext") in copied


def test_a_root_keeps_its_sign_and_a_formula_alone_is_tex(page, course):
    course.lesson("a", "除以 $\\sqrt{d_k}$，共 $O(n^2 \\cdot d)$ 次。\n\n没有公式。\n\n- 甲 $a$\n- 乙 $b$\n")
    visit(page, (course.build() / "c0/a/index.html").as_uri())
    assert page.locator("main > p").first.evaluate(COPY) == "除以 √d_k，共 O(n²⋅d) 次。"
    assert page.locator("math").first.evaluate(COPY) == "\\sqrt{d_k}"
    assert page.locator("main > p").nth(1).evaluate(COPY) == "没有公式。"
    assert page.locator("main > ul").evaluate(COPY) == "甲 a\n乙 b"


def test_a_shared_address_leads_to_its_calculator_and_says_what_it_could_not_keep(page, site_url):
    calculator = open_calculator(page, site_url, "#n=999999999")
    page.wait_for_function("() => scrollY > innerHeight")
    assert -5 < calculator.root.bounding_box()["y"] < 200
    assert "4,194,304" in calculator.part("message").inner_text()
    assert page.evaluate("location.hash") == "#n=4194304"
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.reload()
    page.wait_for_selector('[data-component="calculator"][data-ready]', state="attached")
    page.evaluate(TWO_FRAMES)
    assert page.evaluate("scrollY") == 0
    assert calculator.part("message").inner_text() == ""


def test_one_visit_of_a_control_is_one_entry_of_the_history(own_page, url):
    page, calculator = own_page, open_calculator(own_page, url)
    page.clock.install()
    entries = page.evaluate("history.length")
    calculator.slider.focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
        page.clock.run_for(600)
    calculator.goto_state("#n=38968")
    assert page.evaluate("history.length") == entries + 1
    calculator.part("number").focus()
    for typed in ("7", "77"):
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(typed)
        page.clock.run_for(600)
    calculator.goto_state("#n=77")
    assert page.evaluate("history.length") == entries + 2
    page.go_back()
    calculator.shows("38,968")


def test_who_moves_n_without_a_guess_is_reported_and_asked_no_more(calculator, page):
    question, height = calculator.part("guess-question"), calculator.part("guess").bounding_box()["height"]
    assert question.is_visible()
    calculator.slider.press("ArrowRight")
    calculator.state()
    assert question.is_hidden()
    assert calculator.part("guess-begin").is_hidden()
    assert "166,678" in calculator.part("guess-result").inner_text()
    assert calculator.part("guess").bounding_box()["height"] == height
    page.reload()
    page.wait_for_selector('[data-component="calculator"][data-ready]', state="attached")
    assert CalculatorPage(page).part("guess").is_hidden()


def test_a_search_in_the_page_opens_the_step_it_finds(page, site_url):
    visit(page, site_url + LESSON)
    steps = page.locator(".stepper").first.locator(".stepper-step")
    assert [step.get_attribute("hidden") for step in steps.all()] == [None, "until-found", "until-found"]
    steps.nth(2).dispatch_event("beforematch")
    assert [step.get_attribute("hidden") for step in steps.all()] == [None, None, None]
    steps.nth(2).locator("button").first.click()
    body = steps.nth(2).locator(".stepper-body")
    assert body.get_attribute("hidden") == "until-found"
    body.dispatch_event("beforematch")
    assert body.is_visible()


def test_another_tab_follows_the_theme(new_page, serve, built_site):
    page = new_page()
    url = serve(built_site)
    visit(page, url + "index.html")
    other = page.context.new_page()
    visit(other, url + "index.html")
    page.get_by_role("radio", name="深色").check()
    other.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    assert other.get_by_role("radio", name="深色").is_checked()
    page.get_by_role("radio", name="跟随系统").check()
    other.wait_for_function("() => !('theme' in document.documentElement.dataset)")


def test_forced_colours_are_of_one_kind_whatever_theme_was_chosen(new_page, site_url):
    page = new_page(forced_colors="active", color_scheme="dark")
    visit(page, site_url + LESSON)
    page.get_by_role("radio", name="浅色").check()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light dark"


def test_every_heading_offers_its_address(page, site_url):
    visit(page, site_url + LESSON)
    headings = page.locator("main :is(h2, h3, h4)[id]:not(summary *, :has(.target-number))")
    offered = headings.evaluate_all(
        "headings => headings.map(heading => [heading.id, decodeURIComponent(heading.lastElementChild.hash.slice(1))])"
    )
    assert len(offered) > 10
    assert all(name == address for name, address in offered)
    assert page.locator(".permalink").evaluate_all("links => links.every(link => link.textContent === '')")
    numbered = page.locator("h3:has(.target-number)")
    addresses = numbered.evaluate_all(
        "all => all.map(head => [head.querySelector('.target-number').id, head.lastElementChild.hash.slice(1)])"
    )
    assert len(addresses) > 3
    assert all(name == address for name, address in addresses)
    first = headings.first
    first.hover()
    first.locator(".permalink").click()
    assert page.evaluate("decodeURIComponent(location.hash.slice(1))") == first.get_attribute("id")
