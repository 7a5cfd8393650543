"""Shapes to one scale: a symbol has one length, lengths are logarithmic, true values stand on the edges."""

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.figures.shape_diagram import (
    SIZE,
    Sizes,
    logarithmic_lengths,
    logarithmic_scale,
    small_scale,
    true_scale,
)
from tests.figures.numbers import Number

SIZES = Sizes(Number("head_matrix"), Number("score_matrix"), Number("score_matrix / head_matrix"))
Q = [[1.0, 0.0], [0.5, -0.5], [0.0, 2.0]]
K = [[1.0, 1.0], [0.0, 1.0], [-1.0, 0.0]]
S = [[0.71, 0.0, -0.71], [0.0, -0.35, -0.35], [1.41, 1.41, 0.0]]
REAL = logarithmic_scale(131072, 256, SIZES)
TRUE = true_scale(131072, 256, SIZES)
SMALL = small_scale(Q, K, S, SIZES)
sizes = st.integers(1, 2**40)


@pytest.mark.parametrize("scale", [REAL, SMALL], ids=["real", "small"])
def test_one_symbol_has_one_length_in_the_whole_figure(scale):
    drawn: dict[str, set[float]] = {"N": set(), "d_k": set()}
    for edge in scale.edges:
        drawn[edge.dim].add(edge.length)
    for block in scale.blocks:
        drawn[block.rows].add(block.height)
        drawn[block.columns].add(block.width)
    assert {dim: len(lengths) for dim, lengths in drawn.items()} == {"N": 1, "d_k": 1}


@pytest.mark.parametrize("scale", [REAL, SMALL], ids=["real", "small"])
def test_every_block_has_its_shape_on_two_edges(scale):
    shapes = {block.name: (block.rows, block.columns) for block in scale.blocks}
    assert shapes == {"Q": ("N", "d_k"), "K": ("d_k", "N"), "S": ("N", "N")}
    on_edges = [(edge.block, edge.upright, edge.dim) for edge in scale.edges]
    wanted = [
        (name, upright, dim)
        for name, shape in shapes.items()
        for upright, dim in zip((True, False), shape, strict=True)
    ]
    assert sorted(on_edges) == sorted(wanted)


def test_true_values_stand_on_the_edges():
    assert {(edge.dim, edge.text) for edge in REAL.edges} == {("N", "131,072"), ("d_k", "256")}
    assert {(edge.dim, edge.text) for edge in SMALL.edges} == {("N", "3"), ("d_k", "2")}


def test_a_path_is_as_long_as_it_says():
    for edge in (*REAL.edges, *SMALL.edges):
        start, end = (tuple(map(float, point.split())) for point in edge.path.removeprefix("M").split("L"))
        assert abs(end[0] - start[0]) + abs(end[1] - start[1]) == pytest.approx(edge.length, abs=0.02)


def test_every_doubling_adds_one_step():
    # 131,072 = 2^17 is 18 steps and 256 = 2^8 is 9: N is drawn exactly twice as long as d_k.
    lengths = logarithmic_lengths(131072, 256)
    assert lengths["N"] == pytest.approx(2 * lengths["d_k"], abs=0.02)


@given(sizes, sizes)
def test_lengths_are_logarithmic_and_fill_the_room(N, d_k):
    lengths = logarithmic_lengths(N, d_k)
    assert lengths["N"] * (1 + log2(d_k)) == pytest.approx(lengths["d_k"] * (1 + log2(N)), abs=1)
    assert lengths["N"] + lengths["d_k"] == pytest.approx(sum(logarithmic_lengths(131072, 256).values()), abs=0.02)


@given(sizes, sizes)
def test_nothing_leaves_the_drawing(N, d_k):
    scale = logarithmic_scale(N, d_k, SIZES)
    for block in scale.blocks:
        assert 0 <= block.x <= block.x + block.width <= SIZE
        assert 0 <= block.y <= block.y + block.height <= SIZE
    for edge in scale.edges:
        assert 0 <= edge.x <= SIZE
        assert 0 <= edge.y <= SIZE


def test_kt_stands_over_s_and_q_to_its_left():
    q, k, score = SMALL.blocks
    assert (k.x, k.width) == (score.x, score.width)
    assert (q.y, q.height) == (score.y, score.height)
    assert k.y + k.height < score.y
    assert q.x + q.width < score.x


def test_true_areas_are_in_true_proportion():
    q, k, score = TRUE.blocks
    assert score.width * score.height / (q.width * q.height) == pytest.approx(131072 / 256, rel=0.01)
    assert (k.width, k.height) == (q.height, q.width)
    assert {edge.dim for edge in TRUE.edges} == {"N"}  # d_k is too short there to be written on


def test_names_stand_in_the_corner_between_the_edges_of_their_block():
    for scale in (REAL, TRUE, SMALL):
        for block in scale.blocks:
            assert block.name_x < block.x
            assert block.name_y < block.y
        for edge in scale.edges:
            block = next(each for each in scale.blocks if each.name == edge.block)
            assert edge.x < block.x if edge.upright else edge.y < block.y


def test_cells_fill_their_blocks_and_k_is_transposed():
    for cells, block, shape in zip(
        (SMALL.q, SMALL.k, SMALL.scores), SMALL.blocks, ((3, 2), (2, 3), (3, 3)), strict=True
    ):
        last = cells.rows[-1][-1]
        assert (last.row, last.column) == shape
        assert last.x + cells.width == pytest.approx(block.x + block.width, abs=0.05)
        assert last.y + cells.height == pytest.approx(block.y + block.height, abs=0.05)
    assert SMALL.k.texts == (("1.0", "0.0", "−1.0"), ("1.0", "1.0", "0.0"))
