"""The fork's calculator at 200 states, each card and each number of the prose worked out a second way."""

import random
from fractions import Fraction
from itertools import product

import pytest

from site_builder.engine.units import count_text, format_value, ratio_text
from tests.browser.calculators import CalculatorPage
from tests.browser.chromium import visit
from tests.course.test_why_not_rnn import BANDWIDTH, COMPUTE, HEAD_DIM, HEADS, PAIRS, PROJECTIONS, WIDTH

pytestmark = pytest.mark.browser

LESSON = "c3/why-not-rnn/index.html"
AT = """async (root, states) => {
  const box = root.querySelector('[data-role="number"]');
  const seen = [];
  for (const [n, ...chosen] of states) {
    for (const [name, place] of Object.entries(chosen[0])) {
      root.querySelectorAll(`[data-control="${name}"] :is(input[type="radio"], button)`)[place].click();
    }
    box.value = String(n);
    box.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(requestAnimationFrame);
    await new Promise(done => setTimeout(done));
    const texts = elements => [...elements].map(element => element.textContent);
    seen.push([
      texts(root.querySelectorAll('.calculator-card [data-role="value"]')),
      texts(document.querySelectorAll('[data-live="layer"]')),
    ]);
  }
  return seen;
}"""


def expected(words, shown, cell, mask):
    """Cards and prose from the anchor's sizes and the card's data sheet."""
    scores = words**2 if mask == "off" else Fraction(words * (words + 1), 2)
    macs = [PAIRS[cell] * 2 * WIDTH**2 * words, PROJECTIONS * words + 2 * HEADS * HEAD_DIM * scores]
    read = Fraction(PAIRS[cell] * WIDTH**2 * 2, BANDWIDTH)
    times = [
        words * read + max(read, Fraction(macs[0], COMPUTE)),  # half of them for the input, two operations each
        max(Fraction(PROJECTIONS * 2, BANDWIDTH), Fraction(2 * macs[1], COMPUTE)),
    ]
    style, unit, values = ("work", "op", macs) if shown == "ops" else ("time", "s", times)
    cards = [format_value(value, style, unit) for value in values]
    ratios = [ratio_text(Fraction(attention, recurrent)) for recurrent, attention in (macs, times)]
    return [cards, [count_text(words), count_text(words), *ratios]]


def test_cards_and_prose_are_the_second_count_at_200_states(new_page, url):
    page = new_page()
    visit(page, url + LESSON)
    calculator = CalculatorPage(page)
    calculator.root.scroll_into_view_if_needed()
    page.wait_for_selector('[data-component="calculator"][data-ready]', state="attached")
    chance = random.Random(4)
    choices = list(product(("ops", "time"), PAIRS, ("off", "on")))
    lengths = [64, 206, 207, 4266, 4267, 8533, 433_155, 433_156, 262_144, 2**24]
    lengths += [round(2 ** chance.uniform(6, 24)) for _ in range(7)]
    states = [(words, *chosen) for words in lengths for chosen in choices]
    assert len(states) >= 200
    places = [
        [
            words,
            {"shown": ["ops", "time"].index(shown), "cell": [*PAIRS].index(cell), "mask": ["off", "on"].index(mask)},
        ]
        for words, shown, cell, mask in states
    ]
    seen = calculator.root.evaluate(AT, places)
    for state, found in zip(states, seen, strict=True):
        assert found == expected(*state), state


def test_a_promise_leads_to_its_payment_and_back(page, site_url):
    """Lesson 4 owes which layer is cheaper; this lesson pays it, and the ledger of the course leads back."""
    visit(page, site_url + "c0/attention-only/index.html")
    page.locator("#promise-cheaper-layer a[href*='paid-']").click()
    page.wait_for_function("() => location.hash === '#paid-cheaper-layer'")
    assert page.url.startswith(f"{site_url}c3/why-not-rnn/")
    paid = page.locator("#paid-cheaper-layer")
    assert paid.is_visible()
    paid.locator("a").click()
    page.wait_for_function("() => location.hash === '#promise-cheaper-layer'")
    assert page.url.startswith(f"{site_url}promises/")
    page.locator("#promise-cheaper-layer a[href*='promise-cheaper-layer']").first.click()
    page.wait_for_function("() => location.pathname.includes('/c0/attention-only/')")
    assert page.locator("#promise-cheaper-layer").is_visible()
