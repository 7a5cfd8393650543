"""One pass over the finished tokens of a file: what is not wrong, but surely not meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from markdown_it.token import Token

from site_builder.parse.lint.blocks import check_block
from site_builder.parse.lint.definitions import check_definitions
from site_builder.parse.lint.lines import line_mistake
from site_builder.parse.lint.numbers import check_numbers
from site_builder.parse.places import first_line
from site_builder.problems import Problems, SourcePosition


def check_file(
    tokens: Sequence[Token], record: Mapping[str, Any], lines: Sequence[str], path: str, problems: Problems
) -> None:
    """Report what its rules noted while parsing, in `record`, and what the tokens give away."""
    text = "\n".join(lines)
    for found in record["mistakes"]:
        problems.add(found.at(SourcePosition.of(text, found.offset, path)))
    for index, (before, token) in enumerate(pairwise((Token("", "", 0), *tokens))):
        check_block(tokens, index, before, lines, path, problems)
        if token.type == "inline" and before.type == "paragraph_open":
            _check_lines(token, lines, path, problems)
    check_numbers(tokens, path, problems)
    check_definitions(tokens, record, path, problems)


def _check_lines(token: Token, lines: Sequence[str], path: str, problems: Problems) -> None:
    for number, text in enumerate(token.content.split("\n"), first_line(token)):
        found = line_mistake(text.strip())
        if found:
            column = max(lines[number].find(text.strip()), 0) + 1
            problems.add(found.at(SourcePosition(path, number + 1, column)))
