"""`:::{stop}`: Where a reader may stop, and where to go deeper."""

from site_builder.document.blocks import Stop
from site_builder.parse.directives.spec import Directive, Given


def _make(given: Given) -> Stop:
    return Stop(given.title, given.body, given.position)


DIRECTIVE = Directive(
    stem="stop",
    doc="Where a reader may stop, and where to go deeper.",
    argument="title",
    body="required blocks",
    make=_make,
    example=""":::{stop}
记住“并行、一步”就可以往下走。
:::""",
)
