"""``a if x < y else b``: a branch that is known while building, or one that a curve chooses as it goes."""

from __future__ import annotations

import ast

from site_builder.engine.formula import Operation
from site_builder.engine.quantity import BoundQuantity
from site_builder.expression.arithmetic import combined, same_unit
from site_builder.expression.reading import Reads
from site_builder.expression.syntax import refused

_SIGNS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip


def choose(reader: Reads, node: ast.IfExp) -> BoundQuantity:
    """The branch that the condition chooses; both are read, and count the same, but where words choose between them.

    `IncompatibleUnits` where branches or sides of the comparison do not go together.
    """
    branches = reader.read(node.body), reader.read(node.orelse)
    match node.test:
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in _SIGNS:
            sign = _SIGNS[type(operator)]
        case _:
            raise refused(
                node.test, "expression-is-well-formed", "a condition compares two values", "e.g. 1 if N < 4096 else 2"
            )
    words = reader.word(left), reader.word(right)
    if None not in words:
        if sign not in ("==", "!="):
            raise refused(node.test, "expression-is-well-formed", f"words are compared with == and !=, not {sign}")
        return branches[(words[0] == words[1]) != (sign == "==")]
    unit, style = same_unit("choose between", *branches)
    sides = reader.read(left), reader.read(right)
    same_unit("compare", *sides)
    if not sides[0].free and not sides[1].free:
        return branches[not _holds(sides, sign)]
    if sign in ("==", "!="):
        message = f"{sign} cannot follow {', '.join(reader.free)}"
        raise refused(node.test, "expression-is-well-formed", message, "compare with < or >")
    less, greater = sides if sign in ("<", ">=") else sides[::-1]
    first, second = branches if sign in ("<", ">") else branches[::-1]
    return combined(
        lambda names: f"({names[2]} if {names[0]} < {names[1]} else {names[3]})",
        (less, greater, first, second), unit, style, lambda *parts: Operation("if_less", parts),
    )  # fmt: skip


def _holds(sides: tuple[BoundQuantity, BoundQuantity], sign: str) -> bool:
    left, right = sides[0].value(), sides[1].value()
    order = (left > right) - (left < right)
    return {
        "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0, "==": order == 0, "!=": order != 0,
    }[sign]  # fmt: skip
