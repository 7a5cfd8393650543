"""Table 1 and FlashAttention's tiles: published counts, and paths found by walking real graphs."""

import pytest

from site_builder.engine.formula import FormulaError
from site_builder.engine.theory import (
    CONVOLUTIONAL,
    RECURRENT,
    RESTRICTED_ATTENTION,
    SELF_ATTENTION,
    TABLE_1,
    Tiling,
    flash_tiling,
    hbm_accesses_flash,
    hbm_accesses_standard,
    logsumexp_bytes,
    window_span,
)


@pytest.mark.parametrize("n", [5, 262_144])
def test_steps_and_paths(n):
    assert RECURRENT.count("sequential", N=n) == n
    assert SELF_ATTENTION.count("sequential", N=n) == SELF_ATTENTION.count("path", N=n) == 1


@pytest.mark.parametrize(("k", "n", "depth"), [(3, 5, 2), (5, 125, 3), (3, 243, 5), (10, 1000, 3)])
def test_depth_of_dilated_convolutions(k, n, depth):
    """A float logarithm gives 4 for (5, 125)."""
    assert CONVOLUTIONAL.count("path", N=n, k=k) == depth


def test_restricted_attention():
    assert RESTRICTED_ATTENTION.count("path", N=131_072, r=4096) == 32
    assert RESTRICTED_ATTENTION.count("operations", N=131_072, r=4096, d=1) == 536_870_912 == 131_072**2 // 32


@pytest.mark.parametrize(
    ("n", "attention", "recurrent"),
    [
        (6, 184_320, 157_286_400),
        (5120, 134_217_728_000, 134_217_728_000),
        (262_144, 351_843_720_888_320, 6_871_947_673_600),
    ],
)
def test_operations_at_the_anchors_width(n, attention, recurrent):
    assert SELF_ATTENTION.count("operations", N=n, d=5120) == attention
    assert RECURRENT.count("operations", N=n, d=5120) == recurrent


def test_attention_is_cheaper_exactly_below_n_equal_d():
    for d in (512, 1024, 5120):
        for n in (d - 1, d, d + 1):
            attention, recurrent = (row.count("operations", N=n, d=d) for row in (SELF_ATTENTION, RECURRENT))
            assert (attention < recurrent) == (n < d)
            assert attention * d == recurrent * n


def test_a_size_that_is_needed_is_asked_for():
    with pytest.raises(FormulaError, match="k has no value"):
        CONVOLUTIONAL.count("path", N=5)
    assert [row.id for row in TABLE_1] == ["self_attention", "recurrent", "convolutional", "restricted_attention"]


@pytest.mark.parametrize("n", [1, 2, 3, 7, 26, 27, 28, 80, 81, 82])
def test_the_depth_of_convolutions_is_that_of_a_real_stack(n):
    """Kernel 3, dilations 1, 3, 9, …: layers until the last token has seen the first."""
    layers, seen = 0, {n - 1}
    while 0 not in seen:
        seen = {token - tap * 3**layers for token in seen for tap in range(3)}
        seen, layers = {max(token, 0) for token in seen}, layers + 1
    assert CONVOLUTIONAL.count("path", N=n, k=3) == layers


@pytest.mark.parametrize(("n", "r"), [(2, 1), (9, 3), (10, 3), (100, 7)])
def test_a_restricted_path_is_walked_in_as_many_hops_as_it_says(n, r):
    """r positions forward a hop, from before the first token."""
    hops, place = 0, 0
    while place < n:
        place, hops = place + r, hops + 1
    assert RESTRICTED_ATTENTION.count("path", N=n, r=r) == hops


def test_flash_tiles():
    assert flash_tiling(1000, 64, 49_152) == Tiling(key_block=192, query_block=64, key_blocks=6, query_blocks=16)
    assert flash_tiling(1, 64, 64) == Tiling(1, 1, 1, 1)


@pytest.mark.parametrize("n", [1, 63, 64, 65, 1000])
def test_tiles_cover_every_row_once(n):
    tiling = flash_tiling(n, 64, 49_152)
    assert sum(len(range(n)[start : start + tiling.key_block]) for start in range(0, n, tiling.key_block)) == n
    assert len(range(0, n, tiling.key_block)) == tiling.key_blocks
    assert len(range(0, n, tiling.query_block)) == tiling.query_blocks


@pytest.mark.parametrize(("n", "d", "m"), [(0, 64, 49_152), (10, 0, 49_152), (10, 64, 63)])
def test_tiles_outside_the_papers_range_are_refused(n, d, m):
    with pytest.raises(ValueError, match="1 ≤ d ≤ M"):
        flash_tiling(n, d, m)


def test_memory_traffic():
    assert hbm_accesses_standard(1024, 64) == 1024 * 64 + 1024 * 1024
    assert hbm_accesses_flash(1024, 64, 1024 * 64) == 1024 * 64  # M = Nd: everything fits, each element is read once
    assert hbm_accesses_flash(1024, 64, 64) == 1024 * 1024 * 64  # M = d
    with pytest.raises(ValueError, match="d ≤ M ≤ Nd"):
        hbm_accesses_flash(1024, 64, 1024 * 64 + 1)


def test_what_flash_attention_keeps_of_a_row():
    """1 MiB at 262,144, where the score matrix has 128 GiB."""
    assert logsumexp_bytes(262_144) == 2**20


@pytest.mark.parametrize(("layers", "window"), [(1, 1), (1, 4), (3, 2), (4, 5)])
def test_a_stack_of_windows_reaches_as_far_as_it_says(layers, window):
    """Walk back from the last of many tokens, layer by layer."""
    reached = {100}
    for _ in range(layers):
        reached = {token - back for token in reached for back in range(window)}
    assert window_span(layers, window) == len(reached)


def test_mistral_reaches_about_as_far_as_its_paper_says():
    assert window_span(32, 4096) == 131_072 - 31
