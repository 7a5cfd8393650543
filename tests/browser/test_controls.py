"""Controls beside the axis: a menu of models, a choice that changes the unit, a held number; as the axis itself is."""

import re
import shutil

import pytest
from playwright.sync_api import expect

from tests.browser.calculators import LESSON, CalculatorPage
from tests.browser.chromium import PHONE, visit
from tests.scratch import REPOSITORY, built

pytestmark = pytest.mark.browser

BODY = """---
title: 一课
time: 5
---

## 一节

:::{calculator} 缓存
:name: cache

controls:
  N: {from: 1, to: 1048576, start: 4096, presets: [4096, 131072]}
  model: {models: [qwen3.8-27b, llama-3.1-8b], label: 模型}
  shown: {choices: {bytes: 字节, time: 读一遍}, label: 看}
  batch: {from: 1, to: 64, start: 4, scale: linear, label: 几个人}
curves:
  - {id: cache, value: "batch * kv_cache(N=N, model=model) if shown == 'bytes' else batch * kv_cache(N=N, model=model) / h100.bandwidth", label: 缓存, role: kv, compare: weights}
  - {id: weights, value: "weights(model=model) if shown == 'bytes' else weights(model=model) / h100.bandwidth", label: 权重, role: weights}
  - {id: capped, value: "min(batch * kv_cache(N=N, model=model), 3*GiB) if shown == 'bytes' else min(batch * kv_cache(N=N, model=model), 3*GiB) / h100.bandwidth", label: 有上限, role: state}
crossing: {curves: [cache, weights], label: 一样大, guess: false}
marks:
  - {at: native_context(model=model), label: 原生上下文}
  - {level: "h100.memory if shown == 'bytes' else h100.memory / h100.bandwidth", label: 一张卡}
:::

设为 {set}`两样 <cache: N=131072, model=llama-3.1-8b>`。
"""  # noqa: E501


def course(folder, body):
    """The course with this one lesson; the address of its page."""
    shutil.copytree(REPOSITORY / "content", folder / "content")
    (folder / "content" / "lessons" / "attention-only.md").write_text(body, encoding="utf-8")
    for path, data in built(folder).items():
        (folder / "site" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "site" / path).write_bytes(data)
    return (folder / "site").as_uri() + "/" + LESSON


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return course(tmp_path_factory.mktemp("controls"), BODY)


def opened(page, site, fragment=""):
    visit(page, site + fragment)
    page.wait_for_selector('[data-component="calculator"][data-ready]', state="attached")
    return CalculatorPage(page)


def menu(calculator):
    return calculator.root.locator("select")


def shown(calculator):
    """What is drawn, every number to two places: the two languages write the same one differently."""
    parts = ".calculator-drawing, .calculator-lines, .calculator-overlay, .calculator-table, .calculator-cards"
    html = "\n".join(calculator.root.locator(parts).evaluate_all("parts => parts.map(part => part.outerHTML)"))
    html = re.sub(r' (visibility="(inherit|visible)"|display="inline"|text-anchor="")|\s*\n\s*', "", html)
    return re.sub(r"\d+\.\d+", lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), html)


def cells(calculator, n):
    return calculator.root.locator(f"tr[data-value='{n}'] td").all_inner_texts()


def test_another_model_and_back_draws_what_the_page_came_with(page, site):
    calculator = opened(page, site)
    calculator.state()
    before = shown(calculator)
    menu(calculator).select_option("llama-3.1-8b")
    calculator.state()
    assert shown(calculator) != before
    menu(calculator).select_option("qwen3.8-27b")
    calculator.state()
    assert shown(calculator) == before


def test_what_the_browser_draws_is_what_the_build_draws(new_page, site, tmp_path):
    """The same lesson, built to begin where the controls of the other were moved to."""
    moved = BODY.replace("label: 模型}", "start: llama-3.1-8b, label: 模型}").replace(
        "label: 看}", "start: time, label: 看}"
    )
    page = new_page(java_script_enabled=False)
    page.goto(course(tmp_path, moved.replace("start: 4, scale", "start: 9, scale")))
    drawn = opened(new_page(), site, "#model=llama-3.1-8b&shown=time&batch=9")
    drawn.state()
    built = CalculatorPage(page)
    for parts in (".calculator-curves path", ".calculator-label", "[data-mark-text]", "td", ".calculator-card-formula"):
        mine, theirs = (each.root.locator(parts) for each in (built, drawn))
        assert mine.all_text_contents() == theirs.all_text_contents(), parts
    paths = (each.root.locator(".calculator-curves path") for each in (built, drawn))
    mine, theirs = (each.evaluate_all("paths => paths.map(path => path.getAttribute('d'))") for each in paths)
    assert mine == theirs
    assert "N = 13,615" in drawn.part("crossing-label").text_content()  # ⌈16,060,522,496 ÷ (9 · 131,072)⌉


