"""axe finds nothing in the calculator's own states: drawn by Plotly, a refused number, a guess, a closer look."""

import pytest

from tests.browser.calculators import open_calculator
from tests.browser.chromium import violations

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_in_every_state(new_page, built_site, scheme):
    page = new_page(color_scheme=scheme, reduced_motion="reduce")
    calculator = open_calculator(page, built_site.as_uri() + "/")
    calculator.drawn()
    assert violations(page, '[data-component="calculator"]') == []
    calculator.part("guess-begin").click()
    calculator.box.fill("八")
    assert calculator.part("message").is_visible()
    assert violations(page, '[data-component="calculator"]') == []
    calculator.part("guess-number").fill("4096")
    calculator.part("guess-done").click()
    calculator.part("zoom").click()
    page.get_by_role("button", name="看全图").wait_for()
    assert violations(page, '[data-component="calculator"]') == []
