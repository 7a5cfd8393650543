"""`:::{takeaway}`: The lesson in one sentence."""

from site_builder.document.blocks import Takeaway
from site_builder.parse.directives.spec import Directive, Given


def _make(given: Given) -> Takeaway:
    return Takeaway(given.title, given.body, given.position)


DIRECTIVE = Directive(
    stem="takeaway",
    doc="The lesson in one sentence.",
    argument="title",
    body="required blocks",
    make=_make,
    example=""":::{takeaway}
任意两个词只隔一步，代价是 N×N 的分数。
:::""",
)
