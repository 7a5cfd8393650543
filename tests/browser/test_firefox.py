"""The lesson in Firefox: quiet, no wider than its window, and every control alive, over HTTP and from the disk."""

import pytest

from site_builder.engine.quantities import BY_ID
from site_builder.facts.anchor import load_anchor
from site_builder.problems import Problems
from site_builder.render.spacing import legible
from site_builder.source.folder import read_folder
from tests.browser.calculators import LESSON
from tests.browser.chromium import PHONE, ROOT, WIDE
from tests.browser.firefox import running_firefox

pytestmark = pytest.mark.browser
CALCULATOR = '[data-component="calculator"]'
DIAGRAM = "[data-component=shape_diagram]"
RIGHT_ARROW = "\ue014"
SHOWN = f"""(() => {{
  const root = document.querySelector('{CALCULATOR}');
  const text = (card, role) => card.querySelector(`[data-role="${{role}}"]`).textContent;
  const cards = [...root.querySelectorAll("[data-curve][data-quantity]")].slice(0, 2);
  const length = root.querySelector('[data-role="number"]').value;
  return [length, cards.map(card => [text(card, "value"), text(card, "formula")])];
}})()"""
OVERHANG = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
FLAT_FORMULAS = """[...document.querySelectorAll("math")].filter(formula => {
  const box = formula.getBoundingClientRect();
  return formula.checkVisibility() && !(box.width > 0 && box.height > 0);
}).map(formula => formula.textContent)"""

FRACTION = """(() => {
  // Pixels from the numerator's lower edge down to the denominator's upper one.
  const [above, below] = [...document.querySelector("mfrac").children].map(part => part.getBoundingClientRect());
  return below.top - above.bottom;
})()"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    with running_firefox(tmp_path_factory.mktemp("firefox")) as firefox:
        yield firefox


@pytest.fixture(params=[WIDE, PHONE], ids=["wide", "phone"])
def lesson(request, firefox, site_url):
    """The lesson, its calculator ready; the test fails when the page complains."""
    with firefox.page(**request.param) as page:
        page.open(site_url + LESSON)
        page.wait_for(f"document.querySelector('{CALCULATOR}[data-ready]') !== null")
        page.wait_for("!document.documentElement.classList.contains('laying-out')")
        yield page
        assert page.complaints() == []


@pytest.fixture(scope="module")
def cards():
    """What the first two cards say of a length, by Python: value and formula of the scores and of the cache."""
    anchor = load_anchor(read_folder(ROOT), "qwen3.8-27b", Problems())
    assert anchor
    score = BY_ID["score_matrix"].bind(anchor.model)
    cache = BY_ID["kv_cache"].bind(anchor.model, kv_heads=1, layers=1)
    return lambda length: [[bound.text(N=length), legible(bound.substituted(N=length))] for bound in (score, cache)]


def test_every_complaint_is_noticed(firefox, tmp_path):
    bad = tmp_path / "bad.html"
    script = "console.warn('w'); console.error('e'); console.log('l'); null.x"
    wide = "<div style='width: 200vw; height: 1px'></div>"
    bad.write_text(f"<!doctype html><title>t</title><script>{script}</script>{wide}", encoding="utf-8")
    with firefox.page(**PHONE) as page:
        page.open(bad.as_uri())
        kinds = [complaint.partition(":")[0] for complaint in page.complaints()]
        assert kinds == ["console warn", "console error", "javascript error"]
        assert page.evaluate("innerWidth") == PHONE["width"]
        assert page.evaluate(OVERHANG) >= PHONE["width"]


def test_a_machine_without_firefox_is_reported_what_to_do(tmp_path, monkeypatch):
    monkeypatch.delenv("FIREFOX", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(AssertionError, match="no Firefox is installed"), running_firefox(tmp_path):
        pass


def test_it_is_quiet_and_no_wider_than_its_window(lesson):
    assert lesson.evaluate("navigator.userAgent.includes('Firefox/')")
    assert lesson.evaluate(OVERHANG) == 0
    lesson.evaluate(f"document.querySelector('{CALCULATOR}').scrollIntoView()")
    lesson.evaluate(
        f"document.querySelector('{CALCULATOR} [data-role=tools]').dispatchEvent(new Event('pointerenter'))"
    )
    lesson.wait_for(f"document.querySelector('{CALCULATOR}[data-drawn]') !== null")
    assert lesson.evaluate(OVERHANG) == 0


def test_mathml_is_laid_out(lesson):
    lesson.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
    assert lesson.evaluate("document.querySelectorAll('math').length") > 0
    assert lesson.evaluate(FLAT_FORMULAS) == []
    assert lesson.evaluate(FRACTION) > -1


def test_the_cards_follow_prose_and_keyboard(lesson, cards):
    lesson.click("button[data-set][data-value='262144']")
    lesson.wait_for(f"{SHOWN}[0] === '262,144'")
    assert lesson.evaluate(SHOWN) == ["262,144", cards(262144)]
    lesson.evaluate(f"document.querySelector('{CALCULATOR} input[type=range]').focus()")
    lesson.press(RIGHT_ARROW)
    lesson.wait_for(f"{SHOWN}[0] !== '262,144'")
    length, shown = lesson.evaluate(SHOWN)
    assert int(length.replace(",", "")) > 262144
    assert shown == cards(int(length.replace(",", "")))


def test_a_step_opens(lesson):
    bodies = "[...document.querySelector('[data-component=stepper]').querySelectorAll('.stepper-body')]"
    seen = f"{bodies}.map(body => body.checkVisibility())"
    assert lesson.evaluate(seen) == [True, False, False]
    lesson.click("[data-component=stepper] .stepper-next button")
    assert lesson.evaluate(seen) == [True, True, False]


def test_the_shape_diagram_changes_its_scale(lesson):
    seen = f"""['real', 'small'].map(scale =>
        document.querySelector(`{DIAGRAM} [data-scale=${{scale}}]`).checkVisibility())"""
    assert lesson.evaluate(seen) == [True, False]
    lesson.click(f"{DIAGRAM} label:has(input[value=small])")
    assert lesson.evaluate(seen) == [False, True]


def test_the_theme_switch_changes_the_paper(lesson):
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    papers = []
    for theme in ("light", "dark", "light"):
        lesson.click(f"label.theme-choice:has([value={theme}])")
        papers.append(lesson.evaluate(paper))
    assert papers[0] == papers[2] != papers[1]
