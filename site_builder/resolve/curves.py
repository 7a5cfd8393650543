"""The curves and marks of a calculator for each combination of its choices: computed, in one unit, with a place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from site_builder.document.blocks import Calculator
from site_builder.document.calculator import Curve, Mark
from site_builder.engine.quantity import BoundQuantity
from site_builder.engine.sheet import Sheet
from site_builder.expression.arithmetic import divide
from site_builder.expression.reader import compute
from site_builder.figures.calculator import Combination, CurveSpec, IntegerSpec, MarkSpec
from site_builder.figures.sweeps import value_at
from site_builder.problems import Problem, Problems
from site_builder.resolve.controls import Chosen, Controls
from site_builder.resolve.magnitudes import LARGEST, SMALLEST, size_fault
from site_builder.resolve.scope import Scope

_Made = TypeVar("_Made")


def combinations(block: Calculator, controls: Controls, scope: Scope) -> tuple[Combination, ...]:
    """What the calculator shows for each combination."""
    return for_each_combination(
        controls, scope.problems, lambda chosen, problems: _combination(block, controls, chosen, scope, problems)
    )


def for_each_combination(
    controls: Controls, problems: Problems, make: Callable[[Chosen, Problems], _Made]
) -> tuple[_Made, ...]:
    """What is made of each combination, the first one first; a problem that several have is reported once."""
    reported: set[tuple[object, ...]] = set()
    found = {}
    first = controls.first()
    for chosen in (first, *(each for each in controls.combinations() if each != first)):
        own = Problems()
        found[_key(chosen)] = make(chosen, own)
        for problem in own:
            where = (problem.position, problem.rule, problem.message)
            if where not in reported:
                reported.add(where)
                problems.add(problem if chosen == first else _with_choice(problem, chosen))
    return tuple(found[_key(chosen)] for chosen in controls.combinations())


def _key(chosen: Chosen) -> tuple[str, ...]:
    return tuple(_word(value) for value in chosen.values())


def _word(value: object) -> str:
    return value.id if isinstance(value, Sheet) else str(value)


def _with_choice(problem: Problem, chosen: Chosen) -> Problem:
    """A problem that not every combination has says which one has it."""
    said = ", ".join(f"{name}={_word(value)}" for name, value in chosen.items())
    return replace(problem, message=f"with {said}: {problem.message}")


def _combination(
    block: Calculator, controls: Controls, chosen: Chosen, scope: Scope, problems: Problems
) -> Combination:
    found: dict[str, tuple[Curve, BoundQuantity]] = {}
    for curve in block.curves:
        quantity = compute(curve.value, scope.names, problems, controls.ranges, chosen)
        if quantity is None:
            continue
        first = next((other for _, other in found.values()), quantity)
        if quantity.unit != first.unit:
            message = f"the curves of a calculator are in one unit; {quantity.id} is {quantity.unit.amount()}"
            message += f", {first.id} {first.unit.amount()}"
            problems.error(curve.value.position, "expression-has-a-value", message)
            continue
        _check_sizes(block, curve, quantity, controls, problems)
        found[curve.id] = (curve, quantity)
    curves = tuple(_curve(curve, quantity, found.get(curve.compare)) for curve, quantity in found.values())
    marks = (_mark(mark, curves, chosen, scope, problems) for mark in block.marks)
    return Combination(curves, tuple(mark for mark in marks if mark))


def _curve(curve: Curve, quantity: BoundQuantity, other: tuple[Curve, BoundQuantity] | None) -> CurveSpec:
    if other is None:
        return CurveSpec(curve.id, curve.role, curve.label, quantity, shown=curve.shown)
    multiple = divide(quantity, other[1])
    return CurveSpec(curve.id, curve.role, curve.label, quantity, multiple, other[0].label, curve.shown)


def _check_sizes(
    block: Calculator, curve: Curve, quantity: BoundQuantity, controls: Controls, problems: Problems
) -> None:
    """Values the axis can show, wherever the page has a point to place."""
    points = _points(controls)
    found = [(index, value_at(quantity, point)) for index, point in enumerate(points)]
    values = {index: Fraction(value) for index, value in found if value is not None}
    if not values:
        message = f"{quantity.id} has no value anywhere on the axis"
        return problems.error(curve.value.position, "expression-has-a-value", message)

    def said(index: int) -> str:
        where = ", ".join(f"{name} = {value:,}" for name, value in points[index].items())
        return f"at {where} this is {quantity.text(**points[index])}"

    if beyond := [index for index, value in values.items() if value and not SMALLEST <= abs(value) <= LARGEST]:
        message = f"{said(beyond[0])}, beyond any axis"
        return problems.error(curve.value.position, "number-is-finite", message)
    if block.scale == "log" and (below := [index for index, value in values.items() if value <= 0]):
        report = problems.error if len(below) == len(values) else problems.warning
        message = f"{said(below[0])}, which has no place on a logarithmic axis"
        hint = "begin where it is above zero, write y: linear, or leave the curve out and say it in a sentence"
        report(curve.value.position, "axis-starts-above-zero", message, hint)


def _points(controls: Controls) -> list[Mapping[str, int]]:
    """The ends, the start and the presets of each integer, the others at their starts."""
    integers = [each for each in controls.all if isinstance(each, IntegerSpec)]
    starts = {each.name: each.start for each in integers}
    found: list[Mapping[str, int]] = []
    for each in sorted(integers, key=lambda integer: integer is not controls.axis):
        values = (each.minimum, each.maximum, each.start, *each.presets)
        found += [{**starts, each.name: value} for value in values]
    return found


def _mark(
    mark: Mark, curves: tuple[CurveSpec, ...], chosen: Chosen, scope: Scope, problems: Problems
) -> MarkSpec | None:
    bound = compute(mark.value, scope.names, problems, chosen=chosen)
    if bound is None or not curves:
        return None
    value = bound.value()
    unit = curves[0].quantity.unit
    if mark.is_level and bound.unit != unit:
        message = f"a level is in the unit of the curves, {unit.words()}; {bound.id} is in {bound.unit.words()}"
        problems.error(mark.value.position, "expression-has-a-value", message)
        return None
    if not mark.is_level and (not isinstance(value, int) or (bound.unit and not bound.unit.is_countable)):
        message = f"a value of the axis is a plain whole number; {bound.id} is {bound.text()}"
        problems.error(mark.value.position, "expression-has-a-value", message)
        return None
    if fault := size_fault(value):
        problems.error(mark.value.position, "number-is-finite", fault)
        return None
    return MarkSpec(mark.label, mark.is_level, value, bound.text())
