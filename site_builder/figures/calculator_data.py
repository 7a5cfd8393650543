"""What the browser needs of a calculator: its controls, its axes, and each formula once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from site_builder.engine.quantity import BoundQuantity
from site_builder.figures.calculator import CalculatorSpec, ChoiceSpec, Control
from site_builder.figures.calculator_axes import UnitAxis, fine_steps, scale_json
from site_builder.figures.chart import Axis


def calculator_data(spec: CalculatorSpec, x: Axis, axes: Sequence[UnitAxis]) -> dict[str, Any]:
    """Plain data.  `at` and `multiple` of a curve are places in `formulas`, one for each combination."""
    formulas = Formulas()
    curves = [
        {
            "id": curve.id, "role": curve.role, "label": curve.label,
            "at": [formulas.place(each.curves[turn].quantity) for each in spec.combinations],
            "multiple": [formulas.place(each.curves[turn].multiple) for each in spec.combinations],
            **({} if curve.shown else {"off": True}),
        }
        for turn, curve in enumerate(spec.first.curves)
    ]  # fmt: skip
    units = [(axis.unit, axis.style) for axis in axes]
    crossing = spec.crossing
    return {
        "name": spec.name,
        "axis": spec.axis.name,
        "controls": list(map(_control, spec.controls)),
        "x": scale_json(x),
        "ys": [_up(axis, alone=len(axes) == 1) for axis in axes],
        "y": [units.index((each.unit, each.style)) for each in spec.combinations],
        "curves": curves,
        "crossing": [*crossing.curves] if crossing else None,
        "marks": [
            {"level": mark.is_level, "label": mark.label, "at": [
                [str(each.marks[turn].value), each.marks[turn].text] for each in spec.combinations
            ]}
            for turn, mark in enumerate(spec.first.marks)
        ],
        "formulas": formulas.all,
    }  # fmt: skip


def _up(axis: UnitAxis, *, alone: bool) -> dict[str, Any]:
    """A y axis; the lines of one that is alone are in the figure."""
    lines = {} if alone else {"ticks": [[tick.value, tick.text] for tick in axis.ticks()]}
    return scale_json(axis.axis) | lines


def _control(control: Control) -> dict[str, Any]:
    if isinstance(control, ChoiceSpec):
        return {
            "name": control.name, "options": [option.id for option in control.options], "start": control.start,
            **({"contexts": list(control.contexts)} if control.contexts else {}),
        }  # fmt: skip
    return {
        "name": control.name, "scale": control.scale, "minimum": control.minimum, "maximum": control.maximum,
        "start": control.start, "steps": fine_steps(control),
    }  # fmt: skip


class Formulas:
    """Formulas in the order they are asked for, equal ones once."""

    def __init__(self) -> None:
        self.all: list[dict[str, object]] = []

    def place(self, quantity: BoundQuantity | None) -> int | None:
        if quantity is None:
            return None
        written = quantity.as_json()
        if written not in self.all:
            self.all.append(written)
        return self.all.index(written)
