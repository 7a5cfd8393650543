"""A promise that some lesson makes is paid where the other says so."""

import pytest


@pytest.mark.parametrize(
    ("made", "paid", "count"),
    [
        ("{promise}`word-order`\n", "正文。\n", 1),
        ("{promise}`word-order`\n", "{paid}`word-order`\n", 0),
        ("正文。\n", "正文。\n", 0),
    ],
    ids=["unpaid", "paid", "never made"],
)
def test_a_promise_that_was_made_has_its_place(course, capsys, made, paid, count):
    course.furnish()
    course.lesson("a", made)
    course.lesson("b", paid)
    code, _, err = course.told(capsys, "check")
    assert code == (1 if count else 0)
    assert err.count("[promise-is-paid]") == count
