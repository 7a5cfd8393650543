"""The shapes of QKᵀ: the switch of scales, every small score by mouse and keyboard, and all of it without script."""

from fractions import Fraction

import pytest

from tests.browser.chromium import visit

pytestmark = pytest.mark.browser
LESSON = "c0/attention-only/index.html"
DIAGRAM = "[data-component=shape_diagram]"
N, D_K = 6, 4


@pytest.fixture
def diagram(page, site_url):
    visit(page, site_url + LESSON)
    return page.locator(DIAGRAM)


def scales(diagram):
    """Which of the two drawings can be seen: real, areas, small."""
    return [diagram.locator(f"[data-scale={name}]").is_visible() for name in ("real", "areas", "small")]


def choose(diagram, name):
    diagram.locator("label", has=diagram.page.locator(f"input[value={name}]")).click()


def cell(diagram, row, column):
    return diagram.locator(f"[data-matrix=S] [data-row='{row}'][data-column='{column}']")


def lit(diagram, matrix):
    return diagram.locator(f"[data-matrix={matrix}] [data-lit]").evaluate_all(
        "cells => cells.map((cell) => [Number(cell.dataset.row), Number(cell.dataset.column)])"
    )


def score(diagram, row, column):
    """The score of a query and a key, by hand from the entries that are drawn."""
    query, key = (
        [number(text) for text in diagram.locator(f"[data-matrix={matrix}] [{side}] text").all_text_contents()]
        for matrix, side in (("Q", f"data-row='{row}'"), ("K", f"data-column='{column}'"))
    )
    return sum(a * b for a, b in zip(query, key, strict=True)) / 2


def number(text):
    return Fraction(text.replace("−", "-"))


def test_the_real_scale_stands_first(diagram):
    assert scales(diagram) == [True, False, False]
    real = diagram.locator("[data-scale=real]")
    assert real.locator("data[data-quantity=score_matrix]").inner_text() == "32 GiB"
    edges = real.locator("[data-dim] text").evaluate_all("texts => texts.map((text) => text.textContent)")
    assert sorted({edge.split(" = ")[1] for edge in edges}) == ["131,072", "256"]


def test_the_switch_is_a_group_of_radios(page, diagram):
    choose(diagram, "small")
    assert scales(diagram) == [False, False, True]
    page.keyboard.press("ArrowLeft")
    assert scales(diagram) == [False, True, False]
    page.keyboard.press("ArrowRight")
    assert scales(diagram) == [False, False, True]
    assert diagram.locator("fieldset").get_by_role("radio").count() == 3


@pytest.mark.parametrize("name", ["real", "small"])
def test_one_symbol_has_one_length_on_the_screen(diagram, name):
    choose(diagram, name)
    lengths = diagram.locator(f"[data-scale={name}] [data-dim]").evaluate_all(
        """edges => edges.map((edge) => {
             const box = edge.querySelector("path").getBoundingClientRect();
             return [edge.dataset.dim, Math.round(Math.max(box.width, box.height) * 10) / 10];
           })"""
    )
    assert len(lengths) == 6
    assert len({tuple(length) for length in lengths}) == 2


def test_every_cell_shows_its_own_product_on_hover(diagram):
    choose(diagram, "small")
    for row in range(1, N + 1):
        for column in range(1, N + 1):
            cell(diagram, row, column).hover()
            said = diagram.locator("[data-role=product]").inner_text()
            assert number(said.split(" = ")[1]) == score(diagram, row, column), (row, column)
            assert said.count("×") == D_K


def test_the_row_of_q_and_the_column_of_k_light_up(diagram):
    choose(diagram, "small")
    cell(diagram, 2, 5).hover()
    assert lit(diagram, "Q") == [[2, column] for column in range(1, D_K + 1)]
    assert lit(diagram, "K") == [[row, 5] for row in range(1, D_K + 1)]


def test_the_grid_is_walked_by_arrow_keys(page, diagram):
    choose(diagram, "small")
    page.keyboard.press("Tab")
    focused = "[document.activeElement.dataset.row, document.activeElement.dataset.column].join()"
    assert page.evaluate(focused) == "1,1"
    walked = []
    for key in (
        "ArrowRight",
        "ArrowDown",
        "ArrowDown",
        "ArrowLeft",
        "ArrowLeft",
        "End",
        "ArrowUp",
        "Home",
        "Control+End",
    ):
        page.keyboard.press(key)
        walked.append(page.evaluate(focused))
    assert walked == ["1,2", "2,2", "3,2", "3,1", "3,1", "3,6", "2,6", "2,1", "6,6"]
    assert lit(diagram, "Q") == [[6, column] for column in range(1, D_K + 1)]
    assert diagram.locator("[data-role=cell][tabindex='0']").count() == 1
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "6,6"


def test_a_touched_cell_shows_its_product(new_page, site_url):
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    visit(page, site_url + LESSON)
    diagram = page.locator(DIAGRAM)
    choose(diagram, "small")
    cell(diagram, 3, 3).tap()
    assert lit(diagram, "K") == [[row, 3] for row in range(1, D_K + 1)]


def test_cells_have_names_and_the_table_folds(diagram):
    choose(diagram, "small")
    grid = diagram.get_by_role("grid")
    assert grid.get_by_role("row").count() == N
    assert grid.get_by_role("gridcell").count() == N * N
    table = diagram.locator(".shape_diagram-table table")
    assert not table.is_visible()
    diagram.locator(".shape_diagram-table summary").click()
    assert table.is_visible()


def test_without_script_both_scales_and_the_scores_stand_there(new_page, site_url):
    page = new_page(java_script_enabled=False)
    page.goto(site_url + LESSON)
    diagram = page.locator(DIAGRAM)
    assert scales(diagram) == [True, True, True]
    assert diagram.locator("input:visible").count() == 0
    assert not diagram.locator("[data-role=product]").is_visible()
    texts = diagram.locator(".shape_diagram-table tbody td").all_inner_texts()
    assert len(texts) == N * N
    for index, text in enumerate(texts):
        assert number(text) == score(diagram, index // N + 1, index % N + 1)


@pytest.mark.parametrize("width", [1280, 390, 320])
@pytest.mark.parametrize("name", ["real", "areas", "small"])
def test_labels_are_at_least_12_px(new_page, site_url, width, name):
    page = new_page(viewport={"width": width, "height": 800})
    visit(page, site_url + LESSON)
    diagram = page.locator(DIAGRAM)
    choose(diagram, name)
    sizes = diagram.locator("svg text:visible").evaluate_all(
        """texts => texts.map((text) => {
             const matrix = text.getScreenCTM();
             return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.a, matrix.b);
           })"""
    )
    assert min(sizes) >= 12
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_paper_both_scales_stand_there(page, diagram):
    page.emulate_media(media="print")
    assert scales(diagram) == [True, True, True]
    assert diagram.locator(".shape_diagram-table table").is_visible()
