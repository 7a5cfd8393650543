"""An anchor: the facts about one real model that every number is computed from."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeAlias

from site_builder.engine.model import Model, ModelError
from site_builder.engine.sheet import Fact, Sheet
from site_builder.facts.layers import Values, build_model, contradictions, kinds_of_layers
from site_builder.facts.sections import (
    COUNTED,
    FEED_FORWARDS,
    MIXERS,
    SYMBOLS,
    file_record,
    section_names,
    split_number,
)
from site_builder.problems import Problems, SourcePosition, nearest
from site_builder.source.kinds import NOTHING
from site_builder.source.nodes import MappingNode, Node, follow
from site_builder.source.snapshot import Files
from site_builder.source.text import SourceText
from site_builder.source.yaml import load_yaml

ANCHORS = "content/anchors"
FieldValue = int | bool | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnchorField:
    """A field by the name `{eval}` knows it by, with where its value was read, and `at`, where the file says it.

    `of` is the pattern of layers that it is counted from, where it is.
    """

    name: str
    value: FieldValue
    source: str
    at: str = dataclasses.field(default="", compare=False)
    of: str = ""


@dataclass(frozen=True)
class Anchor:
    """A validated anchor file.  `digest` changes exactly when a value of a field changes."""

    id: str
    title: str
    model: Model
    fields: Mapping[str, AnchorField]
    digest: str

    @cached_property
    def sheet(self) -> Sheet:
        """The anchor as facts that an expression reads by name; a dimension has the letter it has in formulas."""
        facts = {
            name: Fact(
                name, field.value, symbol=SYMBOLS.get(name, name), source=field.source, at=field.at, of=field.of
            )
            for name, field in self.fields.items()
        }  # fmt: skip
        return Sheet(self.id, self.title, MappingProxyType(facts), self.model)


def anchor_path(name: str) -> str:
    """The file of the anchor with the id `name`."""
    return f"{ANCHORS}/{name}.yaml"


def load_anchor(files: Files, name: str, problems: Problems, at: SourcePosition | None = None) -> Anchor | None:
    """The anchor with the id `name`; None, with problems reported.  `at` is where the name is written."""
    path = anchor_path(name)
    if not files.has(path):
        stems = [each.removeprefix(f"{ANCHORS}/").removesuffix(".yaml") for each in files.names(ANCHORS, ".yaml")]
        meant = name.removesuffix(".yaml")
        make = f"make it: site-builder anchor import CONFIG.json -o {path}"
        message = f"there is no file {path!r}"
        hint = f"write {meant}" if meant in stems else nearest(name, stems, otherwise=make)
        problems.error(at or SourcePosition(path), "file-is-present", message, hint)
        return None
    text = files.text(path, problems)
    return None if text is None else read_anchor(text, problems, name)


def read_anchor(text: SourceText, problems: Problems, name: str = "") -> Anchor | None:
    """The anchor written in `text`, of the id `name` if one is given; None, with every problem reported at its line."""
    node = load_yaml(text, problems)
    if node is None:
        return None
    sections = section_names(entry.key for entry in node.entries) if isinstance(node, MappingNode) else ()
    file = file_record(sections).take(node, "", problems)
    if file is NOTHING:
        return None
    given = {section: _given(getattr(file, section)) for section in sections}
    values = {section: {name: field.value for name, field in fields.items()} for section, fields in given.items()}
    if not _is_coherent(file.sources, given, values, node, problems):
        return None
    if name and file.id != name:
        position = follow(node, ("id",))[0].position
        message = f"the id is {file.id!r}, but the file is named {name}.yaml"
        problems.error(position, "anchor-is-consistent", message, f"write id: {name}, or name the file {file.id}.yaml")
        return None
    try:
        model = build_model(values)
    except ModelError as error:
        problems.error(follow(node, ("model",))[0].position, error.rule, error.message)
        return None
    fields = _fields(file.sources, given, values, node)
    return Anchor(file.id, file.title, model, MappingProxyType(fields), _digest(fields))


Given: TypeAlias = Mapping[str, Mapping[str, Any]]
"""Section → field → what is written there: its value, source and place."""


def _given(section: Any) -> dict[str, Any]:
    return {name: field for name, field in vars(section).items() if field is not None}


def _is_coherent(sources: Mapping[str, str], given: Given, values: Values, node: Node, problems: Problems) -> bool:
    """Whether sources are known and fields go together; each that does not is reported."""
    mark = problems.mark
    for section, fields in given.items():
        for name, field in fields.items():
            if field.source not in sources:
                position = follow(node, (section, name, "source"))[0].position
                message = f"{name}: no source is called {field.source!r}"
                problems.error(position, "source-is-known", message, nearest(field.source, sources))
    for place, mistake in contradictions(values):
        problems.add(mistake.at(follow(node, (*place, "value"))[0].position))
    _warn_of_share(given, node, problems)
    return not problems.has_errors_since(mark)


def _warn_of_share(given: Given, node: Node, problems: Problems) -> None:
    """A rotary_dim that its place calls a share of head_dim, and that no longer is: one of the two was edited."""
    fields = given.get("attention", {})
    rotary, width = fields.get("rotary_dim"), fields.get("head_dim")
    stated = re.search(r"(\d+(?:\.\d+)?) of head_dim$", (rotary.place or "") if rotary else "")
    if rotary is None or width is None or stated is None or Fraction(stated[1]) * width.value == rotary.value:
        return
    share = Fraction(stated[1]) * width.value
    message = f"rotary_dim = {rotary.value}, but {stated[0]} = {width.value} is {float(share):g}"
    at = follow(node, ("attention", "rotary_dim", "value"))[0].position
    problems.warning(at, "anchor-is-consistent", message, "change both, or say another place")


def _fields(sources: Mapping[str, str], given: Given, values: Values, node: Node) -> dict[str, AnchorField]:
    """The fields given, and how many layers are of each kind, with the pattern's own source."""
    fields = {
        name: AnchorField(name, field.value, _source(sources, field), _line(follow(node, (section, name))[0].position))
        for section, found in given.items()
        for name, field in found.items()
    }
    for pattern, kinds in (("layer_pattern", MIXERS), ("feed_forward_pattern", FEED_FORWARDS)):
        layers = kinds_of_layers(values, pattern)
        found = [split_number(part)[0] for kind in layers for part in kind.split("+")]
        for kind in kinds:
            name = COUNTED[kind][0]
            fields[name] = AnchorField(name, found.count(kind), fields[pattern].source, fields[pattern].at, pattern)
    return fields


def _line(position: SourcePosition) -> str:
    """Where a field stands; of a file outside the course, its name alone, so that a site holds no machine's paths."""
    path = position.path if position.path.startswith("content/") else position.path.rpartition("/")[2]
    return f"{path}:{position.line}"


def _source(sources: Mapping[str, str], field: Any) -> str:
    where = sources[field.source]
    return f"{where}, {field.place}" if field.place else where


def _digest(fields: Mapping[str, AnchorField]) -> str:
    values = {name: field.value for name, field in fields.items()}
    return hashlib.sha256(json.dumps(values, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]
