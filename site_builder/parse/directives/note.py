"""`:::{note}`: A remark beside the main thread."""

from site_builder.document.blocks import Note
from site_builder.parse.directives.spec import Directive, Given


def _make(given: Given) -> Note:
    return Note(given.title, given.body, given.position)


DIRECTIVE = Directive(
    stem="note",
    doc="A remark beside the main thread.",
    argument="title",
    body="required blocks",
    make=_make,
    example=""":::{note}
这里的 N 是 token 数。
:::""",
)
