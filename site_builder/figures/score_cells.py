"""The entries of small matrices as cells of a drawing, and each score as the product it came from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from site_builder.figures.geometry import tidy

Row: TypeAlias = Sequence[float | Fraction]
Matrix: TypeAlias = Sequence[Row]
DECIMALS, FACTOR_DECIMALS = 2, 1
"""Of a score, and of the entries it is made of."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One entry: `row` and `column` from 1; `level` from 0 (lowest score) to 1 (highest); a score has its `product`."""

    row: int
    column: int
    x: float
    y: float
    text: str
    level: float = 0
    product: str = ""


@dataclass(frozen=True, slots=True)
class Cells:
    """The entries of one matrix by rows; every cell is `width` × `height` user units."""

    width: float
    height: float
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def texts(self) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(cell.text for cell in row) for row in self.rows)


def matrix_cells(values: Matrix, x: float, y: float, width: float, height: float) -> Cells:
    """The entries of a matrix that fills the box at (x, y)."""
    return _cells(values, x, y, width, height, levels=None, products=None, places=FACTOR_DECIMALS)


def score_cells(q_ND: Matrix, k_ND: Matrix, scores_NN: Matrix, x: float, y: float, side: float) -> Cells:
    """The scores, each with its level in the gradient and its row · column product written out."""
    products = [[product_text(q_D, k_D, score) for k_D, score in zip(k_ND, row, strict=True)]
                for q_D, row in zip(q_ND, scores_NN, strict=True)]  # fmt: skip
    return _cells(scores_NN, x, y, side, side, _levels(scores_NN), products)


def product_text(q_D: Row, k_D: Row, score: float | Fraction) -> str:
    """``(0.5×2.0 + 1.0×(−1.0)) ÷ √2 = 0.00``: the row of Q times the column of Kᵀ, over √d_k.

    The sign is = where the printed numbers give the printed score exactly, else ≈.
    """
    terms = " + ".join(f"{_factor(q)}×{_factor(k)}" for q, k in zip(q_D, k_D, strict=True))
    sign = "=" if _is_exact(q_D, k_D, score) else "≈"
    return f"({terms}) ÷ √{len(q_D)} {sign} {number_text(score)}"


def number_text(value: float | Fraction, places: int = DECIMALS) -> str:
    """An entry for readers: `places` decimals, half away from zero, a true minus sign; nothing is −0.00."""
    units = _units(value, places)
    whole, rest = divmod(abs(units), 10**places)
    return f"{'−' if units < 0 else ''}{whole}.{rest:0{places}d}"


def _units(value: float | Fraction, places: int = DECIMALS) -> int:
    """The value in units of its last decimal, rounded half away from zero."""
    exact = abs(Fraction(value)) * int(10**places)
    rounded = (2 * exact.numerator + exact.denominator) // (2 * exact.denominator)
    return -rounded if value < 0 else rounded


def _factor(value: float | Fraction) -> str:
    text = number_text(value, FACTOR_DECIMALS)
    return f"({text})" if text.startswith("−") else text


def _is_exact(q_D: Row, k_D: Row, score: float | Fraction) -> bool:
    """Whether the figures as printed satisfy (Σ q·k)² = score² · d_k, with one sign."""
    dot = sum(_units(q, FACTOR_DECIMALS) * _units(k, FACTOR_DECIMALS) for q, k in zip(q_D, k_D, strict=True))
    printed = _units(score) * int(10 ** (2 * FACTOR_DECIMALS - DECIMALS))
    return dot * dot == printed * printed * len(q_D) and dot * printed >= 0


def _cells(
    values: Matrix, x: float, y: float, width: float, height: float,
    levels: Matrix | None, products: Sequence[Sequence[str]] | None, places: int = DECIMALS,
) -> Cells:  # fmt: skip
    across, down = width / len(values[0]), height / len(values)
    return Cells(
        tidy(across),
        tidy(down),
        tuple(
            tuple(
                Cell(
                    row + 1, column + 1, tidy(x + across * column), tidy(y + down * row), number_text(value, places),
                    tidy(float(levels[row][column])) if levels else 0,
                    products[row][column] if products else "",
                )
                for column, value in enumerate(values[row])
            )
            for row in range(len(values))
        ),
    )  # fmt: skip


def _levels(values: Matrix) -> Matrix:
    flat = [value for row in values for value in row]
    lowest, span = min(flat), max(flat) - min(flat)
    return [[float((value - lowest) / span) if span else 0.5 for value in row] for row in values]
