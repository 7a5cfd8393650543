"""Units of measure: written, read back, multiplied."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.engine.measure import BASES, ONE, Unit, scaled
from site_builder.engine.units import format_value, in_unit, other_unit, style_of

UNITS = st.dictionaries(st.sampled_from(BASES), st.integers(-3, 3)).map(Unit.of)


@given(UNITS)
def test_a_unit_reads_back_as_it_is_written(unit):
    assert (Unit.parse(str(unit)) if unit else ONE) == unit


@given(UNITS, UNITS)
def test_division_undoes_multiplication(one, other):
    assert one * other / other == one
    assert (one * other) ** 2 == one**2 * other**2


@pytest.mark.parametrize(
    ("written", "size", "unit"),
    [
        ("GB/token", 10**9, "B/token"),
        ("TFLOP/s", 10**12, "FLOP/s"),
        ("1/s", 1, "1/s"),
        ("B**2", 1, "B²"),
        ("B·s", 1, "B·s"),
        ("KiB²", 1024**2, "B²"),
        ("GiB/ms", 2**30 * 1000, "B/s"),
        ("min", 60, "s"),
        ("µs", Fraction(1, 10**6), "s"),
    ],
)
def test_multiples(written, size, unit):
    assert scaled(written) == (size, Unit.parse(unit))


@pytest.mark.parametrize("written", ["", "gb", "B/", "B^65", "B//s", "percent", "B^", "·", "B 2", "B²³⁴"])
def test_what_is_no_unit(written):
    with pytest.raises(ValueError, match=r"no unit is called|powers up to"):
        scaled(written)


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (65_536, "B/token", "64 KiB/token"),
        (4_800 * 10**9, "B/s", "4.8 TB/s"),
        (989 * 10**12, "FLOP/s", "989 TFLOP/s"),
        (999_960, "B/s", "1 MB/s"),
        (1, "B/s", "1 B/s"),
        (Fraction(1, 10**9), "s", "1 ns"),
        (Fraction(1, 10**10), "s", "0.1 ns"),
        (Fraction(115_756, 10**7), "s", "11.58 ms"),
        (Fraction(59_996, 1000), "s", "1 min"),
        (Fraction(16_637, 100), "s", "2.773 min"),  # 166.37 s
        (3_600, "s", "1 h"),
        (86_400 * 12_345, "s", "12,345 d"),
        (0, "s", "0 s"),
        (-90, "s", "−1.5 min"),
        (10**15 - 1, "FLOP", "999,999,999,999,999"),
        (722_723_512_320 * 10**12, "FLOP", "7.227 × 10²³"),
        (10**15, "op", "1 × 10¹⁵"),
        (262_144, "token", "262,144"),
        (Fraction(989 * 10**12, 4_800 * 10**9), "FLOP/B", "206 FLOP/B"),
        (Fraction(8639, 100), "token/s", "86.39 token/s"),
        (6, "B²", "6 B²"),
        (Fraction(5, 2), "USD/s", "2.5 USD/s"),
    ],
)
def test_each_unit_has_one_way_to_print(value, unit, text):
    assert format_value(value, style_of(Unit.parse(unit)), unit) == text


def test_percent():
    assert format_value(Fraction(6184, 10_000), "percent") == "61.84%"
    assert format_value(Fraction(1, 3), "percent") == "33.33%"
    assert format_value(-2, "percent") == "−200%"


def test_a_unit_of_the_authors_choice_may_be_any_of_the_same_powers():
    assert in_unit(3_350 * 10**9, "TB/s") == "3.35 TB/s"
    assert in_unit(90, "minute") == "1.5 min"


def test_the_exact_value_has_its_unit_too():
    assert other_unit(4_800 * 10**9, "rate", "B/s") == "4,800,000,000,000 B/s"
    assert other_unit(Fraction(1, 3), "time", "s") == "0.333333333333333 s"
    assert other_unit(65_536, "memory", "B/token") == "65,536 B/token"
    assert other_unit(2, "measure", "FLOP/B") == ""
