r"""TeX in pieces: macros expanded within bounds, nesting bounded, a ``\\`` that breaks no line refused.

The native converter knows no bounds of its own, so nothing reaches it that could nest or grow out of proportion.
Every piece knows where it stands in the author's formula.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import NamedTuple

from site_builder.problems import Mistake, Refused

LONGEST = 5_000
"""Characters of one formula."""
MOST_PIECES = 10_000
"""Pieces of one formula once its macros are expanded, those inside macros included."""
DEEPEST = 60
"""Groups, environments and commands without braces inside one another."""

_PIECE = re.compile(r"\\[A-Za-z]+\*?|\\.|.", re.DOTALL)
_DEFINING = frozenset([r"\newcommand", r"\renewcommand", r"\providecommand", r"\def", r"\gdef"])
_OPERATOR = frozenset([r"\DeclareMathOperator", r"\DeclareMathOperator*"])
_SIZES = (r"\displaystyle", r"\textstyle", r"\scriptstyle", r"\scriptscriptstyle")
_SWITCHES = frozenset([*_SIZES, r"\color", r"\rm", r"\bf", r"\it", r"\sf", r"\tt", r"\cal"])
"""Commands that hold for the rest of their group, so that each nests what follows it."""
_ONE_LINE = frozenset(["equation", "equation*", "math", "displaymath"])
"""Environments without rows."""
_UNKNOWN_HERE = {
    r"\label": ("a formula is labelled outside", "write the label behind the closing dollars: $$ … $$ (name)"),
    r"\ref": ("a formula refers to nothing", "write [](#name) in the sentence"),
    r"\eqref": ("a formula refers to nothing", "write [](#name) in the sentence"),
    r"\smash": ("lines of text keep their distance by themselves", "write its argument alone"),
}


class Piece(NamedTuple):
    """A command or a character, and its offset in the formula."""

    text: str
    offset: int


_COMMAND = re.compile(r"\\[A-Za-z]+")


@dataclass(frozen=True, slots=True)
class Macro:
    """A command of an author's own: its body, in which #1 to #9 stand for `arguments`."""

    arguments: int
    body: tuple[Piece, ...]


def refused(message: str, offset: int = 0, hint: str = "") -> Refused:
    """What to raise at an offset of the formula."""
    return Refused(Mistake("maths-is-well-formed", message, hint, offset=offset))


def pieces_of(tex: str) -> list[Piece]:
    """`tex` cut into pieces, its macros expanded.  Refused where it is too long, too deep, or breaks a line in vain."""
    pieces = _expanded(tex, {})
    _check(pieces)
    return pieces


def macro(name: str, body: str) -> Macro:
    r"""The command `name`, such as ``\R``, that stands for `body` in every formula; it takes as many arguments as
    the body has.  Refused for what is no name or no body."""
    if not _COMMAND.fullmatch(name):
        raise refused(f"{name!r} is no command: a backslash and letters, such as \\R")
    pieces = _cut(body)
    marks = [after.text for before, after in pairwise((*pieces, Piece("", 0))) if before.text == "#"]
    if not all(re.fullmatch("[1-9]", mark) for mark in marks):
        raise refused(f"{name}: # stands before the number of an argument, 1 to 9")
    return Macro(max(map(int, marks), default=0), tuple(pieces))


@dataclass(frozen=True, slots=True)
class Expanded:
    """A formula without the macros of its course, `tex`; `offset` leads from a place in it to the author's."""

    tex: str
    pieces: tuple[Piece, ...]

    def offset(self, place: int) -> int:
        starts = list(accumulate((len(piece.text) for piece in self.pieces), initial=0))
        return self.pieces[min(bisect_right(starts, place), len(self.pieces)) - 1].offset if self.pieces else 0


def with_macros(tex: str, macros: Mapping[str, Macro]) -> Expanded | None:
    """The formula with the macros of its course written out; None where it has none.  Refused as in `pieces_of`."""
    if not any(found[0] in macros for found in _COMMAND.finditer(tex)):
        return None
    pieces = _expanded(tex, macros)
    return Expanded("".join(piece.text for piece in pieces), tuple(pieces))


def _expanded(tex: str, macros: Mapping[str, Macro]) -> list[Piece]:
    if len(tex) > LONGEST:
        raise refused("it is too long", hint="make several of it")
    return _parted(_Expander(_cut(tex)[::-1], dict(macros)).expanded())


def _cut(tex: str) -> list[Piece]:
    return [Piece(found[0], found.start()) for found in _PIECE.finditer(tex)]


