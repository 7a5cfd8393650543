"""`:::{predictions}`: questions with answers to choose from; what is right, and why, comes after the choice."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.document.blocks import Prediction, Predictions
from site_builder.parse.directives.spec import Directive, Given
from site_builder.problems import Problems, SourcePosition, Written
from site_builder.source.fields import given, located, record
from site_builder.source.kinds import placed, sequence, whole, written

MOST_CHOICES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictionEntry:
    """A question, its answers and the right one."""

    position: SourcePosition = located()
    ask: Written = given(written(), doc="the question")
    choices: tuple[Written, ...] = given(
        sequence(written(), least=2, most=MOST_CHOICES), doc="the answers to choose from"
    )
    right: tuple[int, SourcePosition] = given(placed(whole(1, MOST_CHOICES)), doc="the number of the right one, from 1")
    why: Written = given(written(), doc="why it is right, shown after the choice")

    def check(self, problems: Problems) -> None:
        right, place = self.right
        if right > len(self.choices):
            message = f"right is the number of the choice that is right, 1 to {len(self.choices)}, not {right}"
            problems.error(place, "field-has-its-type", message)


def _make(given: Given) -> Predictions:
    return Predictions(given.title, tuple(_prediction(entry, given) for entry in given.data), given.position)


def _prediction(entry: PredictionEntry, given: Given) -> Prediction:
    choices = tuple(given.services.inline(each.source, each.position) for each in entry.choices)
    asked = given.services.inline(entry.ask.source, entry.ask.position)
    why = given.services.paragraph(entry.why.source, entry.why.position)
    return Prediction(asked, choices, entry.right[0], why, entry.position)


DIRECTIVE = Directive(
    stem="predictions",
    doc="Questions that a reader answers by a click, as a YAML list; what is right, and why, follows the choice.",
    argument="title",
    body="data",
    data=sequence(record(PredictionEntry).kind(), least=1, keep=True),
    make=_make,
    example=""":::{predictions} 先猜，再看
- ask: $N$ 翻一倍，分数矩阵变成几倍？
  choices: [2 倍, 4 倍]
  right: 2
  why: 它有 $N^2$ 个分数。
:::""",
)
