"""Logarithmic axes, one number in text and calculator, charts in closed sections, what readers type."""

import json
import re
from math import isqrt, log10

import pytest

from tests.browser.calculators import CalculatorPage
from tests.browser.chromium import visit
from tests.scratch import visible

CALCULATOR = """\
:::{{calculator}} 账
:name: {name}
:from: {first}
:to: {last}
:start: {start}
:table: 10-20

curves:
  - {{value: "score_matrix(N=N)", label: 分数矩阵, role: score, compare: weights}}
  - {{value: "kv_cache(N=N, kv_heads=1, layers=1)", label: K+V, role: kv}}
  - {{value: "weights()", label: 权重, role: weights}}
{crossing}:::
"""
CROSSING = "crossing: {curves: [score, weights], label: 一样大}\n"
WEIGHTS = 55_562_855_904  # the checkpoint's BF16 tensors, in bytes


def calculator(name="n", first=1, last=4_194_304, start=131_072, crossing=CROSSING):
    return CALCULATOR.format(name=name, first=first, last=last, start=start, crossing=crossing)


def open_page(page, course, name=""):
    visit(page, (course.root / "site/c0/a/index.html").as_uri())
    page.wait_for_selector('[data-component="calculator"][data-ready]', state="attached")
    return CalculatorPage(page, name)


def type_in(opened, text):
    opened.box.fill(text)
    return opened.state()


