"""Fields of a Hugging Face config.json, read with their types; every mistake is told at its line.

Nothing is guessed: an absent field is a problem unless its family says what absence means, and then
that is written down as the field's source.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from site_builder.config.anchor import FieldValue
from site_builder.config.anchor_schema import LARGEST
from site_builder.problems import Problems, SourcePosition, nearest
from site_builder.source.nodes import MappingNode, Node, ScalarNode, SequenceNode


@dataclass(frozen=True, slots=True)
class Fact:
    """A field of an anchor to be: its value, the key of its source, and the place there."""

    value: FieldValue
    source: str
    place: str


UNREADABLE = Fact(1, "config", "")
"""Stands for a field whose problem has been told; nothing is written once there are problems."""


@dataclass(slots=True)
class ConfigReader:
    """Reads one object of a config; remembers which names were asked for, to tell the others."""

    node: MappingNode
    problems: Problems
    prefix: str = ""
    asked: set[str] = field(default_factory=set)

    def position(self, name: str) -> SourcePosition:
        entry = self.node.entry(name)
        return entry.value.position if entry else self.node.position

    def refuse(self, name: str, rule: str, message: str, hint: str = "") -> Fact:
        """Tell a problem at the field `name`."""
        self.problems.error(self.position(name), rule, f"{self.prefix}{message}", hint)
        return UNREADABLE

    def has(self, name: str) -> bool:
        """Whether the field is there and not null."""
        return self._node(name) is not None

    def whole(self, name: str, default: Fact | None = None, least: int = 1) -> Fact:
        """A whole number from `least` to 2^40."""
        node = self._node(name)
        if node is None:
            return self._absent(name, default)
        value = node.value if isinstance(node, ScalarNode) else None
        if isinstance(value, bool) or not isinstance(value, int):
            return self.refuse(name, "field-has-its-type", f"{name}: expected a whole number, read {_shown(node)}")
        if not least <= value <= LARGEST:
            return self.refuse(
                name, "field-has-its-type", f"{name}: expected {least} to {LARGEST:,}, read {_shown(node)}"
            )
        return self._fact(value, name)

    def number(self, name: str, default: Fact | None = None, least: int = 1) -> int:
        """The value of `whole`, for arithmetic."""
        value = self.whole(name, default, least).value
        assert isinstance(value, int)
        return value

    def optional_whole(self, name: str) -> Fact | None:
        """A whole number, or None where the field is absent or null."""
        return self.whole(name) if self.has(name) else None

    def flag(self, name: str, default: Fact | None = None) -> Fact:
        """true or false."""
        node = self._node(name)
        if node is None:
            return self._absent(name, default)
        if not isinstance(node, ScalarNode) or not isinstance(node.value, bool):
            return self.refuse(name, "field-has-its-type", f"{name}: expected true or false, read {_shown(node)}")
        return self._fact(node.value, name)

    def choice(self, name: str, choices: Sequence[str], default: Fact | None = None) -> Fact:
        """One of some words."""
        node = self._node(name)
        if node is None:
            return self._absent(name, default)
        value = node.value if isinstance(node, ScalarNode) else None
        if not isinstance(value, str) or value not in choices:
            hint = nearest(str(value), choices)
            return self.refuse(
                name, "field-has-its-type", f"{name}: expected one of {', '.join(choices)}, read {_shown(node)}", hint
            )
        return self._fact(value, name)

    def texts(self, name: str) -> tuple[str, ...] | None:
        """A list of words, or None where the field is absent or null."""
        return self._list(name, str, "words")

    def wholes(self, name: str) -> tuple[int, ...] | None:
        """A list of whole numbers, or None where the field is absent or null."""
        return self._list(name, int, "whole numbers")

    def fraction(self, name: str) -> Fraction | None:
        """A positive number exactly as written, or None where the field is absent or null."""
        node = self._node(name)
        if node is None:
            return None
        value = node.value if isinstance(node, ScalarNode) else None
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value <= 0:
            self.refuse(name, "field-has-its-type", f"{name}: expected a number above 0, read {_shown(node)}")
            return None
        return Fraction(str(value))

    def inner(self, name: str) -> ConfigReader | None:
        """The object in the field `name`, or None where it is absent or null."""
        node = self._node(name)
        if node is None:
            return None
        if not isinstance(node, MappingNode):
            self.refuse(name, "field-has-its-type", f"{name}: expected an object, read {_shown(node)}")
            return None
        return ConfigReader(node, self.problems, f"{self.prefix}{name}.")

    def tell_unknown(self, ignored: frozenset[str]) -> None:
        """A problem for every field nobody asked for that is not known to have no effect on sizes."""
        for entry in self.node.entries:
            if entry.key not in self.asked and entry.key not in ignored:
                hint = nearest(entry.key, self.asked, "the importer does not know what it changes")
                message = f"unknown field {self.prefix + entry.key!r}"
                self.problems.error(entry.position, "field-is-known", message, hint)

    def _fact(self, value: FieldValue, name: str) -> Fact:
        return Fact(value, "config", f"{self.prefix}{name}")

    def _node(self, name: str) -> Node | None:
        self.asked.add(name)
        entry = self.node.entry(name)
        return (
            None
            if entry is None or (isinstance(entry.value, ScalarNode) and entry.value.value is None)
            else entry.value
        )

    def _absent(self, name: str, default: Fact | None) -> Fact:
        if default is not None:
            return default
        return self.refuse(name, "field-is-present", f"{name} is missing")

    def _list(self, name: str, kind: type, words: str) -> tuple | None:
        node = self._node(name)
        if node is None:
            return None
        items = node.items if isinstance(node, SequenceNode) else ()
        values = tuple(item.value for item in items if isinstance(item, ScalarNode) and type(item.value) is kind)
        if not isinstance(node, SequenceNode) or len(values) != len(items):
            self.refuse(name, "field-has-its-type", f"{name}: expected a list of {words}, read {_shown(node)}")
            return None
        return values


def _shown(node: Node) -> str:
    match node:
        case MappingNode():
            return "an object"
        case SequenceNode():
            return "a list"
        case ScalarNode(value=str(text)):
            return f"the text {text[:40]!r}"
        case _:
            return node.written[:40]
