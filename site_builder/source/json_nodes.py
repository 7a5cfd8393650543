"""JSON to the same positioned nodes that YAML gives.

The standard reader says whether the text is JSON at all; a second pass over its tokens gives every
key and value its place, and finds the repeated keys that the standard reader drops.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from site_builder.problems import Problems, SourcePosition
from site_builder.source.decode import character_name, unwanted_character
from site_builder.source.nodes import MappingEntry, MappingNode, Node, ScalarNode, SequenceNode
from site_builder.source.scalars import MOST_DIGITS
from site_builder.source.text import SourceText

_TOKEN = re.compile(r'[{}\[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}\[\],:"]+')
_CONSTANTS = ("NaN", "Infinity", "-Infinity")
"""What programs write for numbers and JSON does not have; only a reader who needs a number refuses them."""
DEEPEST = 64


class _TooDeep(Exception):
    """Lists and objects nested deeper than `DEEPEST`."""


def load_json(text: SourceText, problems: Problems) -> Node | None:
    """The JSON of `text` with positions; None, with every problem reported, where it cannot be read."""
    try:
        json.loads(text.text, parse_constant=str, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        position = SourcePosition(text.path, error.lineno, error.colno)
        problems.error(
            position, "json-is-well-formed", f"this is not JSON: {error.msg}", _truncated(text.text, error.pos)
        )
        return None
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        problems.error(SourcePosition(text.path), "json-is-well-formed", f"this is not JSON: {reason}")
        return None
    mark = problems.mark
    try:
        node = _Scanner(text, problems, _TOKEN.finditer(text.text)).value(0)
    except _TooDeep:
        problems.error(SourcePosition(text.path), "json-is-well-formed", f"nested deeper than {DEEPEST}")
        return None
    return None if problems.has_errors_since(mark) else node


def _truncated(text: str, offset: int) -> str:
    return "the file seems to be cut off" if not text[offset:].strip() else ""


@dataclass(slots=True)
class _Scanner:
    """Reads nodes from the tokens of a text that is known to be JSON."""

    text: SourceText
    problems: Problems
    tokens: Iterator[re.Match[str]]
    line: int = 1
    line_start: int = 0
    counted: int = 0
    key: str = ""

    def value(self, depth: int) -> Node:
        return self._value(next(self.tokens), depth)

    def _value(self, token: re.Match[str], depth: int) -> Node:
        if depth >= DEEPEST:
            raise _TooDeep
        position = self._at(token)
        match token[0]:
            case "{":
                return MappingNode(tuple(self._entries(depth).values()), position)
            case "[":
                return SequenceNode(tuple(self._items(depth)), position)
        return self._scalar(token[0], position)

    def _entries(self, depth: int) -> dict[str, MappingEntry]:
        entries: dict[str, MappingEntry] = {}
        outer = self.key
        while (token := next(self.tokens))[0] != "}":
            if token[0] == ",":
                continue
            position = self._at(token)
            key = self._text(token[0], position)
            next(self.tokens)  # the colon
            self.key = key
            value = self.value(depth + 1)
            if key in entries:
                first = entries[key].position.line
                self.problems.error(
                    position, "json-key-is-unique", f"the key {key!r} was already given in line {first}"
                )
            entries.setdefault(key, MappingEntry(key, value, position))
            self.key = outer
        return entries

    def _items(self, depth: int) -> Iterator[Node]:
        while (token := next(self.tokens))[0] != "]":
            if token[0] != ",":
                yield self._value(token, depth + 1)

    def _scalar(self, written: str, position: SourcePosition) -> ScalarNode:
        if written.startswith('"'):
            text = self._text(written, position)
            return ScalarNode(text, text, position)
        if len(written.lstrip("-")) > MOST_DIGITS:
            shown = f"{written[:20]}… ({len(written)} characters)"
            return self._no_number(f"the number {shown} is longer than {MOST_DIGITS} digits", written, position)
        if written in _CONSTANTS:
            return ScalarNode(float(written), written, position)
        value = json.loads(written)
        if value in (float("inf"), float("-inf")):
            return self._no_number(f"the number {written} is out of range", written, position)
        return ScalarNode(value, written, position)

    def _no_number(self, reason: str, written: str, position: SourcePosition) -> ScalarNode:
        """Report a number that cannot be taken, with the key it stands under."""
        message = f"{self.key}: {reason}" if self.key else reason
        self.problems.error(position, "number-is-finite", message)
        return ScalarNode(0, written, position)

    def _text(self, written: str, position: SourcePosition) -> str:
        text = str(json.loads(written, strict=False))
        if unwanted := unwanted_character(text):
            message = f"the text holds {character_name(unwanted)}"
            self.problems.error(position, "source-has-no-control-characters", message, "remove its escape")
        return text

    def _at(self, token: re.Match[str]) -> SourcePosition:
        """The position of a token; tokens come in order, so lines are counted once."""
        newlines = self.text.text.count("\n", self.counted, token.start())
        if newlines:
            self.line += newlines
            self.line_start = self.text.text.rindex("\n", 0, token.start()) + 1
        self.counted = token.start()
        return SourcePosition(self.text.path, self.line, token.start() - self.line_start + 1)
