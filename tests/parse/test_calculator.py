"""What the body of a calculator may say of its curves."""

import pytest

from tests.parse.support import parse

BODY = """:::{{calculator}} x
:name: a
:to: 10
:start: 1

curves:
- {{value: N * B, label: x, role: score{first}}}
- {{value: 2 * N * B, label: y, role: kv{second}}}
{crossing}:::
"""
OFF, CROSSING = ", shown: false", "crossing: {curves: [score, kv], label: z}\n"


def told(first="", second="", crossing=""):
    return [str(found) for found in parse(BODY.format(first=first, second=second, crossing=crossing)).problems]


@pytest.mark.parametrize(
    ("given", "line", "why"),
    [
        ({"first": OFF, "second": OFF}, 11, "the chart would be empty"),
        ({"second": OFF, "crossing": CROSSING}, 12, "it meets another at the marked crossing"),
        ({"first": OFF, "crossing": CROSSING}, 11, "it meets another at the marked crossing"),
    ],
)
def test_a_curve_that_is_needed_at_first_is_not_off(given, line, why):
    found = next(each for each in told(**given) if f":{line}:" in each)
    assert f"this curve is drawn at first: {why} (leave out shown: false) [field-has-its-type]" in found


def test_any_other_may_be_off():
    assert told(second=OFF) == []
