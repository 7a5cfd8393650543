"""The calculator's controls: slider, box, buttons, prose; by mouse and by keyboard."""

import random
from fractions import Fraction

import pytest

from site_builder.engine.quantities import BY_ID
from site_builder.engine.units import count_text, format_value, ratio_text
from site_builder.facts.anchor import load_anchor
from site_builder.problems import Problems
from site_builder.render.spacing import legible
from site_builder.source.folder import read_folder
from tests.browser.calculators import LESSON, CalculatorPage, open_calculator
from tests.browser.chromium import PHONE, ROOT

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def anchor_model():
    anchor = load_anchor(read_folder(ROOT), "qwen3.8-27b", Problems())
    assert anchor
    return anchor.model


def test_everything_agrees_at_the_start(page, site_url):
    state = open_calculator(page, site_url).shows("32,768")
    assert state["values"] == ["2 GiB", "32 MiB", "51.75 GiB"]
    assert state["formulas"][0] == "2 × 32,768² B = 2\u00a0GiB"
    assert state["spoken"] == "32,768 token，分数矩阵 2 GiB"
    assert state["pressed"] == []
    assert page.evaluate("location.hash") == ""


def test_the_script_changes_nothing_that_the_page_says(new_page, url):
    plain = new_page(java_script_enabled=False)
    plain.goto(url + LESSON)
    card = plain.locator("[data-quantity][data-curve]")
    said = [card.nth(index).text_content() for index in range(3)]
    live = open_calculator(new_page(), url)
    live.state()
    card = live.root.locator("[data-quantity][data-curve]")
    assert [card.nth(index).text_content() for index in range(3)] == said


def test_without_script_there_is_a_chart_a_table_and_no_dead_control(new_page, url):
    page = new_page(java_script_enabled=False)
    page.goto(url + LESSON)
    calculator = CalculatorPage(page)
    assert calculator.part("drawing").is_visible()
    assert calculator.root.locator("table").is_visible()
    assert "32 GiB" in calculator.root.locator("tr[data-value='131072']").inner_text()
    assert calculator.root.locator("input:visible, button:visible").count() == 0


def test_the_slider_moves_by_fine_steps_doublings_and_to_its_ends(calculator):
    calculator.box.fill("131072")
    calculator.slider.focus()
    for key, shown in (
        ("PageUp", "262,144"), ("PageDown", "131,072"), ("ArrowRight", "136,875"), ("ArrowLeft", "131,072"),
        ("Home", "1"), ("ArrowUp", "2"), ("ArrowRight", "3"), ("ArrowDown", "2"), ("PageDown", "1"), ("ArrowLeft", "1"),
        ("End", "4,194,304"), ("PageUp", "4,194,304"),
    ):  # fmt: skip
        calculator.slider.press(key)
        calculator.shows(shown)


def test_sixteen_fine_steps_are_a_doubling(calculator):
    calculator.box.fill("131072")
    calculator.slider.focus()
    for _ in range(16):
        calculator.slider.press("ArrowRight")
    calculator.shows("262,144")


def test_the_box_reads_what_people_type(calculator):
    for typed, shown in (
        ("１３１，０７３", "131,073"), ("131,074", "131,074"), (" 4096 ", "4,096"), ("1e5", "100,000"),
        ("1.5e3", "1,500"), ("0006", "6"), ("4194304", "4,194,304"), ("1", "1"), ("262144.0", "262,144"),
    ):  # fmt: skip
        calculator.box.fill(typed)
        calculator.box.press("Enter")
        calculator.box.blur()
        assert calculator.shows(shown)["message"] == ""


