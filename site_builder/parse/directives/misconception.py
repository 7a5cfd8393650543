"""`:::{misconception}`: A common misconception, named by its title."""

from site_builder.document.blocks import Misconception
from site_builder.parse.directives.spec import Directive, Given


def _make(given: Given) -> Misconception:
    return Misconception(given.title, given.body, given.position)


DIRECTIVE = Directive(
    stem="misconception",
    doc="A common misconception, named by its title.",
    argument="required title",
    body="required blocks",
    make=_make,
    example=""":::{misconception} Transformer 发明了自注意力
原文第 2 节就列出了更早的用法。
:::""",
)