def _parted(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with a space wherever expansion has put a letter right behind a command."""
    made: list[Piece] = []
    for piece in pieces:
        if made and _COMMAND.fullmatch(made[-1].text) and re.match("[A-Za-z]", piece.text):
            made.append(Piece(" ", piece.offset))
        made.append(piece)
    return made


@dataclass(slots=True)
class _Expander:
    """Reads from the end of `rest`, where the pieces stand in reverse."""

    rest: list[Piece]
    macros: dict[str, Macro] = field(default_factory=dict)
    read: int = 0

    def expanded(self) -> list[Piece]:
        made: list[Piece] = []
        while self.rest:
            piece = self.rest.pop()
            if piece.text.removesuffix("*") in _DEFINING:
                self._define(piece)
            elif piece.text in _OPERATOR:
                self._define_operator(piece)
            elif macro := self.macros.get(piece.text):
                self._expand(piece, macro)
            else:
                made.append(piece)
        return made

    def _expand(self, piece: Piece, macro: Macro) -> None:
        given = [self._argument(piece) for _ in range(macro.arguments)]
        body: list[Piece] = []
        marks = iter(macro.body)
        for part in marks:
            number = next(marks).text if part.text == "#" else ""
            body += given[int(number) - 1] if number else [part]
        self.read += len(body) + 1
        if self.read > MOST_PIECES:
            raise refused(f"{piece.text} expands to more than {MOST_PIECES:,} signs", piece.offset, "write it out")
        self.rest += [Piece(part.text, piece.offset) for part in reversed(body)]

    def _define(self, command: Piece) -> None:
        name = self._name(command)
        arguments = 0
        if command.text in (r"\def", r"\gdef"):
            while self.rest and self.rest[-1].text == "#":
                self.rest.pop()
                arguments += 1
                self._next(command)
        elif self._peek() == "[":
            count = self._until("]", command)
            if not re.fullmatch("[1-9]", count):
                raise refused(f"{name} takes 1 to 9 arguments, not {count!r}", command.offset)
            arguments = int(count)
            if self._peek() == "[":
                raise refused(f"{name} has a default argument", command.offset, "write a second command for it")
        body = tuple(self._argument(command))
        self._check_marks(name, body, arguments, command)
        self.macros[name] = Macro(arguments, body)

    def _define_operator(self, command: Piece) -> None:
        name = self._name(command)
        star = "*" if command.text.endswith("*") else ""
        written = self._argument(command)
        body = (f"\\operatorname{star}", "{", *(piece.text for piece in written), "}")
        self.macros[name] = Macro(0, tuple(Piece(text, command.offset) for text in body))

    def _check_marks(self, name: str, body: Sequence[Piece], arguments: int, command: Piece) -> None:
        for mark, number in zip(body, (*body[1:], None), strict=True):
            known = number is not None and number.text.isdecimal() and 1 <= int(number.text) <= arguments
            if mark.text == "#" and not known:
                written = f"#{number.text if number else ''}"
                raise refused(f"{name} has no argument {written}", command.offset)

    def _name(self, command: Piece) -> str:
        given = self._argument(command)
        if len(given) != 1 or not re.fullmatch(r"\\[A-Za-z]+", given[0].text):
            raise refused(f"{command.text} defines one command, such as \\R", command.offset)
        return given[0].text

    def _argument(self, command: Piece) -> list[Piece]:
        """The next group without its braces, or the next piece."""
        first = self._next(command)
        while first.text.isspace():
            first = self._next(command)
        if first.text != "{":
            return [first]
        group: list[Piece] = []
        depth = 1
        while depth:
            piece = self._next(command)
            depth += {"{": 1, "}": -1}.get(piece.text, 0)
            group.append(piece)
        return group[:-1]

    def _until(self, end: str, command: Piece) -> str:
        found = ""
        self._next(command)
        while (piece := self._next(command)).text != end:
            found += piece.text
        return found

    def _peek(self) -> str:
        while self.rest and self.rest[-1].text.isspace():
            self.rest.pop()
        return self.rest[-1].text if self.rest else ""

    def _next(self, command: Piece) -> Piece:
        if not self.rest:
            raise refused(f"{command.text} is not complete", command.offset)
        return self.rest.pop()


def _check(pieces: Sequence[Piece]) -> None:
    r"""Refuse what nests too deep, a ``\\`` outside rows, and what only a document of TeX can have."""
    environments: list[str] = []
    switches = [0]  # in each open group
    stacked = [False]  # whether each open brace is that of a \\substack
    commands = 0  # in a row, each perhaps the argument of the one before
    for index, (text, offset) in enumerate(pieces):
        is_command = len(text) > 1 and text[1].isalpha()
        commands = commands + 1 if is_command else commands if text.isspace() else 0
        if text == "{":
            stacked.append(index > 0 and pieces[index - 1].text == r"\substack")
        elif text == "}" and len(stacked) > 1:
            stacked.pop()
        if text in ("{", "[", "("):
            switches.append(0)
        elif text in ("}", "]", ")") and len(switches) > 1:
            switches.pop()
        elif text in _SWITCHES:
            switches[-1] += 1
        elif text in (r"\begin", r"\left"):
            environments.append(_group_text(pieces, index + 1) if text == r"\begin" else "")
        elif text in (r"\end", r"\right") and environments:
            environments.pop()
        elif text in (r"\\", r"\newline") and not _in_rows(environments) and not stacked[-1]:
            raise refused(f"{text} breaks no line here", offset, r"write the lines in \begin{aligned} … \end{aligned}")
        elif text in _UNKNOWN_HERE:
            message, hint = _UNKNOWN_HERE[text]
            raise refused(f"{text}: {message}", offset, hint)
        if max(len(switches) + sum(switches) + len(environments), commands) > DEEPEST:
            raise refused("it nests too deep", hint="make several of it")


def _in_rows(environments: Sequence[str]) -> bool:
    return any(name and name not in _ONE_LINE for name in environments)


def _group_text(pieces: Sequence[Piece], index: int) -> str:
    """The characters of the group at `index`."""
    text = ""
    for piece in pieces[index + 1 : index + 21]:
        if piece.text == "}":
            return text
        text += piece.text
    return text
