"""A closer look: then Plotly is the chart, with a box, a hand, curves on and off, pictures, and keys for all of it."""

import re

import pytest

from tests.browser.calculators import open_calculator
from tests.browser.test_calculator_chart import misses

pytestmark = pytest.mark.browser
RANGE = "document.querySelector('[data-role=plotly]').layout.xaxis.range"
WHOLE = f"() => {RANGE}[0] === 0 && {RANGE}[1] > 6.6"


@pytest.fixture
def calculator(page, url):
    opened = open_calculator(page, url)
    opened.part("guess-skip").click()
    opened.part("zoom").click()
    opened.part("explore").wait_for()
    page.wait_for_function(f"() => {RANGE}[0] > 3")
    opened.part("zoom").click()
    page.wait_for_function(WHOLE)
    return opened


def tool(calculator, name):
    return calculator.root.locator(f"[data-explore={name}]")


def drag(page, calculator, start, end):
    """Drags over the plot from one place to another, each a part of its width and height."""
    plot = calculator.part("plot")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    (x1, y1), (x2, y2) = (
        (box["x"] + part * box["width"], box["y"] + other * box["height"]) for part, other in (start, end)
    )
    page.mouse.move(x1, y1)
    page.mouse.down()
    page.mouse.move((x1 + x2) / 2, (y1 + y2) / 2)
    page.mouse.move(x2, y2)
    page.mouse.up()


def test_a_box_zooms_a_hand_pans_and_a_double_click_goes_back(calculator, page):
    tool(calculator, "zoom").click()
    drag(page, calculator, (0.6, 0.2), (0.9, 0.7))
    ends = f"Math.abs({RANGE}[0] - 0.6 * 6.62266) < 0.1 && Math.abs({RANGE}[1] - 0.9 * 6.62266) < 0.1"
    page.wait_for_function(f"() => {ends}")
    assert max(misses(calculator)) < 1.5
    calculator.shows("32,768")  # the drag was not N's
    assert calculator.part("zoom").inner_text() == "看全图"
    tool(calculator, "pan").click()
    before = page.evaluate(f"() => {RANGE}[0]")
    drag(page, calculator, (0.5, 0.5), (0.7, 0.5))
    page.wait_for_function(f"before => {RANGE}[0] < before - 0.2", arg=before)
    assert max(misses(calculator)) < 1.5
    calculator.part("plot").dblclick(position={"x": 200, "y": 100})
    page.wait_for_function(WHOLE)
    assert calculator.part("zoom").inner_text() == "放大当前位置"
    tool(calculator, "pan").click()  # given back: drags move N again
    drag(page, calculator, (0.3, 0.5), (0.2, 0.5))
    page.wait_for_function("() => location.hash !== ''")


def test_the_crosshair_reads_every_curve_while_looking_closer(calculator, page):
    tool(calculator, "zoom").click()
    calculator.part("plot").hover(position={"x": 200, "y": 100})
    calculator.part("hover").wait_for()
    assert calculator.part("hover").locator("p").count() == 4
    cross, tip = (calculator.part(name).evaluate("part => part.style.left") for name in ("crosshair", "hover"))
    assert cross == tip


def test_a_curve_goes_and_comes_with_its_label_and_marker(calculator, page):
    lines = calculator.root.locator(".tracekv .js-line")
    label = calculator.root.locator(".annotation.role-kv")
    marker = calculator.root.locator('[data-role="marker"][data-curve="kv"]')
    assert (lines.count(), label.count(), marker.is_visible()) == (1, 1, True)
    button = calculator.root.locator("[data-explore=curve][value=kv]")
    button.click()
    lines.wait_for(state="detached")
    label.wait_for(state="detached")
    assert not marker.is_visible()
    assert button.get_attribute("aria-pressed") == "false"
    button.click()
    lines.wait_for()
    label.wait_for()


def test_keys_zoom_pan_and_go_back(calculator, page):
    tool(calculator, "pan").focus()
    page.keyboard.press("+")
    page.wait_for_function(f"() => {RANGE}[0] > 1.6 && {RANGE}[1] < 5")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"() => {RANGE}[0] > 1.9")
    page.keyboard.press("-")
    page.wait_for_function(f"() => {RANGE}[1] - {RANGE}[0] > 6")
    page.keyboard.press("+")
    page.keyboard.press("0")
    page.wait_for_function(WHOLE)


def test_a_picture_needs_no_style_sheet(calculator, page, tmp_path):
    for kind in ("svg", "png"):
        with page.expect_download() as download:
            tool(calculator, kind).click()
        assert download.value.suggested_filename == f"n.{kind}"
        download.value.save_as(tmp_path / f"picture.{kind}")
    text = (tmp_path / "picture.svg").read_text(encoding="utf-8")
    assert "class=" not in text
    assert "var(" not in text
    strokes = re.findall(r'stroke="(rgb\([^"]+\))"', text)
    for path in calculator.root.locator(".js-line").all():
        assert path.evaluate("line => getComputedStyle(line).stroke") in strokes
    width, height = (2 * calculator.part("plotly").bounding_box()[side] for side in ("width", "height"))
    data = (tmp_path / "picture.png").read_bytes()
    found = [int.from_bytes(data[start : start + 4], "big") for start in (16, 20)]  # IHDR
    assert found == pytest.approx([width, height], abs=2)


def test_a_curve_that_is_off_at_first_comes_and_goes_with_its_label_card_and_column(calculator, page):
    traces = "() => [...document.querySelectorAll('.scatterlayer .trace')].map(({ classList }) => classList[2])"
    shown = calculator.root.locator("[data-extra]")
    more = calculator.part("more")
    assert "tracestate" not in page.evaluate(traces)
    assert not any(part.is_visible() for part in shown.all())
    tool(calculator, "curve").filter(has_text="分块算").click()
    page.wait_for_function(f"({traces})().includes('tracestate')")
    assert more.get_attribute("aria-pressed") == "true"
    assert all(
        part.is_visible() for part in calculator.root.locator("td[data-extra], .calculator-card[data-extra]").all()
    )
    more.click()
    page.wait_for_function(f"!({traces})().includes('tracestate')")
    assert tool(calculator, "curve").filter(has_text="分块算").get_attribute("aria-pressed") == "false"


def test_a_curve_has_the_same_dashes_in_either_drawing(calculator):
    dashes = """root => ["score", "kv", "weights", "state"].map(role =>
      [`.calculator-drawing .role-${role}`, `.trace${role} .js-line`].map(part =>
        getComputedStyle(root.querySelector(part)).strokeDasharray))"""
    calculator.part("more").click()
    found = calculator.root.evaluate(dashes)
    assert all(ours == theirs for ours, theirs in found)
    assert len({ours for ours, _ in found}) == 4
