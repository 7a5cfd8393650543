"""axe finds nothing in the calculator's own states: drawn by Plotly, a refused number, a guess, a closer look."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.calculators import open_calculator

pytestmark = pytest.mark.browser


def violations(calculator):
    context = {"include": ['[data-component="calculator"]']}
    found = Axe().run(calculator.page, context=context, options={"preload": False}).response["violations"]
    return [f"{rule['id']}: {node['target']}" for rule in found for node in rule["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_in_every_state(new_page, built_site, scheme):
    page = new_page(color_scheme=scheme, reduced_motion="reduce")
    calculator = open_calculator(page, built_site.as_uri() + "/")
    calculator.drawn()
    assert violations(calculator) == []
    calculator.part("guess-begin").click()
    calculator.box.fill("八")
    assert calculator.part("message").is_visible()
    assert violations(calculator) == []
    calculator.part("guess-number").fill("4096")
    calculator.part("guess-done").click()
    calculator.part("zoom").click()
    page.get_by_role("button", name="看全图").wait_for()
    assert violations(calculator) == []