def test_axes_take_logarithms_and_points_take_values(course):
    course.lesson("a", calculator(first=1024, last=1_048_576))
    course.build()
    found = re.search(r'data-role="figure">(.*?)</script>', course.page("a"), re.DOTALL)
    layout = json.loads(found[1])["layout"]
    crossing = isqrt(WEIGHTS // 2)
    assert crossing in (166_677, 166_678)  # where 2N² is the weights
    assert layout["xaxis"]["type"] == layout["yaxis"]["type"] == "log"
    assert layout["xaxis"]["range"] == pytest.approx([3.0103, 6.0206], abs=1e-4)
    (label,) = [note for note in layout["annotations"] if "一样大" in note["text"]]
    assert label["x"] == pytest.approx(log10(crossing), abs=1e-3)
    assert label["y"] == pytest.approx(log10(WEIGHTS), abs=1e-3)
    shapes = [shape for shape in layout.get("shapes", ()) if shape["x0"] == shape["x1"]]
    points = [
        x for trace in json.loads(found[1])["data"] if len(trace["x"]) == 1 for x in trace["x"]
    ] + [shape["x0"] for shape in shapes]  # fmt: skip
    assert points
    assert all(x == pytest.approx(crossing, abs=1) for x in points)


@pytest.mark.parametrize("first", ["0", "-1", "1-1"])
def test_a_logarithmic_axis_starts_above_zero(course, capsys, first):
    course.lesson("a", calculator(first=first))
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert re.match(r"content/lessons/a\.md:8:8: .*\[axis-starts-above-zero\]", err)


@pytest.mark.browser
def test_zero_typed_by_a_reader_changes_no_axis(course, page):
    course.lesson("a", calculator())
    course.build()
    opened = open_page(page, course)
    opened.drawn()
    axes = "root => ['xaxis', 'yaxis'].map(a => root.querySelector('[data-role=\"plotly\"]')._fullLayout[a].range)"
    before = opened.root.evaluate(axes)
    state = type_in(opened, "0")
    assert state["message"]
    assert state["values"][0] == "32 GiB"
    assert opened.root.evaluate(axes) == before


@pytest.mark.browser
def test_text_table_and_calculator_print_the_same_number(course, page):
    """1024 N bytes are exact ties of the printed digits: 1.0625 MiB at N = 1088 is 1.063 MiB, half up, everywhere."""
    numbers = {1_088: "1.063 MiB", 131_072: "128 MiB", 655_360: "640 MiB", 1_025: "1.001 MiB", 3_136: "3.063 MiB"}
    prose = "".join(f"甲{n} {{eval}}`kv_cache(N={n}, kv_heads=1, layers=1)`\n\n" for n in numbers)
    course.lesson("a", prose + calculator(start=1_088))
    course.build()
    built = course.page("a")
    assert visible(re.search(r"甲1088 (.*?)</p>", built)[1]) == "1.063 MiB"
    card = re.search(r'data-curve="kv">.*?data-role="value">(.*?)<', built, re.DOTALL)
    assert card[1] == "1.063 MiB"
    row = re.search(r'<tr data-value="131072">.*?</tr>', built, re.DOTALL)
    assert "<td>128 MiB</td>" in row[0]
    opened = open_page(page, course)
    assert opened.state()["values"][1] == "1.063 MiB"
    for number, text in numbers.items():
        assert visible(re.search(rf"甲{number} (.*?)</p>", built)[1]) == text
        assert type_in(opened, str(number))["values"][1] == text
    assert not re.search(r"np\.|float64\(|int64\(", built)


def test_an_integer_beyond_double_precision_keeps_its_digits(course, capsys):
    course.lesson("a", "{eval}`9007199254740993` {eval}`2**53 + 1`\n")
    assert course.told(capsys, "build")[0] == 0
    assert re.findall(r">([\d,]+)</a></data>", course.page("a")) == ["9,007,199,254,740,993"] * 2
    path = course.root / "content/anchors/qwen3.8-27b.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("value: 262144", "value: 9007199254740993"), "utf-8")
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert re.match(r"content/anchors/qwen3\.8-27b\.yaml:13:27: native_context: .*9007199254740993", err)


WIDTH = """root => {
  const box = root.querySelector('[data-role="plotly"]');
  return Math.abs(box.getBoundingClientRect().width - box.querySelector(".main-svg").getBoundingClientRect().width);
}"""


@pytest.mark.browser
def test_a_chart_in_a_closed_section_fits_when_it_is_opened(course, new_page):
    course.lesson("a", calculator("top") + f"\n::::{{dig}} 深挖\n里面的话。\n\n{calculator('inner')}::::\n")
    course.build()
    page = new_page(viewport={"width": 400, "height": 800})
    opened = open_page(page, course, "inner")
    CalculatorPage(page, "top").drawn()
    page.locator("details.dig > summary").click()
    opened.part("tools").dispatch_event("pointerenter")
    page.wait_for_selector('[data-name="inner"][data-drawn]', timeout=30_000)
    for width in (400, 1200, 400):
        page.set_viewport_size({"width": width, "height": 800})
        for name in ("top", "inner"):
            page.wait_for_function(f"name => ({WIDTH})(document.querySelector(`[data-name=${{name}}]`)) < 2", arg=name)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert "unsafe-eval" not in course.page("a")
    page.locator("details.dig > summary").click()
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.get_by_text("里面的话。").is_visible()
    for name in ("top", "inner"):
        assert CalculatorPage(page, name).part("drawing").is_visible()


@pytest.mark.browser
def test_the_box_reads_what_people_type(course, page):
    course.lesson("a", calculator())
    course.build()
    opened = open_page(page, course)
    for typed, read in (("１３１，０７２", "131,072"), ("131,072", "131,072"), (" 4096 ", "4,096"), ("1e5", "100,000")):
        type_in(opened, "8")
        state = type_in(opened, typed)
        assert (state["label"], state["message"]) == (f"N = {read}", "")
    for typed in ("", "-5", "八", "99999999999", "1,5", "1 5", "1，000，00"):
        state = type_in(opened, typed)
        assert state["label"] == "N = 100,000"
        assert state["message"]
        assert opened.box.get_attribute("aria-describedby") == opened.part("message").get_attribute("id")
        assert not re.search("NaN|undefined|Infinity", page.locator("main").inner_text())
    type_in(opened, "4096")
    opened.goto_state("#n=4096")
    page.reload()
    page.wait_for_selector('[data-component="calculator"][data-ready]', state="attached")
    assert opened.shows("4,096")["values"][0] == "32 MiB"
    opened.slider.focus()
    page.keyboard.press("Home")
    opened.shows("1")
    opened.goto_state("#n=1")
    page.go_back()
    opened.shows("4,096")
    page.go_forward()
    opened.shows("1")
    names = page.locator("main input:visible, main button:visible").evaluate_all(
        "all => all.map(e => e.getAttribute('aria-label') || e.labels?.[0]?.textContent || e.textContent)"
    )
    assert all(name.strip() for name in names)
    assert opened.root.locator('[role="status"]').count() == 1


@pytest.mark.browser
@pytest.mark.parametrize(
    "fragment", ["#%", "#%zz", "#%E5", "#n=%", "#\u202e", "#constructor", "#__proto__", "#n=1e9&n=<s>"]
)
def test_no_fragment_of_the_address_breaks_the_page(course, page, fragment):
    course.lesson("a", "## constructor\n\n" + calculator())
    course.build()
    visit(page, (course.root / "site/c0/a/index.html").as_uri() + fragment)
    page.wait_for_selector('[data-component="calculator"][data-ready]', state="attached")
    CalculatorPage(page).slider.press("PageUp")


@pytest.mark.browser
@pytest.mark.parametrize("name", ["constructor", "toString", "hasOwnProperty", "length", "n-1_x", "main"])
def test_a_calculator_of_any_name_works(course, page, name):
    course.lesson("a", calculator(name) + f":::{{try}}\n1. {{set}}`按 <{name}: N=4096>`\n:::\n")
    course.build()
    opened = open_page(page, course, name)
    page.locator(f"button[data-set='{name}']").click()
    assert opened.shows("4,096")["values"][0] == "32 MiB"
    opened.goto_state(f"#{name}=4096")
    page.reload()
    page.wait_for_selector('[data-component="calculator"][data-ready]', state="attached")
    opened.shows("4,096")
