"""`:::{shape_diagram}`: Q, Kᵀ and S drawn to one scale, real and small."""

from site_builder.document.blocks import ShapeDiagram
from site_builder.parse.directives.label import LABEL
from site_builder.parse.directives.spec import Directive, Given, Option
from site_builder.parse.directives.values import EXPRESSION, NAME


def _make(given: Given) -> ShapeDiagram:
    return ShapeDiagram(
        title=given.title,
        N=given.expression("N"),
        d_k=given.expression("d_k"),
        small_N=given.expression("small-N"),
        small_d_k=given.expression("small-d_k"),
        example=given.options["example"] or "",
        caption=given.body,
        position=given.position,
    )


DIRECTIVE = Directive(
    stem="shape_diagram",
    doc="Q, Kᵀ and S of one head at a real size, with logarithmic edges and by true areas, and small enough to see "
    "every score; the body is its caption.",
    argument="title",
    body="blocks",
    make=_make,
    options=(
        Option("N", EXPRESSION, "tokens, real scale"),
        Option("d_k", EXPRESSION, "dimension of one head, real scale"),
        Option("example", NAME, "the attention_figure of this page whose q and k are the small scale", default=""),
        Option("small-N", EXPRESSION, "tokens, small scale", default="6"),
        Option("small-d_k", EXPRESSION, "dimension of one head, small scale", default="4"),
        LABEL,
    ),
    numbered="figure",
    example=""":::{shape_diagram} 一个头的打分
:N: 131072
:d_k: head_dim

S 的大小只看 N。
:::""",
)
