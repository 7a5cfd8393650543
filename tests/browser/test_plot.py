"""A table of numbers is sorted by its columns, by hand and by keyboard, and comes back as it was."""

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

:::{table} 三个模型
:label: three

rows: {over: model, models: [llama-3.1-8b, qwen3-8b, deepseek-v3]}
columns:
  - {label: 参数, value: parameters(model=model)}
  - {label: 每个 token, value: kv_per_token(model=model)}
:::
"""


def test_a_table_is_sorted_and_comes_back(page, tmp_path):
    shutil.copytree(REPOSITORY / "content", tmp_path / "content")
    (tmp_path / "content" / "lessons" / "attention-only.md").write_text(BODY, encoding="utf-8")
    for path, data in built(tmp_path).items():
        (tmp_path / "site" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / path).write_bytes(data)
    visit(page, (tmp_path / "site" / LESSON).as_uri())
    rows = page.locator("[data-component=plot] tbody th")
    by_cache = page.get_by_role("button", name="每个 token")
    # 131,072, 147,456 and 70,272 bytes a token
    as_given = ["Llama-3.1-8B", "Qwen3-8B", "DeepSeek-V3"]
    by_cache.click()
    assert rows.all_inner_texts() == ["DeepSeek-V3", "Llama-3.1-8B", "Qwen3-8B"]
    by_cache.press("Enter")
    assert rows.all_inner_texts() == ["Qwen3-8B", "Llama-3.1-8B", "DeepSeek-V3"]
    assert page.locator("th[aria-sort=descending]").count() == 1
    assert page.get_by_role("heading", name="表 1 三个模型").count() == 1
    by_cache.press("Enter")
    assert rows.all_inner_texts() == as_given
