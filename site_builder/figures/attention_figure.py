"""Attention of a few tokens as a reader follows it: one word's scores and weights, and what every word fetches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from site_builder.engine.small_attention import Rows, SmallAttention
from site_builder.figures.geometry import tidy
from site_builder.figures.score_cells import number_text
from site_builder.problems import SourcePosition

SLOT = 64
"""Width of a word's column in user units."""
BASE, TOP = 116, 12
"""Where the arcs stand, and the top of the highest there can be."""
LOOP = 12
"""Half the width of the loop from a word to itself.  attention_figure.js has these numbers too."""
WIDEST = 18
"""Width of a line that carries all the weight."""


@dataclass(frozen=True, slots=True)
class Arc:
    """From the chosen word to another: SVG path data, and the width its weight gives it."""

    path: str
    width: float


@dataclass(frozen=True, slots=True)
class TokenRow:
    """One token in figures for readers; scores and weights go over all tokens, in the order of the sentence."""

    word: str
    q: tuple[str, ...]
    k: tuple[str, ...]
    v: tuple[str, ...]
    scores: tuple[str, ...]
    weights: tuple[str, ...]
    output: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AttentionFigureView:
    """The tokens, with the first one chosen."""

    stem: ClassVar[str] = "attention_figure"
    height: ClassVar[int] = BASE
    slot: ClassVar[int] = SLOT
    title: Any
    caption: Any
    position: SourcePosition
    name: str
    rows: tuple[TokenRow, ...]
    arcs: tuple[Arc, ...]

    @property
    def width(self) -> int:
        return SLOT * len(self.rows)

    @property
    def sums(self) -> tuple[str, ...]:
        """What the first word fetches, written out: one sum for each entry of v."""
        chosen = self.rows[0]
        columns = zip(*(row.v for row in self.rows), strict=True)
        return tuple(sum_text(chosen.weights, column) for column in columns)


def token_rows(words: Sequence[str], small: SmallAttention) -> tuple[TokenRow, ...]:
    """Every token with its figures as printed."""
    texts = (_texts(small.q_ND, 1), _texts(small.k_ND, 1), _texts(small.v_NV, 1), _texts(small.scores_NN, 2),
             _texts(small.weights_NN, 2), _texts(small.outputs_NV, 3))  # fmt: skip
    return tuple(TokenRow(*row) for row in zip(words, *texts, strict=True))


def arcs(chosen: int, weights_N: Sequence[Fraction]) -> tuple[Arc, ...]:
    """The lines from word `chosen` over the sentence, as thick as the weights are large."""
    return tuple(
        Arc(_arc(chosen, other, len(weights_N)), tidy(float(WIDEST * weight))) for other, weight in enumerate(weights_N)
    )


def sum_text(weights: Sequence[str], values: Sequence[str]) -> str:
    """``0.13×0.9 + 0.87×(−0.2)``."""
    factors = (f"({value})" if value.startswith("−") else value for value in values)
    return " + ".join(f"{weight}×{factor}" for weight, factor in zip(weights, factors, strict=True))


def _arc(chosen: int, other: int, tokens: int) -> str:
    start, end = SLOT * (chosen + 0.5), SLOT * (other + 0.5)
    top = BASE - (BASE - TOP) * (abs(chosen - other) + 1) / tokens * 4 / 3
    if chosen == other:
        start, end = start - LOOP, end + LOOP
    return f"M{tidy(start)} {BASE}C{tidy(start)} {tidy(top)} {tidy(end)} {tidy(top)} {tidy(end)} {BASE}"


def _texts(rows: Rows, places: int) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(number_text(entry, places) for entry in row) for row in rows)
