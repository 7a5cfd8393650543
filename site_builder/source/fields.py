"""Records of YAML files: what a mapping may hold, declared once, and the reader of all of them.

    @dataclass(frozen=True, slots=True, kw_only=True)
    class TermEntry:
        title: str = given(text(least=1))
        note: str = given(text(), default="")

Every mistake of a node is reported in one go, each at the key or the value that made it.  A field left empty
(``subtitle:``) counts as not given.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass
from itertools import pairwise
from typing import Any, TypeVar

from site_builder.problems import Problems, likest, nearest
from site_builder.source.kinds import NOTHING, Kind, refuse
from site_builder.source.nodes import MappingEntry, MappingNode, Node, ScalarNode

R = TypeVar("R")
_MEANT = 75
"""The least likeness, in percent, of a key that is taken for the one that says which record is meant."""
REQUIRED: Any = object()
"""Stands for the default of a field that has none."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field: `key` is its name in the file, `name` in the record; without a default it is required."""

    key: str
    kind: Kind
    default: Any = REQUIRED
    name: str = ""
    absent: str = "field-is-present"
    """The rule that is broken where it is required and not there."""
    doc: str = ""

    @property
    def required(self) -> bool:
        return self.default is REQUIRED


@dataclass(frozen=True, slots=True)
class Record:
    """The fields of a mapping, and what makes one record of their values."""

    fields: tuple[Field, ...]
    make: Callable[..., Any]
    place: str = ""
    """The name by which `make` takes where the mapping stands, if it does."""
    check: Callable[[Any, Problems], None] | None = None
    """Reports what is wrong with the fields taken together."""

    def take(self, node: Node, name: str, problems: Problems) -> Any:
        """The record that `node` is, or NOTHING; `name` is the field it stands in."""
        mark = problems.mark
        values = self.values(node, name, problems)
        if problems.has_errors_since(mark):
            return NOTHING
        made = self.make(**values, **({self.place: node.position} if self.place else {}))
        if self.check:
            self.check(made, problems)
        return NOTHING if problems.has_errors_since(mark) else made

    def values(self, node: Node, name: str, problems: Problems) -> Any:
        """Name → value, NOTHING where it could not be read; NOTHING in place of all where `node` is no mapping."""
        if not isinstance(node, MappingNode):
            needed = ", ".join(f"{field.key}: …" for field in self.fields if field.required)
            return refuse(node, name, "a mapping", problems, f"write {{{needed}}}" if needed and name else "")
        known = {field.key for field in self.fields}
        for before, entry in pairwise((None, *node.entries)):
            if entry and entry.key not in known:
                _report_unknown(entry, before, known, problems)
        return {field.name or field.key: _value(field, node, name, problems) for field in self.fields}

    def kind(self) -> Kind:
        return Kind("a mapping", self.take, self.schema())

    def schema(self) -> dict[str, Any]:
        """Its JSON Schema; a field without need may be left empty, and stand for its default."""
        fields = {field.key: _field_schema(field) for field in self.fields}
        needed = [field.key for field in self.fields if field.required]
        return {"type": "object", "properties": fields, "required": needed, "additionalProperties": False}


def _field_schema(field: Field) -> Mapping[str, Any]:
    said = {"description": field.doc} if field.doc else {}
    return said | (dict(field.kind.schema) if field.required else {"anyOf": [field.kind.schema, {"type": "null"}]})


def given(
    kind: Kind, *, default: Any = REQUIRED, key: str = "", absent: str = "field-is-present", doc: str = ""
) -> Any:
    """A field of a record's class; `key` is its name in the file where that is a word of Python's."""
    metadata = {"kind": kind, "key": key, "default": default, "absent": absent, "doc": doc}
    if isinstance(default, dict):
        return dataclasses.field(default_factory=dict, metadata=metadata)
    return dataclasses.field(default=MISSING if default is REQUIRED else default, metadata=metadata)


def located() -> Any:
    """A field of a record's class that no author writes: where the mapping stands."""
    return dataclasses.field(metadata={})


def record(made: type[Any]) -> Record:
    """The record that a class declares; its ``check(problems)``, if it has one, is asked once all fields are read."""
    declared = dataclasses.fields(made)
    fields = (
        Field(
            each.metadata["key"] or each.name,
            each.metadata["kind"],
            each.metadata["default"],
            each.name,
            each.metadata["absent"],
            each.metadata["doc"],
        )
        for each in declared
        if each.metadata
    )
    place = next((each.name for each in declared if not each.metadata), "")
    return Record(tuple(fields), made, place, getattr(made, "check", None))


def one_of(records: Mapping[str, Record], otherwise: Record) -> Kind:
    """A mapping that is read by the one of `records` whose key it has, and by `otherwise` where it has none of them."""
    schemas = [each.schema() for each in (*records.values(), otherwise)]

    def take(node: Node, name: str, problems: Problems) -> Any:
        keys = [entry.key for entry in node.entries] if isinstance(node, MappingNode) else []
        found = [key for key in keys if key in records]
        if len(found) > 1:
            problems.error(node.position, "field-is-known", f"this has {' and '.join(found)}", "keep one of them")
            return NOTHING
        known = {field.key for field in otherwise.fields}
        meant = [likest(key, tuple(records), _MEANT) for key in keys if key not in known]
        return records.get(next(filter(None, (*found, *meant)), ""), otherwise).take(node, name, problems)

    return Kind("a mapping", take, {"anyOf": schemas})


def read(node: Node, made: type[R], problems: Problems) -> R | None:
    """The node as an instance of `made`; None, with every problem reported, where it does not fit."""
    found = record(made).take(node, "", problems)
    return None if found is NOTHING else found


def read_partly(node: MappingNode, made: type[R], problems: Problems, instead: Mapping[str, Any]) -> R:
    """What of the node fits `made`; for the rest, which is reported, the default, or what stands in `instead`."""
    declared = record(made)
    defaults = {field.name: field.default for field in declared.fields} | dict(instead)
    found = declared.values(node, "", problems)
    return made(**{name: defaults[name] if value is NOTHING else value for name, value in found.items()})


def _is_cut(entry: MappingEntry, before: MappingEntry | None) -> bool:
    """Whether `entry` is only what stood behind a comma of the value `before` it."""
    is_bare = isinstance(entry.value, ScalarNode) and entry.value.value is None and not entry.value.written
    return is_bare and before is not None and before.position.line == entry.position.line


def _value(field: Field, node: MappingNode, name: str, problems: Problems) -> Any:
    entry = node.entry(field.key)
    if entry and not (isinstance(entry.value, ScalarNode) and entry.value.value is None):
        return field.kind.take(entry.value, name if field.key == "value" and name else field.key, problems)
    if not field.required:
        return field.default
    where = f"{name}: " if field.key == "value" and name else ""
    state = "empty" if entry else "missing"
    position = entry.position if entry else node.position
    problems.error(position, field.absent, f"{where}the field {field.key!r} is {state}", field.doc)
    return NOTHING


def _report_unknown(entry: MappingEntry, before: MappingEntry | None, known: set[str], problems: Problems) -> None:
    hint = nearest(entry.key, known)
    if "：" in entry.key:
        hint = "the colon ： is full-width; write ': '"
    elif before and _is_cut(entry, before) and entry.key.isdecimal():
        hint = "write numbers without commas"
    elif before and _is_cut(entry, before) and isinstance(before.value, ScalarNode):
        hint = f'a comma ends a value inside {{…}}: quote it, {before.key}: "{before.value.written}, {entry.key}"'
    problems.error(entry.position, "field-is-known", f"unknown field {entry.key!r}", hint)
