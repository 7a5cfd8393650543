"""markdown-it's parsers with what a careful author's tool adds: offsets, mistakes, and limits that speak.

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
from site_builder.problems import Mistake, Severity

DEPTH = 100
"""Levels of block nesting (a list counts two), and of brackets in a paragraph."""
_LONG = 1000


class LessonState(StateInline):
    """Inline state whose tokens carry their offset, with mistakes and CJK-friendly emphasis.

    `base` is where `src` begins in the inline content in hand: the text of an image is parsed on its own.
    """

    def __init__(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token], base: int) -> None:
        super().__init__(src, md, env, tokens)
        self.base = base
        self.mistakes: list[Mistake] = []
        self.bracket_depth: int | None = None

    def push(self, ttype: str, tag: str, nesting: Literal[-1, 0, 1]) -> Token:
        token = super().push(ttype, tag, nesting)
        token.meta["offset"] = self.base + self.pos
        return token

    def note(self, rule: str, message: str, hint: str = "", severity: Severity = "warning") -> None:
        """Note a mistake at this place, which is reported once its place in the file is known."""
        self.mistakes.append(Mistake(rule, message, hint, severity, self.pos))

    def pushPending(self) -> Token:
        begins = self.base + self.pos - len(self.pending)
        token = super().pushPending()
        token.meta["begins"] = begins
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
    """The inline parser: mistakes go to ``env["inline_mistakes"]``, offsets are within the outermost content."""

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        outer: LessonState | None = env.get("state")
        base = outer.base + outer.src.index(src, outer.pos) if outer else 0
        state = env["state"] = LessonState(src, md, env, tokens, base)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        env["state"] = outer
        env["inline_mistakes"] += [replace(found, offset=base + found.offset) for found in state.mistakes]
        return state.tokens

    def tokenize(self, state: StateInline) -> None:
        """As upstream, but the first token that a rule makes knows where its source begins and ends.

        A long run of text becomes a token of its own: it is added to character by character, each time at the price of
        its length.
        """
        assert isinstance(state, LessonState)
        rules, end = self.ruler.getRules(""), state.posMax
        while state.pos < end:
            before, begins = len(state.tokens), state.base + state.pos
            if state.level < DEPTH and any(rule(state, False) for rule in rules):
                made = next((token for token in state.tokens[before:] if token.type != "text"), None)
                if made is not None:
                    made.meta.setdefault("offset", begins)  # a plug-in may have put a `meta` of its own
                    made.meta["end"] = state.base + state.pos
                continue
            state.pending += state.src[state.pos]
            state.pos += 1
            if len(state.pending) > _LONG and not state.pending.endswith(" "):
                state.pushPending()
        if state.pending:
            state.pushPending()


def note(state: StateBlock, line: int, rule: str, message: str, hint: str = "", severity: Severity = "error") -> None:
    """Note a mistake at the first character of `line`, which is reported once the file is read."""
    state.env["mistakes"].append(Mistake(rule, message, hint, severity, state.bMarks[line] + state.tShift[line]))


def column_of(state: StateBlock, line: int) -> int:
    """The 1-based column of the first character of `line` after its containers' marks."""
    start = state.bMarks[line] + state.tShift[line]
    return start - state.src.rfind("\n", 0, start)


class LessonBlock(ParserBlock):
    """The block parser: where it stops for depth, it says so."""

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:
        if state.level >= DEPTH and startLine < endLine:
            note(state, startLine, "nesting-is-shallow", f"lists and quotes nest deeper than {DEPTH} levels here")
        super().tokenize(state, startLine, endLine)
