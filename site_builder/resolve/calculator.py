"""`calculator`: the author's expressions become curves, bounds and a marked crossing."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from site_builder.document.blocks import Calculator, Crossing, Curve
from site_builder.document.inline import Expression
from site_builder.engine.arguments import LONGEST_CONTEXT
from site_builder.engine.measure import BYTE
from site_builder.engine.quantity import BoundQuantity
from site_builder.engine.ranges import Range
from site_builder.expression.arithmetic import divide
from site_builder.expression.reader import compute, compute_count
from site_builder.figures.calculator import CalculatorSpec, CalculatorView, CrossingSpec, CurveSpec
from site_builder.figures.calculator_view import calculator_view
from site_builder.figures.sweeps import value_at
from site_builder.resolve.scope import Scope

SMALLEST, LARGEST = Fraction(1, 2**100), 2**100
"""Bytes that can be placed on an axis: 2¹⁰⁰ are a million YiB."""


def resolve_calculator(block: Calculator, scope: Scope) -> CalculatorView | None:
    """The calculator with every number known, or None with its problems told."""
    mark = scope.problems.mark
    bounds = _bounds(block, scope)
    if bounds is None:
        return None
    minimum, maximum, start = bounds
    presets = [_within(preset, scope, "a preset", minimum, maximum) for preset in block.presets]
    marked = block.crossing
    crossing = _within(marked.value, scope, "the crossing", minimum, maximum) if marked else None
    curves = _curves(block, scope, (minimum, maximum), [minimum, maximum, start, crossing, *presets])
    if marked and crossing and not scope.problems.has_errors_since(mark):
        _check_crossing(marked, crossing, block.variable, curves, scope)
    if scope.problems.has_errors_since(mark):
        return None
    known = tuple(dict.fromkeys(preset for preset in presets if preset is not None))
    return calculator_view(
        CalculatorSpec(
            block.title, block.name, block.variable, minimum, maximum, start, known,
            tuple(sorted({*_rows(block, minimum, maximum), *known})), curves,
            CrossingSpec(crossing, marked.curve, marked.label) if marked and crossing else None,
            block.caption, block.position,
        )
    )  # fmt: skip


def _bounds(block: Calculator, scope: Scope) -> tuple[int, int, int] | None:
    minimum, maximum = _whole(block.minimum, scope, "from"), _whole(block.maximum, scope, "to")
    if minimum is not None and minimum <= 0:
        return _refuse(scope, block.minimum, "axis-starts-above-zero", f"a logarithmic axis cannot start at {minimum}")
    if maximum is not None and maximum > LONGEST_CONTEXT:
        message = f"{maximum:,} is more than the longest context, {LONGEST_CONTEXT:,}"
        return _refuse(scope, block.maximum, "number-is-finite", message)
    if minimum is None or maximum is None:
        return None
    if maximum < 2 * minimum:
        message = f"the axis goes from {minimum:,} to {maximum:,}; it needs at least one doubling"
        return _refuse(scope, block.maximum, "option-has-its-type", message)
    start = _within(block.start, scope, "start", minimum, maximum)
    return None if start is None else (minimum, maximum, start)


def _whole(expression: Expression, scope: Scope, what: str) -> int | None:
    value = compute_count(expression, scope.names, scope.problems)
    if value is not None and not isinstance(value, int):
        return _refuse(scope, expression, "option-has-its-type", f"{what} is a whole number, not {value}")
    return value


def _within(expression: Expression, scope: Scope, what: str, minimum: int, maximum: int) -> int | None:
    value = _whole(expression, scope, what)
    if value is not None and not minimum <= value <= maximum:
        message = f"{what} is {value:,}, outside {minimum:,} … {maximum:,}"
        return _refuse(scope, expression, "option-has-its-type", message)
    return value


def _curves(block: Calculator, scope: Scope, axis: Range, points: Sequence[int | None]) -> tuple[CurveSpec, ...]:
    """The curves whose expressions can be computed and drawn, each over the one it is compared with."""
    found: dict[str, tuple[Curve, BoundQuantity]] = {}
    for curve in block.curves:
        quantity = compute(curve.value, scope.names, scope.problems, free={block.variable: axis})
        if quantity is None:
            continue
        if quantity.unit != BYTE:
            message = f"a calculator's axis counts bytes; {quantity.id} is in {str(quantity.unit) or 'plain numbers'}"
            _refuse(scope, curve.value, "expression-has-a-value", message)
            continue
        _check_sizes(curve, quantity, block.variable, scope, points)
        found[curve.role] = (curve, quantity)
    return tuple(_curve(curve, quantity, found.get(curve.compare)) for curve, quantity in found.values())


def _check_sizes(
    curve: Curve, quantity: BoundQuantity, variable: str, scope: Scope, points: Sequence[int | None]
) -> None:
    """Bytes an axis can show, wherever the page has a point to place."""
    for point in filter(None, points):
        value = value_at(quantity, variable, point)
        if value and not SMALLEST <= abs(value) <= LARGEST:
            said = quantity.text(**{variable: point})
            _refuse(
                scope, curve.value, "number-is-finite", f"at {variable} = {point:,} this is {said}, beyond any axis"
            )
            return


def _curve(curve: Curve, quantity: BoundQuantity, other: tuple[Curve, BoundQuantity] | None) -> CurveSpec:
    if other is None:
        return CurveSpec(curve.role, curve.label, quantity)
    return CurveSpec(curve.role, curve.label, quantity, divide(quantity, other[1]), other[0].label)


def _check_crossing(marked: Crossing, crossing: int, variable: str, curves: Sequence[CurveSpec], scope: Scope) -> None:
    """The marked curve passes another on its step to the crossing, the first N that counts as equal."""
    own = next(curve.quantity for curve in curves if curve.role == marked.curve)
    others = [curve.quantity for curve in curves if curve.role != marked.curve]

    def order(other: BoundQuantity, point: int) -> int | None:
        mine, its = value_at(own, variable, point), value_at(other, variable, point)
        return None if mine is None or its is None else (mine > its) - (mine < its)

    steps = [(order(other, crossing - 1), order(other, crossing)) for other in others]
    if not any(before != after and None not in (before, after) for before, after in steps):
        here = own.text(**{variable: crossing})
        message = f"at {variable} = {crossing:,} the curve {marked.curve!r} ({here}) passes no other"
        hint = "give the quantity whose curves these are, crossing_…, with their arguments"
        scope.problems.error(marked.value.position, "crossing-is-where-curves-meet", message, hint)


def _rows(block: Calculator, minimum: int, maximum: int) -> tuple[int, ...]:
    """The powers of two that the table lists, of those on the axis."""
    first, last = block.table
    return tuple(2**power for power in range(first, last + 1) if minimum <= 2**power <= maximum)


def _refuse(scope: Scope, expression: Expression, rule: str, message: str) -> None:
    scope.problems.error(expression.position, rule, message)
