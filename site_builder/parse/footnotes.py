"""Footnotes of a lesson, whatever file they stand in: numbered in reading order, printed at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from markdown_it.token import Token

from site_builder.document.blocks import Blocks
from site_builder.document.inline import Prose
from site_builder.document.walk import walk
from site_builder.parse.headings import unique_ids
from site_builder.problems import SourcePosition

Key: TypeAlias = tuple[int, str]
"""The mark of a file and the label of a footnote in it."""


@dataclass(slots=True)
class _Numbering:
    """Footnotes in the order of first reference, and how often each is referred to."""

    order: list[Key] = field(default_factory=list)
    numbers: dict[Key, int] = field(default_factory=dict)
    counts: Counter[Key] = field(default_factory=Counter)

    def take(self, node: Any) -> None:
        """Number the references inside `node`."""
        for token in references(node):
            key = token.meta["file"], token.meta["label"]
            if key not in self.numbers:
                self.numbers[key] = len(self.order)
                self.order.append(key)
            token.meta |= {"id": self.numbers[key], "subId": self.counts[key]}
            self.counts[key] += 1


def with_footnotes(blocks: Blocks, definitions: Mapping[Key, tuple[Token, ...]], path: str) -> Blocks:
    """`blocks` with their references numbered, and a last block of prose that holds the footnotes."""
    if not definitions:
        return blocks
    numbering = _Numbering()
    numbering.take(blocks)
    for key in numbering.order:  # grows while it is read: a footnote may refer to another
        numbering.take(definitions[key])
    if not numbering.order:
        return blocks
    labels = _labels(numbering.order)
    tokens: list[Token] = []
    for number, key in enumerate(numbering.order):
        tokens += _footnote(number, labels[key], numbering.counts[key], definitions[key])
    for token in references((blocks, tuple(tokens))):
        token.meta["label"] = labels[token.meta.pop("file"), token.meta["label"]]
    opening, closing = Token("footnote_block_open", "", 1), Token("footnote_block_close", "", -1)
    return (*blocks, Prose((opening, *tokens, closing), SourcePosition(path)))


def references(node: Any) -> Iterator[Token]:
    """The references to footnotes inside `node`, in reading order."""
    return (found for found in walk(node) if isinstance(found, Token) and found.type == "footnote_ref")


def _labels(keys: Sequence[Key]) -> dict[Key, str]:
    """One label for each footnote of the lesson: its own, numbered where another file uses the same."""
    return dict(zip(keys, unique_ids(label for _, label in keys), strict=True))


def _footnote(number: int, label: str, count: int, definition: tuple[Token, ...]) -> list[Token]:
    """A footnote with the anchors that lead back, inside its last paragraph if it ends in one."""
    meta = {"id": number, "label": label}
    anchors = [Token("footnote_anchor", "", 0, meta={**meta, "subId": index}) for index in range(count)]
    inside = len(definition) - 1 if definition and definition[-1].type == "paragraph_close" else len(definition)
    opening, closing = Token("footnote_open", "", 1, meta=meta), Token("footnote_close", "", -1)
    return [opening, *definition[:inside], *anchors, *definition[inside:], closing]
