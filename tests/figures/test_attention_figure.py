"""Arcs and sums of attention by hand."""

from fractions import Fraction

import pytest

from site_builder.engine.small_attention import SmallAttention
from site_builder.figures.attention_figure import BASE, SLOT, TOP, arcs, sum_text, token_rows


def numbers(path):
    return [float(part) for part in path.replace("M", "").replace("C", " ").split()]


def test_an_arc_stands_on_both_words_and_is_as_thick_as_its_weight():
    weights = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
    drawn = arcs(1, weights)
    assert [arc.width for arc in drawn] == [9, 4.5, 4.5]
    for other, arc in enumerate(drawn):
        start, base, *_, end, again = numbers(arc.path)
        assert (base, again) == (BASE, BASE)
        assert (start + end) / 2 == SLOT * (1 + other + 1) / 2


def test_the_longest_arc_stays_within_the_drawing():
    _, base, _, control, *_ = numbers(arcs(0, [Fraction(1, 8)] * 8)[7].path)
    assert base - (base - control) * 3 / 4 == pytest.approx(TOP, abs=0.01)  # a cubic rises to 3/4 of its handles


def test_rows_are_the_engines_figures_as_printed():
    one = Fraction(1)
    small = SmallAttention(((one,), (-one,)), ((one,), (Fraction(0),)), ((Fraction(1, 2),), (-one,)))
    first, second = token_rows(("甲", "乙"), small)
    assert (first.word, first.q, first.k, first.v) == ("甲", ("1.0",), ("1.0",), ("0.5",))
    assert (first.scores, first.weights, first.output) == (("1.00", "0.00"), ("0.73", "0.27"), ("0.095",))
    assert (second.scores, second.weights, second.output) == (("−1.00", "0.00"), ("0.27", "0.73"), ("−0.595",))


def test_a_sum_has_brackets_round_what_is_below_zero():
    assert sum_text(("0.73", "0.27"), ("0.5", "−1.0")) == "0.73×0.5 + 0.27×(−1.0)"
