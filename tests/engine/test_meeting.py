"""Where formulas meet, held against the crossings worked out in closed form and against looking at every number."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.engine.formula import Integer, Symbol, ceil_div, minimum
from site_builder.engine.measure import ONE
from site_builder.engine.meeting import first_meeting
from site_builder.engine.quantities import BY_ID
from site_builder.engine.quantity import BoundQuantity
from tests.engine.models import ANCHOR, DEEPSEEK, LLAMA, value

N = Symbol("N")


def bound(expression):
    return BoundQuantity("some", "", ONE, "count", expression)


@pytest.mark.parametrize("model", [ANCHOR, LLAMA, DEEPSEEK], ids=["qwen", "llama", "deepseek"])
@pytest.mark.parametrize(
    ("first", "second", "crossing"),
    [("score_matrix", "weights", "crossing_score_weights"), ("kv_cache", "weights", "crossing_kv_weights")],
)
def test_the_search_finds_what_the_closed_form_says(model, first, second, crossing):
    left, right = (BY_ID[name].bind(model) for name in (first, second))
    expected = value(crossing, model)
    assert first_meeting(left, right, "N", 1, 2**40) == expected
    assert first_meeting(right, left, "N", 1, 2**40) == expected
    assert first_meeting(left, right, "N", 1, expected) == expected
    assert first_meeting(left, right, "N", 1, expected - 1) is None


@settings(max_examples=60)
@given(st.integers(1, 40), st.integers(0, 4000), st.integers(1, 3), st.integers(1, 50), st.integers(51, 300))
def test_a_rising_line_meets_a_level_where_it_first_reaches_it(slope, level, power, low, high):
    rising, flat = bound(slope * N**power), bound(Integer(level))
    reached = [n for n in range(low, high + 1) if slope * n**power >= level]
    expected = None if not reached else reached[0]
    if expected == low and slope * low**power > level:
        expected = None  # past it from the start
    assert first_meeting(rising, flat, "N", low, high) == expected


def test_where_a_side_has_no_value_there_is_no_order():
    assert first_meeting(bound(10 / (N - 1)), bound(Integer(3)), "N", 1, 64) == 5
    assert first_meeting(bound(1 / (N - N)), bound(N), "N", 1, 64) is None
    assert first_meeting(bound(minimum(N, 8)), bound(ceil_div(N, 1)), "N", 1, 64) == 1
