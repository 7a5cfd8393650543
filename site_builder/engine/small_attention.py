"""Attention small enough to do by hand: short decimals in, and each stage from the figures printed for the one before.

    scores = QKᵀ/√d_k to hundredths → weights = softmax of each row, in whole hundredths → outputs = P·V, exact

Letters: N tokens, D = d_k, V = d_v (engine/dims.py).  Equal on every machine: no float is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from math import isqrt
from typing import TypeAlias

Row: TypeAlias = tuple[Fraction, ...]
Rows: TypeAlias = tuple[Row, ...]

HUNDRED = 100
_DIGITS = 40
"""Of the exponentials: far more than two rows of different weights could need."""


@dataclass(frozen=True, slots=True)
class SmallAttention:
    """Queries, keys and values of N tokens, as an author made them up."""

    q_ND: Rows
    k_ND: Rows
    v_NV: Rows = ()

    @property
    def scores_NN(self) -> Rows:
        """Row i, column j: q_i · k_j ÷ √d_k, to hundredths, half away from zero."""
        return tuple(tuple(_over_root(_dot(q_D, k_D), len(q_D)) for k_D in self.k_ND) for q_D in self.q_ND)

    @property
    def weights_NN(self) -> Rows:
        """The softmax of each row of `scores_NN`, see `softmax_hundredths`."""
        return tuple(softmax_hundredths(scores_N) for scores_N in self.scores_NN)

    @property
    def outputs_NV(self) -> Rows:
        """Row i: the values of all tokens, each times its weight in row i of `weights_NN`, added up."""
        return tuple(tuple(_dot(weights_N, column) for column in zip(*self.v_NV, strict=True))
                     for weights_N in self.weights_NN)  # fmt: skip


def made_up(n: int, d_k: int) -> SmallAttention:
    """q = sin, k = cos of 1 + d_k·i + j, to one decimal.  ValueError for a size below 1."""
    from math import cos, sin

    if n < 1 or d_k < 1:
        raise ValueError(f"there is at least one token and one dimension, not N = {n} and d_k = {d_k}")
    angles = [[1 + d_k * i + j for j in range(d_k)] for i in range(n)]
    q_ND, k_ND = (
        tuple(tuple(Fraction(round(10 * wave(angle)), 10) for angle in row) for row in angles) for wave in (sin, cos)
    )
    return SmallAttention(q_ND, k_ND)


def softmax_hundredths(scores_N: Sequence[Fraction]) -> Row:
    """exp of each score over the sum of them, as hundredths that add up to 1.

    Each is rounded down, and what is missing goes to those that lost most; of equal ones the first.
    """
    with localcontext() as context:
        context.prec = _DIGITS
        exponentials = [(Decimal(score.numerator) / score.denominator).exp() for score in scores_N]
        shares = [HUNDRED * each / sum(exponentials) for each in exponentials]
        whole = [int(share) for share in shares]
        lost = sorted(range(len(shares)), key=lambda index: (whole[index] - shares[index], index))
    for index in lost[: HUNDRED - sum(whole)]:
        whole[index] += 1
    return tuple(Fraction(hundredths, HUNDRED) for hundredths in whole)


def _dot(left: Sequence[Fraction], right: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


def _over_root(dot: Fraction, d_k: int) -> Fraction:
    """dot ÷ √d_k in hundredths: the whole number nearest to 100·√(dot² ÷ d_k), with the sign of `dot`."""
    square = 4 * HUNDRED**2 * dot**2 / d_k  # of twice the hundredths
    hundredths = (isqrt(square.numerator // square.denominator) + 1) // 2
    return Fraction(hundredths if dot >= 0 else -hundredths, HUNDRED)
