"""Accidental syntax: lines that look like something they are not, definitions that nothing uses."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from markdown_it.token import Token

from site_builder.parse.fences import read_fence
from site_builder.parse.lookalikes import tell_lookalikes
from site_builder.parse.places import first_line
from site_builder.problems import Problems, SourcePosition
from site_builder.source.characters import is_wide

_HEADING = re.compile(r"#{1,6}[^\s#!]|#{1,6}[^\S \t\n]|#{7,}|[＃]")
_DELIMITER = re.compile(r"(?=.*[-—–－])(?=.*[|｜])[\s|｜:：\-—–－]+")
_LIST = re.compile(r"[-+](?=\S)|\d{1,9}[.)](?=\S)")
_ROLE = re.compile(r"\{[a-z]+\}`")
_DIRECTIVE = re.compile(r"::?\{[\w-]+\}(?!`)")


def tell_slips(
    tokens: Sequence[Token], record: Mapping[str, Any], lines: Sequence[str], path: str, problems: Problems
) -> None:
    """Tell what block rules noted, and what plain paragraphs and definitions give away."""
    text = "\n".join(lines)
    for found in record["slips"]:
        problems.add(found.at(SourcePosition.of(text, found.offset, path)))
    for index, token in enumerate(tokens):
        if token.type == "paragraph_open":
            _tell_paragraph(tokens[index + 1], lines, path, problems)
        elif token.type == "fence":
            read_fence(token, problems)
        elif token.type == "inline":
            tell_lookalikes(token, lines, path, record.get("references", {}).keys(), problems)
    _tell_numbers(tokens, path, problems)
    _tell_definitions(tokens, record, path, problems)


def _tell_numbers(tokens: Sequence[Token], path: str, problems: Problems) -> None:
    """An ordered list is numbered on from its first item, whatever the others say."""
    lists: list[list[Token]] = []
    for token in tokens:
        if token.type in ("ordered_list_open", "bullet_list_open"):
            lists.append([])
        elif token.type == "list_item_open" and token.info:
            lists[-1].append(token)
        elif token.type in ("ordered_list_close", "bullet_list_close"):
            _tell_misnumbered(lists.pop(), path, problems)


def _tell_misnumbered(items: Sequence[Token], path: str, problems: Problems) -> None:
    written = [int(item.info) for item in items]
    wrong = (index for index, number in enumerate(written) if number != written[0] + index)
    index = next(wrong, None)
    if index is None or len(set(written)) == 1:
        return
    message = f"the number {written[index]} would be printed as {written[0] + index}"
    place = SourcePosition(path, first_line(items[index]) + 1)
    problems.warning(place, "list-is-written-right", message, "number on from the first item")


def _tell_paragraph(token: Token, lines: Sequence[str], path: str, problems: Problems) -> None:
    for index, text in enumerate(token.content.split("\n")):
        line = first_line(token) + index
        found = _look_alike(text.strip())
        if found:
            place = SourcePosition(path, line + 1, max(lines[line].find(text.strip()), 0) + 1)
            problems.warning(place, *found)


def _look_alike(text: str) -> tuple[str, str, str] | None:
    """(rule, message, hint) for a line of a paragraph that looks like something it is not."""
    if _HEADING.match(text):
        hint = "write one to six # and an ordinary space before the words"
        return "heading-is-written-right", "this looks like a heading but is not", hint
    if _DELIMITER.fullmatch(text):
        hint = "use ASCII | : and -, as many cells as the header, and a header above"
        return "table-is-written-right", "this looks like the second row of a table but is not", hint
    if (mark := _LIST.match(text)) and (is_wide(text[mark.end()]) or _ROLE.match(text, mark.end())):
        hint = f"write a space after {mark[0]}"
        return "list-is-written-right", "this looks like an item of a list but is not", hint
    if _DIRECTIVE.match(text):
        return "directive-is-known", "this looks like a directive but is not", "write at least three colons"
    return None


def _tell_definitions(tokens: Sequence[Token], record: Mapping[str, Any], path: str, problems: Problems) -> None:
    """A definition that nothing refers to would vanish from the page."""
    used = {child.meta.get("label") for token in tokens for child in token.children or ()}
    for label, definition in record.get("references", {}).items():
        if label not in used:
            _tell_unused(definition["map"][0], f"nothing refers to this link definition, [{label}]", path, problems)
    for duplicate in record.get("duplicate_refs", ()):
        _tell_unused(duplicate["map"][0], f"the link [{duplicate['label']}] is already defined", path, problems)
    _tell_footnotes(tokens, path, problems)


def _tell_footnotes(tokens: Sequence[Token], path: str, problems: Problems) -> None:
    reached = _reached_footnotes(tokens)
    seen: set[str] = set()
    for token in tokens:
        if token.type == "footnote_reference_open":
            label = token.meta["label"]
            if label not in reached:
                _tell_unused(first_line(token), f"nothing refers to this footnote, [^{label}]", path, problems)
            elif label in seen:
                _tell_unused(first_line(token), f"the footnote [^{label}] is already defined", path, problems)
            seen.add(label)


def _reached_footnotes(tokens: Sequence[Token]) -> set[str]:
    """The footnotes that the text refers to, or that such a footnote refers to."""
    referred: dict[str, set[str]] = {}
    place = ""
    for token in tokens:
        if token.type.startswith("footnote_reference"):
            place = token.meta["label"] if token.nesting > 0 else ""
        referred.setdefault(place, set()).update(
            child.meta["label"] for child in token.children or () if child.type == "footnote_ref"
        )
    reached: set[str] = set()
    pending = [*referred.get("", ())]
    while pending:
        label = pending.pop()
        if label not in reached:
            reached.add(label)
            pending += referred.get(label, ())
    return reached


def _tell_unused(line: int, message: str, path: str, problems: Problems) -> None:
    problems.error(SourcePosition(path, line + 1, 1), "definition-is-used", f"{message}, so it would vanish",
                   r"refer to it once, or write \[ where it is text")  # fmt: skip
