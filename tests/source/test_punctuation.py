"""Half-width punctuation in Chinese: where it is reported, and what is left alone."""

import pytest

from site_builder.problems import Problems
from site_builder.source.punctuation import half_width_marks, report_half_width_in
from site_builder.source.text import SourceText
from site_builder.source.yaml import load_yaml


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("只留注意力,行不行?", [(5, ",", "，"), (9, "?", "？")]),
        ("Transformer:删掉循环", [(11, ":", "：")]),
        ("打分:Q 乘 K", [(2, ":", "：")]),
        ("分数(连续值)与 K!", [(2, "()", "（）")]),
        ("别忘了!还有", [(3, "!", "！")]),
        ("甲;乙", [(1, ";", "；")]),
        ("1,024 字节，第 3:2 场，softmax(x)，[甲](a.md)", []),
        ("只留注意力，行不行？", []),
        ("How so, and why? (yes)", []),
        ("看图![图](a.svg)", []),
    ],
)
def test_marks_beside_han_characters(text, told):
    assert list(half_width_marks(text)) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a: 甲;乙", ["1:5"]),
        ("a: '甲\n  乙;丙'", ["2:4"]),
        ("- v: 'x\n   t;龙'", ["2:5"]),
        ("a: >\n  甲\n  乙;丙", ["3:4"]),
    ],
)
def test_a_mark_in_a_value_of_two_lines_has_a_place_in_its_line(text, told):
    problems, source = Problems(), SourceText("a.yaml", text)
    report_half_width_in(load_yaml(source, problems), source.lines, problems)
    assert [f"{each.position.line}:{each.position.column}" for each in problems] == told
