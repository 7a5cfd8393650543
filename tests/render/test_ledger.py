from dataclasses import replace

from site_builder.document.resolved import ComputedInput, ComputedValue
from site_builder.render.ledger import ledger, number_id

GIVEN = ComputedInput("N", "N", "6", "N")
SCORES = ComputedValue(
    "score_matrix", "72", "72 B", "", "B", "Score matrix", "2N^2", "2 × 6² B = 72 B", (GIVEN,), (), ("arXiv",)
)


def test_each_formula_once_with_its_values():
    whole = replace(SCORES, tex="L 2N^2", value="4608", substituted="64 × 2 × 6² B = 4.5 KiB")
    longer = replace(SCORES, value="128", text="128 B", substituted="2 × 8² B = 128 B")
    layers = replace(SCORES, quantity="layers", value="64", substituted="64 = 64", inputs=())
    entries = ledger((SCORES, layers, longer, whole, SCORES))
    assert [(entry.first.quantity, len(entry.values)) for entry in entries] == [
        ("score_matrix", 2),
        ("layers", 1),
        ("score_matrix", 1),
    ]
    assert [entry.computed for entry in entries] == [True, False, True]


def test_the_same_number_printed_in_another_unit_is_the_same_entry():
    assert number_id(replace(SCORES, text="0.07 KB", substituted="2 × 6² B = 0.07 KB")) == number_id(SCORES)


def test_the_same_number_made_of_other_inputs_is_another_entry():
    assert number_id(replace(SCORES, inputs=(replace(GIVEN, origin="native_context"),))) != number_id(SCORES)
    assert number_id(replace(SCORES, conventions=(("dtype", "int8"),))) != number_id(SCORES)


def test_arithmetic_and_its_look_alikes_have_ids_of_their_own():
    names = ("score_matrix / weights", "score_matrix - weights", "score_matrix-weights", "score_matrix")
    ids = [number_id(replace(SCORES, quantity=name)) for name in names]
    assert len(set(ids)) == len(names)
    assert all(" " not in name and "/" not in name for name in ids)
