"""A small course in memory: lessons that include, show, cite and name one another."""

from __future__ import annotations

from site_builder.build.pipeline import Built, Options, build_site
from site_builder.build.store import Store
from site_builder.problems import BuildStopped, Problems
from site_builder.source.folder import read_package
from site_builder.source.snapshot import files_of
from tests.scratch import REPOSITORY

ANCHOR = "content/anchors/qwen3.8-27b.yaml"
COURSE = """\
title: 课程
lang: zh-CN
anchor: qwen3.8-27b
chapters: [{id: c0, label: C0, title: 序章, lessons: [%s]}]
"""
LESSON = """\
---
title: 第 {0} 课，{{eval}}`head_dim`
time: 5
---

权重 {{eval}}`weights()`，见 {{lesson}}`{1}`、[下一课]({1}.md#小结)、{{term}}`kv-cache`。

:::{{include}} part.md
:::

:::{{figure}} dot.svg
:alt: 一个点
:::

## 小结

$N^2$
"""
IDS = ("a", "b", "c")


def course() -> dict[str, str]:
    """The files of the course, by path."""
    lessons = ", ".join(f"{{id: {name}, topic: 题}}" for name in IDS)
    return {
        "content/course.yaml": COURSE % lessons,
        "content/glossary.yaml": "kv-cache: {title: KV cache, english: KV cache, sentence: 存下来的。}\n",
        ANCHOR: (REPOSITORY / ANCHOR).read_text(encoding="utf-8"),
        "content/lessons/part.md": "一段文字。\n",
        "content/lessons/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
        **{
            f"content/lessons/{name}.md": LESSON.format(name, other)
            for name, other in zip(IDS, IDS[1:] + IDS[:1], strict=True)
        },
    }


def outcome(
    files: dict[str, str], options: Options, store: Store | None = None
) -> tuple[Built | None, tuple[str, ...]]:
    """What a build makes, nothing where there are errors, and all that it reports."""
    problems = Problems()
    try:
        built = build_site(files_of(files), read_package(), options, problems, store)
    except BuildStopped:
        built = None
    return built, tuple(f"{problem.severity} {problem}" for problem in problems)
