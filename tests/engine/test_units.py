"""Printed numbers: published and hand-computed texts, then the policy as properties."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.engine.digits import SUPERSCRIPTS, UnitError
from site_builder.engine.measure import CONSTANTS
from site_builder.engine.units import (
    STYLES,
    axis_text,
    count_text,
    decimal_text,
    exact_text,
    format_value,
    in_unit,
    memory_text,
    model_size_text,
    other_unit,
    ratio_text,
)

MIB, GIB = 2**20, 2**30


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0 B"),
        (1, "1 B"),
        (2 * 6**2, "72 B"),
        (1023, "1023 B"),
        (1024, "1 KiB"),
        (2 * 131_072**2, "32 GiB"),
        (2 * 262_144**2, "128 GiB"),
        (2 * 131_072 * 256 * 2, "128 MiB"),
        (24 * 16 * 2**37, "48 TiB"),
        (2 * 100_003**2, "18.63 GiB"),  # 18.6276…
        (2 * 27_781_427_952, "51.75 GiB"),  # 51.747…
        (2 * 26_895_998_464, "50.1 GiB"),  # 50.098…: a trailing zero is dropped
        (156_893_184, "149.6 MiB"),  # 149.625
        (3 * 10_240 * 48 * 4, "5.625 MiB"),
        (131_072 + 32, "128 KiB"),
        (2**81, "2 YiB"),
    ],
)
def test_memory(value, text):
    assert memory_text(value) == format_value(value, "memory", "B") == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(102_396, 100) * MIB, "1 GiB"),  # 1023.96 MiB
        (Fraction(10_235, 10) * MIB, "1 GiB"),  # 1023.5 MiB: a tie goes up
        (Fraction(102_349, 100) * MIB, "1023 MiB"),
        (Fraction(102_399, 100), "1 KiB"),
        (Fraction(1, 2), "0.5 B"),
        (Fraction(1, 3), "0.3333 B"),
        (Fraction(1, 8) * GIB, "128 MiB"),
        (Fraction(10_005, 10_000) * GIB, "1.001 GiB"),  # 1.0005: a tie goes up
        (-GIB, "−1 GiB"),
        (-(Fraction(10_235, 10) * MIB), "−1 GiB"),
        (2**10 * 2**80, "1024 YiB"),  # there is no larger unit
        (10**24 * 2**80, "1 × 10²⁴ YiB"),
    ],
)
def test_memory_at_its_edges(value, text):
    assert memory_text(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (27_781_427_952, "27.8B"),
        (26_895_998_464, "26.9B"),
        (671_026_419_200, "671B"),
        (124_439_808, "124M"),
        (8_030_261_248, "8.03B"),
        (65_000_000, "65M"),
        (2_626, "2.63K"),
        (999, "999"),
        (999_499, "999K"),
        (999_500, "1M"),
        (0, "0"),
        (2 * 10**12, "2T"),
        (5 * 10**15, "5000T"),
    ],
)
def test_model_size(value, text):
    assert model_size_text(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(131_072, 5120), "25.6"),
        (Fraction(5120 * 5120, 6144), "4,267"),  # 4266.67: the whole part is never cut
        (Fraction(37_037, 3), "12,346"),
        (Fraction(1, 8), "0.125"),
        (Fraction(1, 10), "0.1"),
        (Fraction(512, 131_072), "1/256"),  # K and V of a head of width 256 beside its scores, N = 131072
        (Fraction(512, 100_003), "1/195.3"),  # 195.318…
        (Fraction(-1, 256), "−1/256"),
        (Fraction(99_999, 1_000_000), "1/10"),
        (Fraction(3, 20_000), "1/6,667"),
        (Fraction(12_345, 10_000), "1.235"),  # a tie goes up; round() would say 1.234
        (Fraction(99_999, 10_000), "10"),
        (Fraction(72, 55_562_855_904), "1/771,706,332"),
        (Fraction(1, 10**15 - 1), "1/999,999,999,999,999"),
        (Fraction(1, 10**15), "1 × 10⁻¹⁵"),
        (10**18, "1 × 10¹⁸"),
        (512, "512"),
        (0, "0"),
        (Fraction(-1, 3), "−0.3333"),
    ],
)
def test_ratio(value, text):
    assert ratio_text(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 256), "0.003906"),
        (Fraction(3, 20_000), "0.00015"),
        (Fraction(72, 55_562_855_904), "1.296 × 10⁻⁹"),
        (Fraction(99_995, 10**9), "1 × 10⁻⁴"),
    ],
)
def test_what_is_no_ratio_stays_decimal(value, text):
    assert decimal_text(value) == count_text(value) == text
    assert in_unit(value, "B") == f"{text} B"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 1000), "1 ms"),
        (10, "10 s"),
        (100, "100 s"),
        (1000, "1,000 s"),
        (10**5, "100,000 s"),
        (10**7, "10⁷ s"),
        (90, "1.5 min"),
    ],
)
def test_lines_of_an_axis_of_seconds_stand_at_round_places(value, text):
    assert axis_text(value, "time", "s") == text


def test_counts_are_whole_and_grouped():
    assert count_text(262_144) == "262,144"
    assert count_text(27_021_597_764_222_976) == "27,021,597,764,222,976"
    assert count_text(-5) == "−5"
    assert count_text(Fraction(51_243_909_120, 393_216)) == "130,320"
    assert count_text(Fraction(5, 2)) == "2.5"
    assert exact_text(Fraction(131_072, 5120)) == "128/5"


@pytest.mark.parametrize(
    ("value", "unit", "digits", "text"),
    [
        (2**37, "GB", 4, "137.4 GB"),
        (2**35, "GB", 4, "34.36 GB"),
        (55_562_855_904, "GB", 5, "55.563 GB"),
        (2**37, "MB", 3, "137,439 MB"),
        (131_072 * 1024, "GiB", 2, "0.13 GiB"),  # 0.125, a tie: Python's format would say 0.12
        (655_360 * 1024, "GiB", 2, "0.63 GiB"),  # 0.625
        (10**9, "GiB", 4, "0.9313 GiB"),
        (10**9, "GB", 4, "1 GB"),
        (819_200, "KiB", 3, "800 KiB"),
        (70_272, "KB", 5, "70.272 KB"),
    ],
)
def test_a_unit_of_the_authors_choice(value, unit, digits, text):
    assert in_unit(value, unit, digits) == text


def test_the_other_unit():
    assert other_unit(2**35, "memory", "B") == "34,359,738,368 B = 34.36 GB"
    assert other_unit(72, "memory", "B") == ""
    assert other_unit(1000, "memory", "B") == "1,000 B = 1 KB"
    assert other_unit(27_781_427_952, "model_size", "parameter") == "27,781,427,952"
    assert other_unit(262_144, "count", "token") == ""
    assert other_unit(Fraction(131_072, 5120), "ratio") == "128/5"


def test_what_cannot_be_printed_is_named():
    with pytest.raises(UnitError, match="GiB"):
        in_unit(1, "gb")
    with pytest.raises(UnitError, match="1 to 15"):
        in_unit(1, "GB", 0)
    for style in STYLES:
        for digits in (0, -1, 16, True, 2.0):
            with pytest.raises(UnitError, match="1 to 15"):
                format_value(1, style, "B", digits)
    with pytest.raises(UnitError, match="memory, count, model_size, ratio"):
        format_value(1, "size")
    with pytest.raises(UnitError, match="token"):
        format_value(1, "memory", "token")
    for wrong in (1.0, True, "1", None):
        for style in STYLES:
            with pytest.raises(TypeError):
                format_value(wrong, style, "B")


# --- the policy, read back from the text ------------------------------------------------------

SIZES = st.one_of(
    st.integers(0, 1023 * 2**80),
    st.integers(0, 89).map(lambda power: 2**power),
    st.fractions(min_value=0, max_value=2**60, max_denominator=10**6),
)


def parse(figure):
    """The value a figure says, and half a unit of its last possible digit among `digits`."""
    mantissa, _, power = figure.replace(",", "").partition(" × 10")
    exponent = int(power.translate({new: chr(old) for old, new in SUPERSCRIPTS.items()})) if power else 0
    return Fraction(mantissa) * Fraction(10) ** exponent


def half_of_last_digit(shown, digits):
    """Half a unit of the last of `digits` significant digits of a number (never above one half)."""
    exponent = -60
    while Fraction(10) ** (exponent + 1) <= shown:
        exponent += 1
    return Fraction(10) ** min(0, exponent - digits + 1) / 2


@given(SIZES)
def test_memory_figures_are_between_1_and_1024_and_right_to_half_a_digit(value):
    figure, unit = memory_text(value).rsplit(" ", 1)
    shown = parse(figure)
    if unit != "B":
        assert 1 <= shown < 1024
        assert "," not in figure
    else:
        assert value == shown < 1024 or value != int(value)
    mantissa = figure.partition(" × ")[0]
    assert len(mantissa.replace(".", "").lstrip("0")) <= 4
    assert not ("." in mantissa and mantissa.endswith(("0", ".")))
    assert abs(shown - Fraction(value) / CONSTANTS[unit][0]) <= half_of_last_digit(shown, 4)


@given(SIZES)
def test_a_negative_value_is_its_absolute_value_behind_a_minus(value):
    for style in STYLES:
        positive = format_value(value, style, "B")
        assert format_value(-value, style, "B") == (f"−{positive}" if value else positive)


@given(st.fractions(min_value=0), st.integers(1, 15))
def test_decimals_are_right_to_half_a_digit(value, digits):
    shown = parse(decimal_text(value, digits))
    allowed = half_of_last_digit(shown, digits)
    if value >= 10**15:
        allowed = shown / 10 ** (digits - 1)
    assert abs(shown - value) <= allowed


@given(st.fractions(min_value=0), st.integers(1, 15))
def test_a_small_ratio_is_one_over_the_decimal_of_its_inverse(value, digits):
    text = ratio_text(value, digits)
    if Fraction(1, 10**15) < value < Fraction(1, 10):
        assert text == f"1/{decimal_text(1 / value, digits)}"
    else:
        assert text == decimal_text(value, digits)


@given(st.integers())
def test_counts_read_back_exactly(value):
    assert int(count_text(value).replace(",", "").replace("−", "-")) == value


@given(st.integers(0, 999 * 10**12))
def test_model_sizes_have_three_digits_and_are_below_a_thousand(value):
    text = model_size_text(value)
    figure, size = (text[:-1], text[-1]) if text[-1] in "KMBT" else (text, "")
    shown = parse(figure)
    assert shown < 1000
    assert len(figure.replace(".", "")) <= 3
    scale = {"": 1, "K": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}[size]
    assert abs(shown - Fraction(value, scale)) <= half_of_last_digit(shown, 3)
