"""What YAML holds, as plain frozen data: every key and every value knows its place in the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from site_builder.problems import SourcePosition


@dataclass(frozen=True, slots=True)
class ScalarNode:
    """A single value.  `written` is its text, so that ``3.10`` can still be shown as ``3.10``."""

    value: str | int | float | bool | None
    written: str
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class SequenceNode:
    """A list."""

    items: tuple[Node, ...]
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class MappingEntry:
    """One pair of a mapping; a key is always the text as written; `position` is the key's."""

    key: str
    value: Node
    position: SourcePosition


@dataclass(frozen=True, slots=True)
class MappingNode:
    """A mapping whose keys are unique, in the order written (what is merged in comes last)."""

    entries: tuple[MappingEntry, ...]
    position: SourcePosition
    _by_key: Mapping[str, MappingEntry] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_key", {entry.key: entry for entry in self.entries})

    def entry(self, key: str) -> MappingEntry | None:
        """The pair with this key, if there is one."""
        return self._by_key.get(key)


Node: TypeAlias = ScalarNode | SequenceNode | MappingNode


def plain_data(node: Node) -> Any:
    """The node as dicts, lists and values, without positions."""
    match node:
        case ScalarNode():
            return node.value
        case SequenceNode():
            return [plain_data(item) for item in node.items]
        case MappingNode():
            return {entry.key: plain_data(entry.value) for entry in node.entries}


def follow(node: Node, path: Iterable[str | int]) -> tuple[Node, tuple[str | int, ...]]:
    """The node that a path of keys and indices leads to, and the steps taken.

    Steps that lead nowhere are passed over: they name what is not in the data, such as a missing key.
    """
    taken: list[str | int] = []
    for step in path:
        if isinstance(node, MappingNode) and (entry := node.entry(str(step))):
            node = entry.value
        elif isinstance(node, SequenceNode) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
        else:
            continue
        taken.append(step)
    return node, tuple(taken)
