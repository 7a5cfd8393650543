"""Published orders of cost as exact functions of whole numbers: Table 1 of Vaswani et al., FlashAttention's tiles.

Big-O hides constants.  Here the expression inside the O is taken as a count, which is what comparisons of
orders mean (n²·d < n·d² ⇔ n < d); real multiply-adds of a model are in `engine.quantities`.
"""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.engine.formula import Expression, Integer, Symbol, ceil_div, ceil_log, evaluate

N, d, k, r = map(Symbol, "Ndkr")
ONE = Integer(1)


@dataclass(frozen=True, slots=True)
class LayerType:
    """A row of Table 1 (arXiv 1706.03762): N tokens (the paper's n), width d, kernel k, neighbourhood r.

    `operations` a layer, `sequential` operations that wait for one another, `path` the longest way
    between two tokens, each as printed inside the paper's O.
    """

    id: str
    operations: Expression
    sequential: Expression
    path: Expression

    def count(self, what: str, **sizes: int) -> int:
        """The count of ``"operations"``, ``"sequential"`` or ``"path"``; ``count("path", N=5, k=3)``.

        Raises `FormulaError` for a size that the row needs and was not given.
        """
        return int(
            evaluate({"operations": self.operations, "sequential": self.sequential, "path": self.path}[what], sizes)
        )


SELF_ATTENTION = LayerType("self_attention", N**2 * d, ONE, ONE)
RECURRENT = LayerType("recurrent", N * d**2, N, N)
CONVOLUTIONAL = LayerType("convolutional", k * N * d**2, ONE, ceil_log(k, N))
RESTRICTED_ATTENTION = LayerType("restricted_attention", r * N * d, ONE, ceil_div(N, r))
TABLE_1 = (SELF_ATTENTION, RECURRENT, CONVOLUTIONAL, RESTRICTED_ATTENTION)


@dataclass(frozen=True, slots=True)
class Tiling:
    """FlashAttention's blocks (arXiv 2205.14135, alg. 1): sizes in rows, how many cover N; the last may be ragged."""

    key_block: int
    query_block: int
    key_blocks: int
    query_blocks: int


def flash_tiling(tokens: int, head_dim: int, fast_memory: int) -> Tiling:
    """B_c = ⌈M/4d⌉, B_r = min(B_c, d), T_c = ⌈N/B_c⌉, T_r = ⌈N/B_r⌉; `fast_memory` M in elements.

    Raises ValueError unless N ≥ 1 and 1 ≤ d ≤ M, the range the paper's theorems ask for.
    """
    if tokens < 1 or not 1 <= head_dim <= fast_memory:
        raise ValueError(f"tiles need N ≥ 1 and 1 ≤ d ≤ M, not N = {tokens}, d = {head_dim}, M = {fast_memory}")
    key_block = -(-fast_memory // (4 * head_dim))
    query_block = min(key_block, head_dim)
    return Tiling(key_block, query_block, -(-tokens // key_block), -(-tokens // query_block))


def hbm_accesses_standard(tokens: int, head_dim: int) -> int:
    """Nd + N²: elements moved when the score matrix is written out (arXiv 2205.14135, theorem 2)."""
    return tokens * head_dim + tokens**2


def hbm_accesses_flash(tokens: int, head_dim: int, fast_memory: int) -> int:
    """⌈N²d²/M⌉: the order of elements moved by FlashAttention, for d ≤ M ≤ Nd (theorem 2)."""
    if not head_dim <= fast_memory <= tokens * head_dim:
        raise ValueError(f"the theorem holds for d ≤ M ≤ Nd, not for M = {fast_memory}")
    return -(-(tokens**2) * head_dim**2 // fast_memory)


def logsumexp_bytes(tokens: int) -> int:
    """4·N bytes: what FlashAttention-2 keeps of one head's scores for the backward pass, a FP32 number a row."""
    return 4 * tokens


def window_span(layers: int, window: int) -> int:
    """Tokens that can reach the last one through `layers` layers of a sliding window, itself included.

    Each layer reaches window − 1 tokens further back: L·(W − 1) + 1, about the L·W of arXiv 2310.06825.
    """
    return layers * (window - 1) + 1
