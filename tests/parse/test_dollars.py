"""Dollars beside a digit are no formula; a backslash escapes a dollar unless another one escapes the backslash."""

from tests.parse.support import parse


def test_a_digit_before_the_first_dollar_makes_it_no_formula():
    parsed = parse("单价5$x$元")
    assert "<math>" not in parsed.html
    assert parsed.told == ["1:4 dollar-is-clear", "1:6 dollar-is-clear"]


def test_an_escaped_backslash_escapes_no_dollar():
    assert "<math>x</math>" in parse(r"a\\$x$ 完").html
    ended = parse(r"$a\\$ 完")
    assert "</math> 完" in ended.html
    assert ended.told == ["1:3 maths-is-well-formed"]  # its line break breaks nothing
    assert "<math>" not in parse(r"$a\$ 完").html
