"""Formulas joined and shortened keep their value."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from site_builder.engine.algebra import collected, formula, simplified, summed
from site_builder.engine.formula import Expression, Integer, Operation, Symbol, evaluate, minimum, symbols
from site_builder.engine.notation import to_text
from site_builder.engine.quantity import Formula, Input

A, B, N = Symbol("a"), Symbol("b"), Symbol("N")
NAMES = ("a", "b", "N")

LEAVES = st.sampled_from([A, B, N]) | st.integers(0, 3).map(Integer)
EXPRESSIONS = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        lambda sign, left, right: Operation(sign, (left, right)), st.sampled_from(["+", "-", "*"]), inner, inner
    ),
    max_leaves=12,
)
VALUES = st.fixed_dictionaries({name: st.integers(0, 50) for name in NAMES})


def test_factors_of_one_go_and_zero_takes_its_product_along():
    one, many, none = Input("a", 1, "x"), Input("b", 5, "y"), Input("b", 0, "y")
    assert formula(A * B * N, one, many) == Formula(B * N, (many,))
    assert formula(A * B * N, one, none) == Formula(Integer(0))
    assert formula(A * N + B, one, none) == Formula(N)


def test_what_is_kept_stays_even_as_one():
    context = Input("N", 1, "N")
    assert formula(A * N**2, Input("a", 2, "x"), keep=(context,)).inputs == (Input("a", 2, "x"), context)


@given(EXPRESSIONS, VALUES)
def test_simplifying_keeps_the_value(expression, values):
    assert evaluate(simplified(expression), values) == evaluate(expression, values)


@given(EXPRESSIONS, VALUES)
def test_a_formula_has_the_value_of_its_expression(expression, values):
    made = formula(expression, *(Input(name, number, name) for name, number in values.items()))
    assert evaluate(made.expression, {item.symbol: item.value for item in made.inputs}) == evaluate(expression, values)
    assert {item.symbol for item in made.inputs} == set(symbols(made.expression))


def test_equal_products_are_counted():
    assert to_text(collected([A * B, B * A, 2 * A, A]), {}) == "2 × a × b + 3 × a"
    assert collected([]) == Integer(0)
    assert to_text(collected([A * A, A]), {}) == "a × a + a"


@given(st.lists(EXPRESSIONS, max_size=5), VALUES)
def test_collecting_keeps_the_sum(terms, values):
    assert evaluate(collected(terms), values) == sum(evaluate(term, values) for term in terms)


def test_a_symbol_with_another_value_gets_a_name_of_its_own():
    joined = summed(
        [Formula(A * N, (Input("a", 2, "x"),)), Formula(A, (Input("a", 3, "x"),)), Formula(A, (Input("a", 2, "x"),))]
    )
    assert to_text(joined.expression, {}) == "a × N + a_2 + a"
    assert {item.symbol: item.value for item in joined.inputs} == {"a": 2, "a_2": 3}


def test_sums_of_sums_keep_their_symbols_apart():
    first = summed([Formula(A, (Input("a", 1, "x"),)), Formula(A, (Input("a", 2, "x"),))])
    second = summed([Formula(A, (Input("a", 3, "x"),)), Formula(A, (Input("a", 4, "x"),))])
    joined = summed([first, second])
    assert {item.symbol: item.value for item in joined.inputs} == {"a": 1, "a_2": 2, "a_3": 3, "a_4": 4}
    assert evaluate(joined.expression, {item.symbol: item.value for item in joined.inputs}) == 10


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=6))
def test_a_sum_of_formulas_has_the_sum_of_their_values(pairs):
    made = summed(Formula(A + 2 * B, (Input("a", left, ""), Input("b", right, ""))) for left, right in pairs)
    value = evaluate(made.expression, {item.symbol: item.value for item in made.inputs})
    assert value == sum(left + 2 * right for left, right in pairs)


def test_a_minimum_of_one_operand_is_that_operand():
    assert simplified(minimum(N)) == N
    assert isinstance(simplified(minimum(N, A)), Expression)
