"""The two panels played: by mouse and by keyboard, stepwise, and without script."""

import pytest

from tests.browser.chromium import visit

pytestmark = pytest.mark.browser
LESSON = "c0/attention-only/index.html"
FIGURE = "[data-component=steps_figure]"
SHOWN = ".steps_figure-panels:not([hidden])"


@pytest.fixture
def figure(page, site_url):
    visit(page, site_url + LESSON)
    return page.locator(FIGURE)


@pytest.fixture
def clock(own_page, site_url):
    """The figure's page, where time stands still but for ``clock.run_for``."""
    visit(own_page, site_url + LESSON)
    own_page.clock.install(time="2030-01-01T00:00:00")
    own_page.clock.pause_at("2030-01-01T01:00:00")
    return own_page.clock


@pytest.fixture
def stopped(own_page, clock):
    return own_page.locator(FIGURE)


def button(figure, role):
    return figure.locator(f"button[data-role={role}]")


def ready(figure, kind):
    """How many of a panel's states are drawn as computed."""
    nodes = figure.locator(f"{SHOWN} [data-kind={kind}] .steps_figure-node")
    return nodes.evaluate_all("nodes => nodes.filter((node) => node.dataset.state !== 'waiting').length")


def test_the_figure_begins_with_both_final_states(figure):
    assert (ready(figure, "recurrent"), ready(figure, "attention")) == (5, 5)
    assert figure.locator(f"{SHOWN} [data-quantity=sequential_steps_recurrent]").inner_text() == "5"
    assert figure.locator(f"{SHOWN} [data-quantity=longest_path_recurrent]").inner_text() == "4"
    assert figure.locator(f"{SHOWN} [data-quantity=sequential_steps_attention]").inner_text() == "1"
    assert figure.locator(f"{SHOWN} [data-quantity=longest_path_attention]").inner_text() == "1"


