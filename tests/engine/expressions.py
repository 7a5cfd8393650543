"""Random expressions for property tests, and a second evaluator: reading the printed text back.

`calculate` shares no code with the engine: it turns the text a reader sees into Python arithmetic.
So a missing bracket shows as a wrong value.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import count
from math import ceil

from hypothesis import strategies as st

from site_builder.engine.formula import Integer, Operation, Symbol

NAMES = ("N", "d_k", "h", "L_full")
NUMBERS = st.one_of(
    st.integers(-20, 20),
    st.sampled_from([46_341, 100_003, 131_072, 262_144, 2**40]),
    st.fractions(min_value=-9, max_value=9, max_denominator=12),
)
VALUES = st.fixed_dictionaries(dict.fromkeys(NAMES, NUMBERS))

_LEAVES = st.one_of(st.integers(-12, 3000).map(Integer), st.sampled_from(NAMES).map(Symbol))


def _operations(inner):
    pairs = st.tuples(inner, inner)
    some = st.lists(inner, min_size=1, max_size=4).map(tuple)
    powers = st.tuples(inner, st.integers(0, 3).map(Integer))
    bases = st.tuples(st.integers(2, 12).map(Integer), inner)
    return st.one_of(
        st.builds(Operation, st.sampled_from(["+", "-", "*", "/", "ceil_div"]), pairs),
        st.builds(Operation, st.sampled_from(["min", "max"]), some),
        st.builds(Operation, st.just("^"), powers),
        st.builds(Operation, st.just("isqrt"), st.tuples(inner)),
        st.builds(Operation, st.just("ceil_log"), bases),
    )


EXPRESSIONS = st.recursive(_LEAVES, _operations, max_leaves=12)

_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def calculate(text: str) -> Fraction:
    """The value of a formula as printed.  ValueError or ZeroDivisionError where it has none."""
    code = re.sub(r"\d+(?:\.\d+)?", lambda found: f"Fraction({found[0]!r})", text.replace("−", "-"))
    code = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda found: f"**{found[0].translate(_RAISED)}", code)
    code = re.sub("log([₀-₉]+)\\(", lambda found: f"logarithm({found[1].translate(_LOWERED)}, ", code)
    for sign, python in (("×", "*"), ("÷", "/"), ("⌊√(", "root("), (")⌋", ")"), ("⌈", "ceiling("), ("⌉", ")")):
        code = code.replace(sign, python)
    return Fraction(eval(code, {"__builtins__": {}}, _FUNCTIONS))


def _root(number: Fraction) -> Fraction:
    if number < 0 or number.denominator != 1:
        raise ValueError("no root")
    low, high = 0, number.numerator + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle * middle <= number else (low, middle)
    return Fraction(low)


def _logarithm(base: int, number: Fraction) -> Fraction:
    if number < 1 or number.denominator != 1:
        raise ValueError("no logarithm")
    return Fraction(next(steps for steps in count() if base**steps >= number))


_FUNCTIONS = {
    "Fraction": Fraction,
    "root": _root,
    "ceiling": lambda number: Fraction(ceil(number)),
    "logarithm": _logarithm,
    "min": lambda *numbers: sorted(numbers)[0],
    "max": lambda *numbers: sorted(numbers)[-1],
}
