"""All quantities at once, with arguments for many or for one."""

from __future__ import annotations

import pytest

from site_builder.engine.quantities import QUANTITIES
from site_builder.engine.quantity import QuantityError
from site_builder.engine.table import argument_names, table
from tests.engine.models import ANCHOR, LLAMA


def values(model, **given):
    return {row.quantity.id: None if row.bound is None else row.bound.value() for row in table(model, given)}


def test_the_context_defaults_to_the_native_one():
    assert values(ANCHOR) == values(ANCHOR, N=262_144)
    assert list(values(ANCHOR)) == [quantity.id for quantity in QUANTITIES]


def test_a_plain_name_goes_to_every_quantity_that_takes_it():
    found = values(ANCHOR, N=131_072, layers=1)
    assert found["score_matrix"] == 2**35
    assert found["kv_cache"] == found["kv_cache_layer"] == 4096 * 131_072


def test_a_full_name_goes_to_one_and_wins():
    found = {row.quantity.id: row.bound for row in table(ANCHOR, {"kv_cache.N": 1, "N": 2, "kv_cache.dtype": "q8_0"})}
    assert found["kv_cache"].value() == 34_816
    assert found["score_matrix"].value() == 8


def test_a_choice_goes_to_those_that_have_it():
    found = values(ANCHOR, N=1, dtype="q8_0")
    assert (found["kv_cache"], found["score_matrix"]) == (34_816, 2)


def test_a_crossing_that_never_happens_is_a_row_with_a_reason():
    row = next(row for row in table(LLAMA, {}) if row.quantity.id == "crossing_kv_state")
    assert (row.bound, row.reason) == (None, "no layer keeps a recurrent state")


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"n": 1}, "no quantity takes 'n'"),
        ({"weights.N": 1}, "no quantity takes 'weights.N'"),
        ({"nothing.N": 1}, "no quantity takes 'nothing.N'"),
        ({".N": 1}, "no quantity takes '.N'"),
        ({"N": 2**40 + 1}, "N=1099511627777"),
        ({"dtype": "q9"}, "not 'q9'"),
        ({"N": "abc"}, "whole number"),
    ],
)
def test_a_name_or_value_nothing_takes_is_refused(given, named):
    with pytest.raises(QuantityError) as error:
        table(ANCHOR, given)
    assert named in str(error.value)


def test_argument_names_are_plain_then_full():
    names = argument_names()
    assert names.index("N") < names.index("kv_cache.N")
    assert len(set(names)) == len(names)
