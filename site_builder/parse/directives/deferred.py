"""`:::{deferred}`: What the lesson leaves for later, as promises."""

from site_builder.document.blocks import Deferred
from site_builder.parse.directives.spec import Directive, Given


def _make(given: Given) -> Deferred:
    return Deferred(given.title, given.body, given.position)


DIRECTIVE = Directive(
    stem="deferred",
    doc="What the lesson leaves for later, as promises.",
    argument="title",
    body="required blocks",
    make=_make,
    example=""":::{deferred}
- {promise}`word-order`
:::""",
)
