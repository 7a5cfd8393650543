"""The expression language of `{eval}` and of options: quantity calls, anchor fields, arithmetic.

    score_matrix(N=native_context)        a quantity, with arguments by keyword
    head_dim * 2                          fields of the anchor, whole numbers, + - * / **
    show(weights / kv_cache(N=6), digits=3)     printing options for an expression that is no call

Read with `ast`, never run: a node of any other kind is a problem at its place.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from site_builder.document.inline import Expression
from site_builder.engine.formula import FormulaError, Number, Operand, Symbol, bind, evaluate
from site_builder.engine.quantities import BY_ID
from site_builder.engine.quantity import BoundQuantity, Input, Quantity, QuantityError
from site_builder.engine.ranges import Range
from site_builder.expression import arithmetic
from site_builder.expression.argument_checks import COUNTED, check_range, check_unit
from site_builder.expression.misread import part_refused
from site_builder.expression.syntax import ExpressionProblem, read_syntax, value_text
from site_builder.problems import SourcePosition, nearest
from site_builder.resolve.fields import field_quantity
from site_builder.resolve.scope import Scope

_OPERATORS: dict[type[ast.operator], Callable[[BoundQuantity, BoundQuantity], BoundQuantity]] = {
    ast.Add: arithmetic.add,
    ast.Sub: arithmetic.subtract,
    ast.Mult: arithmetic.multiply,
    ast.Div: arithmetic.divide,
    ast.Pow: arithmetic.power,
}
_NOTHING: Mapping[str, Range] = {}

_LIST = "site-builder numbers lists them all"


def compute(expression: Expression, scope: Scope, free: Mapping[str, Range] = _NOTHING) -> BoundQuantity | None:
    """The expression bound to the scope's anchor, or None with its problem told.

    Symbols in `free` may stay without a value (a curve's N) and run over a range; without any the value is known
    to exist.
    """
    computed = compute_printed(expression, scope, free)
    return computed[0] if computed else None


def compute_count(expression: Expression, scope: Scope) -> Number | None:
    """The value of an expression that says how many tokens, heads or the like; None with its problem told."""
    bound = compute(expression, scope)
    if bound is None or bound.unit in COUNTED:
        return bound.value() if bound else None
    message = f"a plain number is asked for; {bound.id} is in {bound.unit}"
    scope.problems.error(expression.position, "expression-has-a-value", message)
    return None


def compute_printed(
    expression: Expression, scope: Scope, free: Mapping[str, Range] = _NOTHING
) -> tuple[BoundQuantity, Mapping[str, str | int]] | None:
    """`compute`, with the printing options (unit, digits, as) of the outermost call."""
    try:
        node, printing = read_syntax(expression.source)
        bound = _Reader(scope, free).read(node)
        _check_complete(bound, free)
        return bound, printing
    except ExpressionProblem as problem:
        column = expression.position.column + len(expression.source.encode()[: problem.offset].decode(errors="ignore"))
        position = SourcePosition(expression.position.path, expression.position.line, column)
        scope.problems.error(position, problem.rule, problem.message, problem.hint)
        return None


def _check_complete(bound: BoundQuantity, free: Mapping[str, Range]) -> None:
    missing = [name for name in bound.free if name not in free]
    if missing:
        raise ExpressionProblem(
            None, "expression-has-a-value", f"{bound.id} needs {missing[0]}", f"write {missing[0]}=…"
        )
    if not bound.free:
        try:
            bound.value()
        except FormulaError as error:
            raise ExpressionProblem(None, "expression-has-a-value", str(error)) from None


class _Reader:
    """Turns one syntax tree into a bound quantity."""

    def __init__(self, scope: Scope, free: Mapping[str, Range]) -> None:
        self.scope, self.free = scope, free

    def read(self, node: ast.expr) -> BoundQuantity:
        match node:
            case ast.Constant(value=int() as value) if not isinstance(value, bool):
                return arithmetic.literal(value)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return arithmetic.multiply(arithmetic.literal(-1), self.read(operand))
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATORS:
                return self._operate(node, _OPERATORS[type(operator)], self.read(left), self.read(right))
            case ast.Name(id=name):
                return self._name(node, name)
            case ast.Call(func=ast.Name(id=name), args=[], keywords=keywords):
                return self._call(node, name, keywords)
            case ast.Call(func=ast.Name(id=name)) if name not in BY_ID:
                return self._call(node, name, [])
            case ast.Call(func=ast.Name(id=name)):
                raise ExpressionProblem(
                    node, "expression-is-well-formed", f"arguments of {name} are given by keyword", f"e.g. {name}(N=6)"
                )
        raise ExpressionProblem(node, "expression-is-well-formed", *part_refused(node))

    def _operate(
        self,
        node: ast.AST,
        operator: Callable[[BoundQuantity, BoundQuantity], BoundQuantity],
        left: BoundQuantity,
        right: BoundQuantity,
    ) -> BoundQuantity:
        try:
            return operator(left, right)
        except arithmetic.IncompatibleUnits as error:
            raise ExpressionProblem(node, "expression-has-a-value", str(error)) from None

    def _name(self, node: ast.AST, name: str) -> BoundQuantity:
        if name in self.free:
            return BoundQuantity(name, name, "", "count", Symbol(name))
        field = field_quantity(self.scope.anchor, name)
        if field is not None:
            return arithmetic.with_numbers(field, self.free)
        if name in BY_ID:
            return self._call(node, name, [])
        fields = self.scope.anchor.fields
        if name in fields:
            raise ExpressionProblem(node, "expression-has-a-value", f"the anchor's {name} is no number to compute with")
        raise ExpressionProblem(
            node, "quantity-is-known", f"no quantity or anchor field is called {name!r}",
            self._name_meant(name),
        )  # fmt: skip

    def _name_meant(self, name: str) -> str:
        """A hint at the quantity or field that was meant, perhaps by its name in the config it was read from."""
        fields = self.scope.anchor.fields
        known = [each for each in fields if field_quantity(self.scope.anchor, each)]
        read_from = [each for each in known if fields[each].source.endswith((f", {name}", f".{name}"))]
        return f"did you mean {read_from[0]!r}?" if read_from else nearest(name, [*BY_ID, *known], _LIST)

    def _call(self, node: ast.AST, name: str, keywords: list[ast.keyword]) -> BoundQuantity:
        quantity = BY_ID.get(name)
        if quantity is None:
            is_field = field_quantity(self.scope.anchor, name) is not None
            hint = f"it is a field: write {name}, or show({name}, …)" if is_field else nearest(name, BY_ID, _LIST)
            raise ExpressionProblem(node, "quantity-is-known", f"no quantity is called {name!r}", hint)
        fixed: dict[str, int | str] = {}
        later: dict[str, Operand] = {}
        for keyword in keywords:
            self._argument(quantity, keyword, fixed, later)
        try:
            bound = quantity.bind(self.scope.anchor.model, **fixed)
        except QuantityError as error:
            raise ExpressionProblem(node, "argument-is-known", str(error), _choice_meant(quantity, fixed)) from None
        for keyword in keywords:
            if keyword.arg in later and keyword.arg not in bound.free:
                message = f"{name}({keyword.arg}=…) is one number and cannot follow {', '.join(self.free)}"
                raise ExpressionProblem(keyword, "argument-is-known", message, "write a number")
        bound = arithmetic.with_numbers(bound, self.free)  # an N = 6 of its own is not the N that varies
        return replace(
            bound,
            expression=bind(bound.expression, later),
            inputs=tuple(_as_written(given, keywords) for given in bound.inputs),
            call=quantity.call({str(keyword.arg): value_text(keyword.value) for keyword in keywords}),
        )

    def _argument(
        self, quantity: Quantity, keyword: ast.keyword, fixed: dict[str, int | str], later: dict[str, Operand]
    ) -> None:
        name = keyword.arg
        known = [argument.name for argument in quantity.arguments]
        if name not in known:
            raise ExpressionProblem(
                keyword, "argument-is-known", f"{quantity.id} takes no argument {name!r}",
                nearest(str(name), known, f"it takes {', '.join(known) or 'none'}"),
            )  # fmt: skip
        if isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, str):
            fixed[name] = keyword.value.value
            return
        given = self.read(keyword.value)
        check_unit(quantity, keyword, given)
        if given.free:
            later[name] = varying = bind(given.expression, {item.symbol: item.value for item in given.inputs})
            check_range(quantity, keyword, varying, self.free)
            return
        value = self._whole(keyword, quantity, given)
        fixed[name] = value

    def _whole(self, keyword: ast.keyword, quantity: Quantity, given: BoundQuantity) -> int:
        try:
            value = evaluate(given.expression, given.values())
        except FormulaError as error:
            raise ExpressionProblem(keyword, "expression-has-a-value", str(error)) from None
        if not isinstance(value, int):
            raise ExpressionProblem(
                keyword, "argument-is-known", f"{quantity.id}({keyword.arg}=…) is a whole number, not {value}"
            )
        return value


def _choice_meant(quantity: Quantity, given: Mapping[str, int | str]) -> str:
    """A hint at the choice that was probably meant, where one given is none of its argument's."""
    for argument in quantity.arguments:
        value = given.get(argument.name, argument.default)
        if argument.choices and value not in argument.choices:
            return nearest(str(value), argument.choices, otherwise=" ").strip()
    return ""


def _as_written(given: Input, keywords: Sequence[ast.keyword]) -> Input:
    """An input that is an argument of the call, with the expression it was given as where that is no number."""
    for keyword in keywords:
        if keyword.arg == given.origin and not isinstance(keyword.value, ast.Constant):
            return replace(given, origin=value_text(keyword.value))
    return given
