"""A calculator on an open page, as a reader's hands and eyes meet it."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Locator, Page

from tests.browser.chromium import TWO_FRAMES, visit

LESSON = "c0/attention-only/index.html"
STATE = """root => {
  const text = (part, role) => part.querySelector(`[data-role="${role}"]`)?.textContent;
  const extra = "more" in root.dataset ? "" : ":not([data-extra])";
  const cards = [...root.querySelectorAll(`[data-quantity][data-curve]${extra}`)];
  return {
    box: root.querySelector('[data-role="number"]').value,
    slider: Number(root.querySelector('input[type="range"]').value),
    spoken: root.querySelector('input[type="range"]').getAttribute("aria-valuetext"),
    label: text(root, "guide-label"),
    message: text(root, "message"),
    said: text(root, "said"),
    pressed: [...root.querySelectorAll('[data-role="preset"][aria-pressed="true"]')].map(button => button.value),
    values: cards.map(card => text(card, "value")),
    formulas: cards.map(card => text(card, "formula")),
    multiples: cards.map(card => text(card, "multiple")),
  };
}"""


WATCHED = """root => new Promise(done => {
  const watcher = new IntersectionObserver(() => requestIdleCallback(() => requestIdleCallback(done)));
  watcher.observe(root.querySelector('[data-role="plot"]'));
})"""


@dataclass(frozen=True)
class CalculatorPage:
    """The first calculator of a page, or the one called `name`."""

    page: Page
    name: str = ""

    @property
    def root(self) -> Locator:
        which = f'[data-name="{self.name}"]' if self.name else ""
        return self.page.locator(f'[data-component="calculator"]{which}').first

    def part(self, role: str) -> Locator:
        return self.root.locator(f'[data-role="{role}"]')

    @property
    def slider(self) -> Locator:
        return self.root.locator('input[type="range"]')

    @property
    def box(self) -> Locator:
        return self.part("number")

    def state(self) -> dict:
        """What the parts show, after the next frame."""
        self.page.evaluate(TWO_FRAMES)
        return self.root.evaluate(STATE)

    def shows(self, text: str) -> dict:
        """The state, once every part agrees on N = `text`."""
        state = self.state()
        spoken = state["spoken"].split(" ")[0]
        assert (state["box"], state["label"], spoken) == (text, f"N = {text}", text), state
        return state

    def goto_state(self, fragment: str) -> None:
        """Waits until the address has followed."""
        self.page.wait_for_function("fragment => location.hash === fragment", arg=fragment)

    def watched(self) -> None:
        """Waits until who watches where the plot stands has heard of it, and what then waits for an idle moment ran."""
        self.root.evaluate(WATCHED)

    def drawn(self) -> None:
        """Goes for the tools under the chart, and waits for Plotly."""
        self.part("plot").scroll_into_view_if_needed()
        self.part("tools").dispatch_event("pointerenter")
        self.page.wait_for_selector('[data-component="calculator"][data-drawn]', timeout=30_000)


def open_calculator(page: Page, url: str, fragment: str = "") -> CalculatorPage:
    visit(page, url + LESSON + fragment)
    page.wait_for_selector('[data-component="calculator"][data-ready]', state="attached")
    return CalculatorPage(page)
