"""`plot`: expressions, lists and columns become the numbers of its series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from site_builder.document.blocks import Plot
from site_builder.document.calculator import ChoiceControl, IntegerControl
from site_builder.document.plot import Along, Column, Columns, Listed, Runs, Series
from site_builder.engine.measure import ONE, Unit, scaled
from site_builder.engine.quantity import BoundQuantity
from site_builder.engine.ranges import Range
from site_builder.engine.units import axis_text, count_text, format_value, style_of
from site_builder.expression.printing import printed
from site_builder.expression.reader import compute, compute_printed
from site_builder.expression.reading import Local
from site_builder.figures import chart
from site_builder.figures.calculator import IntegerSpec
from site_builder.figures.calculator_axes import samples_of, x_axis, x_ticks
from site_builder.figures.chart import Axis, LinearAxis, Tick
from site_builder.figures.plot import plot_view
from site_builder.figures.plot_records import PlotSpec, PlotView, SeriesSpec, Value
from site_builder.figures.sweeps import sweep, text_at, value_at
from site_builder.problems import Problems, Refused, SourcePosition, Written
from site_builder.resolve.controls import resolve_choice, resolve_integer
from site_builder.resolve.magnitudes import size_fault
from site_builder.resolve.scope import Scope

NONE: Mapping[str, Local] = {}
FINER = 8
"""Points of a line, times those of a calculator's: it is drawn once, and a bend is one."""


@dataclass(frozen=True, slots=True)
class _Stops:
    """What runs along x: a name for each stop and what it means in an expression; where they stand on an axis."""

    names: tuple[str, ...]
    meanings: tuple[Mapping[str, Local], ...]
    integer: IntegerSpec | None = None
    axis: Axis | None = None
    ticks: tuple[Tick, ...] = ()
    places: tuple[float, ...] = ()

    @property
    def free(self) -> Mapping[str, Range]:
        return {self.integer.name: (self.integer.minimum, self.integer.maximum)} if self.integer else {}


@dataclass(frozen=True, slots=True)
class _Asked:
    """A number of a series, as it is printed."""

    bound: BoundQuantity
    text: str
    style: str


def resolve_plot(block: Plot, scope: Scope) -> PlotView | None:
    """The plot with every number known, or None with its problems reported."""
    mark = scope.problems.mark
    stops = _stops(block.x, block, scope)
    rows = _stops(block.rows, block, scope) if block.rows else None
    if stops is None or (block.rows and rows is None):
        return None
    series = [_series(each, block, stops, rows, scope) for each in block.series]
    known = tuple(each for each in series if each)
    if scope.problems.has_errors_since(mark) or len(known) < len(series):
        return None
    _check(block, stops, known, scope)
    levels = [(mark, compute(mark.value, scope.names, scope.problems)) for mark in block.levels]
    for level, bound in levels:
        if bound and known and str(bound.unit) != known[0].unit:
            message = f"a level is in the unit of the series, {known[0].unit or 'a plain number'}; {bound.id} is in "
            scope.problems.error(level.value.position, "expression-has-a-value", message + bound.unit.words())
        elif bound:
            _check_size(bound.value(), level.value, block, scope)
    if scope.problems.has_errors_since(mark):
        return None
    labels = _label(block.x), _label(block.rows) if block.rows else ""
    return plot_view(
        PlotSpec(
            block.title, block.kind, stops.names, stops.places, stops.axis, stops.ticks, labels[0],
            rows.names if rows else (), labels[1], known, block.scale, block.stacked,
            tuple((mark.label, Value(bound.value(), bound.text())) for mark, bound in levels if bound),
            block.caption, block.position,
        )
    )  # fmt: skip


def _label(runs: Runs) -> str:
    return runs.label or runs.name


def _stops(runs: Runs, block: Plot, scope: Scope) -> _Stops | None:
    match runs:
        case Along():
            return _along(runs, scope)
        case Listed(name=name, values=values):
            found = [compute(each, scope.names, scope.problems) for each in values]
            bounds = tuple(each for each in found if each)
            if len(bounds) < len(found):
                return None
            mark = scope.problems.mark
            for each, bound in zip(values, bounds, strict=True):
                _check_size(bound.value(), each, block, scope)
            if scope.problems.has_errors_since(mark):
                return None
            numbers = [float(each.value()) for each in bounds]
            names = tuple(each.text() for each in bounds)
            return _on_axis(names, numbers, ONE, tuple({name: each} for each in bounds), is_log=False)
        case ChoiceControl(name=name):
            made = resolve_choice(runs, scope)
            if made is None:
                return None
            choice, meanings = made
            return _Stops(tuple(option.words for option in choice.options), tuple({name: each} for each in meanings))
        case Column():
            return _column_stops(runs, block.columns, scope)


