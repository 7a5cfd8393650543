"""Numbers typed by hand: those that an expression prints, those of a unit that nothing backs, and those left alone."""

import pytest

from site_builder.build.pipeline import Options, build_site
from site_builder.problems import Problems
from site_builder.source.folder import read_package
from site_builder.source.snapshot import files_of
from tests.compare.edits import FILES, SIZES, TIMES

FRONT = "---\ntitle: t\ntime: 1\n---\n\n"


def found(text, rule="number-is-computed"):
    """(column, hint) of what is reported the first line of a lesson with this text."""
    problems = Problems()
    files = dict(FILES) | {TIMES: f"{FRONT}{text}\n", SIZES: FRONT + "{promise}`speed`{cite}`paper`\n"}
    build_site(files_of(files), read_package(), Options(), problems)
    return [(each.position.line, each.position.column, each.hint) for each in problems if each.rule == rule]


@pytest.mark.parametrize(
    ("text", "column", "expression"),
    [
        ("权重是 51.75 GiB。", 5, "weights"),
        ("权重是 55.56 GB。", 5, 'show(weights, unit="GB")'),
        ("上下文有 262,144 个。", 6, "native_context"),
        ("上下文有 262144 个。", 6, "native_context"),
        ("宽 **5,120**。", 5, "hidden_size"),
        ("读一遍要 11.58 ms。", 6, "decode_floor"),
        ("带宽 4.8 TB/s。", 4, "h200.bandwidth"),
        ("{eval}`score_matrix(N=1024)`，也就是 2 MiB。", 34, "score_matrix(N=1024)"),
        (r"一颗 \* 星，51.75 GiB。", 9, "weights"),
        ("- 一项：51.75 GiB", 6, "weights"),
    ],
)
def test_a_number_that_is_computed_is_reported_with_its_expression(text, column, expression):
    assert found(text) == [(6, column, f"write {{eval}}`{expression}`")]


@pytest.mark.parametrize(
    ("text", "column", "expression"),
    [
        ("显存 80 GB。", 4, 'show(80*GB, unit="GB")'),
        ("算力 989 TFLOP/s。", 4, 'show(989*TFLOP/s, unit="TFLOP/s")'),
        ("等 3.5 ms。", 3, 'show(3.5*ms, unit="ms")'),
        ("等 3.5 µs。", 3, 'show(3.5*us, unit="us")'),
    ],
)
def test_a_figure_with_a_unit_needs_an_expression_or_a_source(text, column, expression):
    ((line, at, hint),) = found(text)
    assert (line, at) == (6, column)
    assert hint == f"write it as an expression, {{eval}}`{expression}`, or cite its source in the sentence"
    assert found(f"{{eval}}`{expression}`") == []


@pytest.mark.parametrize(
    "text",
    [
        "显存 80 GB{cite}`paper`。",
        "2024 年，1 GiB 是多少？1,024 和 4096 都不是锚点的数。",
        "`80 GB` 和 $80$ 都不是。",
        "每步 3 次，25.7% 对 25.8%，约 12 个。",
        "从 10–20 GB 到 v1.5。",
        "| a |\n|---|\n| 80 GB{cite}`paper` |",
        "出处{cite}`paper`：\n\n| a |\n|---|\n| 80 GB |",
        "```python\nx = 262144  # 80 GB\n```",
        "9" * 5000,
        "9" * 5000 + " GiB",
        "1." + "9" * 5000 + "%",
    ],
)
def test_what_says_nothing_that_could_be_computed_is_left_alone(text):
    assert found(text) == []
