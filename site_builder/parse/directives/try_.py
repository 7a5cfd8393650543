"""`:::{try}`: Things to try on a calculator: a list whose items hold {set} buttons."""

from site_builder.document.blocks import Try
from site_builder.parse.directives.spec import Directive, Given


def _make(given: Given) -> Try:
    return Try(given.title, given.body, given.position)


DIRECTIVE = Directive(
    stem="try",
    doc="Things to try on a calculator: a list whose items hold {set} buttons.",
    argument="title",
    body="required blocks",
    make=_make,
    example=""":::{try}
1. {set}`131,072 <memory: N=131072>`：和权重比一比。
:::""",
)
