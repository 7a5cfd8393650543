"""`:::{exercise}`: Something to work out, with an answer that is computed."""

from __future__ import annotations

from markdown_it.token import Token

from site_builder.document.blocks import Exercise
from site_builder.document.inline import EvalReference, Inline
from site_builder.parse.directives.label import LABEL
from site_builder.parse.directives.spec import Directive, Given, Option
from site_builder.parse.directives.values import EXPRESSION
from site_builder.problems import Written


def _make(given: Given) -> Exercise:
    written: Written | None = given.options["answer"]
    return Exercise(
        given.title, given.options["label"] or "", given.body, _answer(written) if written else None, given.position
    )


def _answer(written: Written) -> Inline:
    """The number that the expression is, as a text of its own: printed, in the ledger, and compared with a reader's."""
    role = Token("role", "", 0, info="eval", meta={"reference": EvalReference(written, written.position)})
    return Inline((Token("inline", "", 0, children=[role]),), "", written.position)


DIRECTIVE = Directive(
    stem="exercise",
    doc="Something to work out. With an answer, an expression, a reader can type theirs and have it checked.",
    argument="title",
    body="required blocks",
    make=_make,
    options=(
        LABEL,
        Option("answer", EXPRESSION, "what comes out, as in `{eval}`; checked as it is printed", default=""),
    ),
    numbered="exercise",
    example=""":::{exercise} 一次要读多少
:label: read-once
:answer: kv_cache(N=4096)

上下文是 4,096 个 token，KV cache 有多大？
:::""",
)
