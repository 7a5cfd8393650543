"""Footnotes of a lesson, whatever file they stand in: numbered in reading order, printed at the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from markdown_it.token import Token

from site_builder.document.blocks import Blocks
from site_builder.document.inline import Prose
from site_builder.parse.headings import unique_ids
from site_builder.problems import SourcePosition


def with_footnotes(blocks: Blocks, definitions: Mapping[tuple[int, str], tuple[Token, ...]], path: str) -> Blocks:
    """`blocks` with their references numbered, and a last block of prose that holds the footnotes."""
    numbers: dict[tuple[int, str], int] = {}
    counts: dict[tuple[int, str], int] = {}
    _number(blocks, numbers, counts)
    tokens: list[Token] = []
    for key in _growing(numbers):
        _number(definitions[key], numbers, counts)
    labels = _labels(numbers)
    for key, number in numbers.items():
        tokens += _footnote(number, labels[key], counts[key], definitions[key])
    for token in references((blocks, tuple(tokens))):
        token.meta["label"] = labels[token.meta.pop("file"), token.meta["label"]]
    if not tokens:
        return blocks
    opening, closing = Token("footnote_block_open", "", 1), Token("footnote_block_close", "", -1)
    return (*blocks, Prose((opening, *tokens, closing), SourcePosition(path)))


def _growing(numbers: dict[tuple[int, str], int]) -> Iterator[tuple[int, str]]:
    """The keys of `numbers`, those added while iterating as well: a footnote may refer to another."""
    index = 0
    while index < len(numbers):
        yield list(numbers)[index]
        index += 1


def _number(node: Any, numbers: dict[tuple[int, str], int], counts: dict[tuple[int, str], int]) -> None:
    for token in references(node):
        key = token.meta["file"], token.meta["label"]
        token.meta["id"] = numbers.setdefault(key, len(numbers))
        token.meta["subId"] = counts.get(key, 0)
        counts[key] = token.meta["subId"] + 1


def references(node: Any) -> Iterator[Token]:
    """The references to footnotes inside `node`, in reading order."""
    if isinstance(node, Token):
        if node.type == "footnote_ref":
            yield node
        for child in node.children or ():
            yield from references(child)
    elif isinstance(node, tuple):
        for item in node:
            yield from references(item)
    elif is_dataclass(node):
        for item in fields(node):
            yield from references(getattr(node, item.name))


def _labels(numbers: Mapping[tuple[int, str], int]) -> dict[tuple[int, str], str]:
    """One label for each footnote of the lesson: its own, numbered where another file uses the same."""
    return dict(zip(numbers, unique_ids(label for _, label in numbers), strict=True))


def _footnote(number: int, label: str, count: int, definition: tuple[Token, ...]) -> list[Token]:
    """A footnote with the anchors that lead back, inside its last paragraph if it ends in one."""
    meta = {"id": number, "label": label}
    anchors = [Token("footnote_anchor", "", 0, meta={**meta, "subId": index}) for index in range(count)]
    inside = len(definition) - 1 if definition and definition[-1].type == "paragraph_close" else len(definition)
    opening, closing = Token("footnote_open", "", 1, meta=meta), Token("footnote_close", "", -1)
    return [opening, *definition[:inside], *anchors, *definition[inside:], closing]