def _check_size(value: int | Fraction | None, written: Written, block: Plot, scope: Scope) -> None:
    if fault := size_fault(value, block.kind):
        scope.problems.error(written.position, "number-is-finite", fault)


def _along(along: Along, scope: Scope) -> _Stops | None:
    control = IntegerControl(
        along.name, along.minimum, along.maximum, along.minimum, (), along.scale, along.label, along.position
    )
    integer = resolve_integer(control, scope, is_axis=True)
    if integer is None:
        return None
    axis = x_axis(integer)
    ticks = x_ticks(axis)
    listed = sorted({integer.minimum, integer.maximum, *(int(tick.value) for tick in ticks)})
    names = tuple(map(count_text, listed))
    return _Stops(names, tuple({} for _ in listed), integer, axis, ticks, tuple(map(float, listed)))


def _column_stops(column: Column, columns: Columns | None, scope: Scope) -> _Stops | None:
    assert columns is not None
    cells, unit = columns.cells[column.name], _unit(column, scope.problems)
    if unit is None:
        return None
    size, counted = unit
    numbers = [cell * size for cell in cells if isinstance(cell, Fraction)]
    if len(numbers) < len(cells):
        return _Stops(tuple(map(str, cells)), tuple({} for _ in cells))
    names = tuple(_printed(number, counted) for number in numbers)
    return _on_axis(names, [float(n) for n in numbers], counted, tuple({} for _ in cells), is_log=column.scale == "log")


def _on_axis(
    names: tuple[str, ...], numbers: Sequence[float], unit: Unit, meanings: tuple[Mapping[str, Local], ...], *,
    is_log: bool,
) -> _Stops:  # fmt: skip
    low, high = min(numbers), max(numbers)
    if low == high or (is_log and low <= 0):
        return _Stops(names, meanings)

    def text(value: int | Fraction) -> str:
        return axis_text(value, style_of(unit), str(unit))

    axis: Axis = chart.stepped_axis(low, high, 10, upright=False) if is_log else LinearAxis(low, high)
    if isinstance(axis, LinearAxis):
        return _Stops(names, meanings, None, axis, chart.even_ticks(axis, text), tuple(numbers))
    lines = chart.stepped_ticks(axis, 10, text)
    ticks = tuple(Tick(tick.value, round(100 - tick.place, 3), tick.text) for tick in lines)
    return _Stops(names, meanings, None, axis, ticks, tuple(numbers))


def _unit(column: Column, problems: Problems) -> tuple[Fraction, Unit] | None:
    try:
        return scaled(column.unit) if column.unit else (Fraction(1), ONE)
    except ValueError as error:
        problems.error(column.position, "expression-has-a-value", str(error))
        return None


def _printed(number: Fraction, unit: Unit) -> str:
    value = number.numerator if number.denominator == 1 else number
    return format_value(value, style_of(unit), str(unit))


def _series(series: Series, block: Plot, stops: _Stops, rows: _Stops | None, scope: Scope) -> SeriesSpec | None:
    if series.column:
        return _column(series, series.column, block.columns, scope)
    if series.values:
        return _list(series, stops, rows, scope)
    assert series.value is not None
    if stops.integer:
        bound = compute(series.value, scope.names, scope.problems, stops.free)
        return _curve(series, bound, stops) if bound else None
    found = []
    for row in rows.meanings if rows else (NONE,):
        for meaning in stops.meanings:
            made = _asked(series.value, scope, {**row, **meaning})
            if made is None:
                return None
            found.append(made)
    return _of_values(series, found, scope)


def _asked(written: Written, scope: Scope, chosen: Mapping[str, Local]) -> _Asked | None:
    """A value with the text and the style that are asked for."""
    computed = compute_printed(written, scope.names, scope.problems, chosen=chosen)
    if computed is None:
        return None
    bound, printing = computed
    try:
        text = bound.about() + printed(bound, printing)
    except Refused as refusal:
        scope.problems.add(refusal.mistake.at(written.position))
        return None
    return _Asked(bound, text, str(printing.get("as", bound.style)))


