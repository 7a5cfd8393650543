"""`:::{plot}`: lines, points, bars or a heatmap, from expressions, lists or a file of data."""

from __future__ import annotations

from collections.abc import Sequence

from site_builder.document.blocks import Blocks, Plot
from site_builder.document.plot import Along, Column, Columns, Listed, Runs, Series
from site_builder.parse.directives.calculator import ROLES, read_mark
from site_builder.parse.directives.controls import OF, SCALES, as_scale, flag, read_choice, scalars
from site_builder.parse.directives.fields import Fields, mapping, mappings
from site_builder.parse.directives.label import LABEL
from site_builder.parse.directives.spec import Directive, Given
from site_builder.problems import Written, nearest
from site_builder.source.columns import read_columns

KINDS = ("line", "points", "bar", "heatmap")
TABLE = "table"
"""The plot that is drawn as its table of values, which `:::{table}` asks for."""
MOST = {"heatmap": 1, TABLE: 12}
"""Series of a plot: as many as there are looks, but for these kinds."""


def _make(given: Given) -> Plot | None:
    problems = given.services.problems
    fields = mapping(given.data, problems, "a mapping with kind, x and series")
    if fields is None:
        return None
    fields.only("kind", "x", "rows", "series", "data", "stacked", "y", "marks", "caption")
    mark = problems.mark
    kind = fields.choice("kind", KINDS, default="line") or "line"
    columns, cited = read_data(given, fields)
    x, rows = read_runs(fields, "x"), read_runs(fields, "rows") if kind == "heatmap" or fields.node_of("rows") else None
    series = read_series(fields, kind)
    scale = as_scale(fields.choice("y", SCALES, default="linear") or "linear")
    marks = tuple(map(read_mark, mappings(fields.node_of("marks"), problems, "a list of marks")))
    for each in (mark for mark in marks if mark and not mark.is_level):
        problems.error(each.position, "field-is-known", "a mark of a plot is a value of its series", "write level: …")
    if rows and kind != "heatmap":
        problems.error(fields.value_position("rows"), "field-is-known", f"a {kind} has no rows", "kind: heatmap has")
    check_columns(fields, x, series, columns)
    caption = read_caption(given, fields, cited)
    if problems.has_errors_since(mark) or x is None:
        return None
    return Plot(
        given.title, kind, x, rows, series, columns, flag(fields, "stacked", default=False), scale,
        tuple(each for each in marks if each), caption, given.position,
    )  # fmt: skip


def read_caption(given: Given, fields: Fields, cited: str) -> Blocks:
    """The caption, and behind it where the data are from."""
    caption = fields.text("caption", default="") or ""
    place = fields.value_position("caption") if caption else given.position
    return given.services.paragraph(" ".join(filter(None, (caption, cited))), place) if caption or cited else ()


def read_runs(fields: Fields, name: str) -> Runs | None:
    node = fields.node_of(name)
    if node is None:
        hint = "e.g. {variable: N, from: 1, to: 4096}, {over: model, models: [a, b]} or {column: step}"
        fields.problems.error(fields.position, "field-is-present", f"the field {name!r} is missing", hint)
        return None
    inner = mapping(node, fields.problems, "what runs along it, e.g. {variable: N, from: 1, to: 4096}")
    if inner is None:
        return None
    label = inner.text("label", default="") or ""
    if inner.node_of("column") is not None:
        inner.only("column", "unit", "scale", "label")
        return _column(inner, label)
    if inner.node_of("over") is not None:
        return _over(inner, label)
    inner.only("variable", "from", "to", "scale", "label")
    variable, maximum = inner.text("variable"), inner.expression("to")
    minimum = inner.expression("from") if inner.node_of("from") else Written("1", inner.position)
    scale = as_scale(inner.choice("scale", SCALES, default="log") or "log")
    if variable is None or minimum is None or maximum is None:
        return None
    return Along(variable, minimum, maximum, scale, label, inner.position)


def _over(inner: Fields, label: str) -> Runs | None:
    name, kinds = inner.text("over"), [each for each in (*OF, "values") if inner.node_of(each) is not None]
    if name is None:
        return None
    if len(kinds) != 1:
        message = f"{name} runs over one of {', '.join((*OF, 'values'))}"
        inner.problems.error(inner.position, "field-is-present", message, "e.g. models: [a, b]")
        return None
    if kinds[0] == "values":
        inner.only("over", "values", "label")
        return Listed(name, tuple(scalars(inner, "values")), label, inner.position)
    return read_choice(name, kinds[0], inner, "over")


