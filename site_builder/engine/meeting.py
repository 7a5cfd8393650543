"""Where two formulas meet along a variable, exactly: the order at every doubling, then bisection in whole numbers."""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.engine.formula import FormulaError
from site_builder.engine.quantity import BoundQuantity


def first_meeting(left: BoundQuantity, right: BoundQuantity, variable: str, low: int, high: int) -> int | None:
    """The smallest whole number from `low` on at which `left` has reached or passed `right`; None up to `high`.

    Both count the same.  Two meetings between one doubling and the next cancel out and are not seen.
    """
    before: int | None = None
    for point in _doublings(low, high):
        order = _order(left, right, variable, point)
        if order is None:
            continue
        if before is None and order == 0:
            return point
        if before is not None and order != _order(left, right, variable, before):
            return _bisected(left, right, variable, before, point)
        before = point
    return None


def _doublings(low: int, high: int) -> Iterator[int]:
    point = low
    while point < high:
        yield point
        point *= 2
    yield high


def _bisected(left: BoundQuantity, right: BoundQuantity, variable: str, low: int, high: int) -> int:
    """The first number behind `low` whose order is another than that at `low`."""
    order = _order(left, right, variable, low)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _order(left, right, variable, middle) == order else (low, middle)
    return high


def _order(left: BoundQuantity, right: BoundQuantity, variable: str, at: int) -> int | None:
    """−1, 0 or 1 as `left` is less, equal or more; None where one has no value."""
    try:
        mine, its = left.value(**{variable: at}), right.value(**{variable: at})
    except FormulaError:
        return None
    return (mine > its) - (mine < its)
