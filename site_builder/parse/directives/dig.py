"""`:::{dig}`: A closed section for those who want to know more."""

from site_builder.document.blocks import Dig
from site_builder.parse.directives.spec import Directive, Given


def _make(given: Given) -> Dig:
    return Dig(given.title, given.body, given.position)


DIRECTIVE = Directive(
    stem="dig",
    doc="A closed section for those who want to know more.",
    argument="required title",
    body="required blocks",
    make=_make,
    example=""":::{dig} 为什么原文觉得 N² 不是问题
短句的账不一样：n 小于 d。
:::""",
)
