"""`:::{predictions}`: questions with answers to choose from; what is right, and why, comes after the choice."""

from __future__ import annotations

from site_builder.document.blocks import Prediction, Predictions
from site_builder.document.inline import Inline
from site_builder.parse.directives.fields import Fields, mappings
from site_builder.parse.directives.spec import Directive, Given
from site_builder.source.nodes import ScalarNode, SequenceNode

MOST_CHOICES = 6


def _make(given: Given) -> Predictions:
    items = mappings(given.data, given.services.problems, "a list of predictions")
    found = (_prediction(fields, given) for fields in items)
    return Predictions(given.title, tuple(item for item in found if item), given.position)


def _prediction(fields: Fields, given: Given) -> Prediction | None:
    fields.only("ask", "choices", "right", "why")
    ask, why = fields.text("ask"), fields.text("why")
    choices = _choices(fields, given)
    right = _right(fields, len(choices)) if choices else None
    asked = given.services.inline(ask, fields.value_position("ask")) if ask else None
    because = given.services.paragraph(why, fields.value_position("why")) if why else None
    if asked is None or because is None or right is None:
        return None
    return Prediction(asked, choices, right, because, fields.position)


def _choices(fields: Fields, given: Given) -> tuple[Inline, ...]:
    """The answers to choose from; none, with the problem reported, where they are no list of texts."""
    node = fields.node_of("choices")
    items = node.items if isinstance(node, SequenceNode) else ()
    texts = [item for item in items if isinstance(item, ScalarNode) and item.written.strip()]
    if not 2 <= len(texts) == len(items) <= MOST_CHOICES:
        message = f"choices is a list of 2 to {MOST_CHOICES} texts"
        fields.problems.error(node.position if node else fields.position, "field-has-its-type", message)
        return ()
    return tuple(given.services.inline(text.written.strip(), text.position) for text in texts)


def _right(fields: Fields, count: int) -> int | None:
    node = fields.node_of("right")
    value = node.value if isinstance(node, ScalarNode) else None
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= count:
        return value
    message = f"right is the number of the choice that is right, 1 to {count}"
    fields.problems.error(node.position if node else fields.position, "field-has-its-type", message)
    return None


DIRECTIVE = Directive(
    stem="predictions",
    doc="Questions that a reader answers by a click, as a YAML list: ask, choices, the number of the one that is "
    "right, and why, which is shown after the choice.",
    argument="title",
    body="data",
    make=_make,
    example=""":::{predictions} 先猜，再看
- ask: $N$ 翻一倍，分数矩阵变成几倍？
  choices: [2 倍, 4 倍]
  right: 2
  why: 它有 $N^2$ 个分数。
:::""",
)
