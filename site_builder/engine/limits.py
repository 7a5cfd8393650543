"""What a model leaves room for: arguments that count its heads and layers, and conventions that only some models have.

Each function says why a value is none of the model's, with the model's own number, or nothing.  Within these bounds
an argument may ask what would be: the KV cache with as many KV heads as query heads, or with every layer caching.
"""

from __future__ import annotations

from site_builder.engine.model import FullAttention, LatentAttention, Model


def heads_of(model: Model, asked: int | str) -> str:
    """Query heads: at most those of a layer."""
    own = max((mixer.query_heads for mixer in _attention(model)), default=0)
    return "" if int(asked) <= own else f"a layer of the model has {own:,} query heads"


def kv_heads_of(model: Model, asked: int | str) -> str:
    """KV heads: at most one for each query head, and none where attention is latent."""
    own = [(mixer.kv_heads, mixer.query_heads) for mixer in _attention(model) if isinstance(mixer, FullAttention)]
    if not own:
        return "the model has no KV heads"
    if int(asked) <= max(queries for _, queries in own):
        return ""
    kv_heads, queries = max(own)
    return f"a layer of the model has {kv_heads:,} KV heads, and {queries:,} query heads that each could have one"


def layers_of(model: Model, asked: int | str) -> str:
    """Layers: at most all of the model's."""
    own = len(model.layers)
    return "" if int(asked) <= own else f"the model has {own:,} layer{'' if own == 1 else 's'}"


def has_latent_attention(model: Model, asked: int | str) -> str:
    """A convention of latent attention: only for a model that has it."""
    found = any(isinstance(mixer, LatentAttention) for mixer in _attention(model))
    return "" if found else "the model has no layers with latent attention"


def has_windows(model: Model, asked: int | str) -> str:
    """A convention of sliding windows: only for a model that has them."""
    found = any(isinstance(mixer, FullAttention) and mixer.window is not None for mixer in _attention(model))
    return "" if found else "the model has no layers with a sliding window"


def _attention(model: Model) -> list[FullAttention | LatentAttention]:
    return [mixer for mixer, _ in model.mixers() if isinstance(mixer, (FullAttention, LatentAttention))]
