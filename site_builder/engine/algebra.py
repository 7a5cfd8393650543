"""Joining formulas: factors of one left out, equal terms collected, symbols kept apart.

Nothing here computes a value; it keeps the formulas of quantities short enough to read.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from site_builder.engine.formula import Expression, Integer, Operation, Symbol, bind, product, symbols, total
from site_builder.engine.quantity import Formula, Input

ZERO, ONE = Integer(0), Integer(1)


def formula(expression: Expression, *inputs: Input, keep: Iterable[Input] = ()) -> Formula:
    """`expression` with inputs equal to 1 or 0 taken out of it; those in `keep` stay as they are.

    ``h_kv · N`` with h_kv = 1 becomes ``N``; with h_kv = 0 it becomes ``0``.
    """
    plain = {given.symbol: given.value for given in inputs if given.value in (0, 1)}
    simple = simplified(bind(expression, plain))
    used = set(symbols(simple))
    return Formula(simple, tuple(dict.fromkeys(given for given in (*inputs, *keep) if given.symbol in used)))


def simplified(expression: Expression) -> Expression:
    """1·x → x, 0·x → 0, x + 0 → x, x ÷ 1 → x, x¹ → x; nothing else is rewritten."""
    match expression:
        case Operation(operator, operands):
            return _simple_operation(operator, tuple(simplified(operand) for operand in operands))
    return expression


def _simple_operation(operator: str, operands: tuple[Expression, ...]) -> Expression:
    match operator, operands:
        case "*" | "/", (Integer(0), _):
            return ZERO
        case "*", (_, Integer(0)):
            return ZERO
        case ("*", (Integer(1), other)) | ("*" | "/" | "^", (other, Integer(1))):
            return other
        case ("+", (Integer(0), other)) | ("+" | "-", (other, Integer(0))):
            return other
        case "-", (Integer(left), Integer(right)):
            return Integer(left - right)
        case "min" | "max", (only,):
            return only
    return Operation(operator, operands)


def collected(terms: Iterable[Expression]) -> Expression:
    """The sum of products with equal ones counted: ``d·f + d·f + f·d`` is ``3·d·f``."""
    found: dict[frozenset[tuple[Expression, int]], tuple[int, list[Expression]]] = {}
    for term in terms:
        coefficient, factors = _coefficient(simplified(term))
        key = frozenset((factor, factors.count(factor)) for factor in factors)
        before, written = found.get(key, (0, factors))
        found[key] = (before + coefficient, written)
    return total(*(product(number, *factors) for number, factors in found.values() if number))


def _coefficient(term: Expression) -> tuple[int, list[Expression]]:
    match term:
        case Integer(value):
            return value, []
        case Operation("*", (left, right)):
            left_number, left_factors = _coefficient(left)
            right_number, right_factors = _coefficient(right)
            return left_number * right_number, left_factors + right_factors
    return 1, [term]


def summed(formulas: Iterable[Formula]) -> Formula:
    """The formulas added; a symbol that means another number in a later one gets a number of its own."""
    terms: list[Expression] = []
    known: dict[str, Input] = {}
    for given in formulas:
        renamed = {item.symbol: _fresh(item, known) for item in given.inputs}
        known |= {new.symbol: new for new in renamed.values()}
        terms.append(bind(given.expression, {old: Symbol(new.symbol) for old, new in renamed.items()}))
    return Formula(total(*terms), tuple(known.values()))


def _fresh(item: Input, known: dict[str, Input]) -> Input:
    names = (item.symbol if number == 1 else f"{item.symbol}_{number}" for number in count(1))
    name = next(name for name in names if known.get(name) is None or known[name].value == item.value)
    return Input(name, item.value, item.origin)
