"""Inline content that stands in no Markdown: titles, and the words of YAML files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from site_builder.document.inline import DimReference, EvalReference, Inline
from site_builder.document.tex import Macro
from site_builder.document.walk import walk
from site_builder.parse.annotate import annotate
from site_builder.parse.directives.registry import DATA_STEMS
from site_builder.parse.markdown import parse_line
from site_builder.parse.notation import PLAIN, Notation
from site_builder.parse.places import Places, places_in
from site_builder.parse.plain import plain_text
from site_builder.problems import Problems, SourcePosition, Written
from site_builder.source.snapshot import Files

_PLAIN = re.compile(r"(?:[^\W_]|[ ，。：；？！、（）《》“”‘’·…—.,;?'\"()/%+-])*")
"""Texts without any mark of Markdown: most words are, and need no parser."""


def inline(written: Written, lines: Sequence[str], problems: Problems, notation: Notation = PLAIN) -> Inline:
    """`written` as inline content; `lines` are those of its whole file."""
    token = parse_line(written.source, DATA_STEMS)
    annotate(token, places_in(lines, token.content, written.position), problems, notation=notation)
    return Inline((token,), plain_text(token.children), written.position)


def label(text: str, at: SourcePosition, problems: Problems, notation: Notation = PLAIN) -> Inline:
    """A label that belongs to something `at` a place, where all its mistakes are reported."""
    if _PLAIN.fullmatch(text):
        return _text(Written(text, at))
    token = parse_line(text, DATA_STEMS)
    places = Places(at.path, (at.line,), (0,), (at.column,), limits=(at.column,))
    annotate(token, places, problems, notation=notation)
    found = Inline((token,), plain_text(token.children), at)
    check_title(found, problems)
    return found


def _text(written: Written) -> Inline:
    """Words without a mark."""
    text = Token("text", "", 0, content=written.source)
    return Inline((Token("inline", "", 0, content=written.source, children=[text]),), written.source, written.position)


@dataclass(frozen=True, slots=True)
class Words:
    """Reads the words of one YAML file, whose half-width punctuation has been reported."""

    lines: Sequence[str]
    problems: Problems
    notation: Notation

    @classmethod
    def of(cls, files: Files, path: str, problems: Problems, macros: Mapping[str, Macro] | None) -> Words:
        text = files.text(path, Problems()) if files.has(path) else None
        return cls(text.lines if text else (), problems, Notation(macros))

    def title(self, written: Written, *, numbers: bool = True) -> Inline:
        """A title: no link, button or footnote; without `numbers` no computed value either."""
        if _PLAIN.fullmatch(written.source):
            return _text(written)
        found = inline(written, self.lines, self.problems, self.notation)
        check_title(found, self.problems, numbers=numbers)
        return found

    def plain(self, written: Written) -> str:
        """A text that stays as it is written; marks in it are reported."""
        check_plain(written, self.lines, self.problems)
        return written.source

    def title_of(self, written: Written | None) -> Inline | None:
        return self.title(written) if written else None


def check_plain(written: Written, lines: Sequence[str], problems: Problems) -> None:
    """Warn of the marks of a text that is printed as it is written."""
    token = parse_line(written.source, DATA_STEMS) if not _PLAIN.fullmatch(written.source) else None
    marked = next((child for child in (token and token.children) or () if child.type != "text"), None)
    if marked:
        offset: int = marked.meta["offset"]
        shown = "a formula" if marked.tag == "math" else _MARKS.get(marked.type, "a mark of Markdown")
        place = places_in(lines, written.source, written.position).at(offset)
        problems.warning(
            place, "plain-text-has-no-marks", f"{shown} is printed as it is written here", "write the words alone"
        )


def check_title(title: Inline, problems: Problems, *, numbers: bool = True) -> None:
    """Report what a title cannot hold: it stands inside links, and on pages that have no list of sources."""
    allowed = (DimReference, EvalReference) if numbers else (DimReference,)
    for token in walk(title):
        if not isinstance(token, Token):
            continue
        is_role = token.type == "role" and not isinstance(token.meta["reference"], allowed)
        if is_role or token.type in _NAMES:
            what = f"the role {{{token.info}}}" if is_role else _NAMES[token.type]
            position: SourcePosition = token.meta["position"]
            problems.error(
                position,
                "title-holds-no-links",
                f"{what} cannot stand in a title, nor in YAML",
                "put it into a lesson",
            )


_MARKS = {"role": "a role", "code_inline": "code in backticks", "strong_open": "bold", "em_open": "emphasis"}
_NAMES = {"link_open": "a link", "image": "an image", "footnote_ref": "a footnote's mark"}
