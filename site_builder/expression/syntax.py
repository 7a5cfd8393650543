"""The syntax of expressions: from text to Python's own tree, and what is said about printing set aside."""

from __future__ import annotations

import ast
import re

from site_builder.expression.refusals import sentence_refused
from site_builder.problems import Mistake, Refused

LONGEST = 500
"""Characters of one expression: a bound that no honest one comes near."""

PRINTING = ("unit", "digits", "as")
_AS = "a_"


def refused(node: ast.AST | None, rule: str, message: str, hint: str = "") -> Refused:
    """What to raise at a part of an expression; its offset counts bytes, as Python's trees do."""
    return Refused(Mistake(rule, message, hint, offset=getattr(node, "col_offset", 0)))


def read_syntax(source: str) -> tuple[ast.expr, dict[str, str | int]]:
    """The tree of an expression, and the printing options (unit, digits, as) of its outermost call."""
    return _split_printing(_parse(source))


def value_text(node: ast.expr) -> str:
    """An argument's value as text, in one way of writing."""
    return str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)


def _parse(source: str) -> ast.expr:
    if not source.strip():
        hint = "write a quantity or a field of the anchor, e.g. score_matrix(N=6)"
        raise refused(None, "expression-is-well-formed", "the expression is empty", hint)
    if len(source) > LONGEST:
        raise refused(None, "expression-is-well-formed", f"the expression is longer than {LONGEST} characters")
    try:
        # `as` is a word of Python's own; a name of the same length keeps every column in place.
        node = ast.parse(re.sub(r"\bas(?=\s*=[^=])", _AS, source.strip()), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = getattr(error, "msg", "") or "too deeply nested"
        offset = max((getattr(error, "offset", 0) or 0) - 1, 0)
        raise Refused(sentence_refused(source, reason, offset)) from None
    _check_nothing_is_passed_over(source, node)
    return node


def _check_nothing_is_passed_over(source: str, node: ast.expr) -> None:
    """What Python's reader accepts and then forgets is a mistake here: a comment, and the first of two equal names."""
    if "#" in source:
        hint = "put words outside the expression"
        raise refused(None, "expression-is-well-formed", "what follows # would not be read", hint)
    for call in ast.walk(node):
        if isinstance(call, ast.Call):
            _check_given_once(call)


def _check_given_once(call: ast.Call) -> None:
    seen: set[str | None] = set()
    for keyword in call.keywords:
        if keyword.arg in seen:
            name = _written_name(keyword)
            raise refused(keyword, "argument-is-known", f"{name}=… is given twice", "keep one of them")
        seen.add(keyword.arg)


def _written_name(keyword: ast.keyword) -> str | None:
    return "as" if keyword.arg == _AS else keyword.arg


def _split_printing(node: ast.expr) -> tuple[ast.expr, dict[str, str | int]]:
    if not isinstance(node, ast.Call):
        return node, {}
    printing: dict[str, str | int] = {}
    kept = []
    for keyword in node.keywords:
        name = _written_name(keyword)
        if name not in PRINTING:
            kept.append(keyword)
            continue
        value = keyword.value.value if isinstance(keyword.value, ast.Constant) else None
        if isinstance(value, str | int) and not isinstance(value, bool):
            printing[name] = value
        else:
            written = ast.unparse(keyword.value)
            hint = "write a whole number" if name == "digits" else f'write {name}="{written}"'
            message = f"{name}=… is given in quotes, and digits=… as a whole number"
            raise refused(keyword, "expression-is-well-formed", message, hint)
    if isinstance(node.func, ast.Name) and node.func.id == "show":
        if len(node.args) != 1 or kept:
            hint = "e.g. show(weights / kv_cache(N=6), digits=3)"
            message = "show takes one expression and printing options"
            raise refused(node, "expression-is-well-formed", message, hint)
        return node.args[0], printing
    return ast.copy_location(ast.Call(node.func, node.args, kept), node), printing
