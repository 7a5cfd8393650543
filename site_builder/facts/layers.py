"""Layers and records of an anchor file that is valid in each field: what contradicts, and the engine's model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

from site_builder.engine.model import (
    Checkpoint,
    Embeddings,
    Layer,
    Model,
    MtpHead,
    Norms,
    Quantization,
    SidePaths,
    VisionTower,
)
from site_builder.engine.record import Record, declared
from site_builder.facts.sections import FEED_FORWARDS, MIXERS, RECORDS, pattern_items, sections_of, split_number
from site_builder.problems import Mistake

Values: TypeAlias = Mapping[str, Mapping[str, Any]]
"""Section → field → value, of the fields that are given."""
R = TypeVar("R", bound=Record)


Contradiction: TypeAlias = tuple[tuple[str, ...], Mistake]
"""Where fields do not go together (section and field), and what is wrong."""


def _found(place: tuple[str, ...], rule: str, message: str, hint: str = "") -> Contradiction:
    return place, Mistake(rule, message, hint)


def kinds_of_layers(values: Values, pattern: str) -> tuple[str, ...]:
    """The kind of each layer, in order: the pattern repeated to the number of layers."""
    period = pattern_items(values["model"][pattern])
    return period * (int(values["model"]["layers"]) // len(period))


def contradictions(values: Values) -> Iterator[Contradiction]:
    """Everything in a valid file that no model could have."""
    yield from _pattern(values, "layer_pattern", MIXERS)
    yield from _pattern(values, "feed_forward_pattern", FEED_FORWARDS)
    for section in values:
        yield from _windows(values, section)
        base, number = split_number(section)
        for record in RECORDS[base]:
            if record is not Model:
                for error in _fields(record, values[section], number, unchecked=True).contradictions():
                    yield _found((section, f"{record.named(error.fields[0])}{number}"), error.rule, error.message)
    yield from _mtp_kinds(values)
    if "attention" in values and "latent_attention" in values:
        message = "full and latent attention in one model are not described: both have query_heads"
        yield _found(("latent_attention",), "anchor-is-consistent", message)


def _pattern(values: Values, name: str, sections: dict[str, str]) -> Iterator[Contradiction]:
    kinds, layers, place = pattern_items(values["model"][name]), values["model"]["layers"], ("model", name)
    if layers % len(kinds):
        message = f"{name} has {len(kinds)} layers, which do not divide layers = {layers}"
        yield _found(place, "anchor-is-consistent", message, "write the pattern out in full")
    wanted = sections_of(kinds, sections)
    for kind, section in wanted.items():
        if not section:
            hint = f"known: {', '.join(sections)}"
            yield _found(place, "anchor-is-consistent", f"{name} cannot hold {kind!r}", hint)
        elif section not in values:
            message = f"{name} has {kind!r} layers but there is no section {section!r}"
            yield _found(place, "anchor-is-consistent", message)
    if sections is FEED_FORWARDS and any("+" in kind for kind in kinds):
        message = f"{name} cannot hold two feed-forwards side by side"
        yield _found(place, "anchor-is-consistent", message)
    described = set(wanted.values())
    for section in values:
        if split_number(section)[0] in sections.values() and section not in described:
            message = f"the section {section!r} describes no layer of {name}"
            yield _found((section,), "anchor-is-consistent", message)


def _mtp_kinds(values: Values) -> Iterator[Contradiction]:
    for field, pattern in (("mtp_mixer", "layer_pattern"), ("mtp_feed_forward", "feed_forward_pattern")):
        kind = values.get("mtp", {}).get(field)
        if kind is not None and kind not in pattern_items(values["model"][pattern]):
            message = f"{field} is {kind!r}, which no layer of {pattern} is"
            yield _found(("mtp", field), "anchor-is-consistent", message)


def _windows(values: Values, section: str) -> Iterator[Contradiction]:
    base, number = split_number(section)
    if base != "attention":
        return
    slides = f"sliding{number}" in sections_of(pattern_items(values["model"]["layer_pattern"]), MIXERS)
    window = f"sliding_window{number}"
    if slides and window not in values[section]:
        message = f"layer_pattern has 'sliding{number}' layers but {section}.{window} is missing"
        yield _found(("model", "layer_pattern"), "field-is-present", message)
    if not slides and window in values[section]:
        message = f"{window} is given but layer_pattern has no 'sliding{number}' layers"
        yield _found((section, window), "anchor-is-consistent", message)


# --- building -----------------------------------------------------------------------------------


def build_model(values: Values) -> Model:
    """The model the fields describe; `contradictions` must have found none."""
    made = _made(values)
    layers = _layers(values, made)
    mtp = values.get("mtp")
    checkpoint = _optional(Checkpoint, values.get("checkpoint")) or Checkpoint()
    return _fields(
        Model, values["model"],
        embeddings=_fields(Embeddings, values["model"]), layers=layers, norms=_fields(Norms, values["model"]),
        side=_optional(SidePaths, values.get("side_paths")), vision=_optional(VisionTower, values.get("vision")),
        mtp=None if mtp is None else _fields(MtpHead, mtp, layer=_mtp_layer(values, made)),
        quantization=_optional(Quantization, values.get("quantization")), checkpoint=checkpoint,
    )  # fmt: skip


def _made(values: Values) -> dict[str, Record]:
    """The record of each kind of layer that a pattern has."""
    return {
        kind: _layer_part(values, kind, section)
        for pattern, sections in (("layer_pattern", MIXERS), ("feed_forward_pattern", FEED_FORWARDS))
        for kind, section in sections_of(pattern_items(values["model"][pattern]), sections).items()
    }


def _layers(values: Values, made: Mapping[str, Any]) -> tuple[Layer, ...]:
    mixers, blocks = kinds_of_layers(values, "layer_pattern"), kinds_of_layers(values, "feed_forward_pattern")
    pairs = {pair: _layer(made, *pair) for pair in dict.fromkeys(zip(mixers, blocks, strict=True))}
    return tuple(pairs[pair] for pair in zip(mixers, blocks, strict=True))


def _mtp_layer(values: Values, made: Mapping[str, Any]) -> Layer:
    """The layer of an MTP module: of the kinds it names, else like the model's last one."""
    mixer = values["mtp"].get("mtp_mixer", kinds_of_layers(values, "layer_pattern")[-1])
    return _layer(
        made, mixer, values["mtp"].get("mtp_feed_forward", kinds_of_layers(values, "feed_forward_pattern")[-1])
    )


def _layer(made: Mapping[str, Any], mixer: str, block: str) -> Layer:
    first, _, beside = mixer.partition("+")
    return Layer(made.get(first), made.get(block), made.get(beside))


def _layer_part(values: Values, kind: str, section: str) -> Record:
    """The record of layers of `kind`; only those that slide have a window or chunks."""
    base, number = split_number(kind)
    given = values[section]
    if base == "full":
        only_sliding = (f"sliding_window{number}", f"chunked{number}")
        given = {name: value for name, value in given.items() if name not in only_sliding}
    return _fields(RECORDS[split_number(section)[0]][0], given, number)


def _fields(record: type[R], given: Mapping[str, Any], number: str = "", unchecked: bool = False, **parts: Any) -> R:
    """`record` from the fields of its section; `unchecked` it says itself what contradicts."""
    known = {
        each.attribute: given[f"{each.name}{number}"] for each in declared(record) if f"{each.name}{number}" in given
    }
    missing = {each.attribute: None for each in declared(record) if each.optional}
    return (record.unchecked if unchecked else record)(**{**missing, **known, **parts})


def _optional(record: type[R], given: Mapping[str, Any] | None) -> R | None:
    return None if given is None else _fields(record, given)
