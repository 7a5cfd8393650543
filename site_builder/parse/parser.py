"""markdown-it's parsers with what a careful author's tool adds: offsets, slips, and limits that speak.

Upstream drops content nested too deep without a word, and knows no place inside a paragraph.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, cast

from markdown_it import MarkdownIt
from markdown_it.parser_block import ParserBlock
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline.state_inline import Scanned, StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType

from site_builder.parse.flanking import scan_run
from site_builder.parse.slip import block_slip
from site_builder.problems import Mistake

DEPTH = 100
"""Levels of block nesting (a list counts two), and of brackets in a paragraph."""


class LessonState(StateInline):
    """Inline state whose tokens carry their offset, with slips and CJK-friendly emphasis.

    `base` is where `src` begins in the inline content in hand: the text of an image is parsed on its own.
    """

    def __init__(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token], base: int) -> None:
        super().__init__(src, md, env, tokens)
        self.base = base
        self.slips: list[Mistake] = []
        self.bracket_depth: int | None = None

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        token = super().push(ttype, tag, nesting)
        token.meta["offset"] = self.base + self.pos
        return token

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:
        return scan_run(self.src, start, self.posMax, canSplitWord)


def of_lessons(rule: Callable[[LessonState, bool], bool]) -> Callable[[StateInline, bool], bool]:
    """An inline rule as markdown-it wants it: `LessonInline` hands it no other state."""
    return cast("Callable[[StateInline, bool], bool]", rule)


def after_lessons(rule: Callable[[LessonState], None]) -> Callable[[StateInline], None]:
    """The same for a rule that runs once all tokens of a text are there."""
    return cast("Callable[[StateInline], None]", rule)


class LessonInline(ParserInline):
    """The inline parser: slips go to ``env["inline_slips"]``, offsets are within the outermost content."""

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        outer: LessonState | None = env.get("state")
        base = outer.base + outer.src.index(src, outer.pos) if outer else 0
        state = env["state"] = LessonState(src, md, env, tokens, base)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        env["state"] = outer
        env["inline_slips"] += [replace(found, offset=base + found.offset) for found in state.slips]
        return state.tokens


class LessonBlock(ParserBlock):
    """The block parser: where it stops for depth, it says so."""

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:
        if state.level >= DEPTH and startLine < endLine:
            block_slip(state, startLine, "nesting-is-shallow", f"lists and quotes nest deeper than {DEPTH} levels here")
        super().tokenize(state, startLine, endLine)
