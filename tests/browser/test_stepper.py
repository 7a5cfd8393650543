"""Think first: steps open one by one, fold, open by address, and lie open on paper and without script."""

import pytest

from tests.browser.chromium import visit

pytestmark = pytest.mark.browser
LESSON = "c0/attention-only/index.html"
STEPPER = "[data-component=stepper]"


@pytest.fixture
def stepper(page, site_url):
    visit(page, site_url + LESSON)
    return page.locator(STEPPER).first


def shown(stepper):
    """Which steps' bodies can be seen."""
    return [body.is_visible() for body in stepper.locator(".stepper-body").all()]


def next_button(stepper):
    return stepper.locator(".stepper-next button")


def test_only_the_first_step_stands_open_at_first(stepper):
    assert shown(stepper) == [True, False, False]


def test_steps_open_one_by_one_and_the_focus_follows(page, stepper):
    next_button(stepper).click()
    assert shown(stepper) == [True, True, False]
    focused = stepper.locator(".stepper-title").nth(1).locator("button")
    assert focused.evaluate("button => button === document.activeElement")
    next_button(stepper).click()
    assert shown(stepper) == [True, True, True]
    assert not next_button(stepper).is_visible()


def test_progress_is_seen_and_said(stepper):
    assert stepper.locator(".stepper-progress").inner_text() == "1 / 3"
    next_button(stepper).click()
    assert stepper.locator(".stepper-progress").inner_text() == "2 / 3"
    said = stepper.locator("[role=status]").inner_text()
    assert "2" in said
    assert "3" in said


def test_it_works_by_keyboard_alone(page, stepper):
    next_button(stepper).focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert shown(stepper) == [True, False, False]
    page.keyboard.press("Enter")
    assert shown(stepper) == [True, True, False]


def test_an_opened_step_folds_and_opens_again(stepper):
    next_button(stepper).click()
    toggle = stepper.locator(".stepper-toggle").first
    toggle.click()
    assert shown(stepper) == [False, True, False]
    assert toggle.get_attribute("aria-expanded") == "false"
    toggle.click()
    assert shown(stepper) == [True, True, False]


def test_folding_the_last_opened_step_keeps_the_way_on(stepper):
    stepper.locator(".stepper-toggle").first.click()
    assert next_button(stepper).is_visible()


def test_a_link_to_a_place_inside_opens_the_steps_up_to_it(page, stepper):
    stepper.locator(".stepper-body").nth(1).evaluate("body => { body.id = 'inside'; }")
    page.evaluate("location.hash = '#inside'")
    stepper.locator(".stepper-body").nth(1).wait_for(state="visible")
    assert shown(stepper) == [True, True, False]


def test_an_address_that_is_no_id_does_no_harm(page, site_url):
    visit(page, site_url + LESSON + "#%E0%A4%A")
    assert shown(page.locator(STEPPER).first) == [True, False, False]


def test_without_script_everything_is_there(new_page, site_url):
    page = new_page(java_script_enabled=False)
    page.goto(site_url + LESSON)
    stepper = page.locator(STEPPER).first
    assert shown(stepper) == [True, True, True]
    assert stepper.locator("button").count() == 0


def test_on_paper_everything_is_open_with_its_titles(page, stepper):
    stepper.locator(".stepper-toggle").first.click()
    page.emulate_media(media="print")
    assert shown(stepper) == [True, True, True]
    assert all(title.is_visible() for title in stepper.locator(".stepper-toggle").all())
    assert not next_button(stepper).is_visible()
