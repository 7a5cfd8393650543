"""The strip of layers: one mark a layer, kinds told apart by height."""

from itertools import pairwise

from site_builder.figures.dataflow import LONGEST_STRIP, STRIP_HEIGHT, STRIP_WIDTH, layer_strip

KINDS = ["linear_attention", "linear_attention", "linear_attention", "full_attention"] * 16


def test_every_layer_has_a_mark_in_its_place():
    strip = layer_strip(KINDS, tall="full_attention")
    assert [mark.kind for mark in strip] == KINDS
    places = [mark.x for mark in strip]
    assert places == sorted(places)
    assert strip[-1].x + strip[-1].width <= STRIP_WIDTH


def test_kinds_differ_in_height_and_stand_on_one_line():
    strip = layer_strip(KINDS, tall="full_attention")
    heights = {mark.kind: mark.height for mark in strip}
    assert heights["full_attention"] == STRIP_HEIGHT > heights["linear_attention"]
    assert {mark.y + mark.height for mark in strip} == {STRIP_HEIGHT}


def test_marks_never_touch():
    strip = layer_strip(["full_attention"] * LONGEST_STRIP, tall="full_attention")
    assert all(left.x + left.width < right.x for left, right in pairwise(strip))


def test_a_model_too_deep_to_draw_has_no_strip():
    assert layer_strip(["full_attention"] * (LONGEST_STRIP + 1), tall="full_attention") == ()
