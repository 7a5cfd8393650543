"""Punctuation beside what a browser sets as one solid piece."""

import pytest

from site_builder.render.together import kept_together, unit_kept
from tests.work import ending

N = "<math><mi>N</mi></math>"
DIM = f'<span class="dimension" data-dim="N">{N}</span>'
BUTTON = '<button type="button" class="set" disabled>交点</button>'


@pytest.mark.parametrize("solid", [N, DIM, BUTTON])
def test_what_follows_or_opens_it_is_in_its_span(solid):
    assert kept_together(f"设为{solid}，再看") == f'设为<span class="together">{solid}，</span>再看'
    assert kept_together(f"（{solid}）。") == f'<span class="together">（{solid}）。</span>'


@pytest.mark.parametrize("html", [f"从 {N} 到 {DIM} 为止", "没有，公式。", "&lt;math&gt;，", f"{N}<em>，</em>"])
def test_nothing_else_changes(html):
    assert kept_together(html) == html


def test_each_formula_has_its_own():
    assert kept_together(f"{N}、{N}、") == f'<span class="together">{N}、</span>' * 2


def test_marks_by_the_thousand_cost_their_number_and_not_its_square():
    assert kept_together("（" * 3000 + N).count("（") == 3000
    with ending():
        assert kept_together("（" * 400_000) == "（" * 400_000


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("要 208 µs，再等 3 s", "要 208\u00a0µs，再等 3\u00a0s"),
        ("4.8 TB/s 与 16 GiB", "4.8\u00a0TB/s 与 16\u00a0GiB"),
        ("第 5 sentences, 3 models, 2 Big", "第 5 sentences, 3 models, 2 Big"),
        ("a 5 x 3", "a 5 x 3"),
    ],
)
def test_a_number_keeps_its_unit(text, kept):
    assert unit_kept(text) == kept
