"""What other dialects have as blocks, as blocks of ours: GitHub's alerts as frames, a lone image as a figure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

from markdown_it.token import Token

from site_builder.parse.addresses import is_elsewhere
from site_builder.parse.outline import Node, WrittenDirective, WrittenOption
from site_builder.problems import SourcePosition

FRAMES = {"NOTE": "note", "TIP": "note", "IMPORTANT": "note", "WARNING": "warning", "CAUTION": "warning"}
_ALERT = re.compile(r"[ \t]*\[!(\w+)\][ \t]*")


def alert_frame(content: str) -> str:
    """The frame that a quote beginning with `content` stands for, or nothing."""
    found = _ALERT.fullmatch(content.partition("\n")[0])
    return FRAMES.get(found[1].upper(), "") if found else ""


def mark_alerts(tokens: Sequence[Token]) -> None:
    """Mark the texts whose first line names the frame that their quote becomes: all others are printed."""
    for quote, opening, text in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if quote.type == "blockquote_open" and not quote.level and opening.type == "paragraph_open":
            text.meta["alert"] = bool(alert_frame(text.content))


def with_own_blocks(nodes: Sequence[Node], path: str) -> tuple[Node, ...]:
    """`nodes` of one body, its alerts and lone images turned into directives."""
    made: list[Node] = []
    index = 0
    while index < len(nodes):
        node = nodes[index]
        if not isinstance(node, Token) or node.level:
            made.append(node)
            index += 1
        elif node.type == "blockquote_open":
            end = _end(nodes, index)
            made += _quote([token for token in nodes[index:end] if isinstance(token, Token)], path)
            index = end
        elif node.type == "paragraph_open" and (figure := _figure(nodes[index + 1], path)):
            made.append(figure)
            index += 3
        else:
            made.append(node)
            index += 1
    return tuple(made)


def _end(nodes: Sequence[Node], start: int) -> int:
    """The index behind the quote that opens at `start`."""
    for index in range(start, len(nodes)):
        node = nodes[index]
        if isinstance(node, Token) and node.type == "blockquote_close" and node.level == 0:
            return index + 1
    return len(nodes)


def _quote(tokens: list[Token], path: str) -> list[Node]:
    first = tokens[2] if len(tokens) > 3 and tokens[1].type == "paragraph_open" else None
    frame = alert_frame(first.content) if first is not None else ""
    if first is None or not frame:
        return list(tokens)
    body = tokens[1:-1]
    first.content = first.content.partition("\n")[2]
    rest = (first.children or [])[1:]
    first.children = rest[1:] if rest and rest[0].type in ("softbreak", "hardbreak") else rest
    if not first.children:
        body = body[3:]
    for token in body:
        token.level -= 1
    return [_directive(frame, "", (), tuple(body), _position(tokens[0], path))]


def _figure(inline: Node, path: str) -> WrittenDirective | None:
    """The figure that a paragraph of one image stands for; its title is the caption."""
    children = inline.children or [] if isinstance(inline, Token) else []
    if len(children) != 1 or children[0].type != "image" or not children[0].content:
        return None
    image = children[0]
    if is_elsewhere(str(image.attrs["src"])):
        return None
    at = image.meta["position"]
    options: tuple[WrittenOption, ...] = (WrittenOption("alt", image.content, at, at),)
    if "width" in image.meta:
        options += (WrittenOption("width", str(image.meta["width"]), at, at),)
    caption: tuple[Node, ...] = ()
    if title := str(image.attrs.get("title", "")):
        text = Token("inline", "", 0, content=title, children=[Token("text", "", 0, content=title)], level=1)
        caption = (Token("paragraph_open", "p", 1, block=True), text, Token("paragraph_close", "p", -1, block=True))
    return _directive("figure", unquote(str(image.attrs["src"])), options, caption, at)


def _directive(
    name: str, argument: str, options: tuple[WrittenOption, ...], body: tuple[Node, ...], at: SourcePosition
) -> WrittenDirective:
    return WrittenDirective(
        name=name, known=True, argument=argument, argument_position=at, options=options, unread=(), body=body,
        data=None, data_line=at.line, position=at,
    )  # fmt: skip


def _position(token: Token, path: str) -> SourcePosition:
    return SourcePosition(path, (token.map[0] if token.map else 0) + 1, 1)
