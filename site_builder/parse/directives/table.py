"""`:::{table}`: a table with a title: written in Markdown, or its rows computed over a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from site_builder.document.blocks import Plot, Table
from site_builder.document.inline import Prose
from site_builder.parse.directives.label import LABEL
from site_builder.parse.directives.plot import (
    MOST,
    RUNS,
    TABLE,
    DataEntry,
    RunsEntry,
    SeriesEntry,
    caption_of,
    check_columns,
    data_of,
    runs_of,
    series_of,
)
from site_builder.parse.directives.spec import Directive, Given
from site_builder.problems import Problems, Written
from site_builder.source.fields import given, record
from site_builder.source.kinds import NOTHING, Kind, sequence, written
from site_builder.source.nodes import MappingNode, Node


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnOf(SeriesEntry):
    """A column of the table: its value for each row, as an expression, a list or a column of the data."""

    noun: ClassVar[str] = "a column"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBody:
    """A body of YAML."""

    rows: RunsEntry = given(RUNS, doc="what has a row each: a variable, values or a choice, a column of the data")
    columns: tuple[ColumnOf, ...] = given(
        sequence(record(ColumnOf).kind(), least=1, most=MOST[TABLE]),
        doc="what each row says, each in a unit of its own",
    )
    data: DataEntry | None = given(record(DataEntry).kind(), default=None, doc="the file that columns are of")
    caption: Written | None = given(written(), default=None, doc="a paragraph")


_BODY = record(TableBody).kind()
_MESSAGE = "the body of table is one Markdown table, or YAML"
_HINT = "put its rows there, and text before or after it; YAML has rows and columns"


def _take(node: Node, name: str, problems: Problems) -> Any:
    if isinstance(node, MappingNode):
        return _BODY.take(node, name, problems)
    problems.error(node.position, "directive-body-is-right", _MESSAGE, _HINT)
    return NOTHING


def _make(given: Given) -> Table | Plot | None:
    if given.data is not None:
        return _computed(given, given.data)
    if not _is_one_table(given):
        given.services.problems.error(given.position, "directive-body-is-right", _MESSAGE, _HINT)
        return None
    return Table(given.title, given.body, given.position)


def _is_one_table(given: Given) -> bool:
    if len(given.body) != 1 or not isinstance(given.body[0], Prose):
        return False
    kinds = [token.type for token in given.body[0].tokens]
    return kinds[0] == "table_open" and kinds.index("table_close") == len(kinds) - 1


def _computed(given: Given, body: TableBody) -> Plot | None:
    """A row for each of a list, a column for each expression: a plot drawn as its table of values."""
    problems = given.services.problems
    mark = problems.mark
    columns, cited = data_of(given, body.data)
    rows, series = runs_of(body.rows), series_of(body.columns, TABLE, problems)
    check_columns(body.data, rows, series, columns, problems)
    if problems.has_errors_since(mark):
        return None
    caption = caption_of(given, body.caption, cited)
    return Plot(given.title, TABLE, rows, None, series, columns, False, "linear", (), caption, given.position)


DIRECTIVE = Directive(
    stem="table",
    doc="A Markdown table with a title and, where it has a label, a number; or a row for each of a list, as YAML, "
    "whose columns are expressions and can be sorted.",
    argument="title",
    body="table or data",
    data=Kind("a mapping", _take, _BODY.schema),
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
