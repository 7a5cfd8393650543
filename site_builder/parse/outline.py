"""From the flat tokens of a file to a tree: directives with their bodies, Markdown in between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from markdown_it.token import Token

from site_builder.parse.colons import OptionLine
from site_builder.parse.places import first_line
from site_builder.problems import Problems, SourcePosition
from site_builder.source.text import SourceText

_DEEPEST = 12
"""Directives inside one another."""


@dataclass(frozen=True, slots=True)
class WrittenOption:
    """``:name: value`` as written; `in_body` as in `OptionLine`."""

    name: str
    value: str
    position: SourcePosition
    value_position: SourcePosition
    in_body: bool = False


@dataclass(frozen=True, slots=True)
class WrittenDirective:
    """A directive as written.  `data` is a YAML body and the line it begins at; otherwise `body` holds the body.

    `known` is false where the opening could not be read, which has been reported.  `unread` is the lines that are no
    options but may be meant as such, each with all of its text as the value.
    """

    name: str
    known: bool
    argument: str
    argument_position: SourcePosition
    options: tuple[WrittenOption, ...]
    unread: tuple[WrittenOption, ...]
    body: tuple[Node, ...]
    data: SourceText | None
    data_line: int
    position: SourcePosition


Node: TypeAlias = Token | WrittenDirective


@dataclass(slots=True)
class _Open:
    """A directive whose closing mark has not come yet."""

    token: Token
    body: list[Node] = field(default_factory=list)
    too_wide: list[Token] = field(default_factory=list)
    """Directives inside that have as many colons or more: a mistake of theirs if this one closes, of this if not."""


def outline(tokens: Sequence[Token], lines: Sequence[str], path: str, problems: Problems) -> tuple[Node, ...]:
    """The tree of one file's tokens.  What is left open, or closes nothing, is reported."""
    return _Outliner(lines, path, problems).read(tokens)


@dataclass(slots=True)
class _Outliner:
    lines: Sequence[str]
    path: str
    problems: Problems
    top: list[Node] = field(default_factory=list)
    open: list[_Open] = field(default_factory=list)

    def read(self, tokens: Sequence[Token]) -> tuple[Node, ...]:
        for token in tokens:
            if token.type == "directive_open":
                self._enter(token)
            elif token.type == "directive_close":
                self._leave(token)
            else:
                self._body().append(token)
        while self.open:
            self._abandon()
        return tuple(self.top)

    def _body(self) -> list[Node]:
        return self.open[-1].body if self.open else self.top

    def _enter(self, token: Token) -> None:
        if len(self.open) >= _DEEPEST:
            self.problems.error(
                self._at(token), "nesting-is-shallow", f"directives nest deeper than {_DEEPEST} levels here"
            )
            return
        if self.open and token.meta["colons"] >= self.open[-1].token.meta["colons"] > 0:
            self.open[-1].too_wide.append(token)
        self.open.append(_Open(token))

    def _leave(self, token: Token) -> None:
        colons = token.meta["colons"]
        if not any(opened.token.meta["colons"] == colons for opened in self.open):
            expected = f"the open {{{self.open[-1].token.info}}} closes with " if self.open else ""
            mark = _closing(self.open[-1].token) if self.open else "remove it"
            self.problems.error(
                self._at(token), "directive-is-closed", f"{_closing(token)} closes nothing here", expected + mark
            )
            return
        while self.open[-1].token.meta["colons"] != colons:
            self._abandon()
        self._report_too_wide(self.open[-1])
        self._close()

    def _abandon(self) -> None:
        token = self.open[-1].token
        mark = _closing(token)
        message, hint = f"the directive {token.info!r} is not closed", f"end it with {mark}"
        self.problems.error(self._at(token), "directive-is-closed", message, hint)
        self._close()

    def _report_too_wide(self, outer: _Open) -> None:
        around = f"{outer.token.info!r} around it (line {first_line(outer.token) + 1})"
        for inner in outer.too_wide:
            message = f"{inner.info!r} needs fewer colons than {around}"
            hint = f"give the outer one {inner.meta['colons'] + 1}"
            self.problems.error(self._at(inner), "directive-is-closed", message, hint)

    def _close(self) -> None:
        opened = self.open.pop()
        self._body().append(self._written(opened))

    def _written(self, opened: _Open) -> WrittenDirective:
        token = opened.token
        first, last = token.meta.get("data", (0, 0))
        text = "\n".join(self.lines[first:last])
        return WrittenDirective(
            name=token.info,
            known=token.meta["known"],
            argument=token.meta["argument"],
            argument_position=SourcePosition(self.path, first_line(token) + 1, token.meta["argument_column"]),
            options=tuple(self._option(option) for option in token.meta["options"]),
            unread=tuple(self._option(option) for option in token.meta["unread"]),
            body=tuple(opened.body),
            data=SourceText(self.path, text) if "data" in token.meta else None,
            data_line=first + 1,
            position=self._at(token),
        )

    def _option(self, option: OptionLine) -> WrittenOption:
        line = option.line + 1
        return WrittenOption(
            option.name, option.value,
            SourcePosition(self.path, line, option.column), SourcePosition(self.path, line, option.value_column),
            option.in_body,
        )  # fmt: skip

    def _at(self, token: Token) -> SourcePosition:
        return SourcePosition(self.path, first_line(token) + 1, token.meta["column"])


def _closing(token: Token) -> str:
    """What closes this directive: as many colons, or the tag of GitHub's fold."""
    return ":" * token.meta["colons"] or "</details>"
