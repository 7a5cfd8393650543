"""`calculator`: the author's expressions become curves, bounds and a marked crossing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from site_builder.document.blocks import Calculator, Curve
from site_builder.engine.arguments import LONGEST_CONTEXT
from site_builder.engine.meeting import first_meeting
from site_builder.engine.quantity import BoundQuantity
from site_builder.engine.ranges import Range
from site_builder.expression.arithmetic import divide
from site_builder.expression.reader import compute, compute_count
from site_builder.figures.calculator import CalculatorSpec, CalculatorView, CrossingSpec, CurveSpec
from site_builder.figures.calculator_view import calculator_view
from site_builder.figures.sweeps import value_at
from site_builder.problems import Written
from site_builder.resolve.scope import Scope

SMALLEST, LARGEST = Fraction(1, 2**100), 2**100
"""What can be placed on an axis: 2¹⁰⁰ bytes are a million YiB."""


def resolve_calculator(block: Calculator, scope: Scope) -> CalculatorView | None:
    """The calculator with every number known, or None with its problems told."""
    mark = scope.problems.mark
    bounds = _bounds(block, scope)
    if bounds is None:
        return None
    minimum, maximum, start = bounds
    presets = [_within(preset, scope, "a preset", minimum, maximum) for preset in block.presets]
    curves = _curves(block, scope, (minimum, maximum), [minimum, maximum, start, *presets])
    if scope.problems.has_errors_since(mark):
        return None
    crossing = _crossing(block, curves, (minimum, maximum), scope) if block.crossing else None
    if scope.problems.has_errors_since(mark):
        return None
    known = tuple(dict.fromkeys(preset for preset in presets if preset is not None))
    return calculator_view(
        CalculatorSpec(
            block.title, block.name, block.variable, minimum, maximum, start, known,
            tuple(sorted({*_rows(block, minimum, maximum), *known})), tuple(curves.values()), crossing,
            block.caption, block.position,
        )
    )  # fmt: skip


def _bounds(block: Calculator, scope: Scope) -> tuple[int, int, int] | None:
    minimum, maximum = _whole(block.minimum, scope, "from"), _whole(block.maximum, scope, "to")
    if minimum is not None and minimum <= 0:
        _refuse(scope, block.minimum, "axis-starts-above-zero", f"a logarithmic axis cannot start at {minimum}")
        return None
    if maximum is not None and maximum > LONGEST_CONTEXT:
        message = f"{maximum:,} is more than the longest context, {LONGEST_CONTEXT:,}"
        _refuse(scope, block.maximum, "number-is-finite", message)
        return None
    if minimum is None or maximum is None:
        return None
    if maximum < 2 * minimum:
        message = f"the axis goes from {minimum:,} to {maximum:,}; it needs at least one doubling"
        _refuse(scope, block.maximum, "option-has-its-type", message)
        return None
    start = _within(block.start, scope, "start", minimum, maximum)
    return None if start is None else (minimum, maximum, start)


def _whole(expression: Written, scope: Scope, what: str) -> int | None:
    value = compute_count(expression, scope.names, scope.problems)
    if value is not None and not isinstance(value, int):
        _refuse(scope, expression, "option-has-its-type", f"{what} is a whole number, not {value}")
        return None
    return value


def _within(expression: Written, scope: Scope, what: str, minimum: int, maximum: int) -> int | None:
    value = _whole(expression, scope, what)
    if value is not None and not minimum <= value <= maximum:
        message = f"{what} is {value:,}, outside {minimum:,} … {maximum:,}"
        _refuse(scope, expression, "option-has-its-type", message)
        return None
    return value


def _curves(block: Calculator, scope: Scope, axis: Range, points: Sequence[int | None]) -> dict[str, CurveSpec]:
    """The curves by id whose expressions can be computed and drawn, each over the one it is compared with."""
    found: dict[str, tuple[Curve, BoundQuantity]] = {}
    for curve in block.curves:
        quantity = compute(curve.value, scope.names, scope.problems, free={block.variable: axis})
        if quantity is None:
            continue
        first = next((other for _, other in found.values()), quantity)
        if quantity.unit != first.unit:
            message = f"the curves of a calculator are in one unit; {quantity.id} is in {quantity.unit.words()}"
            _refuse(scope, curve.value, "expression-has-a-value", f"{message}, {first.id} in {first.unit.words()}")
            continue
        _check_sizes(curve, quantity, block.variable, scope, points)
        found[curve.id] = (curve, quantity)
    return {name: _curve(curve, quantity, found.get(curve.compare)) for name, (curve, quantity) in found.items()}


def _check_sizes(
    curve: Curve, quantity: BoundQuantity, variable: str, scope: Scope, points: Sequence[int | None]
) -> None:
    """Values a logarithmic axis can show, wherever the page has a point to place."""
    values = {point: value for point in points if point and (value := value_at(quantity, variable, point)) is not None}

    def said(point: int) -> str:
        return f"at {variable} = {point:,} this is {quantity.text(**{variable: point})}"

    if beyond := [
        point for point, value in values.items() if value and not SMALLEST <= abs(Fraction(value)) <= LARGEST
    ]:
        return _refuse(scope, curve.value, "number-is-finite", f"{said(beyond[0])}, beyond any axis")
    if below := [point for point, value in values.items() if value <= 0]:
        tell = scope.problems.error if len(below) == len(values) else scope.problems.warning
        message = f"{said(below[0])}, which has no place on a logarithmic axis"
        hint = "begin where it is above zero, or leave the curve out and say it in a sentence"
        tell(curve.value.position, "axis-starts-above-zero", message, hint)


def _curve(curve: Curve, quantity: BoundQuantity, other: tuple[Curve, BoundQuantity] | None) -> CurveSpec:
    if other is None:
        return CurveSpec(curve.role, curve.label, quantity)
    return CurveSpec(curve.role, curve.label, quantity, divide(quantity, other[1]), other[0].label)


def _crossing(block: Calculator, curves: Mapping[str, CurveSpec], axis: Range, scope: Scope) -> CrossingSpec | None:
    """Where the two curves meet first; a problem where they do not, or cannot be told exactly."""
    marked = block.crossing
    assert marked is not None
    one, other = (curves[name] for name in marked.curves)
    where = f"from {block.variable} = {axis[0]:,} to {axis[1]:,}"
    if any(curve.quantity.about(**{block.variable: axis[1]}) for curve in (one, other)):
        message = (
            f"one of the curves {one.label!r} and {other.label!r} is rounded: where they meet cannot be told exactly"
        )
        scope.problems.error(marked.position, "crossing-is-where-curves-meet", message, "leave the crossing out")
        return None
    found = first_meeting(one.quantity, other.quantity, block.variable, *axis)
    if found is None:
        message = f"the curves {one.label!r} and {other.label!r} do not meet {where}"
        hint = "let the axis go further, or leave the crossing out"
        scope.problems.error(marked.position, "crossing-is-where-curves-meet", message, hint)
        return None
    return CrossingSpec(found, one.role, marked.label)


def _rows(block: Calculator, minimum: int, maximum: int) -> tuple[int, ...]:
    """The powers of two that the table lists, of those on the axis."""
    first, last = block.table
    return tuple(2**power for power in range(first, last + 1) if minimum <= 2**power <= maximum)


def _refuse(scope: Scope, expression: Written, rule: str, message: str) -> None:
    scope.problems.error(expression.position, rule, message)
