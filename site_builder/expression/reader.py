"""The expression language of `{eval}` and of options: quantity calls, facts, arithmetic.

    score_matrix(N=native_context)        a quantity, with arguments by keyword
    head_dim * 2                          fields of the anchor, numbers, + - * / **
    weights / (80*GiB)                    units, which go along: this is a plain number
    kv_cache(N=6, model="llama-3.1-8b")   of another model of the course
    show(weights / kv_cache(N=6), digits=3)     printing options for an expression that is no call

Read with `ast`, never run: a node of any other kind is a problem at its place.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace

from site_builder.engine.formula import FormulaError, Number, Symbol
from site_builder.engine.measure import CONSTANTS, ONE
from site_builder.engine.quantity import BoundQuantity
from site_builder.engine.ranges import Range
from site_builder.engine.sheet import Sheet
from site_builder.expression import arithmetic
from site_builder.expression.bare import bytes_by_bare
from site_builder.expression.calls import call, unknown_name
from site_builder.expression.conditions import choose
from site_builder.expression.functions import FUNCTIONS, apply
from site_builder.expression.lists import NAMES as LISTS
from site_builder.expression.lists import element, over_list
from site_builder.expression.names import Names, fact_element, fact_quantity
from site_builder.expression.reading import Local
from site_builder.expression.refusals import part_refused
from site_builder.expression.syntax import read_syntax, refused
from site_builder.problems import Mistake, Problems, Refused, SourcePosition, Written, nearest

_OPERATORS: dict[type[ast.operator], Callable[[BoundQuantity, BoundQuantity], BoundQuantity]] = {
    ast.Add: arithmetic.add,
    ast.Sub: arithmetic.subtract,
    ast.Mult: arithmetic.multiply,
    ast.Div: arithmetic.divide,
    ast.Pow: arithmetic.power,
}
_NOTHING: Mapping[str, Range] = {}
_NONE: Mapping[str, Local] = {}


def compute(
    expression: Written,
    names: Names,
    problems: Problems,
    free: Mapping[str, Range] = _NOTHING,
    chosen: Mapping[str, Local] = _NONE,
) -> BoundQuantity | None:
    """The expression with its names looked up, or None with its problem reported.

    Symbols in `free` may stay without a value (a curve's N) and run over a range; without any the value is known
    to exist.  `chosen` are words and fact sheets by the name of the control that they are a choice of.
    """
    computed = compute_printed(expression, names, problems, free, chosen)
    return computed[0] if computed else None


def compute_count(
    expression: Written, names: Names, problems: Problems, chosen: Mapping[str, Local] = _NONE
) -> Number | None:
    """The value of an expression that says how many tokens, heads or the like; None with its problem reported."""
    bound = compute(expression, names, problems, chosen=chosen)
    if bound is None or not bound.unit or bound.unit.is_countable:
        return bound.value() if bound else None
    message = f"a plain number is asked for; {bound.id} is in {bound.unit}"
    problems.error(expression.position, "expression-has-a-value", message)
    return None


def compute_printed(
    expression: Written,
    names: Names,
    problems: Problems,
    free: Mapping[str, Range] = _NOTHING,
    chosen: Mapping[str, Local] = _NONE,
) -> tuple[BoundQuantity, Mapping[str, str | int]] | None:
    """`compute`, with the printing options (unit, digits, as) of the outermost call."""
    reader = Reader(expression.source, names, free)
    reader.locals = chosen
    try:
        node, printing = read_syntax(expression.source)
        bound = reader.read(node)
        _check_complete(bound, free)
    except Refused as refusal:
        problems.add(refusal.mistake.at(_place(expression, refusal.mistake)))
        return None
    for doubt in reader.doubts:
        problems.add(doubt.at(_place(expression, doubt)))
    return bound, printing


def _place(expression: Written, mistake: Mistake) -> SourcePosition:
    return expression.place(len(expression.source.encode()[: mistake.offset].decode(errors="ignore")))


def _check_complete(bound: BoundQuantity, free: Mapping[str, Range]) -> None:
    missing = [name for name in bound.free if name not in free]
    if missing:
        raise refused(None, "expression-has-a-value", f"{bound.id} needs {missing[0]}", f"write {missing[0]}=…")
    if not bound.free:
        try:
            bound.value()
        except FormulaError as error:
            raise refused(None, "expression-has-a-value", str(error)) from None


class Reader:
    """Turns one syntax tree into a bound quantity; `doubts` are what it would warn of."""

    def __init__(
        self, source: str, names: Names, free: Mapping[str, Range], model: Sheet | None = None,
        locals_: Mapping[str, Local] | None = None,
    ) -> None:  # fmt: skip
        self.source, self.names, self.free = source.strip(), names, free
        self.model, self.locals, self.is_definition = model or names.model, locals_ or {}, locals_ is not None
        self.doubts: list[Mistake] = []

    def within(self, source: str, model: Sheet, locals_: Mapping[str, Local]) -> Reader:
        """A reader of a definition: its names are those of `model`, and its arguments have their values."""
        return Reader(source, self.names, self.free, model, locals_)

    def also(self, name: str, value: Local) -> Reader:
        """This reader with one more name, which runs over the numbers of a list."""
        inner = Reader(self.source, self.names, self.free, self.model, {**self.locals, name: value})
        inner.is_definition = self.is_definition
        return inner

    def choice(self, node: ast.expr | None) -> str | None:
        """The word that is meant: in quotes, or the name of an argument that is handed on, a fact sheet by its id."""
        match node:
            case ast.Constant(value=str() as word):
                return word
            case ast.Name(id=name) if isinstance(found := self.locals.get(name), str | Sheet):
                return found if isinstance(found, str) else found.id
        return None

    def read(self, node: ast.expr) -> BoundQuantity:
        match node:
            case ast.Constant(value=int() as value) if not isinstance(value, bool):
                return arithmetic.literal(value)
            case ast.Constant(value=float()):
                return self._decimal(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return arithmetic.multiply(arithmetic.literal(-1), self.read(operand))
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATORS:
                sides = self.read(left), self.read(right)
                if isinstance(operator, ast.Div) and (doubt := bytes_by_bare(*sides)):
                    self.doubts.append(replace(doubt, offset=right.col_offset))
                return self._operate(node, lambda: _OPERATORS[type(operator)](*sides))
            case ast.Name(id=name):
                return self._name(node, name)
            case ast.Attribute(value=ast.Name(id=sheet), attr=name):
                return self._fact(node, sheet, name)
            case ast.IfExp():
                return self._operate(node, lambda: choose(self, node))
            case ast.Subscript():
                return self._operate(node, lambda: element(self, node))
            case ast.Call(func=ast.Name(id=name)) if name in LISTS and (of_list := self._of_list(node, name)):
                return of_list
            case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS and name not in self.names.quantities:
                return self._function(node, name)
            case ast.Call(func=ast.Name(id=name), args=[], keywords=keywords):
                return call(self, node, name, keywords)
            case ast.Call(func=ast.Name(id=name)) if name not in self.names.quantities:
                return call(self, node, name, [])
            case ast.Call(func=ast.Name(id=name)):
                raise refused(
                    node, "expression-is-well-formed", f"arguments of {name} are given by keyword", f"e.g. {name}(N=6)"
                )
        raise Refused(part_refused(node))

    def word(self, node: ast.expr) -> str | None:
        """As `choice`, or a field of the model that is a word, to compare with one."""
        if isinstance(node, ast.Name) and (fact := self.model.facts.get(node.id)) and isinstance(fact.value, str):
            return fact.value
        return self.choice(node)

    def numbers(self, node: ast.AST, sheet: str, name: str) -> tuple[BoundQuantity, ...] | None:
        """The list that a fact of a sheet is; None where it is one number."""
        found = self._sheet(node, sheet)
        fact = found.facts.get(name)
        if fact is None or not isinstance(fact.value, tuple):
            return None
        return tuple(fact_element(found, fact, index) for index in range(len(fact.value)))

    def _of_list(self, node: ast.Call, name: str) -> BoundQuantity | None:
        try:
            return over_list(self, node, name)
        except (arithmetic.IncompatibleUnits, FormulaError) as error:
            raise refused(node, "expression-has-a-value", str(error)) from None

    def _operate(self, node: ast.AST, operate: Callable[[], BoundQuantity]) -> BoundQuantity:
        try:
            return operate()
        except (arithmetic.IncompatibleUnits, FormulaError) as error:
            raise refused(node, "expression-has-a-value", str(error)) from None

    def _decimal(self, node: ast.Constant) -> BoundQuantity:
        written = ast.get_source_segment(self.source, node) or str(node.value)
        return self._operate(node, lambda: arithmetic.literal(arithmetic.exact_decimal(written), written))

    def _function(self, node: ast.Call, name: str) -> BoundQuantity:
        function = FUNCTIONS[name]
        if node.keywords or not node.args or (function.takes and len(node.args) != function.takes):
            takes = function.takes or "one or more"
            message = f"{name} takes {takes} number{'' if takes == 1 else 's'}, without names"
            raise refused(node, "expression-is-well-formed", message, f"e.g. {function.example}")
        sides = tuple(self.read(each) for each in node.args)
        return self._operate(node, lambda: apply(name, sides))

    def _name(self, node: ast.AST, name: str) -> BoundQuantity:
        if isinstance(local := self.locals.get(name), BoundQuantity):
            return local
        if name in self.free and not self.is_definition:
            return BoundQuantity(name, name, ONE, "count", Symbol(name))
        if fact := fact_quantity(self.model, name, "" if self.model is self.names.model else f"{self.model.id}."):
            return arithmetic.with_numbers(fact, self.free)
        if name in self.names.quantities:
            return call(self, node, name, [])
        if name in CONSTANTS:
            return arithmetic.constant(name)
        if name == "pi":
            return arithmetic.pi()
        raise unknown_name(node, name, self.names, self.model, () if self.is_definition else self.free)

    def _fact(self, node: ast.AST, sheet_id: str, name: str) -> BoundQuantity:
        sheet = self._sheet(node, sheet_id)
        if fact := fact_quantity(sheet, name, f"{sheet.id}."):
            return arithmetic.with_numbers(fact, self.free)
        message = f"{sheet.id} has no number called {name!r}"
        raise refused(node, "quantity-is-known", message, nearest(name, sheet.facts))

    def _sheet(self, node: ast.AST, name: str) -> Sheet:
        local = self.locals.get(name)
        sheet = local if isinstance(local, Sheet) else self.names.sheets.get(name)
        if sheet is None:
            hint = nearest(name, self.names.sheets, "fact sheets are content/facts/<id>.yaml")
            raise refused(node, "quantity-is-known", f"no fact sheet is called {name!r}", hint)
        return sheet
