"""YAML to plain data that knows where it stands: the one place where YAML is read.

Events come from PyYAML; what they mean is decided here: YAML 1.2 values, unique keys, no tags,
bounded depth and aliases, and every position that of the real file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn

import yaml

from site_builder.problems import Problems, SourcePosition, nearest
from site_builder.source.decode import character_name, unwanted_character
from site_builder.source.folding import without_folds
from site_builder.source.nodes import MappingEntry, MappingNode, Node, ScalarNode, SequenceNode
from site_builder.source.scalars import read_scalar
from site_builder.source.text import SourceText
from site_builder.source.yaml_traps import explain_syntax_error, lost_question_mark, plain_scalar_traps

YAML_LIMIT = 2**19
"""Characters of the longest YAML text that is read."""
DEEPEST = 64
"""Nesting of lists and mappings."""
MOST_NODES = 100_000
"""Nodes of one text, everything that aliases repeat counted as often as it is repeated."""

_LOADER: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Unreadable(Exception):
    """The text cannot be read any further; the problem has been reported."""


def load_yaml(text: SourceText, problems: Problems, first_line: int = 1, first_column: int = 1) -> Node | None:
    """The YAML of `text` as plain data with positions; None, with problems, where it cannot be read.

    `text.text` may be a part of a file (front matter, the body of a directive): `first_line` is the file's line
    it begins at, `first_column` the column all its lines begin at.  An empty text is a null scalar.
    """
    reader = _Reader(text, problems, first_line, first_column)
    mark = problems.mark
    try:
        node = reader.document()
    except _Unreadable:
        return None
    except (yaml.YAMLError, ValueError, OverflowError) as error:  # the latter two from escapes such as "\\UFFFFFFFF"
        trap = explain_syntax_error(error, text.text, first_line)
        problems.add(trap.at(reader.at_offset(trap.offset)))
        return None
    return None if problems.has_errors_since(mark) else node


@dataclass(slots=True)
class _Reader:
    """Turns the events of one text into nodes.  An anchor maps to its node and size once that is complete."""

    text: SourceText
    problems: Problems
    first_line: int
    first_column: int
    events: Iterator[yaml.Event] = field(init=False)
    last_line: int = field(init=False)
    anchors: dict[str, tuple[Node, int] | None] = field(default_factory=dict)
    unused: dict[str, SourcePosition] = field(default_factory=dict)
    nodes: int = 0

    def __post_init__(self) -> None:
        self.last_line = self.text.text.count("\n")

    def document(self) -> Node:
        if len(self.text.text) > YAML_LIMIT:
            self._stop(self.at(0, 0), "file-size-is-bounded", f"the YAML is longer than {YAML_LIMIT // 1024} KiB")
        self.events = yaml.parse(self.text.text, Loader=_LOADER)
        next(self.events)  # the stream's start
        start = next(self.events)
        if isinstance(start, yaml.StreamEndEvent):
            return ScalarNode(None, "", self.at(0, 0))
        if start.version or start.tags:
            self._stop(self._start(start), "yaml-is-plain", "directives (lines with %) are not used here", "remove it")
        node = self._node(next(self.events), 0)
        for name, at in self.unused.items():
            self.problems.error(at, "yaml-value-is-unambiguous", f"&{name} names this value for a later *{name}, "
                                "and there is none", "quote the value if the & belongs to it")  # fmt: skip
        next(self.events)  # the document's end
        after = next(self.events)
        if not isinstance(after, yaml.StreamEndEvent):
            self._stop(
                self._start(after),
                "yaml-is-plain",
                "a second YAML document begins here",
                "a file is one: remove the line of ---",
            )
        return node

    def at(self, line: int, column: int) -> SourcePosition:
        """The position in the file of a 0-based line and column of the text."""
        if line > self.last_line:  # the parser counts a line after the last
            line, column = self.last_line, len(self.text.text) - self.text.text.rfind("\n") - 1
        return SourcePosition(self.text.path, self.first_line + line, self.first_column + column)

    def at_offset(self, offset: int) -> SourcePosition:
        line = self.text.text.count("\n", 0, offset)
        return self.at(line, offset - self.text.text.rfind("\n", 0, offset) - 1)

    def _start(self, event: yaml.Event) -> SourcePosition:
        return self.at(event.start_mark.line, event.start_mark.column)

    def _stop(self, position: SourcePosition, rule: str, message: str, hint: str = "") -> NoReturn:
        self.problems.error(position, rule, message, hint)
        raise _Unreadable

    def _node(self, event: yaml.Event, depth: int, is_key: bool = False) -> Node:
        """The node that begins with `event`; all of its events are used up."""
        at = self._start(event)
        if isinstance(event, yaml.AliasEvent):
            return self._repeated(event.anchor, at)
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            hint = "remove it; quote a value that is meant as text"
            self._stop(at, "yaml-is-plain", f"the tag {tag} is not used here", hint)
        if depth > DEEPEST:
            self._stop(at, "yaml-is-plain", f"lists and mappings are nested deeper than {DEEPEST}")
        before = self.nodes
        self._count(1, at)
        if event.anchor:
            self.anchors[event.anchor] = None
            self.unused[event.anchor] = at
        node = self._filled(event, depth, at, is_key)
        if event.anchor:
            self.anchors[event.anchor] = node, self.nodes - before
        return node

    def _filled(self, event: yaml.Event, depth: int, at: SourcePosition, is_key: bool) -> Node:
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, at, is_key)
        if isinstance(event, yaml.SequenceStartEvent):
            return SequenceNode(tuple(self._items(depth)), at)
        return self._mapping(depth, at)

    def _count(self, nodes: int, at: SourcePosition) -> None:
        self.nodes += nodes
        if self.nodes > MOST_NODES:
            self._stop(at, "yaml-is-plain", f"the YAML holds more than {MOST_NODES:,} values, aliases repeated")

    def _repeated(self, anchor: str, at: SourcePosition) -> Node:
        """The node that ``*anchor`` stands for."""
        if anchor not in self.anchors:
            hint = nearest(anchor, self.anchors, "quote the value if the * belongs to it")
            self._stop(at, "yaml-is-well-formed", f"no &{anchor} stands before this *{anchor}", hint)
        self.unused.pop(anchor, None)
        known = self.anchors[anchor]
        if known is None:
            self._stop(at, "yaml-is-plain", f"*{anchor} stands inside its own &{anchor}")
        self._count(known[1], at)
        return known[0]

    def _scalar(self, event: yaml.ScalarEvent, at: SourcePosition, is_key: bool) -> ScalarNode:
        written = without_folds(event, self.text.text)
        for trap in lost_question_mark(self.text.text, event):
            self.problems.add(trap.at(self.at_offset(trap.offset)))
        if event.style:
            if unwanted := unwanted_character(written):
                message = f"the text holds {character_name(unwanted)}"
                self.problems.error(at, "source-has-no-control-characters", message, "remove its escape")
            return ScalarNode(written, written, at)
        value = written if is_key else read_scalar(written, self.problems, at)
        for trap in plain_scalar_traps(self.text.text, event, is_text=isinstance(value, str)):
            self.problems.add(trap.at(self.at_offset(trap.offset)))
        return ScalarNode(value, written, at)

    def _items(self, depth: int) -> Iterator[Node]:
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            yield self._node(event, depth + 1)

    def _mapping(self, depth: int, at: SourcePosition) -> MappingNode:
        own: dict[str, MappingEntry] = {}
        merged: list[MappingEntry] = []
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self._key(event, depth)
            value = self._node(next(self.events), depth + 1)
            if key.written == "<<" and not getattr(event, "style", ""):
                merged += self._merged(value)
            elif first := own.get(key.written):
                message = f"the key {key.written!r} was already given in line {first.position.line}"
                self.problems.error(key.position, "yaml-key-is-unique", message, "keep one of the two")
            else:
                own[key.written] = MappingEntry(key.written, value, key.position)
        for entry in merged:
            own.setdefault(entry.key, entry)
        return MappingNode(tuple(own.values()), at)

    def _key(self, event: yaml.Event, depth: int) -> ScalarNode:
        key = self._node(event, depth + 1, is_key=True)
        if not isinstance(key, ScalarNode):
            self._stop(key.position, "yaml-is-plain", "a key must be a single word or text, not a list or a mapping")
        if not key.written.strip():
            self._stop(key.position, "yaml-is-plain", "a key is empty", "a name belongs before the colon")
        return key

    def _merged(self, value: Node) -> tuple[MappingEntry, ...]:
        """The entries that ``<<: value`` brings in, the first of several mappings winning."""
        mappings = value.items if isinstance(value, SequenceNode) else (value,)
        entries: list[MappingEntry] = []
        for mapping in mappings:
            if not isinstance(mapping, MappingNode):
                self._stop(value.position, "yaml-is-plain", "<<: merges mappings only", "write <<: *name")
            entries.extend(mapping.entries)
        return tuple(entries)
