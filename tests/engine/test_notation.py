"""Formulas as readers see them: brackets, digits, TeX that MathML can be made of."""

from fractions import Fraction

import math_core
import pytest
from hypothesis import given

from site_builder.engine.dims import TEX_NAMES
from site_builder.engine.formula import Integer, Symbol, ceil_div, ceil_log, integer_root, maximum, minimum
from site_builder.engine.notation import equation, symbol_tex, to_tex, to_text
from tests.engine.expressions import EXPRESSIONS

A, B, C, N = (Symbol(name) for name in "abcN")


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (2 * N**2, "2 × 6²"),
        (2 * N * A * 2, "2 × 6 × a × 2"),
        ((A + B) * C, "(a + b) × c"),
        (A + B * C, "a + b × c"),
        (A - (B - C), "a − (b − c)"),
        (A - B - C, "a − b − c"),
        (A / (B * C), "a ÷ (b × c)"),
        (A * B / C, "a × b ÷ c"),
        ((A / B) ** 2, "(a ÷ b)²"),
        ((A**2) ** 3, "(a²)³"),
        (A ** (B**2), "a^(b²)"),
        (A**B, "a^(b)"),
        (A**N, "a⁶"),
        (N**12, "6¹²"),
        (minimum(N, A + B, 4096), "min(6, a + b, 4096)"),
        (maximum(A, B) ** 2, "max(a, b)²"),
        (ceil_div(2 * N, A * B), "⌈2 × 6 ÷ (a × b)⌉"),
        (ceil_div(A + B, 2), "⌈(a + b) ÷ 2⌉"),
        (integer_root(A + B), "⌊√(a + b)⌋"),
        (ceil_log(3, N), "⌈log₃(6)⌉"),
        (ceil_log(A, N + 1), "⌈log_(a)(6 + 1)⌉"),
        (Integer(-3), "−3"),
        (A - Integer(-3), "a − (−3)"),
        (Integer(-3) ** 2, "(−3)²"),
        (Integer(-3) * A, "(−3) × a"),
    ],
)
def test_text(expression, text):
    assert to_text(expression, {"N": 6}) == text


def test_numbers_put_in_for_symbols_get_their_brackets():
    assert to_text(A * B, {"a": -2, "b": Fraction(128, 5)}) == "(−2) × 25.6"
    assert to_text(A**2, {"a": Fraction(1, 2)}) == "0.5²"
    assert to_text(minimum(A, B), {"a": -2, "b": Fraction(1, 2)}) == "min(−2, 0.5)"
    assert to_text(A * B**2, {"a": Fraction(128, 3), "b": Fraction(1, 3)}) == "(128/3) × (1/3)²"
    assert to_text(A * B, {"a": Fraction(-1, 2), "b": Fraction(1, 2**10)}) == "(−0.5) × (1/1024)"  # ten decimals
    assert to_text(A + 1, {"a": Fraction(6)}) == "6 + 1"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(10**12, 3 * 10**12 + 1), "2 × 0.333333…"),
        (Fraction(-(10**12), 3 * 10**12 + 1), "2 × (−0.333333…)"),
        (Fraction(3 * 10**12 + 1, 10**12 + 1), "2 × 2.99999…"),
        (Fraction(10**20, 10**9 + 1), "2 × 99999999900.0…"),
        (Fraction(2, 3 * 10**12), "2 × 0.000000000000666666…"),
        (Fraction(1, 10**9 - 1), "2 × (1/999999999)"),
    ],
)
def test_a_fraction_too_long_to_read_is_cut_to_six_digits(value, text):
    assert to_text(2 * A, {"a": value}) == text


def test_the_equation_says_unit_and_result():
    assert equation(2 * N**2, {"N": 131_072}, "B", "32 GiB") == "2 × 131072² B = 32 GiB"
    assert equation(2 * N + 6, {"N": 1}, "B", "8 B") == "(2 × 1 + 6) B = 8 B"
    assert equation(N - 1, {"N": 5}, "", "4") == "5 − 1 = 4"


@pytest.mark.parametrize(
    ("expression", "tex"),
    [
        (2 * N**2, r"2 \cdot N^{2}"),
        ((A + B) / C, r"\frac{a + b}{c}"),
        ((A / B) ** 2, r"\left(\frac{a}{b}\right)^{2}"),
        ((A**2) ** B, r"\left(a^{2}\right)^{b}"),
        (A * (B / C), r"a \cdot \frac{b}{c}"),
        (A - (B + C), r"a - \left(b + c\right)"),
        (A + Integer(-3), r"a + \left(-3\right)"),
        (minimum(A, B, C), r"\min\left(a, b, c\right)"),
        (ceil_div(A + B, 2), r"\left\lceil \frac{a + b}{2} \right\rceil"),
        (integer_root(A), r"\left\lfloor \sqrt{a} \right\rfloor"),
        (ceil_log(A, B + 1), r"\left\lceil \log_{a} \left(b + 1\right) \right\rceil"),
        (Symbol("L_full") * Symbol("h_kv"), r"L_{\mathrm{full}} \cdot h_{kv}"),
    ],
)
def test_tex(expression, tex):
    assert to_tex(expression, TEX_NAMES) == tex


@pytest.mark.parametrize(
    ("name", "tex"),
    [("N", "N"), ("d_k", "d_k"), ("d_ff", r"d_{\mathrm{ff}}"), ("x_k_2", "x_{k,2}"), ("steps", r"\mathrm{steps}")],
)
def test_names_without_tex_of_their_own_get_some(name, tex):
    assert symbol_tex(name, TEX_NAMES) == tex


@given(EXPRESSIONS)
def test_mathml_can_be_made_of_every_formula(expression):
    converter = math_core.LatexToMathML()
    assert converter.convert_with_local_state(to_tex(expression, TEX_NAMES), displaystyle=False).startswith("<math")
