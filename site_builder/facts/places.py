"""Where an expression in a YAML file begins: behind the quote it stands in."""

from __future__ import annotations

from dataclasses import replace

from site_builder.problems import SourcePosition
from site_builder.source.nodes import Node, follow
from site_builder.source.text import SourceText


def expression_place(text: SourceText, node: Node, path: tuple[str | int, ...]) -> SourcePosition:
    """The first character of the value that a path of keys leads to."""
    position = follow(node, path)[0].position
    line = text.text.split("\n")[position.line - 1]
    quoted = line[position.column - 1 : position.column] in ('"', "'")
    return replace(position, column=position.column + 1) if quoted else position
