"""`:::{warning}`: Something that easily goes wrong."""

from site_builder.document.blocks import Warning  # noqa: A004
from site_builder.parse.directives.spec import Directive, Given


def _make(given: Given) -> Warning:
    return Warning(given.title, given.body, given.position)


DIRECTIVE = Directive(
    stem="warning",
    doc="Something that easily goes wrong.",
    argument="title",
    body="required blocks",
    make=_make,
    example=""":::{warning}
别把字节和比特弄混。
:::""",
)
