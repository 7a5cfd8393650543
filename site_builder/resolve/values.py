"""A bound quantity as a reader meets it: text, exact value, formula, inputs, conventions, sources."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.document.inline import Expression
from site_builder.document.resolved import ComputedInput, ComputedValue
from site_builder.engine.dims import TEX_NAMES
from site_builder.engine.formula import Operation
from site_builder.engine.notation import equation, symbol_tex, to_tex
from site_builder.engine.quantity import BoundQuantity
from site_builder.engine.units import BYTES_IN_UNIT, DIGITS, MOST_DIGITS, STYLES, format_value, in_unit, other_unit
from site_builder.problems import nearest
from site_builder.resolve.scope import Scope


def computed_value(
    bound: BoundQuantity, printing: Mapping[str, str | int], expression: Expression, scope: Scope
) -> ComputedValue | None:
    """The printed form of `bound`; None, with the problem told, for printing options that do not fit it."""
    text = _printed(bound, printing, expression, scope)
    return None if text is None else _computed(bound, text)


def traced(bound: BoundQuantity) -> ComputedValue:
    """`bound` printed by its own policy, for a figure.  FormulaError if a symbol is still free."""
    return _computed(bound, bound.text())


def _computed(bound: BoundQuantity, text: str) -> ComputedValue:
    value = bound.value()
    unit = bound.unit if bound.style == "memory" else ""
    return ComputedValue(
        quantity=bound.id,
        call=bound.call or bound.id,
        value=str(value),
        text=text,
        other=other_unit(value, bound.style, bound.unit),
        unit=bound.unit,
        title=bound.title,
        tex=to_tex(bound.expression, TEX_NAMES),
        substituted=equation(bound.expression, bound.values(), unit, text),
        inputs=tuple(
            ComputedInput(given.symbol, symbol_tex(given.symbol, TEX_NAMES), str(given.value), given.origin)
            for given in bound.inputs
        ),
        conventions=tuple((name, str(chosen)) for name, chosen in bound.arguments if isinstance(chosen, str)),
        sources=bound.sources,
        computed=isinstance(bound.expression, Operation),
    )


def _printed(
    bound: BoundQuantity, printing: Mapping[str, str | int], expression: Expression, scope: Scope
) -> str | None:
    style, unit, digits = printing.get("as", bound.style), printing.get("unit"), printing.get("digits")

    def refuse(message: str, hint: str = "") -> None:
        scope.problems.error(expression.position, "expression-has-a-value", message, hint)

    if style not in STYLES:
        return refuse(f"as={style!r} is no way to print a value", nearest(str(style), STYLES))
    if style == "memory" and bound.unit != "B":
        return refuse(f"as='memory' is for values in bytes; {bound.id} is in {bound.unit or 'plain numbers'}")
    if style == "model_size" and bound.unit == "B":
        return refuse(f"as='model_size' is for counts; B would stand for billions, and {bound.id} is in bytes")
    if digits is not None and not (isinstance(digits, int) and 1 <= digits <= MOST_DIGITS):
        return refuse(f"digits={digits!r} is not a whole number from 1 to {MOST_DIGITS}")
    if unit is not None and bound.unit != "B":
        return refuse(f"unit={unit!r} is for values in bytes; {bound.id} is in {bound.unit or 'plain numbers'}")
    if unit is not None and unit not in BYTES_IN_UNIT:
        known = f"known: {', '.join(BYTES_IN_UNIT)}"
        return refuse(f"{unit!r} is no unit of memory", nearest(str(unit), BYTES_IN_UNIT, otherwise=known))
    if unit is not None and "as" in printing:
        return refuse(f"as={style!r} and unit={unit!r} ask for two ways to print one value", "keep one of them")
    if unit is not None:
        return in_unit(bound.value(), str(unit), digits or DIGITS)
    return format_value(bound.value(), style, bound.unit, digits)
