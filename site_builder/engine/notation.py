"""Formulas for readers: as TeX, and as text with the numbers put in.

The text is made a second time in the browser (static/js/formula.js) and must be equal character
for character; the rules are few on purpose:

* operands in the order of the formula, brackets only where precedence asks for them;
* numbers plain and ungrouped, decimals as such; as an operand, a negative one or a fraction stands in brackets;
* a whole number over a power of ten is a decimal: ``2.5``; a fraction too long to read is cut: ``0.761594…``;
* an exponent of digits is raised, a base of a logarithm lowered: ``131072²``, ``⌈log₃(5)⌉``.
"""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.engine.digits import MINUS
from site_builder.engine.formula import Expression, Integer, Number, Operation, Symbol

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
ABOUT = "≈ "
"""Stands before a value that was rounded on the way."""
MOST_PLACES = 9
"""Decimals of a number within a formula, and digits of a denominator; what needs more of both is cut."""
SIGNS = {"+": "+", "-": MINUS, "*": "×", "/": "÷"}

# How strongly the parts of a written expression hold together.
_LOOSE, _SUM, _PRODUCT, _POWER, _ATOM = range(5)
_STRENGTHS = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, "^": _POWER, "power": _POWER}
_FUNCTIONS = {"min": "min", "max": "max", "exp": "exp", "log": "ln", "sin": "sin", "cos": "cos"}
"""Operators written with their operands in brackets, by the name they are written with."""


def to_text(expression: Expression, values: Mapping[str, Number]) -> str:
    """``2 × 131072²``: symbols that have a value become numbers, the others keep their names."""
    return _text(expression, values)[0]


def equation(expression: Expression, values: Mapping[str, Number], unit: str, result: str) -> str:
    """The formula with its numbers, unit and result: ``2 × 131072² B = 32 GiB``, ``(2 + 3) B = 5 B``."""
    text, strength = _text(expression, values)
    if unit:
        text = f"{_bracketed(text, strength, _PRODUCT)} {unit}"
    return f"{text} {result}" if result.startswith(ABOUT) else f"{text} = {result}"


def _text(expression: Expression, values: Mapping[str, Number]) -> tuple[str, int]:
    """The text and how strongly it holds together."""
    match expression:
        case Integer(value):
            return _number_text(value)
        case Symbol(name):
            return _number_text(values[name]) if name in values else (name, _ATOM)
        case Operation("/", (Integer(above), Integer(below))) if decimal := decimal_of(above, below):
            return decimal, _ATOM if above >= 0 else _LOOSE
        case Operation(operator, operands):
            written = [_text(operand, values) for operand in operands]
            return _operation_text(operator, written), _STRENGTHS.get(operator, _ATOM)
    raise TypeError(f"not an expression: {expression!r}")


def decimal_of(above: int, below: int) -> str:
    """``3.35`` for 335 over 100; empty where what is below is no power of ten."""
    places = len(str(below)) - 1
    if places < 1 or below != 10**places:
        return ""
    whole, rest = divmod(abs(above), below)
    decimals = f"{rest:0{places}d}".rstrip("0")
    return (MINUS if above < 0 else "") + (f"{whole}.{decimals}" if decimals else str(whole))


def _number_text(value: Number) -> tuple[str, int]:
    text = str(value).replace("-", MINUS)
    if value.denominator > 1 and (places := _places(value.denominator)):
        text = decimal_of(int(value * 10**places), 10**places)
    elif value.denominator >= 10**MOST_PLACES:
        text = _cut(value)
    return text, _ATOM if text.strip("…").replace(".", "").isdecimal() else _LOOSE


def _cut(value: Number) -> str:
    """``0.761594…``: the first six significant digits of a fraction that is too long to read, at least one decimal."""
    places = 1
    while abs(value) * 10**places < 10**5:
        places += 1
    whole, rest = divmod(int(abs(value) * 10**places), 10**places)
    return f"{MINUS if value < 0 else ''}{whole}.{rest:0{places}d}…"


def _places(denominator: int) -> int:
    """The fewest decimals that write a fraction of this denominator exactly; 0 where there are none, or too many."""
    return next((places for places in range(1, MOST_PLACES + 1) if 10**places % denominator == 0), 0)


