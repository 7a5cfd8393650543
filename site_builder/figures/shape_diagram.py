"""Q, Kᵀ and S = QKᵀ/√d_k as blocks laid out as the product is read: Kᵀ over S, Q to its left.

Lengths are logarithmic: length 1 is drawn one step long and every doubling adds a step, so one
symbol has one length wherever it stands in a scale.  True values stand on the edges.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log2
from typing import Any, ClassVar, Literal, TypeAlias

from site_builder.figures.geometry import line, tidy
from site_builder.figures.printed import Printed
from site_builder.figures.score_cells import Cells, Matrix, matrix_cells, score_cells
from site_builder.problems import SourcePosition

ScaleName: TypeAlias = Literal["real", "small"]
MatrixName: TypeAlias = Literal["Q", "K", "S"]

SIZE = 480
"""Width and height of the drawing, in user units."""
GUTTER, GAP = 40, 18
ROOM = SIZE - 2 * GUTTER - GAP
"""What d_k and N share along either side of the drawing."""
EDGE_OFFSET, EDGE_LABEL_OFFSET, NAME_OFFSET = 6, 22, 20
BANDS = 16
"""Bands of the real scale's gradient, which stands for scores too many to draw."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A side of a block with its dimension: drawn as `path`, its true value written at (`x`, `y`)."""

    block: str
    dim: str
    text: str
    length: float
    path: str
    x: float
    y: float
    upright: bool


@dataclass(frozen=True, slots=True)
class Block:
    """A matrix: `rows` × `columns` are names of dimensions; its name is written at (`name_x`, `name_y`)."""

    name: MatrixName
    rows: str
    columns: str
    x: float
    y: float
    width: float
    height: float
    name_x: float
    name_y: float


@dataclass(frozen=True, slots=True)
class Band:
    """A strip of the gradient; `level` from 0 to 1."""

    x: float
    width: float
    level: float


@dataclass(frozen=True, slots=True)
class Scale:
    """The three blocks at one pair of values.  `size` is the memory of S; only the small scale has cells."""

    name: ScaleName
    values: tuple[tuple[str, str], ...]
    blocks: tuple[Block, ...]
    edges: tuple[Edge, ...]
    size: Printed
    bands: tuple[Band, ...] = ()
    q: Cells | None = None
    k: Cells | None = None
    scores: Cells | None = None

    def value(self, dim: str) -> str:
        """The true value of a dimension, as text."""
        return dict(self.values)[dim]


@dataclass(frozen=True, slots=True)
class ShapeDiagramView:
    """Both scales of one drawing, `side` user units wide and high."""

    stem: ClassVar[str] = "shape_diagram"
    side: ClassVar[int] = SIZE
    dims: ClassVar[tuple[str, ...]] = ("N", "d_k")
    title: Any
    caption: Any
    position: SourcePosition
    real: Scale
    small: Scale

    @property
    def scales(self) -> tuple[Scale, Scale]:
        return self.real, self.small


def real_scale(N: int, d_k: int, size: Printed) -> Scale:
    """The blocks alone: S is filled with a gradient that stands for its N × N scores."""
    blocks = _blocks(edge_lengths(N, d_k), _name_inside)
    score = blocks[-1]
    width = score.width / BANDS
    bands = tuple(
        Band(tidy(score.x + width * index), tidy(width), tidy((index + 0.5) / BANDS)) for index in range(BANDS)
    )
    return Scale("real", _values(N, d_k), blocks, _edges(blocks, N, d_k), size, bands)


def small_scale(q_ND: Matrix, k_ND: Matrix, scores_NN: Matrix, size: Printed) -> Scale:
    """The blocks with their entries, every score with the product it came from."""
    N, d_k = len(q_ND), len(q_ND[0])
    blocks = _blocks(edge_lengths(N, d_k), _name_outside)
    q, k, score = blocks
    return Scale(
        "small", _values(N, d_k), blocks, _edges(blocks, N, d_k), size,
        q=matrix_cells(q_ND, q.x, q.y, q.width, q.height),
        k=matrix_cells(list(zip(*k_ND, strict=True)), k.x, k.y, k.width, k.height),
        scores=score_cells(q_ND, k_ND, scores_NN, score.x, score.y, score.width),
    )  # fmt: skip


def edge_lengths(N: int, d_k: int) -> dict[str, float]:
    """The drawn length of each dimension, in user units; together they fill `ROOM`."""
    steps = {"N": 1 + log2(N), "d_k": 1 + log2(d_k)}
    return {dim: tidy(ROOM * step / sum(steps.values())) for dim, step in steps.items()}


def _values(N: int, d_k: int) -> tuple[tuple[str, str], ...]:
    return ("N", f"{N:,}"), ("d_k", f"{d_k:,}")


def _blocks(lengths: dict[str, float], place_name: Callable[..., tuple[float, float]]) -> tuple[Block, ...]:
    inner, outer = lengths["d_k"], lengths["N"]
    near, far = GUTTER, tidy(GUTTER + inner + GAP)
    laid_out: tuple[tuple[MatrixName, str, str, float, float, float, float], ...] = (
        ("Q", "N", "d_k", near, far, inner, outer),
        ("K", "d_k", "N", far, near, outer, inner),
        ("S", "N", "N", far, far, outer, outer),
    )
    return tuple(
        Block(name, rows, columns, x, y, width, height, *place_name(name, x, y, width, height))
        for name, rows, columns, x, y, width, height in laid_out
    )


def _name_inside(_: str, x: float, y: float, width: float, height: float) -> tuple[float, float]:
    return tidy(x + width / 2), tidy(y + height / 2)


def _name_outside(name: str, x: float, y: float, width: float, height: float) -> tuple[float, float]:
    match name:
        case "Q":
            return tidy(x + width / 2), tidy(y - NAME_OFFSET)
        case "K":
            return tidy(x + width + NAME_OFFSET), tidy(y + height / 2)
    return tidy(x + width + NAME_OFFSET), tidy(y + height + NAME_OFFSET)


def _edges(blocks: tuple[Block, ...], N: int, d_k: int) -> tuple[Edge, ...]:
    texts = dict(_values(N, d_k))
    q, k, score = blocks

    def across(block: Block, y: float, outwards: int) -> Edge:
        path = line(block.x, y + outwards * EDGE_OFFSET, block.x + block.width, y + outwards * EDGE_OFFSET)
        middle = tidy(block.x + block.width / 2)
        label = tidy(y + outwards * EDGE_LABEL_OFFSET)
        return Edge(block.name, block.columns, texts[block.columns], block.width, path, middle, label, upright=False)

    def down(block: Block, x: float, outwards: int) -> Edge:
        path = line(x + outwards * EDGE_OFFSET, block.y, x + outwards * EDGE_OFFSET, block.y + block.height)
        middle = tidy(block.y + block.height / 2)
        label = tidy(x + outwards * EDGE_LABEL_OFFSET)
        return Edge(block.name, block.rows, texts[block.rows], block.height, path, label, middle, upright=True)

    return (
        down(q, q.x, -1), across(q, q.y + q.height, 1),
        down(k, k.x, -1), across(k, k.y, -1),
        down(score, score.x + score.width, 1), across(score, score.y + score.height, 1),
    )  # fmt: skip
