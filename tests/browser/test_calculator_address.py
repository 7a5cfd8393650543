"""The calculator's N in the page's address and in the history: links, headings, reload, back and forward."""

import pytest

from tests.browser.calculators import CalculatorPage, open_calculator

pytestmark = pytest.mark.browser


def test_the_address_restores_it(page, site_url):
    calculator = open_calculator(page, site_url, "#n=100003")
    state = calculator.shows("100,003")
    assert state["values"][0] == "18.63 GiB"
    page.reload()
    page.wait_for_selector('[data-component="calculator"][data-ready]')
    assert calculator.shows("100,003")["slider"] == state["slider"]


def test_back_and_forward_agree_with_every_part(calculator, page):
    calculator.box.fill("4096")
    calculator.goto_state("#n=4096")
    calculator.slider.press("PageUp")
    calculator.goto_state("#n=8192")
    page.go_back()
    assert calculator.shows("4,096")["values"][0] == "32 MiB"
    page.go_back()
    calculator.shows("32,768")
    page.go_forward()
    page.go_forward()
    assert calculator.shows("8,192")["pressed"] == []


def test_other_fragments_are_left_alone(page, url):
    for fragment in ("#x", "#n", "#n=", "#n=abc", "#n=-3", "#%", "#%E4%B8=1", "#other=6"):
        page.goto("about:blank")
        calculator = open_calculator(page, url, fragment)
        calculator.shows("32,768")
        assert page.evaluate("location.hash") == fragment


def test_an_address_beyond_the_range_is_its_nearest_end(page, url):
    open_calculator(page, url, "#n=99999999999").shows("4,194,304")
    page.evaluate("location.hash = '#n=0'")
    calculator = CalculatorPage(page)
    calculator.shows("1")
    page.evaluate("location.hash = '#n=' + '9'.repeat(40)")
    calculator.shows("4,194,304")


def test_an_address_means_the_same_to_a_page_that_opens_and_to_an_open_page(page, url):
    for fragment, shown in (
        ("#n=%34096", "4,096"), ("#n%3D4096", "4,096"), ("#n=4096&n=8", "8"), ("#n=0006", "6"),
        ("#n=4096&x=1", "32,768"), ("#x=1&n=4096", "32,768"), ("#n=4096&", "32,768"), ("#N=4096", "32,768"),
    ):  # fmt: skip
        page.goto("about:blank")
        open_calculator(page, url, fragment).shows(shown)
        page.goto("about:blank")
        calculator = open_calculator(page, url)
        page.evaluate("fragment => { location.hash = fragment; }", fragment)
        calculator.shows(shown)


def test_a_heading_in_the_address_does_not_move_it(calculator, page):
    calculator.box.fill("4096")
    calculator.goto_state("#n=4096")
    page.evaluate("location.hash = 'main'")
    calculator.shows("4,096")
    page.go_back()
    calculator.shows("4,096")


def test_n_outlives_a_heading_in_the_address(page, site_url):
    calculator = open_calculator(page, site_url)
    calculator.box.fill("4096")
    calculator.goto_state("#n=4096")
    page.locator(".contents-list a").nth(1).click()
    heading = page.evaluate("location.hash")
    assert not heading.startswith("#n=")
    page.reload()
    page.wait_for_selector('[data-component="calculator"][data-ready]')
    assert calculator.shows("4,096")["values"][0] == "32 MiB"
    assert page.evaluate("location.hash") == heading
    calculator.slider.press("PageUp")
    calculator.goto_state("#n=8192")
    page.go_back()
    calculator.shows("4,096")
    assert page.evaluate("location.hash") == heading
    page.goto("about:blank")
    page.go_back()
    page.wait_for_selector('[data-component="calculator"][data-ready]')
    calculator.shows("4,096")


def test_a_page_opened_at_a_heading_goes_back_to_its_start(page, url):
    calculator = open_calculator(page, url, "#main")
    calculator.shows("32,768")
    calculator.slider.press("PageUp")
    calculator.goto_state("#n=65536")
    page.go_back()
    calculator.shows("32,768")
    assert page.evaluate("location.hash") == "#main"
    page.go_forward()
    calculator.shows("65,536")
