"""The sections an anchor file may have, derived from the records of `engine.model`: each field a value with its source.

    hidden_size: {value: 5120, source: config, place: text_config.hidden_size}

`source` is a key of the anchor's own `sources`, `place` where in it.  A name is the same here, in `{eval}` and in
the origin of a formula's input.  What layers of one kind have differently stands in a numbered section: kind
``full_2`` is described by ``attention_2``, whose fields are ``query_heads_2`` and so on.  ``mamba2+full`` are two
mixers side by side, ``none`` is no mixer or no feed-forward.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from types import SimpleNamespace

from site_builder.engine.model import (
    Checkpoint,
    DenseFeedForward,
    Embeddings,
    FullAttention,
    LatentAttention,
    LightningAttention,
    LinearAttention,
    Mamba,
    Mamba2,
    Model,
    MoeFeedForward,
    MtpHead,
    Norms,
    Quantization,
    Rwkv7,
    SidePaths,
    VisionTower,
)  # fmt: skip
from site_builder.engine.record import MOST_LAYERS, Declared, declared, either
from site_builder.engine.record import Record as ModelRecord
from site_builder.source import patterns
from site_builder.source.fields import REQUIRED, Field, Record
from site_builder.source.kinds import FLAG, Kind, choice, mapping, sequence, text, whole

NAME = text(least=1, most=200)

RECORDS: dict[str, tuple[type[ModelRecord], ...]] = {
    "model": (Model, Embeddings, Norms),
    "attention": (FullAttention,),
    "linear_attention": (LinearAttention,),
    "lightning_attention": (LightningAttention,),
    "rwkv7": (Rwkv7,),
    "latent_attention": (LatentAttention,),
    "mamba": (Mamba,),
    "mamba2": (Mamba2,),
    "feed_forward": (DenseFeedForward,),
    "moe": (MoeFeedForward,),
    "side_paths": (SidePaths,),
    "vision": (VisionTower,),
    "mtp": (MtpHead,),
    "quantization": (Quantization,),
    "checkpoint": (Checkpoint,),
}
"""Every section with the records its fields belong to, in the order they are written."""

MIXERS = {
    "full": "attention", "sliding": "attention", "linear": "linear_attention", "latent": "latent_attention",
    "lightning": "lightning_attention", "rwkv7": "rwkv7", "mamba": "mamba", "mamba2": "mamba2",
}  # fmt: skip
FEED_FORWARDS = {"dense": "feed_forward", "moe": "moe"}
"""The section that describes each kind of layer."""
NOTHING = "none"
"""The kind of a layer without a mixer, or without a feed-forward."""

COUNTED = {
    "full": ("full_attention_layers", "L_full"), "sliding": ("sliding_window_layers", "L_win"),
    "linear": ("linear_attention_layers", "L_linear"), "latent": ("latent_attention_layers", "L_latent"),
    "lightning": ("lightning_layers", "L_linear"), "rwkv7": ("rwkv7_layers", "L_linear"),
    "mamba": ("mamba_layers", "L_ssm"), "mamba2": ("mamba2_layers", "L_ssm"), "dense": ("dense_layers", "L_dense"),
    "moe": ("moe_layers", "L_moe"),
}  # fmt: skip
"""The field that counts the layers of each kind, and its letter."""

SYMBOLS = {
    "layers": "L", **dict(COUNTED.values()),
    **{each.name: each.symbol for parts in RECORDS.values() for one in parts for each in declared(one) if each.symbol},
}  # fmt: skip
"""Fields that have a letter in the formulas of quantities: in arithmetic they are the same letter."""

KINDS = (*MIXERS, *FEED_FORWARDS, NOTHING)
_NUMBER = r"_(?:[2-9]|[12]\d|3[0-2])"
_KIND = rf"(?:{'|'.join(KINDS)})(?:{_NUMBER})?"
_RUN = re.compile(rf"(?:([1-9][0-9]{{0,3}}) )?({_KIND}(?:\+{_KIND})?)")


def split_number(name: str) -> tuple[str, str]:
    """``attention_2`` → ("attention", "_2"), ``attention`` → ("attention", "")."""
    numbered = re.fullmatch(rf"(.*?)({_NUMBER})", name)
    return (numbered[1], numbered[2]) if numbered else (name, "")


def section_of(kind: str, sections: dict[str, str]) -> str:
    """The section that describes layers of `kind`: ``full_2`` → ``attention_2``; '' where none does."""
    base, number = split_number(kind)
    return sections[base] + number if base in sections else ""


def sections_of(kinds: Iterable[str], sections: dict[str, str]) -> dict[str, str]:
    """Every kind of `kinds` by itself, ``mamba2+full`` as two and ``none`` as none, with its section."""
    parts = dict.fromkeys(part for kind in kinds for part in kind.split("+") if part != NOTHING)
    return {part: section_of(part, sections) for part in parts}


def pattern_items(runs: tuple[str, ...]) -> tuple[str, ...]:
    """``("3 linear", "full")`` written out: linear, linear, linear, full.  ValueError for anything else."""
    items: list[str] = []
    for run in runs:
        match = _RUN.fullmatch(run)
        if match is None:
            raise ValueError(f"expected items such as '3 linear' or 'full', of {', '.join(KINDS)}")
        items += [match[2]] * int(match[1] or 1)
    if len(items) > MOST_LAYERS:
        raise ValueError(f"expected at most {MOST_LAYERS} layers")
    return tuple(items)


RUNS = sequence(text(), least=1, check=pattern_items)
"""Kinds of successive layers, repeated to the number of layers, which it must divide."""
LAYERS = {"layers": whole(1, MOST_LAYERS), "layer_pattern": RUNS, "feed_forward_pattern": RUNS}


def _value_kind(field: Declared) -> Kind:
    if field.kind is tuple:
        return sequence(text())
    if field.kind is bool:
        return FLAG
    plain = text() if field.kind is str else whole()
    if field.choices:
        return choice(plain, field.choices, either(field.choices, field.choices[0]))
    return NAME if field.kind is str else whole(field.least, field.most)


def _sourced(key: str, value: Kind, needed: bool) -> Field:
    parts = (Field("value", value), Field("source", NAME), Field("place", NAME, None))
    return Field(key, Record(parts, SimpleNamespace).kind(), REQUIRED if needed else None)


@lru_cache(maxsize=64)
def _section(name: str) -> Kind:
    base, number = split_number(name)
    fields = [
        _sourced(f"{each.name}{number}", _value_kind(each), each.needed)
        for part in RECORDS[base]
        for each in declared(part)
    ]
    fields += [_sourced(each, kind, True) for each, kind in LAYERS.items()] if base == "model" else []
    return Record(tuple(fields), SimpleNamespace).kind()


def section_names(written: Iterable[str]) -> tuple[str, ...]:
    """The sections among the keys `written`, numbered ones behind their own kind, in the order of `RECORDS`."""
    found = {name: split_number(name) for name in written}
    order = list(RECORDS)
    known = [name for name, (base, number) in found.items() if base in RECORDS and (not number or base in _NUMBERED)]
    return tuple(sorted(known, key=lambda name: (order.index(found[name][0]), len(found[name][1]), found[name][1])))


_NUMBERED = {*MIXERS.values(), *FEED_FORWARDS.values()}


@lru_cache(maxsize=64)
def file_record(sections: tuple[str, ...]) -> Record:
    """A whole anchor file that has `sections`; the model's own must be there."""
    own = (Field("id", text(patterns.ANCHOR_ID)), Field("title", NAME), Field("sources", mapping(NAME)))
    optional = [name for name in dict.fromkeys((*RECORDS, *sections)) if name != "model"]
    described = (Field("model", _section("model")), *(Field(name, _section(name), None) for name in optional))
    return Record((*own, *described), SimpleNamespace)
