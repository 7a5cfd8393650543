"""`:::{dataflow}`: the course's pipeline, lit up to this lesson."""

from site_builder.document.blocks import Dataflow
from site_builder.parse.directives.label import LABEL
from site_builder.parse.directives.spec import Directive, Given, Option
from site_builder.parse.directives.values import EXPRESSION


def _make(given: Given) -> Dataflow:
    return Dataflow(given.title, given.expression("N"), given.body, given.position)


DIRECTIVE = Directive(
    stem="dataflow",
    doc="The course's pipeline, lit up to this lesson; the body is its caption.",
    argument="title",
    body="blocks",
    make=_make,
    options=(Option("N", EXPRESSION, "tokens that the shapes are given for", default="native_context"), LABEL),
    numbered="figure",
    example=""":::{dataflow} 累计数据流
点已学环节看形状与参数。
:::""",
)
