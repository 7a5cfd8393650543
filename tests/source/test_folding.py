"""A line end between Chinese characters is no space; a space that was typed is one, wherever it stands."""

import pytest

from site_builder.problems import Problems
from site_builder.source.nodes import plain_data
from site_builder.source.text import SourceText
from site_builder.source.yaml import load_yaml


def value(yaml):
    problems = Problems()
    node = load_yaml(SourceText("a.yaml", yaml), problems)
    assert list(problems) == []
    return plain_data(node)["a"]


@pytest.mark.parametrize(
    ("yaml", "folded"),
    [
        ("a: 甲\n  乙", "甲乙"),
        ("a: 甲\n  b\n  乙", "甲 b 乙"),
        # a typed space with the same neighbours as a line end that was a new paragraph
        ("a: 甲\n\n  乙，见 甲 乙 两节", "甲\n乙，见 甲 乙 两节"),
        ("a: 见 甲 乙 两节，甲\n  乙", "见 甲 乙 两节，甲乙"),
        ("a: >\n  甲 乙 甲\n  乙\n\n  丙\n  丁", "甲 乙 甲乙\n丙丁"),
        ("a: >\n  甲\n    缩进\n  乙\n  丙", "甲\n  缩进\n乙丙"),
        ("a: > # 说明\n  甲\n  乙\n", "甲乙\n"),
        ("a: |\n  甲\n  乙", "甲\n乙"),
        ("a: '甲''乙\n  丙 丁\n  戊'", "甲'乙丙 丁戊"),
        ('a: "甲\\t乙\\u4e01\\x41\n  丙 丁\n  戊"', "甲\t乙丁A 丙 丁戊"),
        ('a: "甲\\\n  乙\n  丙"', "甲乙丙"),
        ('a: "甲\\\\\n  乙"', "甲\\ 乙"),
        ('a: "甲\n  \\ 乙\n  丙"', "甲  乙丙"),
        ('a: "\n  甲\n  乙\n  "', " 甲乙 "),
    ],
)
def test_only_a_line_end_between_chinese_characters_leaves_nothing(yaml, folded):
    assert value(yaml) == folded


def test_the_work_grows_with_the_text(monkeypatch):
    """Twice the text is read with twice the comparisons, not four times."""
    counted = []

    def counting(before, after):
        counted.append(before)
        return False

    monkeypatch.setattr("site_builder.source.folding.joins_lines", counting)
    for lines in (1_000, 2_000):
        value("a: 甲\n" + "  乙 乙\n" * lines)
    assert len(counted) == 3_000
