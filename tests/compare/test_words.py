"""Texts by word: Latin words whole, Chinese by the character, computed numbers alike."""

import pytest

from site_builder.compare.words import edits

CASES = [
    ("the key is wide", "the value is wide", [("the ", "key", "value", " is wide")]),
    ("这一课要做到", "本课要做到", [("", "这一", "本", "课要做到")]),
    ("重 \u27e851 GiB|number-w\u27e9。", "重 \u27e850 GiB|number-w\u27e9。", []),
    ("用 3.14 算", "用 3.15 算", [("用 ", "3.14", "3.15", " 算")]),
    ("一样", "一样", []),
]


@pytest.mark.parametrize(("old", "new", "found"), CASES)
def test_only_the_words_that_differ_are_reported(old, new, found):
    assert [(edit.before, edit.old, edit.new, edit.after) for edit in edits("", [old], [new])] == found


def test_a_line_more_is_a_line_more():
    assert [(edit.old, edit.new) for edit in edits("", ["a", "b"], ["a", "c d", "b"])] == [("", "c d")]
