"""Attention by hand: words chosen by mouse, keyboard and touch; shuffled, rows come back; whole without script."""

import pytest

from tests.browser.chromium import PHONE, visit

pytestmark = pytest.mark.browser
LESSON = "c0/attention-only/index.html"
FIGURE = "[data-component=attention_figure]"


@pytest.fixture
def figure(page, site_url):
    visit(page, site_url + LESSON)
    return page.locator(FIGURE)


def state(figure):
    """What is seen: order of the words, weights under them, widths of the arcs, what is fetched, and every row."""
    return figure.evaluate("""figure => {
      const inOrder = (parts) => [...parts].sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left);
      const labels = inOrder(figure.querySelectorAll("label[data-token]"));
      return {
        words: labels.map((label) => label.querySelector(".attention_figure-name").textContent),
        weights: labels.map((label) => label.querySelector("[data-role=weight]").textContent),
        arcs: [...figure.querySelectorAll("path")].map((arc) => [arc.getAttribute("d"), Number(arc.getAttribute("stroke-width"))]),
        fetched: figure.querySelector("[data-role=fetched]").textContent,
        working: [...figure.querySelectorAll(".attention_figure-working tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent)),
        head: [...figure.querySelectorAll(".attention_figure-all thead th")].map((cell) => cell.textContent),
        rows: [...figure.querySelectorAll(".attention_figure-all tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent)),
      };
    }""")  # noqa: E501


def word(figure, name):
    return figure.locator("label[data-token]", has_text=name)


def fetched_by(seen, name):
    return next(row[-1] for row in seen["rows"] if row[0] == name)


def check_chosen(seen, name):
    row = next(row for row in seen["rows"] if row[0] == name)
    assert seen["weights"] == row[1:-1]
    assert seen["fetched"].startswith(f"“{name}”")
    assert row[-1] in seen["fetched"]
    assert [width for _, width in seen["arcs"]] == pytest.approx([18 * float(weight) for weight in row[1:-1]])


def test_a_word_is_chosen_by_mouse_and_by_keyboard(figure):
    first = state(figure)
    check_chosen(first, "小明")
    word(figure, "给了").click()
    check_chosen(state(figure), "给了")
    figure.page.keyboard.press("ArrowRight")
    check_chosen(state(figure), "小王")
    word(figure, "小明").click()
    assert state(figure) == first  # what the script draws is what the page came with


def test_a_word_is_chosen_by_touch(new_page, site_url):
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    visit(page, site_url + LESSON)
    figure = page.locator(FIGURE)
    word(figure, "苹果").tap()
    check_chosen(state(figure), "苹果")
    inside = figure.evaluate(
        "figure => [...figure.querySelectorAll('.table-scroll')].map((t) => t.scrollWidth - t.clientWidth)"
    )
    assert max(inside) <= 0  # every column can be seen on a phone


def test_shuffled_words_fetch_the_same_to_the_last_digit(figure):
    before = state(figure)
    for _ in range(5):
        order = state(figure)["words"]
        figure.locator("[data-role=shuffle]").click()
        after = state(figure)
        assert after["words"] != order
        assert sorted(after["words"]) == sorted(before["words"])
        assert [row[0] for row in after["rows"]] == after["words"]
        assert after["head"] == before["head"]
        for row in after["rows"]:
            old = next(each for each in before["rows"] if each[0] == row[0])
            assert row == old
        weights = dict(zip(before["words"], before["weights"], strict=True))
        assert after["weights"] == [weights[word] for word in after["words"]]
        assert figure.locator("[data-role=said]").inner_text() == figure.get_attribute("data-shuffled")
    figure.locator("[data-role=restore]").click()
    assert state(figure) == before


def test_a_change_of_what_is_computed_would_be_said(page, site_url):
    visit(page, site_url + LESSON)
    figure = page.locator(FIGURE)
    before = state(figure)
    page.evaluate("() => { Math.exp = (value) => value + 9; }")
    figure.locator("[data-role=shuffle]").click()
    assert fetched_by(state(figure), "小明") != fetched_by(before, "小明")
    assert figure.locator("[data-role=said]").inner_text() == figure.get_attribute("data-changed")


def test_without_script_the_first_word_stands_chosen(new_page, site_url):
    plain = new_page(java_script_enabled=False)
    plain.goto(site_url + LESSON)
    figure = plain.locator(FIGURE)
    seen = figure.inner_text()
    assert "“小明”取回来的是 (0.173, 0.325)。" in seen
    assert figure.locator(".attention_figure-vectors table").is_visible()
    assert figure.locator("input:enabled").count() == 0
    assert not figure.locator("[data-role=shuffle]").is_visible()
