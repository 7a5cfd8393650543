"""`:::{gap}`: The question that leads to the next lesson."""

from site_builder.document.blocks import Gap
from site_builder.parse.directives.spec import Directive, Given


def _make(given: Given) -> Gap:
    return Gap(given.title, given.body, given.position)


DIRECTIVE = Directive(
    stem="gap",
    doc="The question that leads to the next lesson.",
    argument="title",
    body="required blocks",
    make=_make,
    example=""":::{gap}
没有标注，怎么学？
:::""",
)
