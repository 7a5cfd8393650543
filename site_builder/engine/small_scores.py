"""Real scores small enough to look at: S = QKᵀ/√d_k of a few tokens, the same on every machine."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from site_builder.engine.attention import scores
from site_builder.engine.shapes import Array


@dataclass(frozen=True, slots=True)
class SmallScores:
    """Queries, keys and their scores; `scores_NN[i, j]` is query i with key j."""

    q_ND: Array
    k_ND: Array
    scores_NN: Array

    def products(self, query: int, key: int) -> tuple[float, ...]:
        """q·k before the sum: d_k products whose sum divided by √d_k is the score of the pair."""
        return tuple(float(product) for product in self.q_ND[query] * self.k_ND[key])


def small_scores(n: int, d_k: int) -> SmallScores:
    """Q[i,j] = sin(1 + d_k·i + j), K[i,j] = cos(1 + d_k·i + j).  ValueError for a size below 1."""
    if n < 1 or d_k < 1:
        raise ValueError(f"there is at least one token and one dimension, not N = {n} and d_k = {d_k}")
    angles_ND = 1.0 + np.arange(n * d_k).reshape(n, d_k)
    q_ND, k_ND = np.sin(angles_ND), np.cos(angles_ND)
    return SmallScores(q_ND, k_ND, scores(q_ND, k_ND))
