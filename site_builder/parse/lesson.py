"""A lesson's Markdown file to a `Lesson`: front matter, blocks, headings of the contents."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from markdown_it.token import Token

from site_builder.document.blocks import Blocks
from site_builder.document.inline import Inline, Prose
from site_builder.document.lesson import Heading, Lesson
from site_builder.document.tex import Macro
from site_builder.document.walk import walk
from site_builder.parse.builder import Builder, Gathered
from site_builder.parse.footnotes import with_footnotes
from site_builder.parse.front_matter import FrontMatter, split_front_matter
from site_builder.parse.headings import slug, unique_ids
from site_builder.parse.notation import Notation
from site_builder.parse.plain import plain_text
from site_builder.parse.targets import numbered
from site_builder.parse.words import check_title
from site_builder.problems import Problems, SourcePosition, Written
from site_builder.source.snapshot import Files
from site_builder.source.text import SourceText

NO_MACROS: Mapping[str, Macro] = MappingProxyType({})


def parse_lesson(
    source: SourceText, files: Files, problems: Problems, macros: Mapping[str, Macro] | None = NO_MACROS
) -> Lesson:
    """The lesson that `source` holds, without what could not be read; `files` hold its includes.

    `macros` are those of the course's formulas, None where they are not known.

    All problems of the file are reported.
    """
    gathered = Gathered()
    front, body = split_front_matter(source, problems)
    notation = _notation(front, macros)
    builder = Builder(files, (source.path,), source.lines, problems, gathered, notation)
    blocks = with_footnotes(builder.file(body), gathered.footnotes, source.path)
    nodes = tuple(walk(blocks))
    lesson = _lesson(source.path, front, builder, _headings(blocks, nodes), blocks)
    return replace(lesson, targets=numbered(nodes, problems))


def parse_head(source: SourceText, files: Files, problems: Problems, macros: Mapping[str, Macro] = NO_MACROS) -> Lesson:
    """The lesson without its text: what other pages may know of it before it is parsed."""
    front, _ = split_front_matter(source, problems)
    notation = _notation(front, macros)
    builder = Builder(files, (source.path,), source.lines, problems, Gathered(), notation)
    return _lesson(source.path, replace(front, subtitle=None, lede=None), builder, (), ())


def _notation(front: FrontMatter, macros: Mapping[str, Macro] | None) -> Notation:
    return Notation(macros, frozenset(letter.source for letter in front.dimensions))


def _lesson(path: str, front: FrontMatter, builder: Builder, headings: tuple[Heading, ...], blocks: Blocks) -> Lesson:
    def inline(words: Written | None) -> Inline | None:
        return builder.inline(words.source, words.position) if words else None

    title = builder.inline(front.title.source, front.title.position)
    check_title(title, builder.problems)
    return Lesson(
        id=posixpath.basename(path).removesuffix(".md"),
        path=path,
        title=title,
        subtitle=inline(front.subtitle),
        lede=inline(front.lede),
        minutes=front.minutes,
        draft=front.draft,
        headings=headings,
        blocks=blocks,
        position=SourcePosition(path),
        anchor=front.anchor.source if front.anchor else "",
        anchor_position=front.anchor.position if front.anchor else None,
        dropped=frozenset(builder.gathered.dropped),
        date=front.date,
    )


def _headings(blocks: Blocks, nodes: Sequence[Any]) -> tuple[Heading, ...]:
    """The headings of the contents.  Every heading of the page gets its id, those inside blocks as well."""
    found = list(_heading_tokens(nodes))
    ids = unique_ids(slug(plain_text(title.children or ())) for _, title in found)
    for (opening, _), heading_id in zip(found, ids, strict=True):
        opening.attrs["id"] = heading_id
    outer = {id(opening) for block in blocks if isinstance(block, Prose) for opening in block.tokens}
    return tuple(_heading(opening, title) for opening, title in found if id(opening) in outer)


def _heading(opening: Token, title: Token) -> Heading:
    place = opening.meta["position"]
    return Heading(
        int(opening.tag[1:]), str(opening.attrs["id"]), Inline((title,), plain_text(title.children), place), place
    )


def _heading_tokens(nodes: Sequence[Any]) -> Iterator[tuple[Token, Token]]:
    """Every heading's opening and inline token, in reading order."""
    for prose in nodes:
        if isinstance(prose, Prose):
            yield from (pair for pair in pairwise(prose.tokens) if pair[0].type == "heading_open")
