"""Half-width punctuation in Chinese: where it is reported, and what is left alone."""

import pytest

from site_builder.source.punctuation import half_width_marks


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
