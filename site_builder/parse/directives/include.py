"""`:::{include}`: the text of another file, in this place."""

from site_builder.document.blocks import Blocks
from site_builder.parse.directives.spec import Directive, Given


def _make(given: Given) -> Blocks | None:
    return given.services.include(given.argument, given.argument_position)


DIRECTIVE = Directive(
    stem="include",
    doc="The text of another Markdown file of the course, by its path relative to this file.",
    argument="path",
    body="none",
    make=_make,
    example=""":::{include} parts/units.md
:::""",
)
