"""Random arithmetic on numbers with units, and beside it the unit each comes to: powers of bases added by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from hypothesis import strategies as st

from site_builder.engine.formula import Symbol
from site_builder.engine.measure import BASES, Unit
from site_builder.engine.quantity import BoundQuantity, Input
from site_builder.engine.units import style_of
from site_builder.expression import arithmetic

POWERS = st.dictionaries(st.sampled_from(BASES), st.integers(-2, 2).filter(bool), max_size=2)
VALUES = st.one_of(st.integers(1, 2**50), st.fractions(min_value=Fraction(1, 999), max_value=1000, max_denominator=999))


def quantity(turn: int, value: int | Fraction, powers: dict[str, int]) -> BoundQuantity:
    """A number of its own symbol, in the unit of these powers."""
    unit = Unit.of(powers)
    name = f"x_{turn}"
    return BoundQuantity(name, "", unit, style_of(unit), Symbol(name), (Input(name, value, name),))


@st.composite
def steps(draw) -> tuple[BoundQuantity, Fraction, Counter]:
    """A chain of operations that all go together: the quantity, its value and the powers of its unit."""
    powers: dict[str, int] = draw(POWERS)
    value = draw(VALUES)
    bound, total, counted = quantity(0, value, powers), Fraction(value), Counter(powers)
    for turn in range(1, draw(st.integers(1, 5))):
        sign = draw(st.sampled_from(["+", "-", "*", "/"]))
        other = dict(counted) if sign in "+-" else draw(POWERS)
        if any(abs(power) > 60 for power in counted.values()):
            break
        value = draw(VALUES)
        bound = OPERATORS[sign](bound, quantity(turn, value, other))
        match sign:
            case "+":
                total += value
            case "-":
                total -= value
            case "*":
                total *= value
                counted.update(other)
            case "/":
                total /= value
                counted.subtract(other)
    return bound, total, Counter({base: power for base, power in counted.items() if power})


OPERATORS = {
    "+": arithmetic.add, "-": arithmetic.subtract, "*": arithmetic.multiply, "/": arithmetic.divide,
}  # fmt: skip
STEPS = steps()
MEASURED = STEPS.map(lambda found: found[0])
