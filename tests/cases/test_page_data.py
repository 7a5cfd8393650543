"""Hostile text and numbers that are none, in every slot of a page's data and markup."""

import html
import json
import re

import html5lib
import pytest

from tests.browser.calculators import CalculatorPage
from tests.browser.chromium import visit
from tests.torture.door import assert_page_is_safe

SCRIPT = "</script><script>window.HIT=1</script>"
COMMENT = "<!--<script>"
MIXED = "甲\u2028乙 & \"双\" '单' \\n 反斜杠 ]]>"
STRINGS = (SCRIPT, COMMENT, MIXED, '"><img src=x onerror=window.HIT=1>', "{value} {label} {0} $1 $& \\1 %s {{x}}")


def yaml(text):
    """A text as a double-quoted YAML scalar; JSON's strings are YAML's."""
    return json.dumps(text)


def hostile_course(course, text):
    """A course that has `text` in every slot whose words a reader sees."""
    quoted = yaml(text)
    course.write(
        "content/sources.yaml",
        f"s:\n  title: {quoted}\n  authors: {quoted}\n  year: 2020\n  url: 'https://a.b/?q=%3C\\&x=1#y'\n",
    )
    course.write("content/glossary.yaml", f"t:\n  title: {quoted}\n  english: {quoted}\n  sentence: {quoted}\n")
    course.write("content/lessons/pixel.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>\n')
    anchor = course.root / "content/anchors/qwen3.8-27b.yaml"
    lines = anchor.read_text(encoding="utf-8").replace("title: Qwen3.8-27B", f"title: {quoted}", 1)
    lines = re.sub(r'(?m)^  config: ".*"$', lambda _: f"  config: {quoted}", lines, count=1)
    anchor.write_text(lines.replace("place: text_config.max_position_embeddings", f"place: {quoted}"), encoding="utf-8")
    course.lesson("a", LESSON.replace("@", quoted).replace("#plain#", text.replace("\u2028", " ").replace("`", "")),
                  title=quoted, front=f"subtitle: {quoted}\nlede: {quoted}\n")  # fmt: skip
    course.lesson("b")
    listed = course.root / "content/course.yaml"
    listed.write_text(
        f"title: {quoted}\nsubtitle: {quoted}\nlang: zh-CN\nanchor: qwen3.8-27b\nrunning_example: [{quoted}, 乙]\n"
        f"chapters:\n  - id: c0\n    label: {quoted}\n    title: {quoted}\n    lessons:\n"
        f"      - {{id: a, topic: {quoted}}}\n      - {{id: b, topic: {quoted}}}\n"
        f"      - {{id: p, topic: {quoted}, title: {quoted}}}\n"
        f"promises:\n  w: {{text: {quoted}, lesson: p}}\n"
        f"pipeline:\n  - {{id: n, title: {quoted}, lesson: a}}\n"
        f"  - {{id: d, title: {quoted}, lesson: p, detail: decoder_layer}}\n",
        encoding="utf-8",
    )


LESSON = """\
## #plain#

{term}`t` {cite}`s` {promise}`w` {lesson}`p` {lesson}`b` {eval}`native_context`

:::{figure} pixel.svg
:alt: #plain#

#plain#
:::

:::{claims} #plain#
- {claim: @, grade: proved, source: s, place: @}
:::

:::{steps_figure} #plain#
#plain#
:::

:::{dataflow} #plain#
:::

:::{calculator} #plain#
:name: n
:to: 1048576
:start: 131072

curves:
  - {value: "score_matrix(N=N)", label: @, role: score, compare: weights}
  - {value: "weights()", label: @, role: weights}
crossing: {curves: [score, weights], label: @}
caption: @
:::

:::{try}
1. {set}`按 <n: N=4096>` #plain#
:::
"""


def data_blocks(page):
    return re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)


def fail(token):
    raise AssertionError(token)


def strings(data):
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from strings(value)
    elif isinstance(data, list):
        for value in data:
            yield from strings(value)


@pytest.mark.parametrize("text", STRINGS)
def test_strings_stay_strings_in_every_slot(course, text):
    hostile_course(course, text)
    course.build()
    front = (course.root / "site" / "index.html").read_text(encoding="utf-8")
    page = course.page("a")
    for built in (front, page):
        assert_page_is_safe(built)
        assert built.count("<script") == built.count("</script>")
        quoted = html.escape(text).replace("&#x27;", "&#39;").replace("&quot;", "&#34;")  # in attributes
        assert sum(map(built.count, {quoted, html.escape(text, quote=False)})) > 3
        assert built.rstrip().endswith("</html>")
        document = html5lib.parse(built, namespaceHTMLElements=False)
        assert "同一份定义" in "".join(document.find(".//footer").itertext())
    blocks = data_blocks(page)
    assert blocks
    assert "<" not in "".join(blocks)
    assert "\u2028" not in "".join(blocks)
    found = [text for block in blocks for text in strings(json.loads(block, parse_constant=fail))]
    assert " ".join(text.split()) in {" ".join(each.split()) for each in found}  # a label is one line


