"""The chain and all pairs: what is drawn is what the engine counts."""

from itertools import pairwise

import pytest

from site_builder.engine.paths import PATH_QUANTITIES
from site_builder.figures.geometry import text_width
from site_builder.figures.steps_figure import LABEL, StepsFigureView, attention_panel, recurrent_panel
from tests.figures.numbers import Number

FIVE = ("小明", "把", "苹果", "给了", "小王")
UNUSED = Number()
COUNTED = {quantity.id: quantity for quantity in PATH_QUANTITIES}


def view(words) -> StepsFigureView:
    panels = (recurrent_panel(words, UNUSED, UNUSED), attention_panel(words, UNUSED, UNUSED))
    return StepsFigureView(None, (), None, tuple(words), panels)


def longest(panel):
    return [link.step for link in panel.links if link.step]


def test_five_words_take_five_ticks_and_one():
    chain, pairs = view(FIVE).panels
    assert [node.tick for node in chain.nodes] == [1, 2, 3, 4, 5]
    assert [node.tick for node in pairs.nodes] == [1, 1, 1, 1, 1]
    assert longest(chain) == [1, 2, 3, 4]
    assert longest(pairs) == [1]
    assert view(FIVE).ticks == 5


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
