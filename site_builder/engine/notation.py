"""Formulas for readers: as TeX, and as text with the numbers put in.

The text is made a second time in the browser (static/js/formula.js) and must be equal character
for character; the rules are few on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from site_builder.engine.formula import Expression, Integer, Number, Operation, Symbol

SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}
_ATOM = 4


def to_text(expression: Expression, values: Mapping[str, Number]) -> str:
    """``2 × 131072²``: symbols that have a value become numbers, the others keep their names.

    Rules: operands in the order of the formula; brackets only where precedence asks for them;
    numbers plain and ungrouped; a whole literal power as superscript digits.
    """
    return _write(expression, lambda name: _number(values[name]) if name in values else name)


def _number(value: Number) -> str:
    return str(value)


def _write(expression: Expression, name_of: Callable[[str], str]) -> str:
    match expression:
        case Integer(value):
            return _number(value)
        case Symbol(name):
            return name_of(name)
        case Operation(operator, operands):
            return _write_operation(operator, operands, name_of)
    raise TypeError(f"not an expression: {expression!r}")


def _write_operation(operator: str, operands: tuple[Expression, ...], name_of: Callable[[str], str]) -> str:
    written = [_write(operand, name_of) for operand in operands]
    match operator:
        case "+" | "-" | "*" | "/":
            sign = {"+": "+", "-": "−", "*": "×", "/": "÷"}[operator]
            left = _bracket(written[0], operands[0], _STRENGTH[operator])
            right_strength = _STRENGTH[operator] + (operator in "-/")
            return f"{left} {sign} {_bracket(written[1], operands[1], right_strength)}"
        case "^":
            base = _bracket(written[0], operands[0], _ATOM)
            if isinstance(operands[1], Integer):
                return base + str(operands[1].value).translate(SUPERSCRIPTS)
            return f"{base}^({written[1]})"
        case "min" | "max":
            return f"{operator}({', '.join(written)})"
        case "ceil_div":
            left, right = (_bracket(text, operand, 3) for text, operand in zip(written, operands, strict=True))
            return f"⌈{left} ÷ {right}⌉"
        case "isqrt":
            return f"⌊√({written[0]})⌋"
        case "ceil_log":
            return f"⌈log({written[1]}; {written[0]})⌉"
    raise TypeError(f"no such operator: {operator!r}")


def _bracket(text: str, expression: Expression, needed: int) -> str:
    strength = _STRENGTH.get(expression.operator, _ATOM) if isinstance(expression, Operation) else _ATOM
    return f"({text})" if strength < needed else text


def to_tex(expression: Expression, tex_names: Mapping[str, str]) -> str:
    """TeX of the formula with its symbols; `tex_names` maps ``d_h`` to ``d_{h}`` and so on."""
    match expression:
        case Integer(value):
            return str(value)
        case Symbol(name):
            return tex_names.get(name, name)
        case Operation(operator, operands):
            return _tex_operation(operator, operands, tex_names)
    raise TypeError(f"not an expression: {expression!r}")


def _tex_operation(operator: str, operands: tuple[Expression, ...], tex_names: Mapping[str, str]) -> str:
    written = [to_tex(operand, tex_names) for operand in operands]
    match operator:
        case "+" | "-" | "*":
            sign = {"+": "+", "-": "-", "*": r"\cdot"}[operator]
            left = _tex_bracket(written[0], operands[0], _STRENGTH[operator])
            right_strength = _STRENGTH[operator] + (operator == "-")
            return f"{left} {sign} {_tex_bracket(written[1], operands[1], right_strength)}"
        case "/":
            return rf"\frac{{{written[0]}}}{{{written[1]}}}"
        case "^":
            return f"{_tex_bracket(written[0], operands[0], _ATOM)}^{{{written[1]}}}"
        case "min" | "max":
            return rf"\{operator}({', '.join(written)})"
        case "ceil_div":
            return rf"\left\lceil \frac{{{written[0]}}}{{{written[1]}}} \right\rceil"
        case "isqrt":
            return rf"\left\lfloor \sqrt{{{written[0]}}} \right\rfloor"
        case "ceil_log":
            return rf"\left\lceil \log_{{{written[0]}}} {written[1]} \right\rceil"
    raise TypeError(f"no such operator: {operator!r}")


def _tex_bracket(text: str, expression: Expression, needed: int) -> str:
    bracketed = _bracket("", expression, needed) == "()" and not _is_fraction(expression)
    return rf"\left({text}\right)" if bracketed else text


def _is_fraction(expression: Expression) -> bool:
    return isinstance(expression, Operation) and expression.operator == "/"
