"""Courses of any size, all alike: lessons of prose, formulas, numbers, links, a list, a table and code."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.scratch import REPOSITORY

PER_CHAPTER = 10
SECTIONS = 6
SECTION = """\
## 小节 {section}

注意力把每个位置和所有位置比一次，代价是 $N^2$。权重 {{eval}}`weights()`，缓存 {{eval}}`kv_cache(N={tokens})`。
见 {{lesson}}`l{other}`、[那一课](l{other}.md#小节-0)，{{term}}`kv-cache`，{{cite}}`vaswani2017`。**重点**和 `code`，
再写一些字，把这一段填到像真的一样长：读者一口气能读完的一段话，不多也不少。

- 一
- 二

$$
S = Q K^\\top / \\sqrt{{d}}
$$

"""
TAIL = """\
:::{{note}}
一句话。
:::

```python
x = {number}
for k in range(10):
    print(k)
```

| 甲 | 乙 |
|---|---|
| 1 | 2 |
"""


def lesson(number: int, size: int, more: str = "") -> str:
    """The file of one of `size` lessons; `more` is an edit."""
    head = f"---\ntitle: 第 {number} 课的名字\ntime: 5\n---\n\n"
    sections = (
        SECTION.format(section=place, tokens=1024 * (number % 64 + 1), other=(number * 7 + place) % size)
        for place in range(SECTIONS)
    )
    return head + "".join(sections) + TAIL.format(number=number) + more


def write_course(root: Path, size: int) -> None:
    """A course of `size` lessons in an empty folder."""
    (root / "content" / "lessons").mkdir(parents=True)
    (root / "content" / "anchors").mkdir()
    shutil.copy(REPOSITORY / "content" / "anchors" / "qwen3.8-27b.yaml", root / "content" / "anchors")
    chapters = []
    for first in range(0, size, PER_CHAPTER):
        numbers = range(first, min(size, first + PER_CHAPTER))
        lessons = "".join(f"      - {{id: l{number}, topic: 题}}\n" for number in numbers)
        name = first // PER_CHAPTER
        chapters.append(f"  - id: c{name}\n    label: C{name}\n    title: 第 {name} 章\n    lessons:\n{lessons}")
    files = {
        "course.yaml": "title: 课程\nlang: zh-CN\nanchor: qwen3.8-27b\nchapters:\n" + "".join(chapters),
        "sources.yaml": "vaswani2017: {title: Attention Is All You Need, authors: Vaswani et al., year: 2017}\n",
        "glossary.yaml": "kv-cache: {title: KV cache, english: KV cache, sentence: 存下来的 K 和 V。}\n",
        **{f"lessons/l{number}.md": lesson(number, size) for number in range(size)},
    }
    for name, text in files.items():
        (root / "content" / name).write_text(text, encoding="utf-8")
