"""The label of a directive: what links call it, and what gives it a number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from markdown_it.token import Token

from site_builder.document.blocks import Blocks
from site_builder.document.inline import Inline, Prose, Target
from site_builder.parse.directives.spec import Directive, Given, Option
from site_builder.parse.directives.values import NAME
from site_builder.parse.outline import WrittenDirective

LABEL = Option("label", NAME, "what links call it, as in `[](#label)`; with one it is numbered", default="")


def with_number(given: Given, directive: Directive, written: WrittenDirective) -> Given:
    """`given` with the number of a labelled directive before its title, or before the caption of a figure."""
    target = _target(given.options, directive, written)
    if target is None:
        return given
    if directive.argument == "path":
        return replace(given, body=_numbered_caption(given.body, target))
    return replace(given, title=_numbered_title(given.title, target))


def _target(options: Mapping[str, Any], directive: Directive, written: WrittenDirective) -> Target | None:
    label = options.get("name") or options.get("label")
    if not directive.numbered or not label:
        return None
    at = next((each.value_position for each in written.options if each.value == label), written.position)
    return Target(directive.numbered, label, at)


def _numbered_title(title: Inline | None, target: Target) -> Inline:
    if title is None:
        return Inline((Token("inline", "", 0, children=_number(target)[:1]),), "", target.position)
    first, *rest = title.tokens
    return replace(title, tokens=(_before(first, target), *rest))


def _numbered_caption(caption: Blocks, target: Target) -> Blocks:
    """The caption whose first paragraph begins with the number; with a paragraph for it where there is none."""
    first = caption[0] if caption else None
    if isinstance(first, Prose) and first.tokens[0].type == "paragraph_open":
        opening, text, *rest = first.tokens
        return (replace(first, tokens=(opening, _before(text, target), *rest)), *caption[1:])
    opening, closing = Token("paragraph_open", "p", 1, block=True), Token("paragraph_close", "p", -1, block=True)
    alone = Token("inline", "", 0, children=_number(target)[:1])
    return (Prose((opening, alone, closing), target.position), *caption)


def _before(text: Token, target: Target) -> Token:
    return text.copy(children=[*_number(target), *(text.children or ())])


def _number(target: Target) -> list[Token]:
    """The number, and the space that parts it from words behind it."""
    return [Token("role", "", 0, info="number", meta={"reference": target}), Token("text", "", 0, content=" ")]
