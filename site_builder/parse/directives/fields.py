"""The fields of a YAML mapping in a directive's body: read by name and type, mistakes reported where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from site_builder.problems import Problems, SourcePosition, Written, nearest
from site_builder.source.nodes import MappingNode, Node, ScalarNode, SequenceNode


@dataclass(frozen=True, slots=True)
class Fields:
    """One mapping.  Each reader gives None, with the problem reported, for a field that is missing or mistyped."""

    node: MappingNode
    problems: Problems

    @property
    def position(self) -> SourcePosition:
        return self.node.position

    def only(self, *names: str) -> None:
        """Report every key that is none of `names`."""
        for entry in self.node.entries:
            if entry.key not in names:
                self.problems.error(
                    entry.position,
                    "field-is-known",
                    f"no field is called {entry.key!r} here",
                    _meant(entry.key, names),
                )

    def node_of(self, name: str) -> Node | None:
        entry = self.node.entry(name)
        return entry.value if entry else None

    def written(self, name: str) -> str:
        """A scalar as written, or nothing; no problem is reported."""
        node = self.node_of(name)
        return node.written.strip() if isinstance(node, ScalarNode) else ""

    def value_position(self, name: str) -> SourcePosition:
        """Where the text of a field begins, within its quotes if it has any."""
        node = self.node_of(name)
        if not isinstance(node, ScalarNode):
            return self.position
        return node.position

    def text(self, name: str, default: str | None = None) -> str | None:
        """A scalar as written; `default` for one that is not there."""
        node = self.node_of(name)
        if node is None:
            if default is None:
                self.problems.error(self.position, "field-is-present", f"the field {name!r} is missing")
            return default
        if not isinstance(node, ScalarNode) or not node.written.strip():
            self.problems.error(node.position, "field-has-its-type", f"{name} is a text")
            return None
        return node.written.strip()

    def choice(self, name: str, names: Sequence[str], default: str | None = None) -> str | None:
        """A text that is one of `names`."""
        found = self.text(name, default)
        if found is not None and found != default and found not in names:
            self.problems.error(
                self.value_position(name), "field-has-its-type", f"{name} is one of {', '.join(names)}, not {found!r}",
                nearest(found, names, " ").strip(),
            )  # fmt: skip
            return None
        return found

    def expression(self, name: str) -> Written | None:
        found = self.text(name)
        return None if found is None else Written(found, self.value_position(name))


def mapping(node: Node | None, problems: Problems, what: str) -> Fields | None:
    """`node` as a mapping; `what` says what it should be."""
    if isinstance(node, MappingNode):
        return Fields(node, problems)
    if node is not None:
        problems.error(node.position, "field-has-its-type", f"expected {what}")
    return None


def mappings(node: Node | None, problems: Problems, what: str) -> Iterator[Fields]:
    """The items of a list of mappings."""
    if isinstance(node, SequenceNode):
        for item in node.items:
            fields = mapping(item, problems, f"the fields of an item of {what}")
            if fields:
                yield fields
    elif node is not None:
        problems.error(node.position, "field-has-its-type", f"expected {what}", "begin each with - ")


def _meant(key: str, names: tuple[str, ...]) -> str:
    """A hint at the field meant; a part of an expression is one whose commas ended the value before it."""
    return "quote an expression that holds commas" if re.search("[()=]", key) else nearest(key, names)
