"""Formulas: exact values against hand results and a second evaluator, errors by name, JSON there and back."""

import json
from fractions import Fraction

import pytest
from hypothesis import given

from site_builder.engine.formula import (
    FormulaError,
    Integer,
    Operation,
    Symbol,
    as_expression,
    bind,
    ceil_div,
    ceil_log,
    evaluate,
    from_json,
    integer_root,
    maximum,
    minimum,
    product,
    symbols,
    to_json,
    total,
)
from site_builder.engine.notation import to_text
from tests.engine.expressions import EXPRESSIONS, VALUES, calculate

N, D = Symbol("N"), Symbol("d_h")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (2 * N**2, 34_359_738_368),
        (N * (N + 1) / 2, 8_590_000_128),  # 2^33 + 2^16
        (1 - N, -131_071),
        (N / 5120, Fraction(128, 5)),
        (N / 5120 * 5, 128),
        (minimum(N, 4096, 5), 5),
        (maximum(N, 4096), 131_072),
        (minimum(N), 131_072),
        (ceil_div(17_408, 128) * ceil_div(48, 128), 136),
        (ceil_div(N + 1, N), 2),
        (ceil_div(-7, 2), -3),
        (integer_root(N), 362),  # 362² = 131,044, 363² = 131,769
        (N**0, 1),
    ],
)
def test_values_are_exact(expression, value):
    found = evaluate(expression, {"N": 131_072})
    assert found == value
    assert type(found) is (int if value == int(value) else Fraction)


@pytest.mark.parametrize(("base", "number", "steps"), [(3, 5, 2), (5, 125, 3), (3, 243, 5), (10, 1000, 3), (2, 1, 0)])
def test_the_logarithm_counts_in_integers(base, number, steps):
    """log(125, 5) is 3.0000000000000004 in floats, and 4 when rounded up."""
    assert evaluate(ceil_log(base, number), {}) == steps


def test_the_root_is_no_float_root():
    """√(10^40 − 1) rounds to 10^20 in floats."""
    assert evaluate(integer_root(N), {"N": 10**40 - 1}) == 10**20 - 1


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        (N + D, "d_h has no value"),
        (N / (N - 3), "division by zero"),
        (ceil_div(N, N - 3), "division by zero"),
        (N ** (N / 2), "whole number from 0 to 64, not 3/2"),
        (N**65, "from 0 to 64, not 65"),
        (N ** (0 - N), "not -3"),
        (integer_root(0 - N), "≥ 0, not -3"),
        (integer_root(N / 2), "not 3/2"),
        (ceil_log(1, N), "base ≥ 2"),
        (ceil_log(2, 0), "number ≥ 1"),
        (((N**64) ** 64) ** 64, "beyond 4096 bits"),
    ],
)
def test_what_has_no_value_is_named(expression, message):
    with pytest.raises(FormulaError, match=message):
        evaluate(expression, {"N": 3})


@pytest.mark.parametrize("value", [3.0, True, "3", None])
def test_a_value_is_never_a_float(value):
    with pytest.raises(TypeError, match="the value of N"):
        evaluate(N + 1, {"N": value})


@pytest.mark.parametrize("operand", [2.0, True, "N", Fraction(1, 2)])
def test_an_operand_is_an_integer_or_an_expression(operand):
    with pytest.raises(TypeError, match="integers and symbols"):
        as_expression(operand)


def test_products_and_sums_leave_out_what_changes_nothing():
    assert product(1, N, 1, D) == N * D
    assert total(0, N, 0, D) == N + D
    assert product() == product(1) == Integer(1)
    assert total() == Integer(0)


def test_symbols_and_binding():
    expression = 2 * N * D + N
    assert list(symbols(expression)) == ["N", "d_h", "N"]
    assert bind(expression, {"N": 6}) == 2 * as_expression(6) * D + 6
    assert bind(expression, {"d_h": N}) == 2 * N * N + N


def test_json_is_nested_lists_with_integers_as_digits():
    assert to_json(2 * N**2) == ["*", "2", ["^", "N", "2"]]
    assert to_json(Integer(-3)) == "-3"


@pytest.mark.parametrize(
    "data",
    [None, 2, 2.5, "", "-", "+3", "2N", "²", [], ["+"], ["+", "1"], ["+", "1", "2", "3"], ["min"], ["isqrt", "1", "2"],
     ["nothing", "1", "2"], [["+"], "1", "2"], {"+": 1}, ["__class__", "1", "2"]],
)  # fmt: skip
def test_json_of_no_expression_is_refused(data):
    with pytest.raises(ValueError, match="not a serialised expression"):
        from_json(data)


@given(EXPRESSIONS)
def test_json_goes_there_and_back(expression):
    assert from_json(json.loads(json.dumps(to_json(expression)))) == expression


@given(EXPRESSIONS, VALUES)
def test_the_value_equals_that_of_the_printed_text(expression, values):
    """The reader's own arithmetic on the printed formula gives the engine's value, or fails where it fails."""
    try:
        value = evaluate(expression, values)
    except FormulaError as error:
        if "bits" in str(error):
            return
        with pytest.raises((ValueError, ZeroDivisionError)):
            calculate(to_text(expression, values))
    else:
        assert calculate(to_text(expression, values)) == value


@given(EXPRESSIONS, VALUES)
def test_binding_first_changes_no_value(expression, values):
    whole = {name: value for name, value in values.items() if isinstance(value, int)}
    assert _outcome(bind(expression, whole), values) == _outcome(expression, values)


def _outcome(expression, values):
    try:
        return evaluate(expression, values)
    except FormulaError as error:
        return str(error)


def test_an_unknown_node_is_our_own_mistake():
    with pytest.raises(KeyError):
        evaluate(Operation("modulo", (N, D)), {"N": 1, "d_h": 2})
