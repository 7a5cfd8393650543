"""`:::{question}`: The one question of the lesson."""

from site_builder.document.blocks import Question
from site_builder.parse.directives.spec import Directive, Given


def _make(given: Given) -> Question:
    return Question(given.title, given.body, given.position)


DIRECTIVE = Directive(
    stem="question",
    doc="The one question of the lesson.",
    argument="title",
    body="required blocks",
    make=_make,
    example=""":::{question}
把循环删掉，模型还剩什么？
:::""",
)
