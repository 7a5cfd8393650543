"""Scores as cells: what a reader sees multiplied is what was multiplied."""

from fractions import Fraction
from math import cos, sin, sqrt

import pytest

from site_builder.engine.small_attention import made_up
from site_builder.figures.score_cells import number_text, product_text, score_cells


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.00"), (-0.0, "0.00"), (-0.004, "0.00"), (1.0, "1.00"), (-1.5, "−1.50"), (0.125, "0.13"),
        (-0.125, "−0.13"), (0.625, "0.63"), (12.999, "13.00"), (1 / 3, "0.33"), (-2 / 3, "−0.67"),
    ],
)  # fmt: skip
def test_numbers_have_two_decimals_half_away_from_zero(value, text):
    assert number_text(value) == text


@pytest.mark.parametrize(
    ("q", "k", "score", "text"),
    [
        ((0.5, 1.0), (2.0, -1.0), 0.0, "(0.5×2.0 + 1.0×(−1.0)) ÷ √2 = 0.00"),
        ((1, 0, 0, 2), (3, 9, 9, -1), 0.5, "(1.0×3.0 + 0.0×9.0 + 0.0×9.0 + 2.0×(−1.0)) ÷ √4 = 0.50"),
        ((1.0, 1.0), (1.0, 0.0), 1 / sqrt(2), "(1.0×1.0 + 1.0×0.0) ÷ √2 ≈ 0.71"),
        ((3.0,), (-2.0,), -6.0, "(3.0×(−2.0)) ÷ √1 = −6.00"),
        ((1.0,), (1.0,), -1.0, "(1.0×1.0) ÷ √1 ≈ −1.00"),
    ],
)
def test_a_product_is_written_out_and_equal_only_where_it_is(q, k, score, text):
    assert product_text(q, k, score) == text


def test_every_cell_has_its_real_score():
    small = made_up(6, 4)
    cells = score_cells(small.q_ND, small.k_ND, small.scores_NN, 0, 0, 60)
    for row in range(6):
        for column in range(6):
            terms = ((sin(1 + 4 * row + d), cos(1 + 4 * column + d)) for d in range(4))
            thousandths = sum(round(10 * q) * round(10 * k) for q, k in terms) * 5  # over 2, in thousandths
            cell = cells.rows[row][column]
            assert (cell.row, cell.column, cell.text) == (row + 1, column + 1, number_text(Fraction(thousandths, 1000)))
            sign = "≈" if thousandths % 10 else "="
            assert cell.product.endswith(f"÷ √4 {sign} {cell.text}")
            assert cell.product.count("×") == 4


def test_levels_run_from_the_lowest_score_to_the_highest():
    cells = score_cells([[1.0], [2.0]], [[1.0], [3.0]], [[1.0, 3.0], [2.0, 5.0]], 0, 0, 10)
    assert [[cell.level for cell in row] for row in cells.rows] == [[0, 0.5], [0.25, 1]]


def test_equal_scores_are_drawn_alike():
    cells = score_cells([[1.0]], [[1.0]], [[1.0]], 0, 0, 10)
    assert cells.rows[0][0].level == 0.5
