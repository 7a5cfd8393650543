"""Quantities that a course defines for itself: a formula of the language, with arguments of its own."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from site_builder.engine.formula import FormulaError, Symbol
from site_builder.engine.measure import ONE, Unit
from site_builder.engine.quantity import BoundQuantity, Input, written_call
from site_builder.engine.ranges import range_of
from site_builder.engine.sheet import Sheet
from site_builder.engine.units import style_of
from site_builder.expression.arithmetic import is_bare, with_numbers
from site_builder.expression.reading import Local, Reads, model_asked
from site_builder.expression.syntax import read_syntax, refused, value_text
from site_builder.problems import Refused, SourcePosition, Written, nearest


@dataclass(frozen=True, slots=True)
class OwnArgument:
    """An argument of a course's quantity: a number in `unit`, one of some `choices`, or one of some fact `sheets`.

    A whole number may have bounds; without a `default` it has to be given.
    """

    name: str
    unit: Unit = ONE
    symbol: str = ""
    default: Written | None = None
    bounds: tuple[int, int] | None = None
    choices: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnQuantity:
    """One definition of ``content/quantities.yaml``; `unit` is what its formula is said to come out in."""

    id: str
    title: str
    symbol: str
    unit: Unit
    arguments: tuple[OwnArgument, ...]
    formula: Written
    sources: tuple[str, ...]
    position: SourcePosition

    def call(self, given: Mapping[str, str], model: str = "") -> str:
        """How a lesson asks for it, as `engine.quantity.Quantity.call`."""
        written = [
            f"{argument.name}={given[argument.name]}"
            for argument in self.arguments
            if argument.name in given
            and (argument.default is None or given[argument.name] != argument.default.source.strip('"'))
        ]
        return written_call(self.id, written, model)


def expand(reader: Reads, node: ast.AST, own: OwnQuantity, keywords: Sequence[ast.keyword]) -> BoundQuantity:
    """The quantity with its arguments: its formula read with them in place, inner quantities written out."""
    sheet, others = model_asked(reader, keywords)
    known = {argument.name: argument for argument in own.arguments}
    for keyword in others:
        if keyword.arg not in known:
            raise refused(
                keyword, "argument-is-known", f"{own.id} takes no argument {keyword.arg!r}",
                nearest(str(keyword.arg), known, f"it takes {', '.join(known) or 'none'}"),
            )  # fmt: skip
    given = {str(keyword.arg): keyword.value for keyword in others}
    locals_ = {name: _argument(reader, node, own, known[name], given.get(name)) for name in known}
    bound = with_numbers(read_formula(reader, node, own, sheet, locals_), reader.free)
    is_page = sheet is reader.names.model
    asked = {name: value_text(value) for name, value in given.items()}
    chosen = tuple((name, value.id if isinstance(value, Sheet) else value) for name, value in locals_.items())
    said = [(name, value) for name, value in chosen if isinstance(value, str)]
    said += [] if is_page else [("model", sheet.id)]
    return replace(
        bound, id=own.id, title=own.title, sources=tuple(dict.fromkeys((*own.sources, *bound.sources))),
        arguments=tuple(dict.fromkeys((*said, *bound.arguments))), call=own.call(asked, "" if is_page else sheet.id),
    )  # fmt: skip


def read_formula(
    reader: Reads, node: ast.AST | None, own: OwnQuantity, sheet: Sheet, locals_: Mapping[str, Local]
) -> BoundQuantity:
    """The formula for one model and values of its arguments.  A problem in it is reported where it is asked for."""
    try:
        return reader.within(own.formula.source, sheet, locals_).read(read_syntax(own.formula.source)[0])
    except Refused as refusal:
        mistake = refusal.mistake
        raise refused(node, mistake.rule, f"{own.id}: {mistake.message}", mistake.hint) from None


def _argument(reader: Reads, node: ast.AST, own: OwnQuantity, argument: OwnArgument, given: ast.expr | None) -> Local:
    if given is None and argument.default is None:
        message = f"{own.id} needs {argument.name}"
        raise refused(node, "expression-has-a-value", message, f"write {argument.name}=…")
    if argument.choices or argument.sheets:
        return _choice(reader, node, own, argument, given)
    if given is None:
        assert argument.default is not None
        read = reader.within(argument.default.source, reader.names.model, {}).read(
            read_syntax(argument.default.source)[0]
        )
        return number(argument, read, node)
    read = reader.read(given)
    written = "" if isinstance(given, ast.Constant) else value_text(given)
    check_number(own.id, argument, read, given, reader)
    return number(argument, read, given, written)


def _choice(
    reader: Reads, node: ast.AST, own: OwnQuantity, argument: OwnArgument, given: ast.expr | None
) -> str | Sheet:
    known = argument.choices or argument.sheets
    value = argument.default.source.strip('"') if given is None and argument.default else reader.choice(given)
    if value not in known:
        said = f"{own.id}({argument.name}=…) is one of {', '.join(known)}"
        wrong = "" if value is None else f", not {value!r}"
        hint = f'write {argument.name}="{known[0]}"' if value is None else nearest(value, known, otherwise=" ").strip()
        raise refused(given or node, "argument-is-known", said + wrong, hint)
    return str(value) if argument.choices else reader.names.sheets[str(value)]


def check_number(
    quantity: str, argument: OwnArgument, read: BoundQuantity, node: ast.AST | None, reader: Reads
) -> None:
    """The value counts what the argument counts, and lies within its bounds wherever a variable stands."""
    where = f"{quantity}({argument.name}=…)"
    if read.unit != argument.unit and not (is_bare(read) and argument.unit.is_countable):
        message = f"{where} is in {str(argument.unit) or 'plain numbers'}; {read.id} is in {read.unit.words()}"
        raise refused(node, "argument-is-known", message)
    if argument.bounds is None:
        return
    low, high = argument.bounds
    found = range_of(with_numbers(read, {given.symbol for given in read.inputs}).expression, reader.free)
    if found is None:
        raise refused(node, "argument-is-known", f"{where} is a whole number from {low:,} to {high:,}")
    if found[0] < low or found[1] > high:
        said = f"{found[0]:,}" if found[0] == found[1] else f"{found[0]:,} to {found[1]:,}"
        raise refused(node, "argument-is-known", f"{where} is {said}, outside {low:,} … {high:,}")


def number(argument: OwnArgument, read: BoundQuantity, node: ast.AST | None, written: str = "") -> BoundQuantity:
    """The argument as a symbol of its own with its value; what varies stands in its place."""
    if read.free:
        varying = with_numbers(read, {given.symbol for given in read.inputs})
        return replace(varying, id=argument.name, title=argument.name, unit=argument.unit, call="")
    symbol = argument.symbol or argument.name
    try:
        value = read.value()
    except FormulaError as error:
        raise refused(node, "expression-has-a-value", str(error)) from None
    inputs = (Input(symbol, value, written or argument.name),)
    return BoundQuantity(
        argument.name, argument.name, argument.unit, style_of(argument.unit), Symbol(symbol), inputs,
        rounded=bool(read.about()),
    )  # fmt: skip
