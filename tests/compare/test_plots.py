"""Plots and computed tables are compared by their numbers: which of them moved, by how much, and what moved it."""

from site_builder.build.pipeline import Options, build_site
from site_builder.compare.compare import compare
from site_builder.problems import Problems
from site_builder.source.folder import read_package
from site_builder.source.snapshot import files_of
from tests.compare.edits import ANCHOR, FILES, TIMES

BODY = """
:::{plot} 缓存
x: {variable: N, from: 1024, to: 8192}
series:
  - {label: 缓存, value: kv_cache(N=N)}
:::

:::{table} 两种类型
rows: {over: dtype, choices: [bfloat16, float8]}
columns:
  - {label: 权重, value: weights}
  - {label: 每个 token, value: kv_per_token(dtype=dtype)}
  - {label: 层, value: layers}
:::
"""


def site(head_dim):
    files = dict(FILES) | {TIMES: FILES[TIMES] + BODY}
    files[ANCHOR] = files[ANCHOR].replace("head_dim: {value: 256", f"head_dim: {{value: {head_dim}")
    problems = Problems()
    built = build_site(files_of(files), read_package(), Options(), problems)
    return built.files


def test_what_moved_is_named_with_its_place():
    """A cache of half the width is half as large; no layer came or went."""
    (cause,) = compare(site(256), site(128)).causes
    assert [root.what for root in cause.roots] == ["head_dim"]
    here = [curve for curve in cause.curves if curve.page.endswith("times/index.html")]
    moved = {(curve.figure, curve.label): curve.change for curve in here}
    assert moved == {
        ("缓存", "缓存"): "−50%",
        ("两种类型", "权重 · bfloat16"): "−3.21%",
        ("两种类型", "权重 · float8"): "−3.21%",
        ("两种类型", "每个 token · bfloat16"): "−50%",
        ("两种类型", "每个 token · float8"): "−50%",
    }
