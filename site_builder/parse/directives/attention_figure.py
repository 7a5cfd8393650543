"""`:::{attention_figure}`: attention of a few tokens by hand, from made-up vectors to what each word fetches."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from site_builder.document.blocks import AttentionFigure, SmallToken
from site_builder.parse.directives.spec import Directive, Given, Option
from site_builder.parse.directives.values import NAME
from site_builder.problems import Problems, SourcePosition, Written
from site_builder.source.fields import given, located, record
from site_builder.source.kinds import NOTHING, Kind, sequence, text, written
from site_builder.source.nodes import Node, ScalarNode, SequenceNode

MOST_TOKENS, WIDEST = 8, {"q": 6, "k": 6, "v": 4}
"""More could not be read, nor done by hand."""
_DECIMAL = re.compile(r"-?[0-9](\.[0-9])?", re.ASCII)


def _vector(name: str) -> Kind:
    """Decimals with one digit behind the point, as written."""
    most = WIDEST[name]

    def take(node: Node, _: str, problems: Problems) -> Any:
        items = node.items if isinstance(node, SequenceNode) else ()
        written = [item.written if isinstance(item, ScalarNode) else "" for item in items]
        if 1 <= len(written) <= most and all(map(_DECIMAL.fullmatch, written)):
            return tuple(map(Fraction, written))
        message = f"{name} is a list of 1 to {most} numbers from -9.9 to 9.9 with one decimal at most"
        problems.error(node.position, "field-has-its-type", message, f"write {name}: [0.5, -1.2]")
        return NOTHING

    number = {"type": "number", "minimum": -9.9, "maximum": 9.9}
    return Kind("a list of numbers", take, {"type": "array", "items": number, "minItems": 1, "maxItems": most})


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenEntry:
    """A token and its vectors."""

    position: SourcePosition = located()
    word: str = given(text(least=1, change=str.strip), doc="the word")
    q: tuple[Fraction, ...] = given(_vector("q"), doc="its query: numbers with one decimal at most")
    k: tuple[Fraction, ...] = given(_vector("k"), doc="its key, as long as the queries")
    v: tuple[Fraction, ...] = given(_vector("v"), doc="its value")


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionBody:
    """The body of the directive."""

    tokens: tuple[TokenEntry, ...] = given(
        sequence(record(TokenEntry).kind(), least=2, most=MOST_TOKENS), doc="the tokens in their order"
    )
    caption: Written | None = given(written(), default=None, doc="a paragraph")


def _make(given: Given) -> AttentionFigure | None:
    body: AttentionBody = given.data
    mark = given.services.problems.mark
    _check_widths(body.tokens, given.services.problems)
    if given.services.problems.has_errors_since(mark):
        return None
    return AttentionFigure(
        title=given.title,
        name=given.options["name"],
        tokens=tuple(SmallToken(each.word, each.q, each.k, each.v, each.position) for each in body.tokens),
        caption=given.services.paragraph(body.caption.source, body.caption.position) if body.caption else (),
        position=given.position,
    )


def _check_widths(tokens: Sequence[TokenEntry], problems: Problems) -> None:
    first = tokens[0]
    for token in tokens:
        if (len(token.q), len(token.k), len(token.v)) != (len(first.q), len(first.q), len(first.v)):
            message = "every q and every k is as long as the first q, every v as the first v"
            problems.error(token.position, "field-has-its-type", message)


DIRECTIVE = Directive(
    stem="attention_figure",
    doc="Attention of a few tokens, done by hand: from made-up q, k and v to the weights and what each word fetches; "
    "a reader chooses a word, and may shuffle them.",
    argument="title",
    body="data",
    data=record(AttentionBody).kind(),
    make=_make,
    numbered="figure",
    options=(Option("name", NAME, "what a shape_diagram on the same page calls it", default="attention"),),
    example=""":::{attention_figure} 三个词，一个头
tokens:
  - {word: 我, q: [1.0, 0.2], k: [0.4, -0.2], v: [0.9]}
  - {word: 爱, q: [0.3, 1.5], k: [-0.6, 1.0], v: [0.1]}
  - {word: 你, q: [0.8, -0.4], k: [0.6, 0.2], v: [-0.7]}
caption: 数是随手编的。
:::""",
)