def _operation_text(operator: str, written: list[tuple[str, int]]) -> str:
    texts = [text for text, _ in written]
    match operator:
        case "+" | "-" | "*" | "/":
            strength = _STRENGTHS[operator]
            left = _bracketed(*written[0], strength)
            right = _bracketed(*written[1], strength + (operator in "-/"))
            return f"{left} {SIGNS[operator]} {right}"
        case "^" | "power":
            return _bracketed(*written[0], _ATOM) + _script(texts[1], RAISED, "^")
        case "sqrt":
            return f"√({texts[0]})"
        case "if_less":
            return f"{{{texts[2]} | {texts[0]} < {texts[1]}; {texts[3]} | {texts[0]} ≥ {texts[1]}}}"
        case name if name in _FUNCTIONS:
            return f"{_FUNCTIONS[name]}({', '.join(texts)})"
        case "ceil_div":
            return f"⌈{_bracketed(*written[0], _PRODUCT)} ÷ {_bracketed(*written[1], _POWER)}⌉"
        case "isqrt":
            return f"⌊√({texts[0]})⌋"
        case "ceil_log":
            return f"⌈log{_script(texts[0], LOWERED, '_')}({texts[1]})⌉"
    raise TypeError(f"no such operator: {operator!r}")


def _bracketed(text: str, strength: int, needed: int) -> str:
    return f"({text})" if strength < needed else text


def _script(text: str, digits: dict[int, int], otherwise: str) -> str:
    return text.translate(digits) if text.isdecimal() else f"{otherwise}({text})"


# --- TeX ------------------------------------------------------------------------------------


def to_tex(expression: Expression, tex_names: Mapping[str, str]) -> str:
    """TeX of the formula with its symbols; `tex_names` maps ``L_full`` to its own TeX, see `symbol_tex`."""
    return _tex(expression, tex_names)[0]


def symbol_tex(name: str, tex_names: Mapping[str, str]) -> str:
    """The name's own TeX, or made from it.

    ``d_ff`` is ``d_{\\mathrm{ff}}``: a letter with subscripts; ``head_dim`` is a word, ``\\mathrm{head\\_dim}``.
    """
    if name in tex_names:
        return tex_names[name]
    stem, *subscripts = name.split("_")
    if len(stem) > 1:
        return rf"\mathrm{{{name.replace('_', chr(92) + '_')}}}"
    parts = (part if len(part) == 1 or part.isdigit() else rf"\mathrm{{{part}}}" for part in subscripts)
    return f"{stem}_{{{','.join(parts)}}}" if subscripts else stem


def _tex(expression: Expression, tex_names: Mapping[str, str]) -> tuple[str, int]:
    match expression:
        case Integer(value):
            return str(value), _ATOM if value >= 0 else _LOOSE
        case Symbol(name):
            return symbol_tex(name, tex_names), _ATOM
        case Operation("/", (Integer(above), Integer(below))) if decimal := decimal_of(above, below):
            return decimal.replace(MINUS, "-"), _ATOM if above >= 0 else _LOOSE
        case Operation(operator, operands):
            written = [_tex(operand, tex_names) for operand in operands]
            return _operation_tex(operator, written), _STRENGTHS.get(operator, _ATOM)
    raise TypeError(f"not an expression: {expression!r}")


def _operation_tex(operator: str, written: list[tuple[str, int]]) -> str:
    texts = [tex for tex, _ in written]
    match operator:
        case "+" | "-" | "*":
            sign = r"\cdot" if operator == "*" else operator
            strength = _STRENGTHS[operator]
            left = _tex_bracketed(*written[0], strength)
            return f"{left} {sign} {_tex_bracketed(*written[1], strength + (operator == '-'))}"
        case "/":
            return rf"\frac{{{texts[0]}}}{{{texts[1]}}}"
        case "^" | "power":
            return f"{_tex_bracketed(*written[0], _ATOM)}^{{{texts[1]}}}"
        case "sqrt":
            return rf"\sqrt{{{texts[0]}}}"
        case "if_less":
            rows = rf"{texts[2]} & {texts[0]} < {texts[1]} \\ {texts[3]} & {texts[0]} \ge {texts[1]}"
            return rf"\begin{{cases}} {rows} \end{{cases}}"
        case name if name in _FUNCTIONS:
            return rf"\{_FUNCTIONS[name]}\left({', '.join(texts)}\right)"
        case "ceil_div":
            return rf"\left\lceil \frac{{{texts[0]}}}{{{texts[1]}}} \right\rceil"
        case "isqrt":
            return rf"\left\lfloor \sqrt{{{texts[0]}}} \right\rfloor"
        case "ceil_log":
            return rf"\left\lceil \log_{{{texts[0]}}} {_tex_bracketed(*written[1], _ATOM)} \right\rceil"
    raise TypeError(f"no such operator: {operator!r}")


def _tex_bracketed(tex: str, strength: int, needed: int) -> str:
    return rf"\left({tex}\right)" if strength < needed else tex
