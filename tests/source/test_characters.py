"""The classes of characters against the tables of the amendments (ranges.md) and of UAX #11."""

import pytest

from site_builder.source.characters import is_cjk, is_punctuation, is_wide, joins_lines


@pytest.mark.parametrize(
    "char",
    [
        "中",
        "の",
        "ア",
        "ｱ",
        "。",
        "「",
        "（",
        "￥",
        "한",
        "\u1160",
        "\ud7b0",
        "ﾡ",
        "〈",
        "㊙",
        "🈂",
        "🉀",
        "\U00020000",
        "\U0002fa1f",
        "\U0003134a",
        "\U000323af",
        "\U0003fffd",
    ],
)
def test_cjk(char):
    assert is_cjk(char)


@pytest.mark.parametrize(
    "char", ["a", "é", "α", "“", "—", "…", "·", "😀", "🎯", "⭐", "⌚", "🈚", "\u2427", "\U0001f02c", " "]
)
def test_not_cjk(char):
    assert not is_cjk(char)


def test_emoji_are_wide_but_not_cjk():
    assert is_wide("🎯")
    assert not is_cjk("🎯")


def test_punctuation_is_unicode_wide():
    assert all(map(is_punctuation, ".,*_~$(「」。、“—…\U00010100≤→∇🎯"))
    assert not any(map(is_punctuation, "a中1 \u0301"))


@pytest.mark.parametrize("pair", ["中文", "，下", "”但", "说“", "—哪", "”“", "。\U00020bb7", "のカ", "ｱﾃ", "🎯试"])
def test_breaks_that_vanish(pair):
    assert joins_lines(*pair)


@pytest.mark.parametrize("pair", ["中a", "a中", "1中", "中1", "한국", "한中", "a”", "—b", ")中", "中(", "  ", "中 "])
def test_breaks_that_stay(pair):
    assert not joins_lines(*pair)