@pytest.mark.browser
@pytest.mark.parametrize("text", STRINGS)
def test_in_a_browser_nothing_runs_and_labels_are_text(course, page, text):
    hostile_course(course, text)
    site = course.build()
    for name in ("index.html", "c0/a/index.html"):
        visit(page, (site / name).as_uri())
        page.wait_for_load_state()
        assert page.evaluate("window.HIT") is None
    page.wait_for_selector('[data-component="calculator"][data-ready]', state="attached")
    label = page.locator(".calculator-card-label").first
    assert " ".join(label.inner_text().split()) == " ".join(text.split())
    page.locator('[data-component="calculator"] input[type=range]').press("PageUp")
    page.wait_for_function("() => document.querySelector('.calculator [data-role=said]').textContent")
    said = page.locator(".calculator [data-role=said]").text_content()
    spoken = page.locator('input[type="range"]').get_attribute("aria-valuetext")
    for told in (said, spoken):
        assert " ".join(text.split()) in " ".join(told.split())
    page.locator('[data-role="tools"]').dispatch_event("pointerenter")
    page.wait_for_selector('[data-component="calculator"][data-drawn]', timeout=30_000)
    assert page.evaluate("window.HIT") is None
    assert page.evaluate("document.querySelectorAll('img[onerror], main img[src=\"x\"]').length") == 0


def test_no_page_holds_a_number_that_is_none(course):
    course.furnish()
    course.lesson("a", CURVES)
    course.lesson("b")
    course.build()
    page = course.page("a")
    for block in data_blocks(page):
        json.loads(block, parse_constant=fail)
    assert not re.search(r"\b(NaN|-?Infinity|nan|inf)\b", re.sub(r"<script src.*", "", page))


@pytest.mark.browser
def test_a_value_that_is_none_is_a_gap_and_a_dash(course, page):
    course.lesson("a", CURVES.replace("score_matrix(N=N)", "score_matrix(N=N)/(N-6)").replace(":start: 8", ":start: 6"))
    site = course.build()
    built = course.page("a")
    for block in data_blocks(built):
        json.loads(block, parse_constant=fail)
    assert not re.search(r"\b(NaN|Infinity|undefined|nan|inf)\b", built)
    visit(page, (site / "c0/a/index.html").as_uri())
    card = page.locator("[data-quantity] [data-role=value]").first
    assert card.text_content() == "–"
    page.wait_for_selector('[data-component="calculator"][data-ready]', state="attached")
    calculator = CalculatorPage(page)
    for typed in ("8", "6"):
        calculator.box.fill(typed)
        calculator.shows(typed)
    assert card.text_content() == "–"
    page.locator('[data-role="tools"]').dispatch_event("pointerenter")
    page.wait_for_selector('[data-component="calculator"][data-drawn]', timeout=30_000)
    assert not re.search(r"\b(NaN|Infinity|undefined)\b", page.locator("main").inner_text())


CURVES = """\
:::{calculator} 甲
:name: n
:from: 1
:to: 4194304
:start: 8

curves:
  - {value: "score_matrix(N=N)", label: 分数, role: score}
:::
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (":to: 4194304", ":to: .inf"), (":start: 8", ":start: .nan"), (":to: 4194304", ":to: 1e999"),
        (":start: 8", ":start: 1/0"), (":from: 1", ":from: 0"),
        (":from: 1", ":from: -5"), (":to: 4194304", ":to: 0"), (":start: 8", ":start: 0"),
        (":start: 8", ":start: 99999999"),
        (":to: 4194304", ":to: 10**30"), (":to: 4194304", ":to: 2**53+1"),
    ],
)  # fmt: skip
def test_numbers_that_no_axis_can_show_are_refused_at_their_line(course, capsys, old, new):
    course.lesson("a", CURVES.replace(old, new))
    code, _, err = course.told(capsys, "build")
    assert code == 1
    line = 5 + CURVES.partition(old)[0].count("\n") + 1
    assert f"content/lessons/a.md:{line}:" in err
