"""`:::{attention_figure}`: attention of a few tokens by hand, from made-up vectors to what each word fetches."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from site_builder.document.blocks import AttentionFigure, SmallToken
from site_builder.parse.directives.fields import Fields, mapping, mappings
from site_builder.parse.directives.spec import Directive, Given, Option
from site_builder.parse.directives.values import NAME
from site_builder.problems import Problems
from site_builder.source.nodes import ScalarNode, SequenceNode

MOST_TOKENS, WIDEST = 8, {"q": 6, "k": 6, "v": 4}
"""More could not be read, nor done by hand."""
_DECIMAL = re.compile(r"-?[0-9](\.[0-9])?", re.ASCII)


def _make(given: Given) -> AttentionFigure | None:
    problems = given.services.problems
    fields = mapping(given.data, problems, "a mapping with tokens")
    if fields is None:
        return None
    fields.only("tokens", "caption")
    mark = problems.mark
    tokens, caption = _tokens(fields), fields.text("caption", default="")
    if problems.has_errors_since(mark):
        return None
    return AttentionFigure(
        title=given.title,
        name=given.options["name"],
        tokens=tokens,
        caption=given.services.paragraph(caption, fields.value_position("caption")) if caption else (),
        position=given.position,
    )


def _tokens(fields: Fields) -> tuple[SmallToken, ...]:
    node = fields.node_of("tokens")
    items = tuple(mappings(node, fields.problems, "a list of tokens"))
    tokens = tuple(token for item in items if (token := _token(item)))
    if node is None or (isinstance(node, SequenceNode) and not 2 <= len(node.items) <= MOST_TOKENS):
        message = f"an attention_figure has 2 to {MOST_TOKENS} tokens"
        fields.problems.error(node.position if node else fields.position, "field-is-present", message)
    elif len(tokens) == len(items):
        _check_widths(tokens, fields.problems)
    return tokens


def _token(fields: Fields) -> SmallToken | None:
    fields.only("word", "q", "k", "v")
    word, vectors = fields.text("word"), {name: _vector(fields, name) for name in WIDEST}
    q, k, v = vectors.values()
    return SmallToken(word, q, k, v, fields.position) if word and q and k and v else None


def _vector(fields: Fields, name: str) -> tuple[Fraction, ...] | None:
    """Decimals with one digit behind the point, as written; None with the problem reported."""
    node = fields.node_of(name)
    written = [item.written if isinstance(item, ScalarNode) else "" for item in getattr(node, "items", ())]
    if 1 <= len(written) <= WIDEST[name] and all(map(_DECIMAL.fullmatch, written)):
        return tuple(map(Fraction, written))
    message = f"{name} is a list of 1 to {WIDEST[name]} numbers from -9.9 to 9.9 with one decimal at most"
    hint = f"write {name}: [0.5, -1.2]"
    fields.problems.error(node.position if node else fields.position, "field-has-its-type", message, hint)
    return None


def _check_widths(tokens: Sequence[SmallToken], problems: Problems) -> None:
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
