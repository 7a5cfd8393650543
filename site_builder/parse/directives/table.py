"""`:::{table}`: a Markdown table with a title."""

from __future__ import annotations

from site_builder.document.blocks import Table
from site_builder.document.inline import Prose
from site_builder.parse.directives.label import LABEL
from site_builder.parse.directives.spec import Directive, Given


def _make(given: Given) -> Table | None:
    if not _is_one_table(given):
        given.services.problems.error(
            given.position, "directive-body-is-right", "the body of table is one Markdown table",
            "put its rows there, and text before or after it",
        )  # fmt: skip
        return None
    return Table(given.title, given.body, given.position)


def _is_one_table(given: Given) -> bool:
    if len(given.body) != 1 or not isinstance(given.body[0], Prose):
        return False
    kinds = [token.type for token in given.body[0].tokens]
    return kinds[0] == "table_open" and kinds.index("table_close") == len(kinds) - 1


DIRECTIVE = Directive(
    stem="table",
    doc="A Markdown table with a title and, where it has a label, a number.",
    argument="title",
    body="required blocks",
    make=_make,
    options=(LABEL,),
    numbered="table",
    example=""":::{table} 一层的代价
:label: cost

| 层 | 串行步数 |
|---|---|
| 循环 | $n$ |
:::""",
)