def _column(inner: Fields, label: str) -> Column | None:
    name, unit = inner.text("column"), inner.text("unit", default="") or ""
    scale = as_scale(inner.choice("scale", SCALES, default="linear") or "linear")
    return None if name is None else Column(name, unit, scale, label, inner.position)


def read_series(fields: Fields, kind: str, name: str = "series") -> tuple[Series, ...]:
    """The series of a plot, or the columns of a table."""
    node = fields.node_of(name)
    items = list(mappings(node, fields.problems, f"a list of {name}"))
    most = MOST.get(kind, len(ROLES))
    if not 1 <= len(items) <= most:
        place = node.position if node else fields.position
        needed = f"one {name}" if most == 1 else f"1 to {most} {name}"
        fields.problems.error(place, "field-is-present", f"a {kind} has {needed}, not {len(items)}")
        return ()
    asked = [item.written("role") for item in items]
    free = iter([*(role for role in ROLES if role not in asked), *ROLES * 2])
    made = [_one(item, role if role in ROLES else next(free)) for item, role in zip(items, asked, strict=True)]
    return tuple(each for each in made if each)


def _one(item: Fields, role: str) -> Series | None:
    item.only("label", "role", "value", "values", "column", "unit")
    label = item.text("label")
    item.choice("role", ROLES, default=role)
    kinds = [each for each in ("value", "values", "column") if item.node_of(each) is not None]
    if len(kinds) != 1:
        message = "a series has one of value (an expression), values (a list) and column (of the data)"
        item.problems.error(item.position, "field-is-present", message)
        return None
    value = item.expression("value") if kinds == ["value"] else None
    values = tuple(scalars(item, "values")) if kinds == ["values"] else ()
    column = _column(item, label or "") if kinds == ["column"] else None
    return None if label is None else Series(label, role, value, values, column, item.position)


def read_data(given: Given, fields: Fields) -> tuple[Columns | None, str]:
    """The columns of the file, and the role that cites where they are from."""
    inner = mapping(fields.node_of("data"), fields.problems, "where the data are: {file: loss.csv, source: key}")
    if inner is None:
        return None, ""
    inner.only("file", "source", "place")
    path, source, place = inner.text("file"), inner.text("source"), inner.text("place", default="") or ""
    if path is None or source is None:
        return None, ""
    if not path.endswith((".csv", ".yaml", ".yml")):
        fields.problems.error(inner.value_position("file"), "field-has-its-type", "data are a .csv or .yaml file")
        return None, ""
    text = given.services.text(path, inner.value_position("file"))
    cells = read_columns(text, fields.problems) if text else None
    cited = f"{{cite}}`{source} {place}`" if place else f"{{cite}}`{source}`"
    return (Columns(text.path, cells) if text and cells else None), cited


def check_columns(fields: Fields, x: Runs | None, series: Sequence[Series], columns: Columns | None) -> None:
    """A column is one of the file's, and what is set over a column is one too."""
    asked = [x, *(each.column for each in series)]
    for column in (each for each in asked if isinstance(each, Column)):
        known = columns.cells if columns else {}
        if fields.node_of("data") is None:
            hint = "write data: {file: loss.csv, source: key}"
            fields.problems.error(column.position, "field-is-present", "a column needs data", hint)
        elif columns and column.name not in known:
            message = f"the data have no column {column.name!r}"
            fields.problems.error(column.position, "field-is-known", message, nearest(column.name, known))
    for each in series:
        if isinstance(x, Column) and not each.column:
            message = "over a column of data, every series is a column too"
            fields.problems.error(each.position, "field-has-its-type", message)
        elif x and not isinstance(x, Column) and each.column:
            message = "a column of data is drawn over another: x: {column: …}"
            fields.problems.error(each.position, "field-has-its-type", message)


DIRECTIVE = Directive(
    stem="plot",
    doc="Lines, points, bars or a heatmap, from expressions, lists or a file, with all its values.",
    argument="title",
    body="data",
    make=_make,
    options=(LABEL,),
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
