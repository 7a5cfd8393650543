"""Units under arithmetic, as properties: what goes together, what does not, and what is printed."""

import re
from fractions import Fraction

import pytest
from hypothesis import given

from site_builder.engine.measure import CONSTANTS, Unit
from site_builder.engine.sweep import evaluate_array
from site_builder.expression.arithmetic import IncompatibleUnits, add, constant, exact_decimal, literal, subtract
from site_builder.expression.functions import apply
from tests.expression.measured import POWERS, STEPS, quantity


@given(STEPS)
def test_a_value_keeps_the_unit_of_its_parts(found):
    bound, value, powers = found
    assert bound.value() == value
    assert dict(bound.unit.powers) == powers


@given(STEPS)
def test_a_number_never_prints_with_a_unit_it_does_not_have(found):
    bound, _, powers = found
    text = bound.text()
    last = text.rpartition(" ")[2]
    shown = last if re.search("[A-Za-z]", last) else ""
    if bound.style in ("memory", "rate", "time", "measure"):
        above, *below = shown.split("/")
        assert bool(above.strip("1")) == any(power > 0 for power in powers.values()), text
        assert len(below) == sum(power < 0 for power in powers.values()), text
        assert ("B" in above) == (powers["B"] > 0), text
    else:
        assert shown == ""


@given(POWERS, POWERS)
def test_unlike_things_are_not_added_and_both_are_named(left, right):
    sides = quantity(0, 1, left), quantity(1, 2, right)
    if Unit.of(left) == Unit.of(right):
        assert add(*sides).value() == 3
        return
    for operate in (add, subtract, lambda *both: apply("min", both)):
        with pytest.raises(IncompatibleUnits) as refused:
            operate(*sides)
        assert all(side.unit.words() in str(refused.value) for side in sides)


def test_a_bare_number_joins_what_is_counted_and_nothing_else():
    assert add(constant("token"), literal(1)).value() == 2
    for name in ("B", "s", "FLOP"):
        with pytest.raises(IncompatibleUnits):
            add(constant(name), literal(1))


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("0.5", Fraction(1, 2)),
        ("3.35", Fraction(67, 20)),
        ("989e12", 989 * 10**12),
        ("1e-5", Fraction(1, 100_000)),
        ("0.1", Fraction(1, 10)),  # a float's 0.1 is 3602879701896397 / 2**55
    ],
)
def test_a_decimal_is_read_from_its_text(written, value):
    assert exact_decimal(written) == value


def test_sizes_of_units():
    assert CONSTANTS["GiB"][0] == 1_073_741_824
    assert CONSTANTS["GB"][0] == 1_000_000_000
    assert CONSTANTS["TFLOP"][0] == 10**12
    assert CONSTANTS["ns"][0] == Fraction(1, 10**9)
    assert CONSTANTS["day"][0] == 24 * 60 * 60


@given(STEPS)
def test_a_curve_of_floats_is_the_exact_value_rounded(found):
    bound, value, _ = found
    values = bound.values()
    assert float(evaluate_array(bound.expression, values)) == pytest.approx(float(value), rel=1e-9, abs=_slack(bound))


def _slack(bound):
    """What is lost where large numbers cancel."""
    return 1e-12 * float(sum(abs(Fraction(number)) for number in bound.values().values())) ** 2
