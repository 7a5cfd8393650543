"""One Markdown file to its tree: tokens with places, directives with bodies, footnotes set aside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markdown_it.token import Token

from site_builder.parse.annotate import annotate, annotate_display_maths
from site_builder.parse.bare_links import with_bare_links
from site_builder.parse.comments import without_comments
from site_builder.parse.details import check_folds
from site_builder.parse.fences import read_fence
from site_builder.parse.headings import check_headings
from site_builder.parse.lint.file import check_file
from site_builder.parse.markdown import parse_blocks
from site_builder.parse.notation import Notation
from site_builder.parse.outline import Node, outline
from site_builder.parse.own_blocks import mark_alerts
from site_builder.parse.places import places_of
from site_builder.parse.targets import equation_target
from site_builder.problems import Problems, SourcePosition


@dataclass(frozen=True, slots=True)
class MarkdownFile:
    """The body of a file; `footnotes` maps a label to the tokens of its definition."""

    path: str
    nodes: tuple[Node, ...]
    footnotes: Mapping[str, tuple[Token, ...]]


def parse_file(
    text: str, path: str, data_stems: frozenset[str], problems: Problems, notation: Notation
) -> MarkdownFile:
    """`text` is the whole file, with front matter blanked out, so that its lines are the file's lines."""
    tokens, record = parse_blocks(text, data_stems)
    lines = text.split("\n")
    tokens = without_comments(tokens, lines, path, problems)
    check_folds(tokens, path, problems)
    mark_alerts(tokens)
    for token in tokens:
        _annotate_block(token, lines, path, problems, notation)
    check_file(tokens, record, lines, path, problems)
    check_headings(tokens, problems)
    tokens, footnotes = _without_footnotes(tokens)
    return MarkdownFile(path, outline(tokens, lines, path, problems), footnotes)


def _annotate_block(token: Token, lines: Sequence[str], path: str, problems: Problems, notation: Notation) -> None:
    if token.type == "inline":
        places = places_of(token, lines, path)
        annotate(token, places, problems, in_text=True, notation=notation)
        token.children = with_bare_links(token.children or (), token.content, places)
    elif token.map and token.type in ("heading_open", "math_block", "fence"):
        line = lines[token.map[0]]
        token.meta["position"] = SourcePosition(path, token.map[0] + 1, len(line) - len(line.lstrip()) + 1)
        if token.type == "fence":
            read_fence(token, problems)
        elif token.type == "math_block":
            annotate_display_maths(token, lines, path, problems, notation)
            if label := token.meta.pop("label"):
                last = token.map[1] - 1
                at = SourcePosition(path, last + 1, lines[last].rfind(label) + 1)
                token.meta["target"] = equation_target(label, at, token.content, problems)


def _without_footnotes(tokens: Sequence[Token]) -> tuple[list[Token], dict[str, tuple[Token, ...]]]:
    """The tokens without the definitions of footnotes, and these by label."""
    kept: list[Token] = []
    footnotes: dict[str, tuple[Token, ...]] = {}
    label, definition = "", kept
    for token in tokens:
        if token.type == "footnote_reference_open":
            label, definition = token.meta["label"], []
        elif token.type == "footnote_reference_close":
            footnotes.setdefault(label, tuple(definition))
            definition = kept
        else:
            definition.append(token)
    return kept, footnotes
