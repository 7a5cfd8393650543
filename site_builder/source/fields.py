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
from collections.abc import Callable
from dataclasses import MISSING, dataclass
from typing import Any, TypeVar

from site_builder.problems import Problems, nearest
from site_builder.source.kinds import NOTHING, Kind, refuse
from site_builder.source.nodes import MappingEntry, MappingNode, Node, ScalarNode

R = TypeVar("R")
REQUIRED: Any = object()
"""Stands for the default of a field that has none."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field: `key` is its name in the file, `name` in the record; without a default it is required."""

    key: str
    kind: Kind
    default: Any = REQUIRED
    name: str = ""

    @property
    def required(self) -> bool:
        return self.default is REQUIRED


@dataclass(frozen=True, slots=True)
class Record:
    """The fields of a mapping, and what makes one record of their values."""

    fields: tuple[Field, ...]
    make: Callable[..., Any]

    def take(self, node: Node, name: str, problems: Problems) -> Any:
        """The record that `node` is, or NOTHING; `name` is the field it stands in."""
        if not isinstance(node, MappingNode):
            needed = ", ".join(f"{field.key}: …" for field in self.fields if field.required)
            return refuse(node, name, "a mapping", problems, f"write {{{needed}}}" if needed and name else "")
        known = {field.key for field in self.fields}
        unknown = [entry for entry in node.entries if entry.key not in known]
        for entry in unknown:
            _report_unknown(entry, node, known, problems)
        values = {field.name or field.key: _value(field, node, name, problems) for field in self.fields}
        return NOTHING if unknown or NOTHING in values.values() else self.make(**values)

    def kind(self) -> Kind:
        return Kind("a mapping", self.take)


def given(kind: Kind, *, default: Any = REQUIRED, key: str = "") -> Any:
    """A field of a record's class; `key` is its name in the file where that is a word of Python's."""
    metadata = {"kind": kind, "key": key, "default": default}
    if isinstance(default, dict):
        return dataclasses.field(default_factory=dict, metadata=metadata)
    return dataclasses.field(default=MISSING if default is REQUIRED else default, metadata=metadata)


def record(made: type[Any]) -> Record:
    """The record that a class declares."""
    fields = (
        Field(each.metadata["key"] or each.name, each.metadata["kind"], each.metadata["default"], each.name)
        for each in dataclasses.fields(made)
    )
    return Record(tuple(fields), made)


def read(node: Node, made: type[R], problems: Problems) -> R | None:
    """The node as an instance of `made`; None, with every problem reported, where it does not fit."""
    found = record(made).take(node, "", problems)
    return None if found is NOTHING else found


def _cut_value(entry: MappingEntry, node: MappingNode) -> MappingEntry | None:
    """The entry whose value a comma has ended, where `entry` is what stood behind it on the line."""
    is_bare = isinstance(entry.value, ScalarNode) and entry.value.value is None and not entry.value.written
    place = node.entries.index(entry)
    before = node.entries[place - 1] if is_bare and place else None
    return before if before and before.position.line == entry.position.line else None


def _value(field: Field, node: MappingNode, name: str, problems: Problems) -> Any:
    entry = node.entry(field.key)
    if entry and not (isinstance(entry.value, ScalarNode) and entry.value.value is None):
        return field.kind.take(entry.value, name if field.key == "value" and name else field.key, problems)
    if not field.required:
        return field.default
    where = f"{name}: " if field.key == "value" and name else ""
    state = "empty" if entry else "missing"
    position = entry.position if entry else node.position
    problems.error(position, "field-is-present", f"{where}the field {field.key!r} is {state}")
    return NOTHING


def _report_unknown(entry: MappingEntry, node: MappingNode, known: set[str], problems: Problems) -> None:
    hint = "write numbers without commas" if entry.key.isdecimal() else nearest(entry.key, known)
    if "：" in entry.key:
        hint = "the colon ： is full-width; write ': '"
    elif (before := _cut_value(entry, node)) and isinstance(before.value, ScalarNode):
        hint = f'a comma ends a value inside {{…}}: quote it, {before.key}: "{before.value.written}, {entry.key}"'
    problems.error(entry.position, "field-is-known", f"unknown field {entry.key!r}", hint)
