"""Which layer is of which kind: patterns, windows, layers with experts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from site_builder.importing.hf_common import Config, absent
from site_builder.importing.hf_reader import Fact, readable

SLIDING_TYPES = {"full_attention": "full", "sliding_attention": "sliding"}
LINEAR_TYPES = {"full_attention": "full", "linear_attention": "linear"}


def layer_count(config: Config) -> Fact:
    """The number of decoder layers."""
    return config.text.layer_count("num_hidden_layers")


def uniform(kind: str, why: str) -> Fact:
    """A pattern of one kind, which the family's modelling code fixes."""
    return Fact((kind,), "code", why)


ALL_FULL = uniform("full", "every layer is full attention")
ALL_DENSE = uniform("dense", "every layer has a dense feed-forward")
ALL_EXPERTS = uniform("moe", "every layer has experts")


def runs(kinds: Sequence[str]) -> tuple[str, ...]:
    """Kinds of all layers as the shortest repeated pattern: linear, linear, full, … → ``2 linear``, ``full``."""
    size = next(size for size in range(1, len(kinds) + 1) if len(kinds) % size == 0 and _repeats(kinds, size))
    counted = [(kind, len(list(group))) for kind, group in groupby(kinds[:size])]
    return tuple(kind if count == 1 else f"{count} {kind}" for kind, count in counted)


def _repeats(kinds: Sequence[str], size: int) -> bool:
    return all(kinds[index] == kinds[index % size] for index in range(len(kinds)))


def pattern(kinds: Sequence[str], source: str, place: str) -> Fact:
    """A pattern field from the kinds of all layers."""
    return Fact(runs(kinds), source, place)


def listed_kinds(config: Config, layers: Fact, known: Mapping[str, str]) -> list[str] | None:
    """The kinds in `layer_types`, or None where there is no such field; told where they do not fit.

    `known` are the names the family has, with the kind each means.
    """
    names = config.text.texts("layer_types")
    if names is None or not readable(layers):
        return None
    unknown = [name for name in names if name not in known]
    if unknown:
        hint = f"known to this family: {', '.join(known)}"
        config.text.refuse("layer_types", "architecture-is-known", f"layer_types holds {unknown[0]!r}", hint)
        return None
    if len(names) != layers.number:
        message = f"layer_types lists {len(names)} layers, num_hidden_layers = {layers.value}"
        config.text.refuse("layer_types", "anchor-is-consistent", message)
        return None
    return [known[name] for name in names]


# --- windows ------------------------------------------------------------------------------------


def sliding_everywhere(config: Config, window: Fact | None) -> tuple[Fact, Fact | None]:
    """Every layer slides over `window`, or none where there is none: the pattern, and the window."""
    if window is None:
        return Fact(("full",), "config", f"{config.text.prefix}sliding_window"), None
    return Fact(("sliding",), "config", f"{config.text.prefix}sliding_window"), window


def sliding_among_full(config: Config, layers: Fact, full: Sequence[bool], why: str) -> tuple[Fact, Fact | None]:
    """layer_types, or without it full attention where `full` says so: the pattern, and the window if one slides."""
    text, kinds = config.text, listed_kinds(config, layers, SLIDING_TYPES)
    window, source, place = text.optional_whole("sliding_window"), "config", f"{text.prefix}layer_types"
    if kinds is None:
        kinds, source, place = ["full" if each else "sliding" for each in full], "code", why
    if "sliding" not in kinds:
        return pattern(kinds, source, place), None
    return pattern(kinds, source, place), window or text.whole("sliding_window")


# --- experts ------------------------------------------------------------------------------------


def sparse_layers(config: Config, layers: Fact) -> Fact:
    """dense where mlp_only_layers or decoder_sparse_step say so, moe elsewhere."""
    text = config.text
    step = text.whole("decoder_sparse_step", absent(1, "decoder_sparse_step", "every layer"))
    only = text.wholes("mlp_only_layers") or ()
    outside = [index for index in only if not 0 <= index < layers.number]
    if outside and readable(layers):
        message = f"mlp_only_layers holds {outside[0]}, num_hidden_layers = {layers.value}"
        text.refuse("mlp_only_layers", "anchor-is-consistent", message)
    sparse = [index not in only and (index + 1) % step.number == 0 for index in range(layers.number)]
    return dense_or_experts(config, layers, sparse, "decoder_sparse_step", "mlp_only_layers")


def dense_or_experts(config: Config, layers: Fact, sparse: Sequence[bool], *names: str) -> Fact:
    """The feed-forward pattern that the fields `names` give; told where it has no layer with experts."""
    if True not in sparse and readable(layers):
        message = f"{' and '.join(names)} leave none of the {layers.value} layers for the experts"
        return config.text.refuse(names[0], "anchor-is-consistent", message)
    return pattern(["moe" if each else "dense" for each in sparse], "config", ", ".join(names))