def test_the_box_keeps_the_last_result_and_says_why(calculator):
    message = calculator.page.locator(f"#{calculator.box.get_attribute('aria-describedby')}")
    for typed in (
        "", "-5", "−5", "－５", "八", "99999999999", "4194305", "0", "1.5", "1e400", "NaN", "Infinity", "0x10", "1e",
        "٦", "10²", "①", "½", "128k", "4M",
    ):  # fmt: skip
        calculator.box.fill("4096")
        calculator.box.press("Enter")
        calculator.box.fill(typed)
        state = calculator.state()
        assert (state["label"], state["values"]) == ("N = 4,096", ["32 MiB", "4 MiB", "51.75 GiB"])
        assert "4,096" in state["message"] == message.inner_text()
        assert calculator.box.get_attribute("aria-invalid") == "true"
        assert not any(word in calculator.root.inner_text() for word in ("NaN", "undefined", "Infinity"))
    calculator.slider.press("Home")
    assert calculator.shows("1")["message"] == ""


def test_what_turns_out_to_be_no_n_leaves_n_where_it_was(calculator):
    for typed, message in (
        ("99999999", "N 最大是 4,194,304。图上仍是 N = 32,768。"),
        ("128k", "128k 可以是 131,072，也可以是 128,000，请把数写全。图上仍是 N = 32,768。"),
        ("４Ｍ", "4M 可以是 4,194,304，也可以是 4,000,000，请把数写全。图上仍是 N = 32,768。"),
        ("1.5K", "1.5K 可以是 1,536，也可以是 1,500，请把数写全。图上仍是 N = 32,768。"),
        ("12token", "只认数字，例如 131072、131,072 或 1e5。图上仍是 N = 32,768。"),
    ):
        calculator.box.select_text()
        calculator.box.press_sequentially(typed)
        state = calculator.state()
        assert (state["label"], state["values"][0]) == ("N = 32,768", "2 GiB")
        assert state["message"] == message
    calculator.box.select_text()
    calculator.box.press_sequentially("12x8", delay=0)
    calculator.box.press("Home")
    for key in ("ArrowRight", "ArrowRight", "Delete"):
        calculator.box.press(key)
    assert calculator.state()["label"] == "N = 128"
    calculator.box.press("Enter")
    calculator.box.press_sequentially("k")
    assert calculator.state()["label"] == "N = 128"
    calculator.slider.press("PageUp")
    assert calculator.shows("256")["message"] == ""
    calculator.box.select_text()
    calculator.box.press_sequentially("8x")
    assert calculator.state()["label"] == "N = 256"


def test_a_word_being_composed_is_not_read(calculator):
    calculator.box.focus()
    calculator.box.evaluate(
        "box => { box.value = 'ba'; box.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true })); }"
    )
    assert calculator.state()["message"] == ""
    calculator.box.evaluate("box => { box.value = '8'; box.dispatchEvent(new CompositionEvent('compositionend')); }")
    assert calculator.state()["label"] == "N = 8"


def test_presets_set_it_and_say_which_is_on(calculator):
    calculator.root.get_by_role("button", name="4,096", exact=True).click()
    assert calculator.shows("4,096")["pressed"] == ["4096"]
    calculator.goto_state("#n=4096")


def test_prose_buttons_set_it_and_bring_the_chart_into_view(calculator, page):
    button = page.locator("button[data-set='n'][data-value='262144']").first
    button.scroll_into_view_if_needed()
    button.press("Enter")
    assert calculator.shows("262,144")["values"][0] == "128 GiB"
    assert page.evaluate("document.activeElement.dataset.value") == "262144"
    calculator.goto_state("#n=262144")


def test_one_announcement_after_the_reader_stops(calculator, page):
    page.evaluate("""() => {
        window.heard = [];
        const said = document.querySelector('[data-component="calculator"] [data-role="said"]');
        new MutationObserver(() => window.heard.push(said.textContent)).observe(said, { childList: true });
    }""")
    entries = page.evaluate("history.length")
    calculator.slider.evaluate("""async slider => {
        for (let step = 0; step < 60; step++) {
            slider.value = 100 + step;
            slider.dispatchEvent(new Event("input", { bubbles: true }));
            await new Promise(requestAnimationFrame);
        }
    }""")
    calculator.goto_state("#n=981")
    page.wait_for_function("() => window.heard.length > 0")
    assert page.evaluate("window.heard") == ["N = 981：分数矩阵 1.836 MiB，K+V 981 KiB，全部权重 51.75 GiB。"]
    assert page.evaluate("history.length") == entries + 1


