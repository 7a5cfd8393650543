"""Which layer is of which kind: patterns, windows, layers with experts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from site_builder.importing.hf_common import Config, absent
from site_builder.importing.hf_reader import ConfigReader, Fact, readable
from site_builder.source.nodes import ScalarNode

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
    """The kinds in `layer_types`, or None where there is no such field; reported where they do not fit.

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


def listed_windows(config: Config, layers: Fact) -> tuple[Fact, Fact | None]:
    """What layer_types lists; without it a window on every layer that has one."""
    if config.text.has("layer_types"):
        return sliding_among_full(config, layers, [True] * layers.number, "")
    return sliding_everywhere(config, config.text.optional_whole("sliding_window"))


def every_fourth_full(config: Config, layers: Fact) -> tuple[Fact, Fact | None]:
    """layer_types, or full attention in every layer whose number sliding_window_pattern (4) divides."""
    names = ("_sliding_window_pattern", "layer_switch", "sliding_window_pattern")
    name = next((each for each in names if config.text.has(each)), names[-1])
    period = config.text.whole(name, absent(4, name, "every fourth layer is full attention"))
    fourth = [(index + 1) % period.number == 0 for index in range(layers.number)]
    return sliding_among_full(config, layers, fourth, f"every layer whose number {name} divides is full attention")


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
    """The feed-forward pattern that the fields `names` give; reported where it has no layer with experts."""
    if True not in sparse and readable(layers):
        message = f"{' and '.join(names)} leave none of the {layers.value} layers for the experts"
        return config.text.refuse(names[0], "anchor-is-consistent", message)
    return pattern(["moe" if each else "dense" for each in sparse], "config", ", ".join(names))


def leading_dense(config: Config, layers: Fact) -> Fact:
    """Dense first_k_dense_replace layers, then experts in every moe_layer_freq-th."""
    first = config.text.whole("first_k_dense_replace", absent(0, "first_k_dense_replace", "none"), least=0)
    every = config.text.whole("moe_layer_freq", absent(1, "moe_layer_freq", "every layer"))
    sparse = [index >= first.number and index % every.number == 0 for index in range(layers.number)]
    if not readable(first, every):
        return first
    _check_listed(config, layers, sparse)
    return dense_or_experts(config, layers, sparse, "first_k_dense_replace", "moe_layer_freq")


def _check_listed(config: Config, layers: Fact, sparse: Sequence[bool]) -> None:
    """mlp_layer_types says the same again, layer by layer."""
    listed = config.text.texts("mlp_layer_types")
    if listed is not None and readable(layers) and listed != tuple("sparse" if each else "dense" for each in sparse):
        message = "mlp_layer_types does not follow first_k_dense_replace"
        config.text.refuse("mlp_layer_types", "anchor-is-consistent", message)


def spaced_experts(config: Config, layers: Fact) -> Fact:
    """Experts from moe_layer_start_index to moe_layer_end_index, in every moe_layer_interval-th layer."""
    text = config.text
    first = text.whole("moe_layer_start_index", absent(0, "moe_layer_start_index", "the first layer"), least=0)
    every = text.whole("moe_layer_interval", absent(1, "moe_layer_interval", "every layer"))
    end = (
        text.whole("moe_layer_end_index", absent(layers.number - 1, "moe_layer_end_index", "the last"), least=0)
        if text.has("moe_layer_end_index") and not _is_minus_one(text)
        else layers
    )
    sparse = [first.number <= index <= end.number and (index + 1) % every.number == 0 for index in range(layers.number)]
    return dense_or_experts(config, layers, sparse, "moe_layer_start_index", "moe_layer_interval")


def _is_minus_one(text: ConfigReader) -> bool:
    entry = text.node.entry("moe_layer_end_index")
    found = entry is not None and isinstance(entry.value, ScalarNode) and entry.value.value == -1
    if found:
        text.asked.add("moe_layer_end_index")
    return found
