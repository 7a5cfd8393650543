"""How far a context goes before what grows with it reaches a number of bytes, or of FLOPs.

What grows is a sum of each · N, or each · min(N, window): a broken line.  Found in integers (⌈a ÷ b⌉), never by
rounding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from site_builder.engine.components import cached_mixers
from site_builder.engine.formula import Expression, Symbol, ceil_div
from site_builder.engine.kv_cache import kv_of_one_token
from site_builder.engine.model import FullAttention, Model
from site_builder.engine.quantity import Arguments, Formula, Input, QuantityError


class NoCrossing(QuantityError):
    """The first quantity never reaches the second for this model; the message says why."""


@dataclass(frozen=True, slots=True)
class Slope:
    """`each` for every token of the context, or for every token up to a window."""

    each: int
    window: int | None = None


def kv_slopes(model: Model, arguments: Arguments) -> list[Slope]:
    """Bytes of KV cache that a token of the context adds, by kinds of layers."""
    return [
        Slope(
            kv_of_one_token(model, arguments, mixer, count).value(),
            mixer.window if isinstance(mixer, FullAttention) else None,
        )
        for mixer, count in cached_mixers(model)
    ]


def reach(slopes: Sequence[Slope], target: Input, never: str) -> Formula:
    """Smallest N ≥ 1 at which the sum reaches `target` > 0, as ⌈(target − filled) ÷ slope⌉."""
    for slope, filled, edge in _segments(slopes):
        if slope and (edge is None or slope * edge + filled >= target.value):
            rest: Expression = Symbol(target.symbol) - filled if filled else Symbol(target.symbol)
            return Formula(ceil_div(rest, Symbol("slope")), (target, Input("slope", slope, "added_per_token")))
    raise NoCrossing(never)


def _segments(slopes: Sequence[Slope]) -> Iterator[tuple[int, int, int | None]]:
    """Between two windows the sum is slope · N + filled: (slope, filled, last N), the last without end."""
    for edge in [*sorted({slope.window for slope in slopes if slope.window is not None}), None]:
        full = [slope for slope in slopes if slope.window is not None and (edge is None or slope.window < edge)]
        filled = sum(slope.each * slope.window for slope in full if slope.window is not None)
        yield sum(slope.each for slope in slopes if slope not in full), filled, edge
