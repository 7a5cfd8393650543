"""`:::{solution}`: How an exercise of this lesson is worked out, closed until it is asked for."""

from __future__ import annotations

from markdown_it.token import Token

from site_builder.document.blocks import Solution
from site_builder.document.inline import Inline, TargetReference
from site_builder.parse.directives.spec import Directive, Given


def _make(given: Given) -> Solution:
    return Solution(given.argument, _number(given), given.body, given.position)


def _number(given: Given) -> Inline:
    """The number of the exercise, which links print."""
    reference = TargetReference(f"#{given.argument}", True, given.argument_position)
    role = Token("role", "", 0, info="number", meta={"reference": reference})
    return Inline((Token("inline", "", 0, children=[role]),), "", given.argument_position)


DIRECTIVE = Directive(
    stem="solution",
    doc="How an exercise is worked out, by the exercise's label; closed until a reader opens it.",
    argument="label",
    body="required blocks",
    make=_make,
    example=""":::{solution} read-once
每个 token 的 K 和 V 乘上 4,096。
:::""",
)
