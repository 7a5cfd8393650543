"""From marks to meaning: every token gets its place in the file, roles their references, slips are told."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from site_builder.document.maths import MathsError, to_mathml
from site_builder.parse.breaks import without_soft_breaks
from site_builder.parse.roles import reference
from site_builder.problems import Problems, SourcePosition

_LONGEST_FORMULA = 5000
"""Characters of TeX in one formula."""
_DEEPEST_FORMULA = 60
"""Nested braces of one formula."""


@dataclass(frozen=True, slots=True)
class Places:
    """From an offset in a run of inline content to a place in its file.

    `columns` has the column at which each line of the content begins; `dropped` the offsets at which a table
    cell lost a backslash.
    """

    path: str
    line: int
    starts: tuple[int, ...]
    columns: tuple[int, ...]
    dropped: tuple[int, ...] = ()

    def at(self, offset: int) -> SourcePosition:
        index = bisect_right(self.starts, offset) - 1
        column = self.columns[index] + offset - self.starts[index] + bisect_right(self.dropped, offset)
        return SourcePosition(self.path, self.line + index, column)


def places_of(token: Token, lines: Sequence[str], path: str) -> Places:
    """The places of an inline token of a file with these `lines`."""
    first = token.map[0] if token.map else 0
    if "column" in token.meta:
        return Places(path, first + 1, (0,), (token.meta["column"],), token.meta["dropped"])
    starts, columns, start = [], [], 0
    for index, text in enumerate(token.content.split("\n")):
        source = lines[first + index] if first + index < len(lines) else ""
        starts.append(start)
        columns.append(max(source.rfind(text.rstrip()), 0) + 1)
        start += len(text) + 1
    return Places(path, first + 1, tuple(starts), tuple(columns))


def settle(token: Token, places: Places, problems: Problems) -> None:
    """Give the children of an inline token their places and meanings."""
    for slip in token.meta.pop("slips", ()):
        tell = problems.error if slip.severity == "error" else problems.warning
        tell(places.at(slip.offset), slip.rule, slip.message, slip.hint)
    children = [_settled(child, places, problems) for child in token.children or ()]
    token.children = without_soft_breaks(children)


def _settled(token: Token, places: Places, problems: Problems) -> Token:
    offset = token.meta.pop("offset", None)
    if offset is None or token.type == "text":
        return token
    token.meta["position"] = places.at(offset)
    if token.type in ("math_inline", "math_inline_double"):
        check_formula(token.content, token.meta["position"], len(token.markup), problems)
    elif token.type == "role":
        found = reference(token.info, token.content, places.at(token.meta.pop("text_offset")), problems)
        if found is None:
            token.type, token.tag = "code_inline", "code"
        else:
            token.meta["reference"] = found
    elif token.type == "image":
        token.children = [_settled(child, places, problems) for child in token.children or ()]
    return token


def check_formula(tex: str, position: SourcePosition, indent: int, problems: Problems) -> None:
    """Tell a problem where TeX cannot be printed.  `position` is that of the dollars, `indent` their number."""
    refusal = (
        "is too long" if len(tex) > _LONGEST_FORMULA else "nests too deep" if _depth(tex) > _DEEPEST_FORMULA else ""
    )
    if refusal:
        problems.error(position, "maths-is-well-formed", f"this formula {refusal}")
        return
    try:
        to_mathml(tex, indent == 2)
    except MathsError as error:
        before = tex[: error.column - 1]
        line = position.line + before.count("\n")
        column = error.column - before.rfind("\n") - 1 + (position.column + indent if line == position.line else 0)
        place = SourcePosition(position.path, line, max(column, 1))
        problems.error(place, "maths-is-well-formed", f"this formula cannot be read: {error}")


def _depth(tex: str) -> int:
    """A bound on how deep braces and environments nest."""
    depth = deepest = 0
    for char in tex:
        depth += {"{": 1, "[": 1, "(": 1, "}": -1, "]": -1, ")": -1}.get(char, 0)
        deepest = max(deepest, depth)
    return max(deepest, tex.count(r"\begin"), tex.count(r"\left"))
