"""Fields of a Hugging Face config.json, read with their types; every mistake is reported at its line.

Nothing is guessed: an absent field is a problem unless its family says what absence means, and then
that is written down as the field's source.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from site_builder.engine.record import LARGEST, MOST_LAYERS
from site_builder.facts.anchor import FieldValue
from site_builder.problems import Problems, SourcePosition, nearest
from site_builder.source.nodes import MappingNode, Node, ScalarNode, SequenceNode

Item = TypeVar("Item", str, int)


@dataclass(frozen=True, slots=True)
class Fact:
    """A field of an anchor to be: its value, the key of its source, and the place there."""

    value: FieldValue
    source: str
    place: str

    @property
    def number(self) -> int:
        """The value of a field that holds a whole number."""
        assert isinstance(self.value, int)
        return self.value


UNREADABLE = Fact(1, "config", "")
"""Stands for a field whose problem has been reported; nothing is written once there are problems."""


def readable(*facts: Fact) -> bool:
    """Whether every field could be read: a check of one that could not would report its problem again."""
    return all(fact is not UNREADABLE for fact in facts)


@dataclass(slots=True)
class Leftovers:
    """Keys that may be passed over because the author said so, and those that were, in the order met."""

    passed: frozenset[str] = frozenset()
    ignored: list[str] = field(default_factory=list)


_SIZES = re.compile(
    "num|size|dim|rank|head|expert|layer|width|hidden|inter|group|kernel|state|depth|block|window|vocab|embed|proj|bias"
    "|norm|moe|mlp|ffn|lora|share|mtp|nextn|vision|audio|tower|bits|tie|dtype|config|arch|[^\\x00-\\x7f]"
)
"""What a key that may change a size is called."""
_HARMLESS = re.compile(
    "multipliers?$|dropout|_eps$|epsilon$|_token_(id|index)$|_coef$|_std$|theta|_loss|_lambda$|_(alpha|beta)(_factor)?$"
)
"""Endings of what scales, drops or names things and has no size of its own."""


def _may_be_a_size(name: str) -> bool:
    """Whether a key nobody knows smells of a size."""
    return _SIZES.search(name.lower()) is not None and not _HARMLESS.search(name.lower())


def _is_off(node: Node) -> bool:
    """Nothing, or a switch that is off: false, 0, an empty text or list."""
    if isinstance(node, SequenceNode):
        return not node.items
    return isinstance(node, ScalarNode) and (node.value is None or node.value in (False, 0, ""))


@dataclass(slots=True)
class ConfigReader:
    """Reads one object of a config; remembers which names were asked for, to report the others."""

    node: MappingNode
    problems: Problems
    prefix: str = ""
    asked: set[str] = field(default_factory=set)
    leftovers: Leftovers = field(default_factory=lambda: Leftovers())

    def position(self, name: str) -> SourcePosition:
        """Where the field's value stands, or the object that does not have it."""
        entry = self.node.entry(name)
        return entry.value.position if entry else self.node.position

    def refuse(self, name: str, rule: str, message: str, hint: str = "") -> Fact:
        """Report a problem at the field `name`."""
        self.problems.error(self.position(name), rule, f"{self.prefix}{message}", hint)
        return UNREADABLE

    def has(self, name: str) -> bool:
        """Whether the field is there and not null."""
        return self._node(name) is not None

    def is_null(self, name: str) -> bool:
        """Whether the field is there and says that there is nothing."""
        return self.node.entry(name) is not None and not self.has(name)

    def is_list(self, name: str) -> bool:
        """Whether the field is a list."""
        return isinstance(self._node(name), SequenceNode)

    # --- values ---------------------------------------------------------------------------------

    def whole(self, name: str, default: Fact | None = None, least: int = 1, most: int = LARGEST) -> Fact:
        """A whole number from `least` to `most`."""
        node = self._node(name)
        if node is None:
            return self._absent(name, default)
        value = node.value if isinstance(node, ScalarNode) else None
        if isinstance(value, bool) or not isinstance(value, int):
            return self._mistyped(name, "a whole number", node)
        if not least <= value <= most:
            return self._mistyped(name, f"{least} to {most:,}", node)
        return self._fact(value, name)

    def alike(self, name: str, default: Fact | None = None, least: int = 1) -> Fact:
        """A whole number, or a list of it for each layer; refused where the layers differ."""
        if not self.is_list(name):
            return self.whole(name, default, least)
        values = set(self.wholes(name) or ())
        if len(values) != 1 or min(values) < least or max(values) > LARGEST:
            return self.refuse(name, "architecture-is-known", f"{name} must be the same number in every layer")
        return self._fact(values.pop(), name)

    def layer_count(self, name: str, default: Fact | None = None, least: int = 1) -> Fact:
        """A number of layers, bounded so that a pattern can be written out."""
        return self.whole(name, default, least, MOST_LAYERS)

    def optional_whole(self, name: str) -> Fact | None:
        """A whole number, or None where the field is absent or null."""
        return self.whole(name) if self.has(name) else None

    def nullable_whole(self, name: str) -> Fact | None:
        """A whole number, or None where the field is null; it must be there."""
        return None if self.is_null(name) else self.whole(name)

    def flag(self, name: str, default: Fact | None = None) -> Fact:
        """true or false."""
        node = self._node(name)
        if node is None:
            return self._absent(name, default)
        if not isinstance(node, ScalarNode) or not isinstance(node.value, bool):
            return self._mistyped(name, "true or false", node)
        return self._fact(node.value, name)

    def must_be_off(self, *names: str) -> None:
        """Refuse each of the fields where it is true: what it turns on is not described."""
        for name in names:
            if self.flag(name, Fact(False, "", "")).value is True:
                self.refuse(name, "architecture-is-known", f"{name} = true is not described by the engine")

    def agree(self, name: str, fact: Fact, what: str) -> None:
        """Refuse the field `name` where it is given and is not the number of `fact`, which `what` names."""
        given = self.optional_whole(name)
        if given is not None and readable(given, fact) and given.value != fact.value:
            self.refuse(name, "anchor-is-consistent", f"{name} = {given.value}, but {what} is {fact.value}")

    def choice(self, name: str, choices: Sequence[str], default: Fact | None = None) -> Fact:
        """One of some words."""
        node = self._node(name)
        if node is None:
            return self._absent(name, default)
        value = node.value if isinstance(node, ScalarNode) else None
        if not isinstance(value, str) or value not in choices:
            return self._mistyped(name, f"one of {', '.join(choices)}", node, nearest(str(value), choices))
        return self._fact(value, name)

    def word(self, name: str) -> str:
        """Any text; '' with its problem reported where there is none."""
        node = self._node(name)
        if node is None:
            self._absent(name, None)
        elif not isinstance(node, ScalarNode) or not isinstance(node.value, str):
            self._mistyped(name, "a text", node)
        else:
            return node.value
        return ""

    def texts(self, name: str) -> tuple[str, ...] | None:
        """A list of words, or None where the field is absent or null."""
        return self._list(name, str, "words")

    def wholes(self, name: str) -> tuple[int, ...] | None:
        """A list of whole numbers, or None where the field is absent or null."""
        return self._list(name, int, "whole numbers")

    def fraction(self, name: str, most: int = LARGEST) -> Fraction | None:
        """A positive number exactly as written, or None where the field is absent or null."""
        node = self._node(name)
        if node is None:
            return None
        value = node.value if isinstance(node, ScalarNode) else None
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= most:
            self._mistyped(name, f"a number above 0, at most {most:,}", node)
            return None
        return Fraction(str(value))

    def inner(self, name: str) -> ConfigReader | None:
        """The object in the field `name`, or None where it is absent or null."""
        node = self._node(name)
        if node is None:
            return None
        if not isinstance(node, MappingNode):
            self._mistyped(name, "an object", node)
            return None
        return ConfigReader(node, self.problems, f"{self.prefix}{name}.", leftovers=self.leftovers)

    def required_inner(self, name: str) -> ConfigReader | None:
        """The object in the field `name`; None with its problem reported where there is none."""
        if not self.has(name):
            self._absent(name, None)
        return self.inner(name)

    def report_unknown(self, ignored: frozenset[str]) -> None:
        """What nobody asked for: an error where it may be a size, else a warning; nothing for what is switched off."""
        for entry in self.node.entries:
            if entry.key in self.asked or entry.key in ignored or _is_off(entry.value):
                continue
            name = self.prefix + entry.key
            if name in self.leftovers.passed or entry.key in self.leftovers.passed:
                self.leftovers.ignored.append(name)
            elif _may_be_a_size(entry.key):
                otherwise = f"it may change a size; if it does not: anchor import --ignore {entry.key}"
                hint = nearest(entry.key, self.asked, otherwise)
                self.problems.error(entry.position, "field-is-known", f"unknown field {name!r}", hint)
            else:
                self.leftovers.ignored.append(name)
                message = f"unknown field {name!r} is passed over"
                self.problems.warning(entry.position, "field-is-known", message, "it is written into the anchor")

    # --- how ------------------------------------------------------------------------------------

    def _fact(self, value: FieldValue, name: str) -> Fact:
        return Fact(value, "config", f"{self.prefix}{name}")

    def _mistyped(self, name: str, expected: str, node: Node, hint: str = "") -> Fact:
        return self.refuse(name, "field-has-its-type", f"{name}: expected {expected}, read {_shown(node)}", hint)

    def _node(self, name: str) -> Node | None:
        self.asked.add(name)
        entry = self.node.entry(name)
        null = entry is None or (isinstance(entry.value, ScalarNode) and entry.value.value is None)
        return None if entry is None or null else entry.value

    def _absent(self, name: str, default: Fact | None) -> Fact:
        if default is not None:
            return default
        return self.refuse(name, "field-is-present", f"{name} is missing")

    def _list(self, name: str, kind: type[Item], words: str) -> tuple[Item, ...] | None:
        node = self._node(name)
        if node is None:
            return None
        items = node.items if isinstance(node, SequenceNode) else ()
        scalars = (item.value for item in items if isinstance(item, ScalarNode))
        values = tuple(value for value in scalars if isinstance(value, kind) and not isinstance(value, bool))
        if not isinstance(node, SequenceNode) or len(values) != len(items):
            self._mistyped(name, f"a list of {words}", node)
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
