"""Exercises and tabs: an answer is checked as it is printed; panels come by hand, keyboard, search and address."""

import shutil

import pytest

from tests.browser.calculators import LESSON
from tests.browser.chromium import visit
from tests.scratch import REPOSITORY, built

pytestmark = pytest.mark.browser

BODY = """---
title: 一课
time: 5
---

## 一节

:::{exercise} 缓存
:label: cache
:answer: kv_cache(N=4096, model="llama-3.1-8b")

4,096 个 token 的缓存有多大？
:::

:::{solution} cache
一层一层地数。
:::

:::{exercise} 训练
:answer: 6 * parameters(model="llama-3.1-8b") * 15e12 * FLOP

要做多少运算？
:::

:::{exercise} 分之一
:answer: 1/256

缩小到几分之几？
:::

:::{exercise} 没有答案
想一想。
:::

:::{tabs}
### 公式
分数有 $N^2$ 个。

### 白话
每个词都要和每个词比一次。

#### 里面的一节
这里有一节。

### 例子
五个词有二十五个分数。
:::

:::{exercise} 参数
:answer: parameters(model="llama-3.1-8b", as="count")

一共有多少个参数？
:::
"""


@pytest.fixture(scope="module")
def lesson_url(tmp_path_factory):
    folder = tmp_path_factory.mktemp("exercise")
    shutil.copytree(REPOSITORY / "content", folder / "content")
    (folder / "content" / "lessons" / "attention-only.md").write_text(BODY, encoding="utf-8")
    for path, data in built(folder).items():
        (folder / "site" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "site" / path).write_bytes(data)
    return (folder / "site" / LESSON).as_uri()


# 131,072 bytes a token times 4,096 are 512 MiB; of 8,030,261,248 parameters 6 · 8,030,261,248 · 15e12 = 7.22723…e23.
@pytest.mark.parametrize(
    ("number", "typed", "word"),
    [
        (0, "512 MiB", "hit"),
        (0, "５１２", "hit"),
        (0, "512mib", "hit"),
        (0, "500 MiB", "near"),
        (0, "0.5 GiB", "unit"),
        (0, "256", "missed"),
        (0, "viel", "unread"),
        (0, "", "unread"),
        (1, "7.227e23", "hit"),
        (1, "7.2272 × 10²³", "hit"),
        (1, "7.2*10^23", "near"),
        (1, "7.227e22", "missed"),
        (2, "1/256", "hit"),
        (2, "0.00390625", "hit"),
        (2, "1/128", "missed"),
        (2, "1/256 GiB", "bare"),
        (4, "8,030,261,248", "hit"),
        (4, "8_030_261_248", "hit"),
        (4, "8 030 261 248", "hit"),
        (4, "8,030,261,24", "unread"),
        (4, "8,03e9", "unread"),
        (0, "5,12", "unread"),
        (0, "51 2", "unread"),
        (0, "0,512", "unread"),
    ],
)
def test_an_answer_is_checked_as_it_is_printed(page, lesson_url, number, typed, word):
    visit(page, lesson_url)
    exercise = page.locator("[data-component=exercise]").nth(number)
    exercise.get_by_role("textbox").fill(typed)
    exercise.get_by_role("textbox").press("Enter")
    expected = exercise.get_attribute(f"data-{word}")
    unit = exercise.locator(".exercise-unit").inner_text()
    assert exercise.get_by_role("status").inner_text() == expected.replace("{unit}", unit)
    invalid = exercise.get_by_role("textbox").get_attribute("aria-invalid")
    assert invalid == str(word not in ("hit", "near")).lower()


def test_what_is_folded_stays_so_and_an_exercise_without_answer_has_no_field(page, lesson_url):
    visit(page, lesson_url)
    assert page.locator("[data-component=solution][open], .exercise-answer[open]").count() == 0
    assert page.locator("[data-component=exercise]").nth(3).locator("input").count() == 0
    page.get_by_text("练习 1：解答").click()
    assert page.get_by_text("一层一层地数。").is_visible()


def shown(page):
    return page.locator(".tabs-panel:visible").evaluate_all("panels => panels.map((panel) => panel.id)")


def test_tabs_show_one_panel_at_a_time(page, lesson_url):
    visit(page, lesson_url)
    page.locator(".tabs").scroll_into_view_if_needed()  # a script comes when its component is near
    page.wait_for_function("document.querySelector('.tabs[data-ready]')")
    tabs = page.get_by_role("tab")
    assert tabs.all_inner_texts() == ["公式", "白话", "例子"]
    assert shown(page) == ["part-公式"]
    tabs.nth(1).click()
    assert shown(page) == ["part-白话"]
    assert page.get_by_role("tab", selected=True).inner_text() == "白话"
    page.keyboard.press("ArrowRight")
    assert shown(page) == ["part-例子"]
    page.keyboard.press("ArrowRight")
    assert shown(page) == ["part-公式"]
    page.keyboard.press("End")
    page.keyboard.press("Tab")  # out of the list: the others are no stops
    assert page.locator("[role=tab]:focus").count() == 0
    page.locator(".tabs-panel").nth(1).dispatch_event("beforematch")
    assert shown(page) == ["part-白话"]
    assert page.locator(".tabs-panel[hidden=until-found]").count() == 2


def test_an_address_within_a_panel_opens_it(page, lesson_url):
    visit(page, f"{lesson_url}#里面的一节")
    page.wait_for_function("document.querySelector('.tabs[data-ready]')")
    assert shown(page) == ["part-白话"]


def test_paper_shows_all(page, lesson_url):
    visit(page, lesson_url)
    page.locator(".tabs").scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector('.tabs[data-ready]')")
    page.emulate_media(media="print")
    assert len(shown(page)) == 3
    assert page.locator(".tabs-title:visible").count() == 3
    assert page.locator(".exercise-check:visible, [role=tab]:visible").count() == 0
    page.emulate_media(media="screen")


def test_without_script_all_is_there(new_page, lesson_url):
    plain = new_page(java_script_enabled=False)
    plain.goto(lesson_url)
    assert len(shown(plain)) == 3
    assert plain.locator(".exercise-check:visible").count() == 0
    answer = plain.locator(".exercise-answer").first
    answer.locator("summary").click()
    assert answer.get_by_text("512 MiB").is_visible()
