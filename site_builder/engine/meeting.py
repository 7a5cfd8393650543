"""Where two formulas meet along a variable, exactly: the order at every step, then bisection in whole numbers.

`static/components/calculator-meeting.js` does the same in the browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from site_builder.engine.formula import FormulaError, Number
from site_builder.engine.quantity import BoundQuantity

STEPS = 16
"""Steps to a doubling: a sixteenth more each time, at least by one."""
EVEN_STEPS = 512
"""Steps along a linear axis."""
_NOTHING: Mapping[str, Number] = {}


def first_meeting(
    left: BoundQuantity, right: BoundQuantity, variable: str, low: int, high: int, *,
    held: Mapping[str, Number] = _NOTHING, is_even: bool = False,
) -> int | None:  # fmt: skip
    """The smallest whole number from `low` on at which `left` has reached or passed `right`; None up to `high`.

    Both count the same.  Two meetings between one step and the next cancel out and are not seen.  `held` are the
    other free symbols; `is_even` takes equal steps, as along a linear axis.
    """
    before: tuple[int, int] | None = None
    for point in _even_steps(low, high) if is_even else _steps(low, high):
        order = _order(left, right, {**held, variable: point})
        if order is None:
            continue
        if before is None and order == 0:
            return point
        if before is not None and order != before[1]:
            return _bisected(left, right, variable, before, point, held)
        before = point, order
    return None


def _steps(low: int, high: int) -> Iterator[int]:
    point = low
    while point < high:
        yield point
        point += max(1, point // STEPS)
    yield high


def _even_steps(low: int, high: int) -> Iterator[int]:
    steps = min(high - low, EVEN_STEPS)
    yield from (low + (high - low) * step // steps for step in range(steps + 1))


def _bisected(
    left: BoundQuantity, right: BoundQuantity, variable: str, before: tuple[int, int], high: int,
    held: Mapping[str, Number],
) -> int:  # fmt: skip
    """The first number behind the one `before` whose order is another."""
    low, order = before
    while high - low > 1:
        middle = (low + high) // 2
        same = _order(left, right, {**held, variable: middle}) == order
        low, high = (middle, high) if same else (low, middle)
    return high


def _order(left: BoundQuantity, right: BoundQuantity, values: Mapping[str, Number]) -> int | None:
    """−1, 0 or 1 as `left` is less, equal or more; None where one has no value."""
    try:
        mine, its = left.value(**values), right.value(**values)
    except FormulaError:
        return None
    return (mine > its) - (mine < its)
