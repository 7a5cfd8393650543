"""What the figures of one lesson may cost: each is short to write, and some compute for seconds."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any

from site_builder.document.blocks import Calculator, Plot
from site_builder.document.calculator import ChoiceControl
from site_builder.document.plot import Along, Column, Listed, Runs
from site_builder.problems import Problems

MOST = 60_000
"""Values that the figures of a lesson compute, the work of a drawing counted as values."""
_DRAWING = 300
_CURVE = 150
"""A curve's points cost less than values that are printed, one by one."""
_COMBINATION = 10


@dataclass(slots=True)
class Budget:
    """How many values are left of those that a lesson's figures may compute."""

    left: int = MOST

    def affords(self, record: Any, problems: Problems) -> bool:
        """Take what a figure costs; where that is too much it is not made, and the first one is reported."""
        had, self.left = self.left, self.left - _cost(record)
        if self.left < 0 <= had:
            message = f"here the figures and tables of the lesson compute more than {MOST:,} values"
            problems.error(record.position, "file-size-is-bounded", message, "show less, or make two lessons of it")
        return self.left >= 0


def _cost(record: Any) -> int:
    if isinstance(record, Plot):
        places = _places(record.x, record) * (_places(record.rows, record) if record.rows else 1)
        return _DRAWING + len(record.series) * places
    if isinstance(record, Calculator):
        choices = prod(max(1, len(each.choices)) for each in record.controls if isinstance(each, ChoiceControl))
        rows = sum(len(each.presets) for each in record.controls if not isinstance(each, ChoiceControl))
        return _DRAWING + choices * len(record.curves) * (_COMBINATION + rows)
    return _DRAWING


def _places(runs: Runs, plot: Plot) -> int:
    match runs:
        case Along():
            return _CURVE
        case Listed(values=values):
            return len(values)
        case Column(name=name):
            return len(plot.columns.cells[name]) if plot.columns else 1
        case ChoiceControl(choices=choices):
            return len(choices)
