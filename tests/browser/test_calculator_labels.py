"""The words on the calculator's chart: none over another, none cut off, no line through one, wherever N stands."""

import pytest

from tests.browser.calculators import LESSON, open_calculator

pytestmark = pytest.mark.browser
WIDTHS = (320, 390, 768, 1280)
COLLISIONS = """root => {
  const plot = root.querySelector('[data-role="plot"]').getBoundingClientRect();
  const drawn = root.hasAttribute("data-drawn") ? ".calculator-plotly" : ".calculator-drawing";
  const range = document.createRange();
  const boxOf = line => (range.selectNodeContents(line), line.matches("p") ? range : line).getBoundingClientRect();
  const seen = line => line.textContent.trim() && line.checkVisibility({ visibilityProperty: true });
  const places = `${drawn} text, ${drawn} tspan, .calculator-overlay text, .calculator-frame > p`;
  const texts = [...root.querySelectorAll(places)]
    .filter(line => !line.querySelector("tspan, span") && seen(line))
    .map(line => [line, boxOf(line)])
    .filter(([, box]) => box.width);
  const found = texts.filter(([line]) => line.closest(".calculator-label, .annotation-text, .calculator-pin"))
    .filter(([, box]) => box.left < plot.left - 3 || box.right > plot.right + 3)
    .map(([line]) => line.textContent + " outside");
  texts.forEach(([one, a], index) => texts.slice(0, index).forEach(([other, b]) => {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const apart = one.closest("text, p") !== other.closest("text, p"); // two lines of one label are not
    if (apart && across > 0 && down > 0) found.push(`${one.textContent} over ${other.textContent}`);
  }));
  return [texts.length, found];
}"""
SWEEP = """async (root, steps) => {
  const slider = root.querySelector('input[type="range"]'), found = new Set();
  let fewest = 99;
  for (const step of steps) {
    slider.value = step;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    const [count, seen] = collisions(root);
    fewest = Math.min(fewest, count);
    for (const line of seen) found.add(`${line} at step ${step}`);
  }
  return [fewest, [...found]];
}""".replace("collisions(root)", f"({COLLISIONS})(root)")
UNDER = """root => {
  const lines = [...root.querySelectorAll(".calculator-guide, .calculator-pin-line")];
  const labels = [...root.querySelectorAll(".calculator-label, .annotation-text, .calculator-pin")];
  return lines.length === 2 && labels.every(label => {
    const { paintOrder, stroke, strokeWidth } = getComputedStyle(label);
    const halo = paintOrder.startsWith("stroke") && parseFloat(strokeWidth) >= 4;
    return halo && stroke === getComputedStyle(root).backgroundColor
      && lines.every(line => line.compareDocumentPosition(label) & Node.DOCUMENT_POSITION_FOLLOWING);
  });
}"""

GUESS = "([path, guess]) => localStorage.setItem(`guess ${new URL(path, location.href).pathname} n`, guess)"


def guessed(new_page, site, width, guess, plotly=True):
    """The calculator, its chart in sight, where a reader has guessed: the fullest it gets."""
    page = new_page(shared=plotly, viewport={"width": width, "height": 900})
    if not plotly:
        page.add_init_script("IntersectionObserver.prototype.observe = () => {}")
    page.goto(site.as_uri() + "/index.html")
    page.evaluate(GUESS, [LESSON, str(guess)])
    calculator = open_calculator(page, site.as_uri() + "/")
    if plotly:
        calculator.drawn()
    return calculator


def sweep(calculator, steps):
    """How few words there were at a step, and every collision at any."""
    return calculator.root.evaluate(SWEEP, list(steps))


@pytest.mark.parametrize("plotly", [False, True], ids=["drawing", "plotly"])
@pytest.mark.parametrize("width", WIDTHS)
def test_no_label_meets_another_wherever_n_stands(new_page, built_site, width, plotly):
    calculator = guessed(new_page, built_site, width, 150_000, plotly)
    fewest, found = sweep(calculator, range(0, 353, 8))
    assert fewest > 12
    assert found == []


@pytest.mark.parametrize("guess", [1, 20, 600, 30_000, 166_678, 4_194_304])
def test_no_label_meets_that_of_a_guess(new_page, built_site, guess):
    assert sweep(guessed(new_page, built_site, 390, guess), [0, 272, 352])[1] == []


@pytest.mark.parametrize("width", WIDTHS)
def test_no_label_meets_another_in_a_closer_look(new_page, built_site, width):
    calculator = guessed(new_page, built_site, width, 150_000)
    calculator.part("zoom").click()
    for n in (1, 40, 664, 21_247, 120_194, 166_678, 250_000, 440_872, 900_000, 1_617_125, 4_194_304):
        calculator.box.fill(str(n))
        calculator.box.press("Enter")
        calculator.goto_state(f"#n={n}")
        calculator.state()
        fewest, found = calculator.root.evaluate(COLLISIONS)
        assert fewest >= 6
        assert found == [], n


def test_lines_lie_under_the_labels_which_have_a_halo(new_page, built_site):
    calculator = guessed(new_page, built_site, 390, 150_000)
    for scheme in ("light", "dark"):
        calculator.page.emulate_media(color_scheme=scheme)
        assert calculator.root.evaluate(UNDER) is True


OFF_THE_GRID = """root => {
  const centre = (part, axis) => {
    const box = part.getBoundingClientRect();
    return axis === "x" ? (box.left + box.right) / 2 : (box.top + box.bottom) / 2;
  };
  const ticks = axis => [...root.querySelectorAll(`.calculator-plotly .${axis}tick text`)]
    .filter(text => text.textContent.trim());
  const lines = axis => [...root.querySelectorAll(`.calculator-grid line[data-axis="${axis}"]`)]
    .filter(line => line.checkVisibility({ visibilityProperty: true }));
  return ["x", "y"].map(axis => ticks(axis).map(tick =>
    Math.min(...lines(axis).map(line => Math.abs(centre(line, axis) - centre(tick, axis))))));
}"""


def test_the_grid_stands_at_the_ticks_from_near_and_from_afar(new_page, built_site):
    calculator = guessed(new_page, built_site, 1280, 150_000)
    # where a closer look has more than one tick on either axis
    calculator.root.locator("[data-role=preset][value='131072']").click()
    calculator.shows("131,072")
    for look in ("放大当前位置", "看全图", "放大当前位置"):
        across, up = calculator.root.evaluate(OFF_THE_GRID)
        assert min(len(across), len(up)) >= 2
        assert max(across) < 1.5
        assert max(up) < 3  # a letter's own middle is not its box's
        calculator.root.get_by_role("button", name=look).click()
        calculator.page.wait_for_function(
            "look => document.querySelector('[data-role=zoom]').textContent !== look", arg=look
        )
