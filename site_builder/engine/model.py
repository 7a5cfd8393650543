"""A model as layers of kinds, in exact whole numbers.

A layer is a token mixer (`mixers`) and a feed-forward (`feed_forwards`).  Widths are elements, windows and contexts
are tokens.  The records hold no bytes and no formulas: `tensors` and `components` list the weights, `quantities`
computes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from site_builder.engine.feed_forwards import DenseFeedForward, FeedForward, MoeFeedForward
from site_builder.engine.mixers import (
    FullAttention,
    LatentAttention,
    LightningAttention,
    LinearAttention,
    Mamba,
    Mamba2,
    Mixer,
    Recurrent,
    Rwkv7,
)  # fmt: skip
from site_builder.engine.record import LARGEST, MOST_LAYERS, ModelError, Record, flag, size, word, words
from site_builder.engine.storage import BY_NAME, PLAIN

__all__ = [
    "Checkpoint", "DenseFeedForward", "Embeddings", "FeedForward", "FullAttention", "LatentAttention", "Layer",
    "LightningAttention", "LinearAttention", "Mamba", "Mamba2", "Mixer", "Model", "ModelError", "MoeFeedForward",
    "MtpHead", "Norms", "Quantization", "Recurrent", "Rwkv7", "SidePaths", "VisionTower",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Layer:
    """One decoder layer: a token mixer, then a feed-forward; either may be missing (None).

    `beside` is a second mixer that reads the same input, its output added (Falcon-H1).
    """

    mixer: Mixer | None
    feed_forward: FeedForward | None
    beside: Mixer | None = None

    @property
    def mixers(self) -> tuple[Mixer, ...]:
        """The mixers there are."""
        return tuple(mixer for mixer in (self.mixer, self.beside) if mixer is not None)


@dataclass(frozen=True, slots=True)
class Embeddings(Record):
    """Token embedding; `tied` shares it with the output head; `positions` learned position vectors.

    `norm` is one behind the embedding (BLOOM), `head_bias` one number a word on the output (Phi-2).
    """

    vocab_size: int = size("V")
    tied: bool = flag(name="tied_embeddings")
    positions: int | None = size("P", None, name="learned_positions")
    norm: bool = flag(False, name="embedding_norm")
    head_bias: bool = flag(False)


@dataclass(frozen=True, slots=True)
class Norms(Record):
    """Normalisations of hidden width: `per_layer` in each layer, and one after the last.

    2 is one before each of mixer and feed-forward, 4 one behind each too, 1 one for both where they work side by
    side, 0 norms without weights; a layer without a mixer or without a feed-forward has half of them.
    """

    per_layer: int = size("n_norm", 2, name="norms_per_layer", least=0, choices=(0, 1, 2, 4), needed=True)
    bias: bool = flag(False, name="norm_bias", needed=True)
    final: bool = flag(True, name="final_norm")


@dataclass(frozen=True, slots=True)
class VisionTower(Record):
    """A ViT with biases everywhere and a merger of merge² patches into one vector of the text model.

    The merger is two layers over the merge² patches side by side, or with `linear_merger` one
    projection of their mean behind a norm of its own (Gemma 3).  `extra_mergers` are like the first but for their norm,
    which is of the merged width (Qwen3-VL).
    """

    PREFIX: ClassVar[str] = "vision_"

    depth: int = size("v_L", most=MOST_LAYERS)
    hidden_size: int = size("v_d")
    intermediate_size: int = size("v_f")
    patch_size: int = size("v_p")
    temporal_patch_size: int = size("v_t")
    channels: int = size("v_c")
    positions: int = size("v_N")
    merge_size: int = size("v_m")
    output_size: int = size("v_o")
    linear_merger: bool = flag(False)
    extra_mergers: int | None = size("v_x", None)
    heads: int = size(default=1, descriptive=True, needed=True)

    def contradictions(self) -> Iterator[ModelError]:
        """Heads share the width evenly."""
        return self.multiple("hidden_size", "heads")


@dataclass(frozen=True, slots=True)
class SidePaths(Record):
    """Paths beside attention and feed-forward (Gemma 3n).

    Every layer gets an embedding of the token of its own, of `embedding_width` (per-layer embeddings).

    The residual is `streams` vectors of hidden width, of which a layer computes one and corrects the others (AltUp,
    arXiv 2301.13310); a shortcut of `low_rank` runs beside attention (LAuReL, arXiv 2411.07501).
    """

    PREFIX: ClassVar[str] = "side_"

    embedding_vocab_size: int = size("V_s")
    embedding_width: int = size("d_s")
    streams: int = size("n_u")
    low_rank: int = size("r_l")


@dataclass(frozen=True, slots=True)
class MtpHead(Record):
    """Multi-token prediction: `depth` modules of a 2d → d projection, one `layer` and three norms.

    `stored_embeddings` says that the checkpoint holds a second copy of embedding and head for it.
    In an anchor `mixer` and `feed_forward` name the kinds of its layer where that is not like the model's last one.
    """

    PREFIX: ClassVar[str] = "mtp_"

    depth: int = size("M", name="layers", most=MOST_LAYERS)
    layer: Layer  # type: ignore[misc]  # size() declares what comes before and gives it no default
    stored_embeddings: bool = flag(False, needed=True)
    mixer: str | None = word(None, descriptive=True)
    feed_forward: str | None = word(None, descriptive=True)


@dataclass(frozen=True, slots=True)
class Quantization(Record):
    """How the published checkpoint stores the projections of its layers; the rest keeps the stored dtype.

    `experts_only`: only those of the routed experts (gpt-oss).
    """

    PREFIX: ClassVar[str] = "quantization_"

    format: str = word(choices=tuple(BY_NAME))
    includes_mtp: bool = flag(False, needed=True)
    experts_only: bool = flag(False)


@dataclass(frozen=True, slots=True)
class Checkpoint(Record):
    """The published files: their tensors' `bytes` where these were read, or whether they follow from the model.

    Not `known`: a config does not say in what types the files hold the weights, or whether a tied head is stored twice.
    """

    PREFIX: ClassVar[str] = "checkpoint_"

    bytes: int | None = size(default=None, most=64 * LARGEST)
    known: bool = flag(True)
    method: str | None = word(None, descriptive=True)


@dataclass(frozen=True, slots=True)
class Model(Record):
    """A whole checkpoint.  `stored_dtype` is one of `storage.PLAIN` (``bfloat16``)."""

    hidden_size: int = size("d")
    native_context: int = size()
    stored_dtype: str = word(choices=PLAIN)
    embeddings: Embeddings  # type: ignore[misc]
    layers: tuple[Layer, ...]  # type: ignore[misc]
    norms: Norms = Norms()
    side: SidePaths | None = None
    vision: VisionTower | None = None
    mtp: MtpHead | None = None
    quantization: Quantization | None = None
    checkpoint: Checkpoint = Checkpoint()
    not_counted: tuple[str, ...] = words()
    ignored_keys: tuple[str, ...] = words()

    def contradictions(self) -> Iterator[ModelError]:
        """No layers at all, or one norm for both halves of a layer that has one half."""
        if not self.layers:
            yield ModelError("a model has at least one layer", ("layers",))
        if self.norms.per_layer == 1 and self.halves:
            yield ModelError("norms_per_layer is 1, but some layers have no mixer or no feed-forward", ("norms",))

    def mixers(self) -> tuple[tuple[Mixer, int], ...]:
        """Each different mixer with the number of layers that have it, in order of first use."""
        return tuple(Counter(mixer for layer in self.layers for mixer in layer.mixers).items())

    def feed_forwards(self) -> tuple[tuple[FeedForward, int], ...]:
        """Each different feed-forward with the number of layers that have it, in order of first use."""
        found = (layer.feed_forward for layer in self.layers)
        return tuple(Counter(block for block in found if block is not None).items())

    @property
    def halves(self) -> int:
        """The number of layers without a mixer or without a feed-forward."""
        return sum(layer.mixer is None or layer.feed_forward is None for layer in self.layers)

    def count(self, kind: type[Mixer] | type[FeedForward]) -> int:
        """The number of layers whose mixer or feed-forward is of `kind`."""
        return sum(any(isinstance(part, kind) for part in (*layer.mixers, layer.feed_forward)) for layer in self.layers)
