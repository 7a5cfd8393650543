"""`:::{plot}`: lines, points, bars or a heatmap, from expressions, lists or a file of data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from site_builder.document.blocks import Blocks, Plot
from site_builder.document.calculator import Mark, Scale
from site_builder.document.plot import Along, Column, Columns, Listed, Runs, Series
from site_builder.parse.directives.calculator import ROLE, ROLES
from site_builder.parse.directives.controls import LABEL, SCALE, VALUES, ChoiceEntry, as_choice, choice_records
from site_builder.parse.directives.label import LABEL as LABELLED
from site_builder.parse.directives.spec import Directive, Given
from site_builder.problems import Problems, SourcePosition, Written, nearest
from site_builder.source.columns import read_columns
from site_builder.source.fields import Field, given, located, one_of, record
from site_builder.source.kinds import FLAG, NOTHING, Kind, choice, sequence, text, written
from site_builder.source.nodes import MappingNode, Node

KINDS = ("line", "points", "bar", "heatmap")
TABLE = "table"
"""The plot that is drawn as its table of values, which `:::{table}` asks for."""
MOST = {"heatmap": 1, TABLE: 12}
"""Series of a plot: as many as there are looks, but for these kinds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlongEntry:
    """What runs along an axis: a variable over whole numbers."""

    position: SourcePosition = located()
    variable: str = given(text(least=1), doc="the variable that expressions use")
    minimum: Written | None = given(written(500), default=None, key="from", doc="its least value, 1 if not given")
    maximum: Written = given(written(500), key="to", doc="its greatest value")
    scale: Scale = given(SCALE, default="log", doc="how the axis is divided")
    label: str = given(LABEL, default="", doc="what readers call it")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedEntry:
    """What runs along an axis: a variable over these values."""

    position: SourcePosition = located()
    over: str = given(text(least=1), doc="the variable that expressions use")
    values: tuple[Written, ...] = given(VALUES, doc="its values, one after another")
    label: str = given(LABEL, default="", doc="what readers call it")


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnEntry:
    """What runs along an axis: a column of the data."""

    position: SourcePosition = located()
    column: str = given(text(least=1), doc="its name in the head of the data")
    unit: str = given(text(), default="", doc="what it is measured in")
    scale: Scale = given(SCALE, default="linear", doc="how the axis is divided")
    label: str = given(LABEL, default="", doc="what readers call it")


RunsEntry: TypeAlias = AlongEntry | ListedEntry | ColumnEntry | ChoiceEntry
_OVER = Field("over", text(least=1), name="over", doc="the variable that expressions use")
_CHOICES = {"values": record(ListedEntry), **choice_records(_OVER)}
_RUNS = one_of({"column": record(ColumnEntry), **_CHOICES}, record(AlongEntry))


def _take_runs(node: Node, name: str, problems: Problems) -> Any:
    over = node.entry("over") if isinstance(node, MappingNode) else None
    if over and isinstance(node, MappingNode) and not any(map(node.entry, _CHOICES)):
        message = f"what it runs over is missing: one of {', '.join(_CHOICES)}"
        is_range = node.entry("from") or node.entry("to")
        hint = (
            "what goes from … to … is a variable: {variable: N, from: 1, to: 4096}"
            if is_range
            else "e.g. models: [a, b]"
        )
        problems.error(over.position, "field-is-present", message, hint)
        return NOTHING
    return _RUNS.take(node, name, problems)


RUNS = Kind("what runs along it", _take_runs, _RUNS.schema)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesEntry:
    """A series: its value for each x, as an expression, a list or a column."""

    noun: ClassVar[str] = "a series"
    position: SourcePosition = located()
    label: str = given(text(least=1, change=str.strip), doc="its name")
    role: str = given(ROLE, default="", doc="its look, one that is free if not given")
    value: Written | None = given(written(500), default=None, doc="an expression")
    values: tuple[Written, ...] = given(VALUES, default=(), doc="or a list of them")
    column: str = given(text(), default="", doc="or a column of the data")
    unit: str = given(text(), default="", doc="what the column is measured in")

    def check(self, problems: Problems) -> None:
        if sum(map(bool, (self.value, self.values, self.column))) != 1:
            message = f"{self.noun} has one of value (an expression), values (a list) and column (of the data)"
            problems.error(self.position, "field-is-present", message)


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelEntry:
    """A line at a value of the series."""

    position: SourcePosition = located()
    level: Written = given(written(500), doc="the value, in the unit of the series")
    label: str = given(LABEL, doc="what readers call it")

    @property
    def made(self) -> Mark:
        return Mark(self.level, True, self.label, self.position)


@dataclass(frozen=True, slots=True, kw_only=True)
class DataEntry:
    """Where the columns are from."""

    position: SourcePosition = located()
    file: Written = given(written(500), doc="a CSV or YAML file beside the lesson, its first row the names")
    source: str = given(text(least=1), doc="the key of the source it is from, which is cited below")
    place: str = given(text(), default="", doc="where in the source")

    def check(self, problems: Problems) -> None:
        if not self.file.source.endswith((".csv", ".yaml", ".yml")):
            problems.error(self.file.position, "field-has-its-type", "data are a .csv or .yaml file")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotBody:
    """The body of the directive."""

    kind: str = given(choice(text(), KINDS, f"one of {', '.join(KINDS)}"), default="line", doc="how it is drawn")
    x: RunsEntry = given(RUNS, doc="what runs along x: a variable, values or a choice, a column of the data")
    rows: RunsEntry | None = given(RUNS, default=None, doc="the rows of a heatmap, like `x`")
    series: tuple[SeriesEntry, ...] = given(
        sequence(record(SeriesEntry).kind(), least=1), doc="what is drawn, all in one unit"
    )
    data: DataEntry | None = given(record(DataEntry).kind(), default=None, doc="the file that columns are of")
    stacked: bool = given(FLAG, default=False, doc="whether bars stand upon one another")
    y: Scale = given(SCALE, default="linear", doc="the scale of the values; that of bars is linear")
    marks: tuple[LevelEntry, ...] = given(
        sequence(record(LevelEntry).kind()), default=(), doc="lines at values of the series"
    )
    caption: Written | None = given(written(), default=None, doc="a paragraph")


