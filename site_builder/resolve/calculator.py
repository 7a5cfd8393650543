"""`calculator`: the author's controls and expressions become curves, marks and a marked crossing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from site_builder.document.blocks import Calculator
from site_builder.engine.meeting import first_meeting
from site_builder.figures.calculator import CalculatorSpec, Combination, CrossingSpec, IntegerSpec
from site_builder.figures.calculator_axes import x_axis, x_ticks
from site_builder.figures.calculator_records import CalculatorView
from site_builder.figures.calculator_view import calculator_view
from site_builder.resolve.controls import resolve_controls
from site_builder.resolve.curves import combinations
from site_builder.resolve.scope import Scope
from site_builder.resolve.words import with_label_text


def resolve_calculator(block: Calculator, scope: Scope) -> CalculatorView | None:
    """The calculator with every number known, or None with its problems reported."""
    mark = scope.problems.mark
    block = with_label_text(block, scope)
    controls = resolve_controls(block, scope)
    if controls is None:
        return None
    found = combinations(block, controls, scope)
    if scope.problems.has_errors_since(mark):
        return None
    spec = CalculatorSpec(
        block.title, block.name, controls.all, controls.axis, _rows(block, controls.axis), found, None, block.scale,
        block.caption, block.position,
    )  # fmt: skip
    crossing = _crossing(block, spec, scope) if block.crossing else None
    if scope.problems.has_errors_since(mark):
        return None
    return calculator_view(replace(spec, crossing=crossing))


def _crossing(block: Calculator, spec: CalculatorSpec, scope: Scope) -> CrossingSpec | None:
    """Where the two curves meet first; a problem where no choice makes them, or where it cannot be said exactly."""
    marked = block.crossing
    assert marked is not None
    ids = [curve.id for curve in block.curves]
    places = ids.index(marked.curves[0]), ids.index(marked.curves[1])
    one, other = (block.curves[place].label for place in places)
    if any(_is_rounded(each, places, spec) for each in spec.combinations):
        message = f"one of the curves {one!r} and {other!r} is rounded: where they meet cannot be computed exactly"
        hint = "leave the crossing out"
        scope.problems.error(marked.position, "crossing-is-where-curves-meet", message, hint)
        return None
    found = _meeting(spec.first, places, spec)
    if found is None and all(_meeting(each, places, spec) is None for each in spec.combinations):
        axis = spec.axis
        where = f"from {axis.name} = {axis.minimum:,} to {axis.maximum:,}"
        message = f"the curves {one!r} and {other!r} do not meet {where}"
        hint = "let the axis go further, or leave the crossing out"
        scope.problems.error(marked.position, "crossing-is-where-curves-meet", message, hint)
        return None
    return CrossingSpec(places, found, marked.label, marked.guess)


def _is_rounded(combination: Combination, places: Sequence[int], spec: CalculatorSpec) -> bool:
    values = {**spec.starts, spec.axis.name: spec.axis.maximum}
    return any(combination.curves[place].quantity.about(**values) for place in places)


def _meeting(combination: Combination, places: Sequence[int], spec: CalculatorSpec) -> int | None:
    one, other = (combination.curves[place].quantity for place in places)
    axis = spec.axis
    return first_meeting(
        one, other, axis.name, axis.minimum, axis.maximum, held=spec.starts, is_even=axis.scale == "linear"
    )


def _rows(block: Calculator, axis: IntegerSpec) -> tuple[int, ...]:
    """The presets, with the powers of two that the table lists, of those on the axis; the lines of a linear one."""
    if axis.scale == "linear":
        listed = [int(tick.value) for tick in x_ticks(x_axis(axis))]
        return tuple(sorted({axis.minimum, axis.maximum, *listed, *axis.presets}))
    first, last = block.table
    powers = [2**power for power in range(41) if axis.minimum <= 2**power <= axis.maximum]
    chosen = [power for power in powers if 2**first <= power <= 2**last] or powers
    return tuple(sorted({*chosen, *axis.presets}))
