"""A range holds every value: each formula is also worked out at every point of small ranges."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.engine.formula import (
    LARGEST_POWER,
    FormulaError,
    Integer,
    Operation,
    Symbol,
    ceil_div,
    evaluate,
    minimum,
)
from site_builder.engine.ranges import range_of

N, M = Symbol("N"), Symbol("M")
_LEAVES = st.one_of(st.integers(-9, 9).map(Integer), st.sampled_from([N, M]))
_PAIRS = st.sampled_from(["+", "-", "*", "^", "/", "min"])
FORMULAS = st.recursive(_LEAVES, lambda inner: st.builds(Operation, _PAIRS, st.tuples(inner, inner)), max_leaves=6)
SMALL = st.tuples(st.integers(-3, 6), st.integers(0, 3)).map(lambda ends: (ends[0], sum(ends)))


@given(FORMULAS, SMALL, SMALL)
def test_no_value_lies_outside(formula, of_n, of_m):
    found = range_of(formula, {"N": of_n, "M": of_m})
    if found is None:
        return
    for n, m in product(range(of_n[0], of_n[1] + 1), range(of_m[0], of_m[1] + 1)):
        value = evaluate(formula, {"N": n, "M": m})
        assert value.denominator == 1
        assert found[0] <= value <= found[1]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (N, (1, 6)),
        (2 * N + 1, (3, 13)),
        (1000 - N, (994, 999)),
        (N * (N - 4), (-18, 12)),  # wider than −4 … 12, its values
        (N**2, (1, 36)),
        (2 * N**N, (2, 93_312)),
        (N / 2, None),
        (ceil_div(Integer(7), Integer(2)) + N, (5, 10)),
        (Integer(6) / 2 * N, (3, 18)),
        (Integer(7) / 2 * N, None),
        (Integer(1) / 0, None),
        ((N - 3) ** 2, None),
        (minimum(N, 3), None),
        (N * M, None),
        (N ** (LARGEST_POWER + 1), None),
        ((N * 10**20) ** 64, None),  # 6·10²⁰ has 70 bits
    ],
)
def test_the_range_from_one_to_six(formula, expected):
    assert range_of(formula, {"N": (1, 6)}) == expected


def test_beyond_the_bounds_of_values_there_is_no_range():
    with pytest.raises(FormulaError):
        evaluate((N * 10**20) ** 64, {"N": 6})