def test_a_flood_of_events_is_one_update_a_frame_and_ends_at_the_last(calculator, page):
    updates = calculator.slider.evaluate("""async slider => {
        let updates = 0;
        const label = document.querySelector('[data-role="guide-label"]').firstChild;
        new MutationObserver(() => updates++).observe(label, { characterData: true });
        const started = performance.now();
        for (let event = 0; event < 300; event++) {
            slider.value = event;
            slider.dispatchEvent(new Event("input", { bubbles: true }));
            if (event % 10 === 9) await new Promise(done => setTimeout(done, 33));
        }
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        return updates / Math.max(1, (performance.now() - started) / 1000);
    }""")
    assert 0 < updates <= 61
    calculator.shows(count_text(round(2 ** (299 / 16))))


def numbers_to_try():
    """200 anywhere, 60 of every size, and what stands at an edge: powers of two, the crossing, both ends."""
    chance = random.Random(20170612)
    anywhere = chance.sample(range(1, 4_194_305), 200)
    every_size = [round(2 ** chance.uniform(0, 22)) for _ in range(60)]
    powers = [2**k + d for k in (1, 9, 10, 17, 20) for d in (-1, 0, 1)]
    return [1, 6, 166_677, 166_678, 166_679, 4_194_303, 4_194_304, *powers, *anywhere, *every_size]


def test_cards_equal_python_for_any_n(calculator, anchor_model):
    chosen = numbers_to_try()
    score = BY_ID["score_matrix"].bind(anchor_model)
    cache = BY_ID["kv_cache"].bind(anchor_model, kv_heads=1, layers=1)
    weights = BY_ID["weights"].bind(anchor_model).value()
    seen = calculator.box.evaluate(
        """async (box, chosen) => {
        const cards = [...document.querySelectorAll('[data-component="calculator"] [data-curve][data-quantity]')];
        const text = (card, role) => card.querySelector(`[data-role="${role}"]`).textContent;
        const seen = [];
        for (const n of chosen) {
            box.value = String(n);
            box.dispatchEvent(new Event("input", { bubbles: true }));
            await new Promise(requestAnimationFrame);
            await new Promise(done => setTimeout(done));
            seen.push(["value", "formula", "multiple"].map(role => cards.map(card => text(card, role))));
        }
        return seen;
    }""",
        chosen,
    )
    for n, (values, formulas, multiples) in zip(chosen, seen, strict=True):
        assert values == [score.text(N=n), cache.text(N=n), "51.75 GiB", format_value(4 * n, "memory", "B")], n
        assert formulas[:2] == [legible(score.substituted(N=n)), legible(cache.substituted(N=n))], n
        large, small = Fraction(score.value(N=n)), Fraction(cache.value(N=n))
        compared = [large / weights, small / large, weights / large, 4 * n / large]
        assert multiples == [
            format_value(each, "percent", "") if 1 > each >= Fraction(1, 10) else ratio_text(each) for each in compared
        ], n


def test_on_a_phone_nothing_is_wider_than_the_page(new_page, url):
    calculator = open_calculator(new_page(viewport=PHONE, has_touch=True), url)
    calculator.drawn()
    assert calculator.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for control in calculator.root.locator("button:visible, input:visible").all():
        assert control.bounding_box()["height"] >= 43.9


def test_a_curve_that_is_off_is_not_announced_until_it_is_drawn(calculator, page):
    """Blockwise attention at 4,096: four bytes a row, 16 KiB."""
    calculator.part("guess-skip").click()
    calculator.root.locator("[data-role=preset]").nth(1).click()
    said = calculator.part("said")
    page.wait_for_function("said => said.textContent.includes('4,096')", arg=said.element_handle())
    assert "分块算" not in said.inner_text()
    calculator.part("more").click()
    page.wait_for_function("said => said.textContent.includes('分块算 16 KiB')", arg=said.element_handle())
