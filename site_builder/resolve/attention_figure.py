"""`attention_figure`: an author's small vectors, carried through attention by the engine."""

from __future__ import annotations

from site_builder.document.blocks import AttentionFigure
from site_builder.engine.small_attention import SmallAttention
from site_builder.figures.attention_figure import AttentionFigureView, arcs, token_rows
from site_builder.resolve.scope import Scope


def small_attention(block: AttentionFigure) -> SmallAttention:
    """The tokens' vectors as rows of Q, K and V."""
    return SmallAttention(*(tuple(getattr(token, name) for token in block.tokens) for name in ("q", "k", "v")))


def resolve_attention_figure(block: AttentionFigure, scope: Scope) -> AttentionFigureView:
    """Every stage computed, the first word chosen."""
    small = small_attention(block)
    return AttentionFigureView(
        title=block.title,
        caption=block.caption,
        position=block.position,
        name=block.name,
        rows=token_rows([token.word for token in block.tokens], small),
        arcs=arcs(0, small.weights_NN[0]),
    )
