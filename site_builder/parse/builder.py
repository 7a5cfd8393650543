"""From the tree of a file to typed blocks: what directives ask of the parser is done here."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field, replace
from itertools import groupby
from urllib.parse import unquote

from markdown_it.token import Token

from site_builder.document.blocks import Block, Blocks, Section
from site_builder.document.inline import Inline, Prose
from site_builder.parse.directives.apply import apply
from site_builder.parse.directives.registry import DATA_STEMS
from site_builder.parse.file import MarkdownFile, parse_file
from site_builder.parse.notation import PLAIN, Notation
from site_builder.parse.outline import Node, WrittenDirective
from site_builder.parse.own_blocks import with_own_blocks
from site_builder.parse.plain import plain_text
from site_builder.parse.words import check_plain, inline
from site_builder.problems import Problems, SourcePosition, Written
from site_builder.source.image_size import image_size
from site_builder.source.snapshot import Files
from site_builder.source.text import SourceText

_MOST_INCLUDES = 200
"""Files that one lesson may include, each as often as it is included."""
_MOST_TEXT = 400_000
"""Characters of a lesson, with all that it includes: more than a person reads in a day."""
_MOST_COLOURED = 30_000
"""Characters of code that are coloured in one lesson: lexers take their time, if no more than in proportion."""
_DEEPEST_INCLUDE = 12
"""Files that include one another; links between folders can give one file many names."""


@dataclass(slots=True)
class Gathered:
    """What the files of one lesson have in common.

    The footnotes defined, by the mark of their file and label; the stems of directives that could not be made.
    """

    footnotes: dict[tuple[int, str], tuple[Token, ...]] = field(default_factory=dict)
    dropped: set[str] = field(default_factory=set)
    files: int = 0
    characters: int = 0
    code: int = 0

    def add(self, file: MarkdownFile, builder: Builder) -> None:
        """Take a file's footnotes; their references get a mark that no other file's have."""
        self.files += 1
        for label, tokens in file.footnotes.items():
            self.footnotes[self.files, label] = tokens
            self._mark(tokens, builder)
        self._mark(file.nodes, builder)

    def _mark(self, nodes: tuple[Node, ...], builder: Builder) -> None:
        for node in nodes:
            if isinstance(node, WrittenDirective):
                self._mark(node.body, builder)
                continue
            for child in node.children or ():
                if child.type == "footnote_ref":
                    child.meta["file"] = self.files
                elif child.type == "image":
                    child.meta["shown"] = builder.shown_size(unquote(str(child.attrs["src"])), child.meta.get("width"))
            if node.type == "fence" and node.info:
                self._count_code(node, builder.problems)

    def _count_code(self, fence: Token, problems: Problems) -> None:
        was_within = self.code <= _MOST_COLOURED
        self.code += len(fence.content)
        if self.code > _MOST_COLOURED:
            fence.meta["plain"] = True
            if was_within:
                message = (
                    f"from here on code has no colours: a lesson's code is coloured up to {_MOST_COLOURED:,} signs"
                )
                problems.warning(
                    fence.meta["position"], "file-size-is-bounded", message, "show less, or make two of it"
                )


@dataclass(frozen=True, slots=True)
class Builder:
    """Builds the blocks of one file.

    `chain` is the files that include it, outermost first, itself last; `lines` are those of the whole file.
    """

    files: Files
    chain: tuple[str, ...]
    lines: tuple[str, ...]
    problems: Problems
    gathered: Gathered
    notation: Notation = PLAIN

    def file(self, text: str) -> Blocks:
        """The blocks of the file's text, front matter blanked out; none where the lesson has become too long."""
        self.gathered.characters += len(text)
        if self.gathered.characters > _MOST_TEXT:
            message = f"here the lesson, with what it includes, grows longer than {_MOST_TEXT:,} characters"
            self.problems.error(SourcePosition(self.chain[-1]), "file-size-is-bounded", message, "make two of it")
            return ()
        file = parse_file(text, self.chain[-1], DATA_STEMS, self.problems, self.notation)
        self.gathered.add(file, self)
        return self.blocks(file.nodes)

    def blocks(self, nodes: tuple[Node, ...]) -> Blocks:
        built: list[Block] = []
        own = with_own_blocks(nodes, self.chain[-1])
        for _, group in groupby(own, lambda node: node if isinstance(node, WrittenDirective) else None):
            first, *others = group
            if isinstance(first, WrittenDirective):
                built += apply(first, self)
            else:
                built.append(self._prose((first, *(node for node in others if isinstance(node, Token)))))
        return tuple(built)

    def drop(self, stem: str) -> None:
        """Note a directive whose mistakes are reported: what refers to it makes no second one."""
        self.gathered.dropped.add(stem)

    def _prose(self, tokens: tuple[Token, ...]) -> Prose:
        line = next((token.map[0] for token in tokens if token.map), 0)
        return Prose(tokens, SourcePosition(self.chain[-1], line + 1))

    def sections(self, nodes: tuple[Node, ...]) -> tuple[tuple[Section, ...], Blocks]:
        """The sections, and the blocks before the first.

        Headings of the first one's level begin sections, and higher ones; deeper ones stand in their bodies.
        """
        levels = [_level(node) for node in nodes]
        top = next((level for level in levels if level < 9), 0)
        starts = [index for index, level in enumerate(levels) if level <= top]
        ends = [*starts[1:], len(nodes)]
        before = self.blocks(nodes[: starts[0]] if starts else nodes)
        return tuple(self._section(nodes[start:end]) for start, end in zip(starts, ends, strict=False)), before

    def _section(self, nodes: tuple[Node, ...]) -> Section:
        heading, title = nodes[:2]
        assert isinstance(heading, Token)  # as `_level` found it
        assert isinstance(title, Token)
        place = heading.meta["position"]
        return Section(Inline((title,), plain_text(title.children), place), self.blocks(nodes[3:]), place)

    def inline(self, text: str, position: SourcePosition) -> Inline:
        return inline(Written(text, position), self.lines, self.problems, self.notation)

    def plain(self, written: Written) -> str:
        """A text that stays as it is written; marks in it are reported."""
        check_plain(written, self.lines, self.problems)
        return written.source

    def paragraph(self, text: str, position: SourcePosition) -> Blocks:
        """A run of inline content as a paragraph of its own."""
        inline = self.inline(text, position)
        opening, closing = Token("paragraph_open", "p", 1, block=True), Token("paragraph_close", "p", -1, block=True)
        return (Prose((opening, *inline.tokens, closing), position),)

    def shown_size(self, path: str, width: int | None = None) -> tuple[int, int] | None:
        """The size of an image on the page, `width` pixels wide if given; None where the image does not say its own.

        Whether it is an image at all is reported where it is published.
        """
        data = self.files.data(path, Problems(), base=posixpath.dirname(self.chain[-1]))
        size = image_size(data) if data else None
        if size is None or width is None:
            return size
        return width, max(1, round(width * size[1] / size[0]))

    def text(self, path: str, position: SourcePosition) -> SourceText | None:
        """The text of a file beside the lesson, such as a table of data; None with the problem reported."""
        return self.files.text(path, self.problems, base=posixpath.dirname(self.chain[-1]), at=position)

    def include(self, path: str, position: SourcePosition) -> Blocks | None:
        """The blocks of another file, whose positions are its own; None, reported, where it cannot be read."""
        if self.gathered.files > _MOST_INCLUDES:
            self.problems.error(position, "include-is-acyclic", f"a lesson includes at most {_MOST_INCLUDES} files")
            return None
        if not path.endswith(".md"):
            message = f"{path!r} is no Markdown file, and no other is included"
            self.problems.error(position, "directive-argument-is-right", message, "include a file that ends in .md")
            return None
        source = self.files.text(path, self.problems, base=posixpath.dirname(self.chain[-1]), at=position)
        if source is None:
            return None
        chain = (*self.chain, source.path)
        if source.path in self.chain:
            shown = " → ".join(chain[self.chain.index(source.path) :])
            self.problems.error(position, "include-is-acyclic", f"the file includes itself: {shown}")
            return None
        if len(chain) > _DEEPEST_INCLUDE:
            message = f"includes nest deeper than {_DEEPEST_INCLUDE} files: {' → '.join(chain)}"
            self.problems.error(position, "include-is-acyclic", message)
            return None
        return replace(self, chain=chain, lines=tuple(source.text.split("\n"))).file(source.text)


def _level(node: Node) -> int:
    """The level of a heading outside lists and quotes; 9 for anything else."""
    if isinstance(node, Token) and node.type == "heading_open" and node.level == 0:
        return int(node.tag[1:])
    return 9
