"""Formulas longer than a line: they break behind their signs and say the same; short ones are as they were."""

import re
from xml.etree import ElementTree

import pytest

from site_builder.document.maths import to_mathml
from site_builder.render.formula import formula

SUM = " + ".join(f"a_{{{turn}}}" for turn in range(30))


def test_a_long_formula_is_in_parts_that_end_with_its_signs():
    math = ElementTree.fromstring(formula(SUM))[0]
    parts = ["".join(part.itertext()) for part in math[0][0]]
    assert math.get("class") == "long"
    assert parts == [*(f"a{turn}+" for turn in range(29)), "a29"]
    assert all(sign.get("form") == "infix" for sign in math.iter("mo"))


@pytest.mark.parametrize("tex", [SUM, r"f(x) = \frac{a}{b}, \quad y \le z \cdot w, \quad " * 4 + "x", "-a" * 60])
def test_parts_change_no_letter_and_no_annotation(tex):
    long, plain = formula(tex), to_mathml(tex)
    assert [*ElementTree.fromstring(long).itertext()] == [*ElementTree.fromstring(plain).itertext()]


@pytest.mark.parametrize("tex", ["x", r"QK^\top", r"\frac{1}{\sqrt{d_k}} = y", "a + b + c + d"])
def test_a_short_formula_is_as_it_was(tex):
    assert re.sub(' alttext="[^"]*"', "", formula(tex)) == to_mathml(tex)


def test_what_breaks_nowhere_scrolls_in_a_sentence_and_its_own_frame_when_displayed():
    fraction = rf"\frac{{{SUM}}}{{2}}"
    assert formula(fraction).startswith('<span class="formula-scroll"><math class="long"')
    assert formula(fraction, display=True).startswith('<math class="long"')
    assert formula(SUM).startswith('<span class="formula-line"><math class="long"')


def test_a_leading_sign_is_no_place_to_break():
    math = ElementTree.fromstring(formula("-" + SUM))[0]
    assert "".join(math[0][0][0].itertext()) == "−a0+"
