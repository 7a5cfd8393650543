"""`:::{faq}`: Questions a reader may ask: each heading is one, the text below it the answer."""

from site_builder.document.blocks import Faq
from site_builder.parse.directives.spec import Directive, Given


def _make(given: Given) -> Faq:
    return Faq(given.title, given.sections, given.position)


DIRECTIVE = Directive(
    stem="faq",
    doc="Questions a reader may ask: each heading is one, the text below it the answer.",
    argument="title",
    body="sections",
    make=_make,
    example=""":::{faq}
### 位置信息去哪了？
C2 再说。
:::""",
)
