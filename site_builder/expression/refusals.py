"""What has no place in an expression, in the words of those who write lessons, and what they probably meant."""

from __future__ import annotations

import ast
import re
import unicodedata

from site_builder.engine.measure import CONSTANTS
from site_builder.problems import Mistake

_RULE = "expression-is-well-formed"
ALLOWED = "quantities, facts, whole numbers, decimals, units and + - * / ** only"
_SEPARATED = re.compile(r"(?<![\w.])\d{1,3}(?:[,_，]\d{3})+(?![\w.])")
_LEADING_ZERO = re.compile(r"(?<![\w.])0+\d+(?![\w.])")
_SHORTENED = re.compile(r"(?<![\w.])\d+\s?[kKmMgGtT](?:i?B)?(?!\w)")
_WITH_UNIT = re.compile(rf"(?<![\w.])(\d+(?:\.\d+)?)\s?({'|'.join(sorted(CONSTANTS, key=len, reverse=True))})(?!\w)")
_WIDE = re.compile("[\uff01-\uff5e×÷·−“”‘’]")
"""Signs as an input method types them."""
_QUOTES = {"“": '"', "”": '"', "‘": '"', "’": '"', "−": "-"}
_BEYOND = re.compile("[\u2e80-\uff00{}`]")
"""What stands in sentences, not in expressions."""
_SIGNS: dict[type[ast.operator], tuple[str, str]] = {
    ast.FloorDiv: ("//", "write /: values are exact, and rounded once when printed"),
    ast.BitXor: ("^", "write ** for a power"),
}
_PARTS: dict[type[ast.AST], str] = {
    ast.Attribute: "a dot",
    ast.BoolOp: "a condition",
    ast.Call: "a call of what is no name",
    ast.Compare: "a comparison",
    ast.Dict: "a brace",
    ast.IfExp: "a condition",
    ast.Lambda: "a function",
    ast.List: "a square bracket",
    ast.Set: "a brace",
    ast.Subscript: "a square bracket",
    ast.Tuple: "a comma",
}


def part_refused(node: ast.expr) -> Mistake:
    """The mistake of a part of an expression that the language does not have."""
    what, hint = _part(node)
    return Mistake(_RULE, f"{what} has no place in an expression", hint, offset=node.col_offset)


def _part(node: ast.expr) -> tuple[str, str]:
    match node:
        case ast.Constant(value=str() as value):
            return f"the text {value[:40]!r}", ALLOWED
        case ast.BinOp(op=operator) if type(operator) in _SIGNS:
            sign, hint = _SIGNS[type(operator)]
            return f"the sign {sign}", hint
        case ast.Tuple():
            return "a comma", "write thousands without commas: 131072"
        case ast.Name(id=name):
            return repr(name), ALLOWED
    return _PARTS.get(type(node), "this"), ALLOWED


def sentence_refused(source: str, reason: str, offset: int) -> Mistake:
    """The mistake of an expression that cannot be read at all; `reason` is Python's own, at `offset`."""
    message, hint, place = _sentence(source, reason, offset)
    return Mistake(_RULE, message, hint, offset=place)


def _sentence(source: str, reason: str, offset: int) -> tuple[str, str, int]:
    if found := _SEPARATED.search(source):
        return f"{found[0]!r} is no whole number here", f"write {re.sub('[,_，]', '', found[0])}", found.start()
    if found := _LEADING_ZERO.search(source):
        return f"{found[0]!r} is no whole number here", f"write {int(found[0])}", found.start()
    if found := _WITH_UNIT.search(source):
        return f"{found[0]!r} is no number here", f"write {found[1]}*{found[2]}", found.start()
    if found := _SHORTENED.search(source):
        return (
            f"{found[0]!r} is no whole number",
            "write all its digits, as in 131072, or a power, as in 2**17",
            found.start(),
        )
    if found := _WIDE.search(source):
        sign = "*" if found[0] in "×·" else "/" if found[0] == "÷" else unicodedata.normalize("NFKC", found[0])
        sign = _QUOTES.get(found[0], sign)
        return f"the sign {found[0]} has no place in an expression", f"write {sign!r}", found.start()
    if found := _BEYOND.search(source):
        is_marked = re.match(r"\s*(?:\{\w+\})?`", source)
        hint = "an expression ends at the next backtick: is the one behind it missing?"
        hint = "write the expression alone, without {…} and backticks" if is_marked else hint
        return f"cannot read the expression {source[: found.start() + 1]!r}…", hint, found.start()
    sign = source[offset : offset + 1]
    if "was never closed" in reason:
        return f"the bracket {sign!r} is never closed", "", offset
    if "unmatched" in reason:
        return f"the bracket {sign!r} closes nothing", "remove it, or open it before", offset
    if "unterminated string" in reason:
        return "the quotation mark that opens here is never closed", f"close it with {sign}", offset
    hint = "write a quantity with arguments by keyword, e.g. score_matrix(N=6)"
    return f"cannot read the expression {source!r}", hint, offset
