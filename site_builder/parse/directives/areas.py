"""`:::{areas}`: the curves of a calculator as true areas beside one another."""

from site_builder.document.blocks import Areas
from site_builder.parse.directives.label import LABEL
from site_builder.parse.directives.spec import Directive, Given, Option
from site_builder.parse.directives.values import NAME


def _make(given: Given) -> Areas:
    return Areas(given.title, given.options["calculator"], given.body, given.position)


DIRECTIVE = Directive(
    stem="areas",
    doc="The curves of a calculator of the page as true areas, moved by the same variable: what stays is a square, "
    "what grows as a square covers it, what grows as a line is a strip; the body is its caption.",
    argument="title",
    body="blocks",
    make=_make,
    options=(Option("calculator", NAME, "the calculator whose curves and variable these are"), LABEL),
    numbered="figure",
    example=""":::{areas} 一张表，一个模型
:calculator: memory

面积就是字节。
:::""",
)
