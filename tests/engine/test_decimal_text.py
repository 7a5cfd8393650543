"""Four digits at every size, also where a number has fewer digits than its numerator and denominator lead to expect."""

from fractions import Fraction

import pytest

from site_builder.engine.units import decimal_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(2, 19), "0.1053"),  # 0.105263…: 1/10 is below it, 1/9 is not
        (Fraction(1, 9), "0.1111"),
        (Fraction(1, 10), "0.1"),
        (Fraction(1, 10_000), "0.0001"),  # the last that is written without a power
        (Fraction(1, 10_001), "9.999 × 10⁻⁵"),  # 0.00009999000…
    ],
)
def test_four_digits_below_one(value, text):
    assert decimal_text(value) == text
