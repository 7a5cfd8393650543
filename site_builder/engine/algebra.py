"""Joining formulas: factors of one left out, equal terms collected, symbols kept apart.

Nothing here computes a value; it keeps the formulas of quantities short enough to read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import count

from site_builder.engine.formula import Expression, Integer, Operand, Operation, Symbol, bind, product, symbols, total
from site_builder.engine.quantity import Formula, Input

ZERO, ONE = Integer(0), Integer(1)


def formula(expression: Expression, *inputs: Input, keep: Iterable[Input] = ()) -> Formula:
    """`expression` with inputs equal to 1 or 0 taken out of it; those in `keep` stay as they are.

    ``h_kv · N`` with h_kv = 1 becomes ``N``; with h_kv = 0 it becomes ``0``.
    """
    plain = {given.symbol: int(given.value) for given in inputs if given.value in (0, 1)}
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
    """The formulas added, as `together` puts them beside each other."""
    terms, inputs = together(formulas)
    return Formula(total(*terms), inputs)


def together(formulas: Iterable[Formula]) -> tuple[list[Expression], tuple[Input, ...]]:
    """The expressions with the inputs of all; a symbol that means another number in a later one gets one of its own."""
    terms: list[Expression] = []
    known: dict[str, Input] = {}
    for given in formulas:
        renamed: dict[str, Operand] = {}
        for item in given.inputs:
            name = _free_name(item, known)
            known.setdefault(name, Input(name, item.value, item.origin))
            renamed[item.symbol] = Symbol(name)
        terms.append(bind(given.expression, renamed))
    return terms, tuple(known.values())


def _free_name(item: Input, known: dict[str, Input]) -> str:
    """The symbol itself, or with the first number under which nothing else is known: h_q, h_q_2, h_q_3 …"""
    base = re.sub(r"_\d+$", "", item.symbol)
    names = (base if number == 1 else f"{base}_{number}" for number in count(1))
    return next(name for name in names if name not in known or known[name].value == item.value)
