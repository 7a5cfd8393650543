"""Pages that differ from the lesson's: no Plotly, another bundle, ten calculators, a broken one."""

import pytest

from tests.browser.calculators import LESSON, CalculatorPage, open_calculator
from tests.browser.chromium import visit

pytestmark = pytest.mark.browser


def test_without_plotly_everything_else_works(page, changed_site, page_problems):
    url = changed_site((r'data-plotly="[^"]*"', 'data-plotly="../../assets/vendor/no-basic.js"'))
    calculator = open_calculator(page, url)
    calculator.part("tools").dispatch_event("pointerenter")
    page.wait_for_function("() => document.querySelector('script[src*=\"no-basic\"]') !== null")
    calculator.slider.press("PageUp")
    assert calculator.shows("65,536")["values"][0] == "8 GiB"
    assert calculator.part("drawing").is_visible()
    calculator.part("zoom").wait_for(state="hidden")
    calculator.part("plot").click()
    calculator.shows(calculator.box.input_value())
    told = [problem for problem in page_problems if "stays a drawing" in problem]
    assert len(told) == 1, page_problems
    assert len(page_problems) == 2, "the browser's own line, and ours"
    page_problems.clear()


def test_a_page_without_a_bundle_has_no_closer_look(page, changed_site):
    calculator = open_calculator(page, changed_site((r' data-plotly="[^"]*"', "")))
    calculator.slider.press("PageUp")
    calculator.shows("65,536")
    assert calculator.part("zoom").is_hidden()


def test_the_bundle_waits_until_a_reader_goes_for_the_tools(page, changed_site, tmp_path):
    url = changed_site((r'data-plotly="[^"]*"', 'data-plotly="../../assets/vendor/whole.js"'))
    vendor = tmp_path / "site" / "assets" / "vendor"
    next(vendor.glob("plotly*.js")).rename(vendor / "whole.js")
    calculator = open_calculator(page, url)
    calculator.part("plot").scroll_into_view_if_needed()
    calculator.watched()
    assert page.locator("script[src*=whole]").count() == 0
    calculator.part("plot").click(position={"x": 100, "y": 100})
    calculator.watched()
    assert page.locator("script[src*=whole]").count() == 0
    calculator.drawn()


def test_ten_on_a_page_each_keep_their_own_number(page, changed_site):
    def ten(match):
        return "\n".join(
            match.group(0).replace('"n"', f'"c{index}"').replace("calculator-n-", f"calculator-c{index}-")
            for index in range(10)
        )

    of_n = (r'data-component="areas"', "")  # it would ask for a calculator n
    url = changed_site((r'(?s)<section class="calculator.*?data-role="figure">.*?</section>', ten), of_n)
    visit(page, url + LESSON + "#c0=6&c9=4096")
    page.wait_for_selector('[data-component="calculator"][data-ready]')
    first, last = CalculatorPage(page, "c0"), CalculatorPage(page, "c9")
    first.shows("6")
    last.shows("4,096")
    last.slider.press("PageUp")
    last.goto_state("#c0=6&c9=8192")
    CalculatorPage(page, "c5").shows("32,768")
    page.go_back()
    last.shows("4,096")
    assert page.locator("script[src*=plotly]").count() <= 1


def test_one_that_is_broken_stops_no_other(page, changed_site, page_problems):
    def twice(match):
        whole = match.group(0)
        return whole.replace('data-role="data">', 'data-role="data">{') + "\n" + whole.replace('"n"', '"m"')

    url = changed_site((r'(?s)<section class="calculator.*?data-role="figure">.*?</section>', twice))
    visit(page, url + LESSON)
    page.wait_for_selector('[data-component="calculator"][data-name="m"][data-ready]')
    second = CalculatorPage(page, "m")
    second.slider.press("PageUp")
    second.shows("65,536")
    assert CalculatorPage(page, "n").root.locator("input:visible").count() == 0
    assert len(page_problems) == 1
    page_problems.clear()
