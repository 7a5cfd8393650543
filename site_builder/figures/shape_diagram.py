"""Q, Kᵀ and S = QKᵀ/√d_k as blocks laid out as the product is read: Kᵀ over S, Q to its left.

A symbol has one length in a scale, and its true value on every edge: rows on the left of a block, columns above
it, its name in the corner between them.  Where real sizes are too far apart to be seen, one scale has logarithmic
edges (length 1 is one step, every doubling adds one) and another has the true areas.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import Any, ClassVar, Literal, TypeAlias

from site_builder.figures.geometry import line, tidy
from site_builder.figures.printed import Printed
from site_builder.figures.score_cells import Cells, Matrix, matrix_cells, score_cells
from site_builder.problems import SourcePosition

ScaleName: TypeAlias = Literal["real", "areas", "small"]
MatrixName: TypeAlias = Literal["Q", "K", "S"]

SIZE = 480
"""Width and height of the drawing, in user units."""
GUTTER, MARGIN = 40, 4
"""Room for a block's edges on the left and above, and for its outline on the other sides."""
ROOM = SIZE - 2 * GUTTER - MARGIN
"""What d_k and N share along either side of the drawing."""
EDGE_OFFSET, LABEL_OFFSET = 6, 22
SHORTEST_EDGE = 40
"""A shorter one has no room for its value, which stands in the table below."""


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

    @property
    def name_x(self) -> float:
        return tidy(self.x - LABEL_OFFSET)

    @property
    def name_y(self) -> float:
        return tidy(self.y - LABEL_OFFSET)


@dataclass(frozen=True, slots=True)
class Sizes:
    """The memory of Q, which is that of K, and of S; how many times the one the other is."""

    operand: Printed
    score: Printed
    times: Printed


@dataclass(frozen=True, slots=True)
class Scale:
    """The three blocks at one pair of values; only the small scale has cells."""

    name: ScaleName
    values: tuple[tuple[str, str], ...]
    blocks: tuple[Block, ...]
    edges: tuple[Edge, ...]
    sizes: Sizes
    q: Cells | None = None
    k: Cells | None = None
    scores: Cells | None = None

    def value(self, dim: str) -> str:
        """The true value of a dimension, as text."""
        return dict(self.values)[dim]

    def size(self, block: Block) -> Printed:
        """The memory of a block."""
        return self.sizes.score if block.name == "S" else self.sizes.operand


@dataclass(frozen=True, slots=True)
class ShapeDiagramView:
    """All scales of one drawing, `side` user units wide and high."""

    stem: ClassVar[str] = "shape_diagram"
    side: ClassVar[int] = SIZE
    gutter: ClassVar[int] = GUTTER
    dims: ClassVar[tuple[str, ...]] = ("N", "d_k")
    title: Any
    caption: Any
    position: SourcePosition
    real: Scale
    areas: Scale
    small: Scale

    @property
    def scales(self) -> tuple[Scale, ...]:
        return self.real, self.areas, self.small


def logarithmic_scale(N: int, d_k: int, sizes: Sizes) -> Scale:
    """Every edge as long as its logarithm: all blocks can be seen, their areas mean nothing."""
    return _scale("real", N, d_k, logarithmic_lengths(N, d_k), sizes)


def true_scale(N: int, d_k: int, sizes: Sizes) -> Scale:
    """Every edge as long as it is: the areas are those of the matrices."""
    return _scale("areas", N, d_k, true_lengths(N, d_k), sizes)


def small_scale(q_ND: Matrix, k_ND: Matrix, scores_NN: Matrix, sizes: Sizes) -> Scale:
    """True lengths, so that every cell has one size; each score with the product it came from."""
    N, d_k = len(q_ND), len(q_ND[0])
    scale = _scale("small", N, d_k, true_lengths(N, d_k), sizes)
    q, k, score = scale.blocks
    return Scale(
        "small", scale.values, scale.blocks, scale.edges, sizes,
        q=matrix_cells(q_ND, q.x, q.y, q.width, q.height),
        k=matrix_cells(list(zip(*k_ND, strict=True)), k.x, k.y, k.width, k.height),
        scores=score_cells(q_ND, k_ND, scores_NN, score.x, score.y, score.width),
    )  # fmt: skip


def logarithmic_lengths(N: int, d_k: int) -> dict[str, float]:
    """The drawn length of each dimension, in user units; together they fill `ROOM`."""
    return _shared({"N": 1 + log2(N), "d_k": 1 + log2(d_k)})


def true_lengths(N: int, d_k: int) -> dict[str, float]:
    """The same, to one linear scale."""
    return _shared({"N": N, "d_k": d_k})


def _shared(parts: dict[str, float]) -> dict[str, float]:
    return {dim: tidy(ROOM * part / sum(parts.values())) for dim, part in parts.items()}


def _scale(name: ScaleName, N: int, d_k: int, lengths: dict[str, float], sizes: Sizes) -> Scale:
    inner, outer = lengths["d_k"], lengths["N"]
    near, far = GUTTER, tidy(2 * GUTTER + inner)
    blocks = (
        Block("Q", "N", "d_k", near, far, inner, outer),
        Block("K", "d_k", "N", far, near, outer, inner),
        Block("S", "N", "N", far, far, outer, outer),
    )
    values = ("N", f"{N:,}"), ("d_k", f"{d_k:,}")
    texts = dict(values)
    edges = (edge for block in blocks for edge in (_down(block, texts), _across(block, texts)))
    return Scale(name, values, blocks, tuple(edge for edge in edges if edge.length >= SHORTEST_EDGE), sizes)


def _across(block: Block, texts: dict[str, str]) -> Edge:
    y = tidy(block.y - EDGE_OFFSET)
    path, middle = line(block.x, y, block.x + block.width, y), tidy(block.x + block.width / 2)
    label = tidy(block.y - LABEL_OFFSET)
    return Edge(block.name, block.columns, texts[block.columns], block.width, path, middle, label, upright=False)


def _down(block: Block, texts: dict[str, str]) -> Edge:
    x = tidy(block.x - EDGE_OFFSET)
    path, middle = line(x, block.y, x, block.y + block.height), tidy(block.y + block.height / 2)
    label = tidy(block.x - LABEL_OFFSET)
    return Edge(block.name, block.rows, texts[block.rows], block.height, path, label, middle, upright=True)
