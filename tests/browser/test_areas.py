"""Areas follow the calculator's N, and move it; proportions are true at every N; static without script."""

import math

import pytest

from tests.browser.chromium import visit

pytestmark = pytest.mark.browser
LESSON = "c0/attention-only/index.html"
WEIGHTS = 55_562_855_904  # bytes of the anchor's weights


@pytest.fixture
def areas(page, site_url):
    visit(page, site_url + LESSON)
    return page.locator("[data-component=areas]")


def box(areas, role):
    rect = areas.locator(f"rect[data-role={role}]")
    return [float(rect.get_attribute(name)) for name in ("x", "y", "width", "height")]


def shown(areas):
    return int(areas.locator("[data-role=n]").inner_text().replace(",", ""))


def wait_for(areas, n):
    areas.page.wait_for_function(
        "n => document.querySelector('[data-component=areas] [data-role=n]').textContent === n", arg=f"{n:,}"
    )


def check(areas):
    n = shown(areas)
    score, weights, strip = (box(areas, role) for role in ("score", "weights", "kv"))
    assert score[2] / weights[2] == pytest.approx(math.sqrt(2 * n * n / WEIGHTS), rel=0.03)
    assert strip[3] == score[3]
    assert (score[2] > weights[2]) == (2 * n * n > WEIGHTS)


def test_areas_follow_the_calculator_and_the_scale_steps(areas):
    calculator = areas.page.locator("[data-component=calculator]")
    check(areas)
    before = box(areas, "weights")
    calculator.locator("[data-role=preset][value='262144']").click()
    wait_for(areas, 262144)
    check(areas)
    assert box(areas, "weights") == before  # the model stays while there is room
    number = calculator.locator("[data-role=number]")
    number.fill("4194304")
    number.press("Enter")
    wait_for(areas, 4194304)
    check(areas)
    assert box(areas, "weights")[2] == pytest.approx(before[2] / 16, abs=0.01)
    assert "1/16" in areas.locator("[data-role=scale]").inner_text()
    assert areas.locator("[data-text=score]").inner_text() == "32 TiB"


def test_the_slider_here_moves_the_calculator(areas):
    slider = areas.locator("input")
    n = shown(areas)
    slider.focus()
    areas.page.keyboard.press("End")
    wait_for(areas, 4194304)
    number = areas.page.locator("[data-component=calculator] [data-role=number]")
    assert number.input_value() == "4,194,304"
    areas.page.keyboard.press("Home")
    wait_for(areas, 1)
    assert n > 1
    assert slider.get_attribute("aria-valuetext") == "1"


def test_without_script_the_start_is_drawn(new_page, site_url):
    plain = new_page(java_script_enabled=False)
    plain.goto(site_url + LESSON)
    areas = plain.locator("[data-component=areas]")
    check(areas)
    assert not areas.locator("input").is_visible()
