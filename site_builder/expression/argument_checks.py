"""What an argument of a quantity may be: a count of the right things, within bounds wherever a variable stands."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from site_builder.engine.formula import Expression
from site_builder.engine.quantity import BoundQuantity, Quantity
from site_builder.engine.ranges import Range, range_of
from site_builder.expression.syntax import refused, value_text


def check_unit(quantity: Quantity, keyword: ast.keyword, given: BoundQuantity) -> None:
    """Bytes or operations are no number of tokens or layers; neither are parameters."""
    argument = next(each for each in quantity.arguments if each.name == keyword.arg)
    if given.unit and str(given.unit) != argument.unit:
        message = f"{quantity.id}({keyword.arg}=…) is a plain number; {given.id} is in {given.unit}"
        raise refused(keyword, "argument-is-known", message)


def check_range(quantity: Quantity, keyword: ast.keyword, given: Expression, free: Mapping[str, Range]) -> None:
    """An argument that varies is as bounded as one that stands still, wherever the variables in `free` are."""
    argument = next(each for each in quantity.arguments if each.name == keyword.arg)
    where = f"{quantity.id}({argument.name}={value_text(keyword.value)})"
    found = range_of(given, free)
    if found is None:
        message = f"{where} may be no whole number, or one too large, for some {', '.join(free)}"
        raise refused(keyword, "argument-is-known", message, "write it with + - * and ** alone")
    if found[0] < argument.minimum or found[1] > argument.maximum:
        bounds = f"{argument.minimum} … {argument.maximum:,}"
        message = f"{where} goes from {found[0]:,} to {found[1]:,}, outside {bounds}"
        raise refused(keyword, "argument-is-known", message, "change it, or where the axis begins or ends")
