"""Footnotes: numbered in reading order, printed at the end with ways back."""

from site_builder.document.inline import Prose
from tests.parse.support import html, parse


def notes(parsed):
    tokens = parsed.lesson.blocks[-1].tokens
    assert (tokens[0].type, tokens[-1].type) == ("footnote_block_open", "footnote_block_close")
    return [(token.type, token.meta["label"], token.meta.get("subId")) for token in tokens if token.meta.get("label")]


def test_numbers_follow_the_text_not_the_definitions():
    parsed = parse("甲[^b]乙[^a]丙[^b]\n\n[^a]: 注甲\n\n[^b]: 注乙")
    assert parsed.paragraphs[0] == "甲<sup>1</sup>乙<sup>2</sup>丙<sup>1</sup>"
    assert notes(parsed) == [
        ("footnote_open", "b", None), ("footnote_anchor", "b", 0), ("footnote_anchor", "b", 1),
        ("footnote_open", "a", None), ("footnote_anchor", "a", 0),
    ]  # fmt: skip
    assert parsed.told == []


def test_a_footnote_may_be_defined_and_used_inside_blocks():
    parsed = parse(":::{note}\n甲[^1]\n\n[^1]: 注\n:::\n\n乙[^2]\n\n> [^2]: 在引用里")
    assert [label for kind, label, _ in notes(parsed) if kind == "footnote_open"] == ["1", "2"]
    assert html(parsed.lesson.blocks[0].body[0].tokens) == "<p>甲<sup>1</sup></p>\n"


def test_a_footnote_may_refer_to_another():
    parsed = parse("甲[^1]\n\n[^1]: 见[^2]\n\n[^2]: 底")
    assert [label for kind, label, _ in notes(parsed) if kind == "footnote_open"] == ["1", "2"]


def test_a_footnote_may_hold_several_blocks():
    parsed = parse("甲[^1]\n\n[^1]: 一\n\n    二\n\n    ```\n    三\n    ```")
    types = [token.type for token in parsed.lesson.blocks[-1].tokens]
    assert types[-4:] == ["fence", "footnote_anchor", "footnote_close", "footnote_block_close"]


def test_without_footnotes_there_is_no_block_of_them():
    assert [type(block) for block in parse("甲").lesson.blocks] == [Prose]


def test_a_title_has_no_footnotes_and_says_so():
    parsed = parse(":::{dig} 深挖[^1]\n正文\n:::\n\n[^1]: 注")
    assert parsed.told == ["1:12 link-is-written-right", "5:1 definition-is-used"]