def _make(given: Given) -> Plot | None:
    problems, body = given.services.problems, given.data
    assert isinstance(body, PlotBody)
    mark = problems.mark
    columns, cited = data_of(given, body.data)
    x, rows = runs_of(body.x), runs_of(body.rows) if body.rows else None
    if body.kind == "heatmap" and rows is None:
        hint = "e.g. rows: {variable: N, from: 1, to: 4096}"
        problems.error(given.position, "field-is-present", "the field 'rows' is missing", hint)
    if body.rows and body.kind != "heatmap":
        message = f"a {body.kind} has no rows"
        problems.error(body.rows.position, "field-is-known", message, "kind: heatmap has")
    series = series_of(body.series, body.kind, problems)
    marks = tuple(mark.made for mark in body.marks)
    check_columns(body.data, x, series, columns, problems)
    if problems.has_errors_since(mark):
        return None
    return Plot(
        given.title, body.kind, x, rows, series, columns, body.stacked, body.y, marks,
        caption_of(given, body.caption, cited), given.position,
    )  # fmt: skip


def caption_of(given: Given, caption: Written | None, cited: str) -> Blocks:
    """The caption, and behind it where the data are from."""
    said = " ".join(filter(None, (caption.source if caption else "", cited)))
    return given.services.paragraph(said, caption.position if caption else given.position) if said else ()


def runs_of(entry: RunsEntry) -> Runs:
    """What runs along an axis, as the document has it."""
    match entry:
        case AlongEntry():
            minimum = entry.minimum or Written("1", entry.position)
            return Along(entry.variable, minimum, entry.maximum, entry.scale, entry.label, entry.position)
        case ListedEntry():
            return Listed(entry.over, entry.values, entry.label, entry.position)
        case ColumnEntry():
            return Column(entry.column, entry.unit, entry.scale, entry.label, entry.position)
    return as_choice(entry.over, entry)


def series_of(entries: Sequence[SeriesEntry], kind: str, problems: Problems) -> tuple[Series, ...]:
    """The series of a plot, or the columns of a table; too many are reported."""
    most = MOST.get(kind, len(ROLES))
    if len(entries) > most:
        needed = f"1 to {most} columns" if kind == TABLE else "one series" if most == 1 else f"1 to {most} series"
        message = f"a {kind} has {needed}, not {len(entries)}"
        problems.error(entries[most].position, "field-has-its-type", message)
        return ()
    asked = [each.role for each in entries]
    free = iter([*(role for role in ROLES if role not in asked), *ROLES * 2])
    return tuple(_one(each, each.role or next(free)) for each in entries)


def _one(entry: SeriesEntry, role: str) -> Series:
    column = Column(entry.column, entry.unit, "linear", entry.label, entry.position) if entry.column else None
    return Series(entry.label, role, entry.value, entry.values, column, entry.position)


def data_of(given: Given, entry: DataEntry | None) -> tuple[Columns | None, str]:
    """The columns of the file, and the role that cites where they are from."""
    if entry is None:
        return None, ""
    text = given.services.text(entry.file.source, entry.file.position)
    table = read_columns(text, given.services.problems) if text else None
    cited = f"{{cite}}`{entry.source} {entry.place}`" if entry.place else f"{{cite}}`{entry.source}`"
    return (Columns(text.path, *table) if text and table else None), cited


def check_columns(
    data: DataEntry | None, x: Runs, series: Sequence[Series], columns: Columns | None, problems: Problems
) -> None:
    """A column is one of the file's, and what is set over a column is one too."""
    asked = [x, *(each.column for each in series)]
    for column in (each for each in asked if isinstance(each, Column)):
        known = columns.cells if columns else {}
        if data is None:
            hint = "write data: {file: loss.csv, source: key}"
            problems.error(column.position, "field-is-present", "a column needs data", hint)
        elif columns and column.name not in known:
            message = f"the data have no column {column.name!r}"
            problems.error(column.position, "field-is-known", message, nearest(column.name, known))
    for each in series:
        if isinstance(x, Column) and not each.column:
            message = "along a column of data all else is a column of it too"
            problems.error(each.position, "field-has-its-type", message)
        elif not isinstance(x, Column) and each.column:
            message = "a column of data is drawn over another: x: {column: …}"
            problems.error(each.position, "field-has-its-type", message)


DIRECTIVE = Directive(
    stem="plot",
    doc="Lines, points, bars or a heatmap, from expressions, lists or a file, with all its values.",
    argument="title",
    body="data",
    data=record(PlotBody).kind(),
    make=_make,
    options=(LABELLED,),
    numbered="figure",
    example=""":::{plot} 一个 token 的缓存
:label: cache-of-models

kind: bar
x: {over: model, models: [qwen3.8-27b, llama-3.1-8b]}
series:
  - {label: KV cache, role: kv, value: "kv_per_token(model=model)"}
caption: 所有层。
:::""",
)