def _curve(series: Series, bound: BoundQuantity, stops: _Stops) -> SeriesSpec:
    assert stops.integer is not None
    name, samples = stops.integer.name, samples_of(stops.integer, FINER)
    values = tuple(Value(value_at(bound, {name: int(at)}), text_at(bound, {name: int(at)})) for at in stops.places)
    path = tuple(zip(map(float, samples), sweep(bound, name, samples), strict=True))
    return SeriesSpec(series.label, series.role, str(bound.unit), bound.style, values, path, bound)


def _list(series: Series, stops: _Stops, rows: _Stops | None, scope: Scope) -> SeriesSpec | None:
    needed = len(stops.names) * (len(rows.names) if rows else 1)
    if len(series.values) != needed:
        message = f"{series.label} has {len(series.values)} values for {needed} places"
        scope.problems.error(series.position, "field-has-its-type", message)
        return None
    found = [_asked(each, scope, NONE) for each in series.values]
    known = [each for each in found if each]
    return _of_values(series, known, scope) if len(known) == len(found) else None


def _of_values(series: Series, found: Sequence[_Asked], scope: Scope) -> SeriesSpec | None:
    first = found[0].bound.unit
    other = next((each.bound.unit for each in found if each.bound.unit != first), None)
    if other is not None:
        message = f"{series.label} counts {first.words()} and {other.words()}"
        scope.problems.error(series.position, "expression-has-a-value", message)
        return None
    values = tuple(Value(each.bound.value(), each.text, each.bound) for each in found)
    return SeriesSpec(series.label, series.role, str(first), found[0].style, values)


def _column(series: Series, column: Column, columns: Columns | None, scope: Scope) -> SeriesSpec | None:
    assert columns is not None
    unit = _unit(column, scope.problems)
    if unit is None:
        return None
    size, counted = unit
    values = []
    for cell, line in zip(columns.cells[column.name], columns.lines, strict=True):
        if isinstance(cell, Fraction):
            values.append(Value(cell * size, _printed(cell * size, counted)))
        elif cell in ("", "-", "–"):
            values.append(Value(None, "–"))
        else:
            message = f"the column {column.name!r} holds {cell[:40]!r}, which is no number"
            hint = "write digits alone, with a point before decimals; leave the cell empty where there is none"
            scope.problems.error(SourcePosition(columns.path, line), "field-has-its-type", message, hint)
            return None
    return SeriesSpec(series.label, series.role, str(counted), style_of(counted), tuple(values))


def _check(block: Plot, stops: _Stops, series: Sequence[SeriesSpec], scope: Scope) -> None:
    """Series that one axis can hold, and an x that has one where a line runs along it."""

    def refuse(rule: str, message: str, hint: str) -> None:
        scope.problems.error(block.position, rule, message, hint)

    if block.kind in ("line", "points") and stops.axis is None:
        refuse("field-has-its-type", f"a {block.kind} plot needs numbers along x", "write kind: bar for names")
    if block.kind != "table" and len({(each.unit, each.style) for each in series}) > 1:
        units = ", ".join(f"{each.label} in {each.unit or 'plain numbers'}" for each in series)
        refuse("expression-has-a-value", f"the series of a plot are in one unit: {units}", "make two plots of them")
    found = [value.number for each in series for value in each.values]
    numbers = [Fraction(number) for number in found if number is not None]
    if block.kind == "bar" and block.scale == "log":
        hint = "leave y: log out, or write kind: points"
        refuse(
            "axis-starts-above-zero", "the length of a bar is its value: it begins at zero, which no log axis has", hint
        )
    elif block.scale == "log" and block.kind != "table" and any(number <= 0 for number in numbers):
        refuse(
            "axis-starts-above-zero", "a value of zero or less has no place on a logarithmic axis", "write y: linear"
        )
    if block.stacked and (block.kind != "bar" or any(number < 0 for number in numbers)):
        refuse("field-has-its-type", "only bars of values from zero on are stacked", "leave stacked: out")
    for each, made in zip(block.series, series, strict=True):
        large = next((found for found in made.values if size_fault(found.number, block.kind)), None)
        if large:
            place = each.value or Written("", each.position)
            _check_size(large.number, place, block, scope)
