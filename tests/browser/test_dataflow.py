"""The pipeline: lit nodes open by mouse and by keyboard, dim ones say when they will and do not."""

import pytest

from tests.browser.chromium import visit

pytestmark = pytest.mark.browser
LESSON = "c0/attention-only/index.html"
DATAFLOW = "[data-component=dataflow]"


@pytest.fixture
def dataflow(page, site_url):
    visit(page, site_url + LESSON)
    return page.locator(DATAFLOW)


def lit(dataflow):
    return dataflow.locator("[data-node=decoder-layer]")


def detail(dataflow):
    return lit(dataflow).locator(".dataflow-detail")


def cells(table):
    """The rows of a table's body and foot as texts."""
    return table.locator("tbody tr, tfoot tr").evaluate_all(
        "rows => rows.map((row) => [...row.cells].map((cell) => cell.innerText.replace(/\\s+/g, ' ').trim()))"
    )


def test_the_decoder_layer_alone_is_lit_here(dataflow):
    states = dataflow.locator("[data-node]").evaluate_all(
        "nodes => nodes.map((node) => [node.dataset.node, node.dataset.state])"
    )
    assert dict(states)["decoder-layer"] == "lit"
    assert [name for name, state in states if state == "lit"] == ["decoder-layer"]
    assert len(states) == 8


def test_a_lit_node_opens_and_closes_by_mouse(dataflow):
    assert not detail(dataflow).is_visible()
    lit(dataflow).locator("summary").click()
    assert detail(dataflow).is_visible()
    lit(dataflow).locator("summary").click()
    assert not detail(dataflow).is_visible()


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_lit_node_opens_by_keyboard(page, dataflow, key):
    lit(dataflow).locator("summary").focus()
    page.keyboard.press(key)
    assert detail(dataflow).is_visible()


def test_a_dim_node_says_which_lesson_lights_it_and_does_not_open(dataflow):
    dim = dataflow.locator("[data-node=embedding]")
    assert "C2" in dim.inner_text()
    before = dataflow.bounding_box()["height"]
    dim.click()
    assert dataflow.bounding_box()["height"] == before
    assert dim.locator("summary, button, a, [tabindex]").count() == 0


def test_it_opens_to_the_anchors_shapes_kinds_and_parameters(dataflow):
    lit(dataflow).locator("summary").click()
    shapes, parameters = detail(dataflow).locator("table").all()
    assert [row[-2:] for row in cells(shapes)] == [["131,072 × 5,120", "6 × 8"]] * 2
    assert [row[1:] for row in cells(parameters)] == [
        ["104,858,112 × 16", "1,677,729,792"],
        ["115,876,064 × 48", "5,562,051,072"],
        ["267,386,880 × 64", "17,112,760,320"],
        ["10,240 × 64", "655,360"],
        ["", "24,353,196,544"],
    ]
    kinds = detail(dataflow).locator(".dataflow-kinds data")
    assert kinds.evaluate_all("values => values.map((value) => [value.dataset.quantity, value.value])") == [
        ["full_attention_layers", "16"],
        ["linear_attention_layers", "48"],
    ]
    assert detail(dataflow).locator("svg rect").count() == 64


def test_without_script_nodes_still_open(new_page, site_url):
    page = new_page(java_script_enabled=False)
    page.goto(site_url + LESSON)
    dataflow = page.locator(DATAFLOW)
    lit(dataflow).locator("summary").click()
    assert detail(dataflow).is_visible()


@pytest.mark.parametrize("width", [1280, 390, 320])
def test_an_open_node_fits_its_screen(new_page, site_url, width):
    page = new_page(viewport={"width": width, "height": 800})
    visit(page, site_url + LESSON)
    dataflow = page.locator(DATAFLOW)
    lit(dataflow).locator("summary").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for table in detail(dataflow).locator(".table-scroll").all():
        assert table.evaluate("box => box.scrollWidth <= box.clientWidth")


def test_on_paper_a_lit_node_lies_open(page, dataflow):
    page.emulate_media(media="print")
    assert detail(dataflow).is_visible()
