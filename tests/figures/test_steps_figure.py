"""The chain and all pairs: what is drawn is what the engine counts."""

from itertools import pairwise

import pytest

from site_builder.engine.paths import PATH_QUANTITIES
from site_builder.figures.geometry import text_width
from site_builder.figures.steps_figure import (
    LABEL,
    Length,
    attention_panel,
    columns_for,
    columns_of,
    recurrent_panel,
)
from tests.figures.numbers import Number

FIVE = ("小明", "把", "苹果", "给了", "小王")
UNUSED = Number()
COUNTED = {quantity.id: quantity for quantity in PATH_QUANTITIES}


def view(words) -> Length:
    return drawn(len(words), columns_of(words))


def drawn(count, columns) -> Length:
    panels = (recurrent_panel(columns, UNUSED, UNUSED), attention_panel(columns, UNUSED, UNUSED))
    return Length(count, str(count), columns, panels)


def longest(panel):
    return [link.step for link in panel.links if link.step]


def test_five_words_take_five_ticks_and_one():
    chain, pairs = view(FIVE).panels
    assert [node.tick for node in chain.nodes] == [1, 2, 3, 4, 5]
    assert [node.tick for node in pairs.nodes] == [1, 1, 1, 1, 1]
    assert longest(chain) == [1, 2, 3, 4]
    assert longest(pairs) == [1]
    assert (chain.ticks, pairs.ticks) == (5, 1)


@pytest.mark.parametrize("count", [2, 3, 5, 9])
def test_the_drawing_has_the_steps_and_hops_the_engine_counts(count):
    for panel in view(["词"] * count).panels:
        steps = COUNTED[f"sequential_steps_{panel.kind}"].bind(None, N=count).value()
        path = COUNTED[f"longest_path_{panel.kind}"].bind(None, N=count).value()
        assert (panel.ticks, len(longest(panel))) == (steps, path)


def test_a_hop_is_never_ready_before_what_it_leads_from():
    chain, _ = view(FIVE).panels
    hops = [link for link in chain.links if link.kind == "hop"]
    assert [link.tick for link in hops] == [2, 3, 4, 5]
    assert sorted(link.tick for link in chain.links if link.kind == "input") == [1, 2, 3, 4, 5]


def test_all_pairs_are_drawn_once_each():
    _, pairs = view(FIVE).panels
    assert len({link.path for link in pairs.links}) == len(pairs.links) == 25


def test_equal_words_at_different_places_are_different_nodes():
    _, pairs = view(("看", "一", "看")).panels
    assert len({link.path for link in pairs.links}) == 9
    assert longest(pairs) == [1]


def test_both_panels_stand_on_the_same_places():
    chain, pairs = view(FIVE).panels
    assert [(node.text, node.x) for node in chain.nodes] == [(node.text, node.x) for node in pairs.nodes]


@pytest.mark.parametrize("words", [FIVE, ("a", "transformer", "层"), ("这是一个很长的词组", "短")])
def test_labels_do_not_touch(words):
    for left, right in pairwise(view(words).panels[0].nodes):
        assert right.x - left.x > (text_width(left.text) + text_width(right.text)) * LABEL / 2


def test_only_a_drawing_too_wide_for_a_phone_scrolls():
    assert not view(FIVE).wide
    assert view(["词"] * 9).wide


@pytest.mark.parametrize("count", [6, 1_000, 262_144])
def test_beyond_what_can_be_drawn_an_ellipsis_stands_for_the_words_between(count):
    chain, pairs = drawn(count, columns_for(count)).panels
    for panel in (chain, pairs):
        spans = [(node.column.first, node.column.last) for node in panel.nodes]
        assert [spans[0][0], spans[-1][1]] == [1, count]
        assert all(left[1] + 1 == right[0] for left, right in pairwise(spans))  # no word twice, none left out
        assert [node.text for node in panel.nodes] == ["1", "2", "3", "⋯", f"{count:,}"]
    assert [(node.tick, node.until) for node in chain.nodes] == [(1, 1), (2, 2), (3, 3), (4, count - 1), (count, count)]
    assert longest(chain) == [1, 2, 3, count - 1]  # the number of the hand-over into each
    assert {(node.tick, node.until) for node in pairs.nodes} == {(1, 1)}
    assert (chain.ticks, pairs.ticks) == (count, 1)


def test_a_drawing_of_many_words_fits_a_phone():
    assert not drawn(262_144, columns_for(262_144)).wide


@pytest.mark.parametrize(("count", "lit"), [(5, 5), (16, 16), (1_000, 16)])
def test_a_lamp_is_lit_for_each_state_that_can_begin(count, lit):
    chain, pairs = drawn(count, columns_of(["词"] * count) if count < 6 else columns_for(count)).panels
    assert (chain.lit, pairs.lit) == (1, lit)
