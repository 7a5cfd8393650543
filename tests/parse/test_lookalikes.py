"""Marks typed with the wrong keys, lines that look like list or table: told where they stand."""

import pytest

from tests.parse.support import parse


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("1、甲\n2、乙", ["1:1 list-is-written-right"]),
        ("前文\n（1）甲\n（2）乙\n（3）丙", ["2:1 list-is-written-right"]),
        ("• 甲\n• 乙", ["1:1 list-is-written-right"]),
        ("－ 甲\n－ 乙", ["1:1 list-is-written-right"]),
        ("1、单行", []),
        ("1、有断  \n2、行", []),
        ("> 1．甲\n> 2．乙", ["1:3 list-is-written-right"]),
        ("| a | b |\n| 1 | 2 |", ["1:1 table-is-written-right"]),
        ("| 一行 |", []),
        ("＞ 引用", ["1:1 marks-are-ascii"]),
        ("｀｀｀python\na\n｀｀｀", ["1:1 marks-are-ascii", "3:1 marks-are-ascii"]),
        ("甲｀代码｀乙＊＊粗＊＊", ["1:2 marks-are-ascii", "1:7 marks-are-ascii"]),
        ("设＄x＄ 与 ｛eval｝`a`", ["1:2 marks-are-ascii", "1:8 marks-are-ascii"]),
        ("［链接］（http://a） 【链】(b.md)", ["1:1 marks-are-ascii", "1:16 marks-are-ascii"]),
        ("【注】（文） ［注］ ＄5 与 ＄6 的 ＊", []),
        ("> [!NOTE]\n> 正文", ["1:3 marks-are-ascii"]),
        (r"\(x_i\)", ["1:1 maths-is-well-formed"]),
        ("甲\n\n\\[\nx = y\n\\]", ["3:1 maths-is-well-formed"]),
        (r"\[注意\] 与 \(中文\) 与 \[x\]", []),
        ("`\\(x\\)` `` ＄x＄ ` `` ```＊＊a＊＊```", []),
        ("| ＄x＄ |\n|---|\n| 甲＊＊粗＊＊ |", ["1:3 marks-are-ascii", "3:4 marks-are-ascii"]),
        ("-item\n-second", ["1:1 list-is-written-right"]),
        ("1)item\n2)second", ["1:1 list-is-written-right"]),
        ("-{eval}`layers`", ["1:1 list-is-written-right"]),
        ("1、甲\n2. 乙", ["1:1 list-is-written-right"]),
        ("1、{eval}`layers`\n2、`甲`", ["1:1 list-is-written-right"]),
        (":eval:`layers` 与 a:eval: `b` 与 :eval: 甲", ["1:1 role-is-well-formed"]),
        ("见 [@vaswani2017] 与 [@a, p. 3] 与 [@]", ["1:3 role-is-well-formed", "1:20 role-is-well-formed"]),
        ("甲<br>乙 d<sub>k</sub>", ["1:2 html-is-not-printed", "1:9 html-is-not-printed"]),
        ('| <img src="a"> |\n|---|\n| <a href="b">乙</a> |', ["1:3 html-is-not-printed", "3:3 html-is-not-printed"]),
        ("<s> </s> <pad> <think> <|im_end|> a<b `<br>` <brand> <A>", []),
        ("见 [[gqa]] 与 ![[a.svg]] 与 [[1, 2], [3, 4]]", ["1:3 link-is-written-right", "1:13 link-is-written-right"]),
        ("==高亮== 与 a == b == c 与 a==b", ["1:1 emphasis-is-closed"]),
        ("-5 与\n-6", []),
        ("3.5 与\n3.6", []),
        ("*a* and\n*b*", []),
        ("- [ ] 一件\n- [x] 两件\n- \\[ ] 三件\n- [x]", ["1:3 list-is-written-right", "2:3 list-is-written-right"]),
        ("## 标题 {#own}\n\n甲 {#own} 乙", ["1:7 heading-is-written-right"]),
        ("[甲] (b.md#c) [乙] (https://a.org)", ["1:3 link-is-written-right", "1:16 link-is-written-right"]),
        ("[甲] (乙) [丙\\] (b.md)", []),
        ("##", ["1:1 heading-is-written-right"]),
    ],
)
def test_lookalikes(source, told):
    assert parse(source).told == told