def test_playing_shows_five_ticks_against_one(clock, stopped):
    button(stopped, "play").click()
    seen = [(ready(stopped, "recurrent"), ready(stopped, "attention"))]
    for _ in range(5):
        clock.run_for(900)
        seen.append((ready(stopped, "recurrent"), ready(stopped, "attention")))
    assert seen == [(0, 0), (1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]
    clock.run_for(5000)
    assert ready(stopped, "recurrent") == 5
    assert button(stopped, "play").inner_text() == button(stopped, "play").get_attribute("data-play")


def test_pause_holds_and_play_goes_on(clock, stopped):
    button(stopped, "play").click()
    clock.run_for(1800)
    button(stopped, "play").click()
    clock.run_for(9000)
    assert ready(stopped, "recurrent") == 2
    button(stopped, "play").click()
    clock.run_for(900)
    assert ready(stopped, "recurrent") == 3
    button(stopped, "replay").click()
    assert ready(stopped, "recurrent") == 0


def test_every_control_works_by_keyboard(own_page, clock, stopped):
    button(stopped, "replay").focus()
    own_page.keyboard.press("Enter")
    button(stopped, "forward").focus()
    own_page.keyboard.press("Space")
    own_page.keyboard.press("Space")
    assert ready(stopped, "recurrent") == 2
    own_page.keyboard.press("ArrowRight")
    assert ready(stopped, "recurrent") == 3
    own_page.keyboard.press("ArrowLeft")
    own_page.keyboard.press("ArrowLeft")
    own_page.keyboard.press("ArrowLeft")
    own_page.keyboard.press("ArrowLeft")
    assert ready(stopped, "recurrent") == 0


def test_the_tick_is_said_politely(stopped):
    said = stopped.locator("[role=status]")
    button(stopped, "replay").click()
    button(stopped, "forward").click()
    assert "1" in said.inner_text()
    assert "5" in said.inner_text()
    assert "{" not in said.inner_text()


def choose(figure, length):
    figure.locator(".figure-switch label", has_text=length).click()


def test_a_longer_sentence_is_chosen_and_played(clock, stopped):
    choose(stopped, "262,144")
    texts = stopped.locator(f"{SHOWN} .steps_figure-node:visible text")
    assert texts.all_text_contents() == ["1", "2", "3", "⋯", "262,144", "1", "1", "1", "⋯", "1"]
    counts = stopped.locator(f"{SHOWN} dd:visible")
    assert counts.all_inner_texts() == ["262,144", "262,143", "1", "1"]
    lamps = stopped.locator(f"{SHOWN} .steps_figure-lamps")
    assert lamps.evaluate_all("all => all.map((row) => row.querySelectorAll('[data-lit]').length)") == [1, 16]
    button(stopped, "replay").click()
    assert (ready(stopped, "recurrent"), ready(stopped, "attention")) == (0, 0)
    clock.run_for(100)
    assert (ready(stopped, "recurrent"), ready(stopped, "attention")) == (4, 5)  # the ellipsis has begun
    said = stopped.locator("[role=status]").inner_text()
    assert "4,370" in said  # a sixtieth of the way, rounded up
    assert "262,144" in said  # which attention has
    clock.run_for(6000)
    assert ready(stopped, "recurrent") == 5
    choose(stopped, "5")
    assert stopped.locator(f"{SHOWN} dd:visible").all_inner_texts() == ["5", "4", "1", "1"]


def test_the_length_is_chosen_by_keyboard(page, figure):
    figure.locator(".figure-switch input").first.focus()
    page.keyboard.press("ArrowRight")
    assert figure.locator(f"{SHOWN} dd").first.inner_text() == "1,000"


def test_less_motion_means_no_transition(new_page, site_url):
    page = new_page(reduced_motion="reduce")
    visit(page, site_url + LESSON)
    durations = page.locator(f"{FIGURE} {SHOWN} .steps_figure-node").evaluate_all(
        "nodes => nodes.map((node) => parseFloat(getComputedStyle(node).transitionDuration))"
    )
    assert len(durations) == 10
    assert max(durations) <= 0.001


def test_without_script_both_final_states_stand_there(new_page, site_url):
    page = new_page(java_script_enabled=False)
    page.goto(site_url + LESSON)
    figure = page.locator(FIGURE)
    assert figure.locator("svg[role=img]:visible").count() == 2
    assert [row.inner_text().split("\t") for row in figure.locator("tbody tr").all()] == [
        ["5", "5", "1"], ["1,000", "1,000", "1"], ["262,144", "262,144", "1"],
    ]  # fmt: skip
    assert figure.locator("button:visible").count() == 0
    assert figure.locator("[data-state]").count() == 0


@pytest.mark.parametrize(("width", "stacked"), [(1280, False), (390, True), (320, True)])
def test_panels_stand_side_by_side_or_stacked(new_page, site_url, width, stacked):
    page = new_page(viewport={"width": width, "height": 800})
    visit(page, site_url + LESSON)
    left, right = (panel.bounding_box() for panel in page.locator(f"{FIGURE} {SHOWN} .steps_figure-panel").all())
    assert (right["y"] > left["y"] + left["height"] / 2) == stacked
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_labels_are_at_least_12_px_on_a_small_phone(new_page, site_url):
    page = new_page(viewport={"width": 320, "height": 700})
    visit(page, site_url + LESSON)
    assert smallest_label(page.locator(FIGURE)) >= 12


def smallest_label(figure):
    """The smallest size in px at which a figure's SVG labels are drawn on the screen."""
    return min(
        figure.locator("svg text:visible").evaluate_all(
            "texts => texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().d)"
        )
    )


def test_an_example_wider_than_a_phone_plays_too(new_page, course):
    course.more.append("running_example: [the, cat, sat, on, the, warm, mat]\n")
    course.lesson("a", ":::{steps_figure}\n:::\n")
    page = new_page(viewport={"width": 390, "height": 844})
    visit(page, (course.build() / "c0" / "a" / "index.html").as_uri())
    figure = page.locator(FIGURE)
    assert figure.locator("[role=group]").first.get_attribute("tabindex") == "0"  # the drawing scrolls
    button(figure, "back").click()
    assert (ready(figure, "recurrent"), ready(figure, "attention")) == (6, 7)
