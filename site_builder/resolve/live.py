"""A number of the prose that follows a calculator: a formula for each combination of its choices."""

from __future__ import annotations

from dataclasses import replace

from site_builder.document.blocks import Calculator
from site_builder.document.inline import LiveReference
from site_builder.document.resolved import LiveValue
from site_builder.engine.formula import FormulaError
from site_builder.engine.quantity import BoundQuantity, Input
from site_builder.expression.reader import compute
from site_builder.figures.calculator import IntegerSpec
from site_builder.figures.calculator_data import Formulas
from site_builder.problems import Problems
from site_builder.resolve.controls import Controls, resolve_controls
from site_builder.resolve.curves import for_each_combination
from site_builder.resolve.scope import Scope
from site_builder.resolve.values import traced


def live_value(reference: LiveReference, block: Calculator, scope: Scope) -> LiveValue | None:
    """The number at every state of the calculator, or None with its problems reported, here or by the calculator."""
    controls = resolve_controls(block, replace(scope, problems=Problems()))
    if controls is None:
        return None
    expression, names = reference.expression, scope.names
    bound = for_each_combination(
        controls, scope.problems, lambda chosen, problems: compute(expression, names, problems, controls.ranges, chosen)
    )
    known = [each for each in bound if each is not None]
    if len(known) < len(bound):
        return None
    formulas = Formulas()
    at = [formulas.place(each) for each in known]
    place = [*controls.combinations()].index(controls.first())
    try:
        start = traced(_started(known[place], block.name, controls))
    except FormulaError as error:
        scope.problems.error(reference.position, "expression-has-a-value", str(error))
        return None
    return LiveValue(block.name, start, {"at": at, "formulas": formulas.all})


def _started(bound: BoundQuantity, calculator: str, controls: Controls) -> BoundQuantity:
    """With the integers at their starts, which come from the calculator."""
    integers = {each.name: each.start for each in controls.all if isinstance(each, IntegerSpec)}
    inputs = tuple(Input(name, integers[name], f"{calculator}.{name}") for name in bound.free)
    return replace(bound, inputs=(*bound.inputs, *inputs))
