"""`:::{table}`: a table with a title: written in Markdown, or its rows computed over a list."""

from __future__ import annotations

from site_builder.document.blocks import Plot, Table
from site_builder.document.inline import Prose
from site_builder.parse.directives.fields import Fields, mapping
from site_builder.parse.directives.label import LABEL
from site_builder.parse.directives.plot import TABLE, check_columns, read_caption, read_data, read_runs, read_series
from site_builder.parse.directives.spec import Directive, Given
from site_builder.source.nodes import MappingNode


def _make(given: Given) -> Table | Plot | None:
    if isinstance(given.data, MappingNode):
        fields = mapping(given.data, given.services.problems, "a mapping with rows and columns")
        return _computed(given, fields) if fields else None
    if given.data is not None or not _is_one_table(given):
        given.services.problems.error(
            given.position, "directive-body-is-right", "the body of table is one Markdown table, or YAML",
            "put its rows there, and text before or after it; YAML has rows and columns",
        )  # fmt: skip
        return None
    return Table(given.title, given.body, given.position)


def _is_one_table(given: Given) -> bool:
    if len(given.body) != 1 or not isinstance(given.body[0], Prose):
        return False
    kinds = [token.type for token in given.body[0].tokens]
    return kinds[0] == "table_open" and kinds.index("table_close") == len(kinds) - 1


def _computed(given: Given, fields: Fields) -> Plot | None:
    """A row for each of a list, a column for each expression: a plot drawn as its table of values."""
    fields.only("rows", "columns", "data", "caption")
    mark = fields.problems.mark
    columns, cited = read_data(given, fields)
    rows, series = read_runs(fields, "rows"), read_series(fields, TABLE, "columns")
    check_columns(fields, rows, series, columns)
    caption = read_caption(given, fields, cited)
    if fields.problems.has_errors_since(mark) or rows is None:
        return None
    return Plot(given.title, TABLE, rows, None, series, columns, False, "linear", (), caption, given.position)


DIRECTIVE = Directive(
    stem="table",
    doc="A Markdown table with a title and, where it has a label, a number; or a row for each of a list, as YAML, "
    "whose columns are expressions and can be sorted.",
    argument="title",
    body="table or data",
    make=_make,
    options=(LABEL,),
    numbered="table",
    example=""":::{table} 一层的代价
:label: cost

| 层 | 串行步数 |
|---|---|
| 循环 | $n$ |
:::

:::{table} 两个模型的账
:label: two-models

rows: {over: model, models: [qwen3.8-27b, llama-3.1-8b]}
columns:
  - {label: 参数, value: parameters(model=model)}
  - {label: 每个 token 的缓存, value: kv_per_token(model=model)}
:::""",
)
