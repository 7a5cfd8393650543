"""A small course and a table of edits of it; ``python -m tests.compare.edits`` writes the expected reports anew."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from pathlib import Path

from site_builder.build.pipeline import Options, build_site
from site_builder.compare.as_text import as_text
from site_builder.compare.compare import compare
from site_builder.compare.report import Report
from site_builder.problems import Problems
from site_builder.source.folder import read_package
from site_builder.source.snapshot import files_of
from tests.scratch import REPOSITORY

CASES = Path(__file__).parent / "cases"
ANCHOR, COURSE, SHEET = "content/anchors/qwen3.8-27b.yaml", "content/course.yaml", "content/facts/h200.yaml"
QUANTITIES, SOURCES = "content/quantities.yaml", "content/sources.yaml"
SIZES, TIMES = "content/lessons/sizes.md", "content/lessons/times.md"

FILES: Mapping[str, str] = {
    ANCHOR: (REPOSITORY / ANCHOR).read_text(encoding="utf-8"),
    COURSE: """\
title: 小课
lang: zh-CN
anchor: qwen3.8-27b
chapters:
  - {id: c0, label: C0, title: 大小, lessons: [{id: sizes, topic: 大小}, {id: times, topic: 时间}]}
  - {id: c1, label: C1, title: 以后, lessons: [{id: later, topic: 以后}]}
promises:
  speed: {text: 为什么更快, lesson: later}
""",
    SHEET: """\
title: H200
sources: {sheet: NVIDIA H200 data sheet}
facts:
  bandwidth: {value: "4.8e12*B/s", source: sheet, place: Memory}
""",
    QUANTITIES: """\
decode_floor:
  title: 读一遍权重
  unit: s
  formula: weights() / h200.bandwidth
""",
    SOURCES: """\
paper: {title: A Paper, authors: Somebody, year: 2020, url: "https://example.org/paper"}
""",
    SIZES: """\
---
title: 大小
time: 5
---

## 权重

全部权重是 {eval}`weights`，每个头宽 {eval}`head_dim`，六个词有 {eval}`score_count(N=6)` 个分数。
打印成 {eval}`score_matrix(N=1024)`。画图时手写了 256。论文的宽度是 256{cite}`paper`。

{promise}`speed`，见[时间](times.md)。

## 交点

:::{calculator} 账
:name: n
:variable: N
:from: 1024
:to: 1048576
:start: 131072
:table: 10-12

curves:
  - {value: score_matrix(N=N), label: 分数矩阵, role: score}
  - {value: weights, label: 权重, role: weights}
crossing: {curves: [score, weights], label: 一样大}
:::

KV cache 追上权重要 {eval}`crossing_kv_weights` 个 token，分数矩阵只要 {eval}`crossing_score_weights`。

:::{claims} 依据
- {claim: 这是算出来的, grade: proved, section: 权重}
:::
""",
    TIMES: """\
---
title: 时间
time: 5
---

## 读一遍

读一遍权重要 {eval}`decode_floor`。
""",
}
Edit = tuple[str, str, str]
"""A path, and what stands there in place of what."""

EDITS: Mapping[str, tuple[Edit, ...]] = {
    "nothing": (),
    "anchor-field": ((ANCHOR, "head_dim: {value: 256", "head_dim: {value: 128"),),
    "pattern": ((ANCHOR, "[3 linear, full]", "[linear, full]"),),
    "two-fields": (
        (ANCHOR, "head_dim: {value: 256", "head_dim: {value: 128"), (ANCHOR, "value: 248320", "value: 151936"),
    ),
    "fact": ((SHEET, "4.8e12", "3.2e12"),),
    "fact-source": ((SHEET, "place: Memory", "place: Table 1"),),
    "formula": ((QUANTITIES, "weights() /", "2 * weights() /"),),
    "argument": ((SIZES, "score_count(N=6)", "score_count(N=8)"),),
    "printing": ((SIZES, "{eval}`weights`", '{eval}`weights(unit="GB")`'),),
    "word": ((SIZES, "画图时手写了", "画图的时候手写了"),),
    "heading": ((SIZES, "## 权重", "## 全部权重"), (SIZES, "section: 权重", "section: 全部权重")),
    "lesson-moved": (
        (COURSE, ", {id: times, topic: 时间}", ""),
        (COURSE, "[{id: later, topic: 以后}]", "[{id: times, topic: 时间}, {id: later, topic: 以后}]"),
    ),
    "lesson-added": (("content/lessons/later.md", "", "---\ntitle: 以后\ntime: 1\n---\n\n{eval}`layers` 层。\n"),),
    "lesson-removed": (
        (COURSE, ", {id: times, topic: 时间}", ""), (TIMES, "", "-"), (SIZES, "见[时间](times.md)", "完"),
    ),
    "curve-added": (
        (SIZES, "crossing: {", "  - {value: kv_cache(N=N), label: KV cache, role: kv}\ncrossing: {"),
    ),
    "claim": ((SIZES, "grade: proved, section: 权重", "grade: practice, source: paper, place: §2"),),
    "link": ((SIZES, "[时间](times.md)", "[时间](times.md#读一遍)"),),
}  # fmt: skip


@cache
def built(name: str) -> Mapping[str, bytes]:
    """The site of the course after an edit."""
    files = dict(FILES)
    for path, old, new in EDITS[name]:
        if new == "-":
            del files[path]
            continue
        before = files.get(path, "")
        assert old in before, (name, old)
        files[path] = before.replace(old, new) if old else new
    problems = Problems()
    return build_site(files_of(files), read_package(), Options(), problems).files


@cache
def report(name: str) -> Report:
    """What an edit changes."""
    return compare(built("nothing"), built(name))


def expected(name: str) -> dict[str, str]:
    """The golden files of an edit, by their suffix."""
    return {
        "txt": as_text(report(name)),
        "json": json.dumps(asdict(report(name)), ensure_ascii=False, indent=1) + "\n",
    }


if __name__ == "__main__":
    for each in EDITS:
        for suffix, text in expected(each).items():
            (CASES / f"{each}.{suffix}").write_text(text, encoding="utf-8")