def test_everything_follows_the_model(page, site):
    calculator = opened(page, site)
    menu(calculator).select_option("llama-3.1-8b")
    state = calculator.shows("4,096")
    # 131,072 bytes a token, four readers; 2 · 8,030,261,248 bytes of weights
    assert state["values"] == ["2 GiB", "14.96 GiB", "2 GiB"]
    assert cells(calculator, 131072) == ["64 GiB", "14.96 GiB", "3 GiB"]
    # ⌈16,060,522,496 ÷ 524,288⌉
    assert "N = 30,634" in calculator.part("crossing-label").text_content()
    assert "原生上下文 131,072" in calculator.part("overlay").text_content()
    calculator.goto_state("#model=llama-3.1-8b")
    assert calculator.part("said").text_content().startswith("模型：Llama-3.1-8B。")
    page.reload()
    page.wait_for_selector('[data-component="calculator"][data-ready]', state="attached")
    assert calculator.state()["values"] == ["2 GiB", "14.96 GiB", "2 GiB"]
    assert menu(calculator).input_value() == "llama-3.1-8b"


def test_a_length_past_the_models_context_is_said(page, site):
    calculator = opened(page, site, "#cache=200000")
    calculator.shows("200,000")
    assert calculator.part("beyond").text_content() == ""
    menu(calculator).select_option("llama-3.1-8b")
    calculator.state()
    assert "N 超过了 Llama-3.1-8B 的原生上下文 131,072" in calculator.part("beyond").text_content()


def test_a_choice_by_keyboard_changes_the_unit_and_its_axis(page, site):
    calculator = opened(page, site)
    calculator.root.locator("[value=bytes]").focus()
    page.keyboard.press("ArrowRight")
    # 1 GiB and 51.75 GiB at 3.35 TB/s
    assert calculator.shows("4,096")["values"] == ["320.5 µs", "16.59 ms", "320.5 µs"]
    assert calculator.root.locator(".calculator-axis-values span:visible").all_inner_texts() == ["s，每格 ×10"]
    calculator.goto_state("#shown=time")
    page.go_back()
    assert calculator.shows("4,096")["values"] == ["1 GiB", "51.75 GiB", "1 GiB"]


def test_a_held_number_has_slider_box_and_state_as_the_axis_has(page, site):
    calculator = opened(page, site)
    batch = calculator.root.locator("[data-control=batch]")
    batch.locator("[data-role=number]").fill("8")
    assert calculator.state()["values"][0] == "2 GiB"
    batch.locator("input[type=range]").press("PageUp")
    expect(batch.locator("[data-role=number]")).to_have_value("14")
    batch.locator("input[type=range]").press("Home")
    assert calculator.state()["values"][0] == "256 MiB"
    batch.locator("[data-role=number]").fill("65")
    expect(batch.locator("[data-role=message]")).to_contain_text("几个人 最大是 64")
    calculator.goto_state("#batch=1")


def test_prose_sets_several_at_once_and_the_address_brings_them_all(page, site):
    calculator = opened(page, site, "#model=llama-3.1-8b&shown=time&batch=2")
    assert calculator.shows("4,096")["values"] == ["320.5 µs", "4.794 ms", "320.5 µs"]
    page.get_by_role("button", name="两样").click()
    assert calculator.shows("131,072")["values"][0] == "10.26 ms"
    calculator.goto_state("#cache=131072&model=llama-3.1-8b&shown=time&batch=2")
    page.goto("about:blank")
    opened(page, site, "#model=gpt-5")  # no option: a fragment that is not ours
    assert calculator.shows("4,096")["values"] == ["1 GiB", "51.75 GiB", "1 GiB"]


def test_without_script_and_on_paper_it_says_where_it_stands(new_page, site):
    plain = new_page(java_script_enabled=False, viewport=PHONE)
    plain.goto(site)
    calculator = CalculatorPage(plain)
    assert calculator.part("stands").inner_text().split() == ["模型：Qwen3.8-27B。", "看：字节。", "几个人：4。"]
    assert calculator.root.locator("input:visible, select:visible, button:visible").count() == 0
    page = new_page()
    calculator = opened(page, site, "#model=llama-3.1-8b")
    calculator.state()
    assert calculator.part("stands").is_hidden()
    page.emulate_media(media="print")
    assert "模型：Llama-3.1-8B。" in calculator.part("stands").inner_text()
