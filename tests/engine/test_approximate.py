"""Roots, exponentials, logarithms and circles, held to published digits and to what they must satisfy."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.engine.approximate import cosine, exponential, logarithm, power, sine, square_root
from site_builder.engine.formula import FormulaError, Operation, Symbol, evaluate, is_approximate

CLOSE = Fraction(1, 10**40)
SIZES = st.fractions(min_value=Fraction(1, 10**9), max_value=10**9, max_denominator=10**9)
EXPONENTS = st.fractions(min_value=-200, max_value=200, max_denominator=10**6)

# 50 digits each, from the tables of OEIS: A002193, A001113, A002162, A019699's double, and cos 1.
ROOT_2 = Fraction("1.41421356237309504880168872420969807856967187537694")
E = Fraction("2.71828182845904523536028747135266249775724709369995")
LN_2 = Fraction("0.69314718055994530941723212145817656807550013436025")
PI = Fraction("3.14159265358979323846264338327950288419716939937510")
COS_1 = Fraction("0.54030230586813971740093660744297660373231042061792")


def test_published_digits():
    assert abs(square_root(2) - ROOT_2) < CLOSE
    assert abs(exponential(1) - E) < CLOSE
    assert abs(logarithm(2) - LN_2) < CLOSE
    assert abs(cosine(1) - COS_1) < CLOSE
    assert abs(sine(PI / 6) - Fraction(1, 2)) < CLOSE
    assert abs(power(2, Fraction(1, 2)) - ROOT_2) < CLOSE


@given(SIZES)
def test_a_root_squared_is_the_number(number):
    assert abs(square_root(number) ** 2 / number - 1) < CLOSE


@given(EXPONENTS)
def test_a_logarithm_undoes_an_exponential(number):
    assert abs(logarithm(exponential(number)) - number) < CLOSE


@given(SIZES, SIZES)
def test_a_logarithm_makes_products_sums(one, other):
    assert abs(logarithm(one * other) - logarithm(one) - logarithm(other)) < CLOSE


@given(EXPONENTS)
def test_sine_and_cosine_are_on_the_circle(angle):
    assert abs(sine(angle) ** 2 + cosine(angle) ** 2 - 1) < CLOSE
    assert sine(-angle) == -sine(angle)


@pytest.mark.parametrize(
    ("operator", "operands", "value"),
    [
        ("sqrt", (256,), 16),
        ("sqrt", (Fraction(9, 4),), Fraction(3, 2)),
        ("power", (2, -3), Fraction(1, 8)),
        ("log", (1,), 0),
        ("exp", (0,), 1),
        ("cos", (0,), 1),
    ],
)
def test_what_happens_to_be_exact_is_not_marked(operator, operands, value):
    names = ("a", "b")[: len(operands)]
    expression, values = Operation(operator, tuple(map(Symbol, names))), dict(zip(names, operands, strict=True))
    assert evaluate(expression, values) == value
    assert not is_approximate(expression, values)
    assert is_approximate(Operation("+", (expression, Operation("log", (Symbol("two"),)))), values | {"two": 2})


@pytest.mark.parametrize(
    ("operate", "operands"),
    [
        (square_root, (-1,)),
        (logarithm, (0,)),
        (exponential, (3000,)),
        (power, (-1, Fraction(1, 2))),
        (power, (0, -1)),
        (sine, (2**41,)),
    ],
)
def test_what_has_no_value_is_refused(operate, operands):
    with pytest.raises(FormulaError):
        operate(*operands)
