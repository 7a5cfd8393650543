"""A bound quantity as a reader meets it: text, exact value, formula, inputs, conventions, sources."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.document.resolved import ComputedInput, ComputedValue
from site_builder.engine.dims import TEX_NAMES
from site_builder.engine.formula import Operation, Symbol
from site_builder.engine.notation import equation, symbol_tex, to_tex, to_text
from site_builder.engine.quantity import BoundQuantity, Input
from site_builder.engine.units import other_unit, printed_unit
from site_builder.expression.printing import printed
from site_builder.problems import Problems, Refused, Written


def computed_value(
    bound: BoundQuantity, printing: Mapping[str, str | int], expression: Written, problems: Problems
) -> ComputedValue | None:
    """The printed form of `bound`; None, with the problem reported, for printing options that do not fit it."""
    text = _printed(bound, printing, expression, problems)
    return None if text is None else _computed(bound, text)


def traced(bound: BoundQuantity) -> ComputedValue:
    """`bound` printed by its own policy, for a figure.  FormulaError if a symbol is still free."""
    return _computed(bound, bound.text())


def _computed(bound: BoundQuantity, text: str) -> ComputedValue:
    value = bound.value()
    unit = str(bound.unit)
    return ComputedValue(
        quantity=bound.id,
        call=bound.call or bound.id,
        value=str(value),
        text=text,
        other="" if bound.about() else other_unit(value, bound.style, unit),
        unit=unit,
        title=bound.title,
        tex=to_tex(bound.expression, TEX_NAMES),
        substituted=equation(bound.expression, bound.values(), printed_unit(bound.style, unit), text),
        inputs=tuple(
            ComputedInput(given.symbol, symbol_tex(given.symbol, TEX_NAMES), _written(given), given.origin)
            for given in bound.inputs
        ),
        conventions=tuple((name, str(chosen)) for name, chosen in bound.arguments if isinstance(chosen, str)),
        sources=bound.sources,
        computed=isinstance(bound.expression, Operation) or not bound.sources,
        bound=bound,
    )


def _written(given: Input) -> str:
    return to_text(Symbol(given.symbol), {given.symbol: given.value})


def _printed(
    bound: BoundQuantity, printing: Mapping[str, str | int], expression: Written, problems: Problems
) -> str | None:
    """The text asked for; None, with the problem reported, where it does not fit the value."""
    try:
        return bound.about() + printed(bound, printing)
    except Refused as refusal:
        problems.add(refusal.mistake.at(expression.position))
        return None
