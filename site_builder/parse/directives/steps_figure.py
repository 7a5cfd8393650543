"""`:::{steps_figure}`: the chain of recurrence beside attention's all pairs."""

from site_builder.document.blocks import StepsFigure
from site_builder.parse.directives.label import LABEL
from site_builder.parse.directives.spec import Directive, Given, Option
from site_builder.parse.directives.values import EXPRESSIONS


def _make(given: Given) -> StepsFigure:
    return StepsFigure(given.title, given.options["lengths"] or (), given.body, given.position)


DIRECTIVE = Directive(
    stem="steps_figure",
    doc="The chain of recurrence beside attention's all pairs, over the running example; the body is its caption.",
    argument="title",
    body="blocks",
    make=_make,
    options=(
        Option("lengths", EXPRESSIONS, "other numbers of words that a reader may choose", default=""),
        LABEL,
    ),
    numbered="figure",
    example=""":::{steps_figure} 排队与同时
:lengths: 1000, native_context

左边一步接一步，右边一步到位。
:::""",
)
