"""Curves: the float evaluation follows the exact one."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from site_builder.engine.formula import FormulaError, Symbol, ceil_div, ceil_log, evaluate, integer_root, minimum
from site_builder.engine.quantities import QUANTITIES
from site_builder.engine.sweep import evaluate_array
from tests.engine.expressions import EXPRESSIONS, VALUES
from tests.engine.vectors import model_of

N, D = Symbol("N"), Symbol("d_h")


def test_a_curve_is_an_array_of_float64():
    lengths = np.array([1, 6, 131_072, 2**40])
    curve = evaluate_array(2 * N**2, {"N": lengths})
    assert curve.dtype == np.float64
    assert curve.tolist() == [2, 72, 2**35, 2**81]


def test_a_constant_has_the_shape_of_the_values():
    curve = evaluate_array(2 * D, {"N": np.arange(5), "d_h": 256})
    assert curve.tolist() == [512.0] * 5
    assert evaluate_array(2 * D, {"d_h": 256}).shape == ()


def test_broken_numbers_are_right_to_float_precision():
    curve = evaluate_array(N / 7 + D, {"N": np.array([1, 131_072]), "d_h": Fraction(1, 3)})
    exact = [Fraction(1, 7) + Fraction(1, 3), Fraction(131_072, 7) + Fraction(1, 3)]
    assert curve.tolist() == pytest.approx([float(value) for value in exact], rel=1e-15)


def test_two_axes_broadcast():
    grid = evaluate_array(N * D, {"N": np.array([[1], [2]]), "d_h": np.array([3, 4, 5])})
    assert grid.tolist() == [[3, 4, 5], [6, 8, 10]]


def test_what_has_no_value_is_nan():
    values = np.array([0.0, 1.0, 4.0])
    for expression, wrong in (
        (6 / N, [True, False, False]),
        (integer_root(N - 1), [True, False, False]),
        (ceil_log(N, 5), [True, True, False]),
        (N ** (N / 2), [False, True, False]),
        (N ** (N * 1000), [False, True, True]),
    ):
        assert np.isnan(evaluate_array(expression, {"N": values})).tolist() == wrong


def test_a_number_beyond_float64_is_nan():
    assert np.isnan(evaluate_array(N + D, {"N": np.ones(2), "d_h": 10**400})).all()


def test_whole_steps_do_not_slip():
    """⌈(k·b + 1) ÷ b⌉, ⌊√(r² − 1)⌋ and ⌈log_5 125⌉ are where rounding first shows."""
    block = np.array([3.0, 49.0, 192.0])
    assert evaluate_array(ceil_div(N * 10**12 + 1, N), {"N": block}).tolist() == [10**12 + 1] * 3
    roots = np.array([3.0, 94_906_265.0])
    assert evaluate_array(integer_root(N * N - 1), {"N": roots}).tolist() == [2, 94_906_264]
    assert evaluate_array(ceil_log(5, N), {"N": np.array([124, 125, 126])}).tolist() == [3, 3, 4]


def test_a_symbol_without_a_value_is_named():
    with pytest.raises(FormulaError, match="d_h has no value"):
        evaluate_array(N + D, {"N": np.ones(2)})


def test_the_values_given_are_not_changed_and_not_handed_back():
    values = np.array([1.0, np.inf])
    curve = evaluate_array(N, {"N": values})
    curve[0] = 7
    assert values.tolist() == [1.0, np.inf]


@given(EXPRESSIONS, VALUES)
def test_floats_equal_the_exact_value_while_everything_is_whole_and_below_2_to_53(expression, values):
    try:
        parts = [evaluate(part, values) for part in _parts(expression)]
    except FormulaError:
        return
    if all(isinstance(part, int) and abs(part) < 2**53 for part in parts):
        assert evaluate_array(expression, values).item() == parts[0]


def _parts(expression):
    yield expression
    for operand in getattr(expression, "operands", ()):
        yield from _parts(operand)


def test_a_minimum_of_arrays():
    assert evaluate_array(minimum(N, 4096, D), {"N": np.array([1, 5000]), "d_h": 2048}).tolist() == [1, 2048]


def test_a_sweep_of_every_quantity_follows_the_exact_values():
    lengths = [1, 6, 46_341, 131_072, 2**40]
    for quantity in QUANTITIES:
        each = quantity.bind(model_of("qwen3.8-27b"))
        curve = evaluate_array(each.expression, {**each.values(), "N": np.array(lengths)})
        assert curve.tolist() == pytest.approx([float(each.value(N=length)) for length in lengths], rel=1e-12)
