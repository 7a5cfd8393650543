"""What looks like syntax but is not is reported; the range sign strikes nothing out."""

import pytest

from tests.parse.support import parse


def test_case():
    source = (
        "显存约 10~20 GiB，层数 24~36，只有 ~~48~~ 被划掉。\n\n##\u3000全角空格标题\n\n##\u00a0不换行空格标题\n\n"
        "##没有空格\n\n＃ 全角井号\n"
    )
    parsed = parse(source)
    assert parsed.paragraphs == [
        "显存约 10~20 GiB，层数 24~36，只有 <s>48</s> 被划掉。",
        "##\u3000全角空格标题", "##\u00a0不换行空格标题", "##没有空格", "＃ 全角井号",
    ]  # fmt: skip
    assert parsed.told == [f"{line}:1 heading-is-written-right" for line in (3, 5, 7, 9)]


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("正文\n####### 七个", ["2:1 heading-is-written-right"]),
        ("＃＃ 两个", ["1:1 heading-is-written-right"]),
        ("> ##引用里", ["1:3 heading-is-written-right"]),
        ("- #标签", ["1:3 heading-is-written-right"]),
        ("正文\n---", ["1:1 heading-is-written-right"]),
        ("正文\n===", ["1:1 heading-is-written-right"]),
        ("-没有空格", ["1:1 list-is-written-right"]),
        ("1.没有空格", ["1:1 list-is-written-right"]),
        ("::{note}\n甲\n::", ["1:1 directive-is-known"]),
        ("行中 # 不是，#!shebang 也不是，C# 也不是", []),
        ("\\# 转义", []),
        ("-5 度，3.5 倍，1.5", []),
        ("*强调*开头", []),
        ("----\n\n***", []),
        ("见 [文字]（a.md）", ["1:3 link-is-written-right"]),
        ("见 [^没有] 注", ["1:3 link-is-written-right"]),
        ("数组 a[i](j) 与 [x]", []),
        ("[注意]: 这是正文", ["1:1 definition-is-used"]),
        ("[甲]\n\n[甲]: http://a\n\n[甲]: http://b", ["5:1 definition-is-used"]),
        ("正文\n\n[^y]: 没人引用", ["3:1 definition-is-used"]),
        ("甲\n\n[^y]: 见 [^y]", ["3:1 definition-is-used"]),
        ("甲\n\n[^y]: 见 [^z]\n\n[^z]: 见 [^y]", ["3:1 definition-is-used", "5:1 definition-is-used"]),
        ("[^x]\n\n[^x]: 注\n\n[^x]: 又一个", ["5:1 definition-is-used"]),
    ],
)
def test_neighbours(source, told):
    assert parse(source).told == told


@pytest.mark.parametrize("text", ["5~7…8~9", "~单~", "10~20~30", "约~3 与 ~4", "a ~~~ b"])
def test_single_tildes_are_text(text):
    assert parse(text).paragraphs == [text]
