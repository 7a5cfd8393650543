"""Emphasis beside Chinese punctuation, quotes, code, links and formulas."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

from site_builder.parse.flanking import scan_run
from tests.parse.support import parse

CASES = [
    ("**先看结论：**分数矩阵只由 N 决定。", "<strong>先看结论：</strong>分数矩阵只由 N 决定。"),
    ("这一步叫**缩放（除以根号）**别漏。", "这一步叫<strong>缩放（除以根号）</strong>别漏。"),
    ("显存占用降到**40%**左右。", "显存占用降到<strong>40%</strong>左右。"),
    ("**三条路——**哪条最省？", "<strong>三条路——</strong>哪条最省？"),
    ("*（选做）*第三题", "<em>（选做）</em>第三题"),
    ("~~旧做法：~~新做法", "<s>旧做法：</s>新做法"),
    (r"`**不变：**x` 与 \*\*不变：\*\*x", "<code>**不变：**x</code> 与 **不变：**x"),
    (
        "层分**「全注意力」**和**「线性注意力」**两类",
        "层分<strong>「全注意力」</strong>和<strong>「线性注意力」</strong>两类",
    ),
    ("**“快”**不等于**“省”**", "<strong>“快”</strong>不等于<strong>“省”</strong>"),
    ("问**（甲）**、答**（乙）**都要", "问<strong>（甲）</strong>、答<strong>（乙）</strong>都要"),
    (
        "先算**`n_heads`**再乘，见**[附录](#a)**末尾",
        '先算<strong><code>n_heads</code></strong>再乘，见<strong><a href="#a">附录</a></strong>末尾',
    ),
    ("***一定要先掩码，***再做 softmax", "<em><strong>一定要先掩码，</strong></em>再做 softmax"),
]

NEIGHBOURS = [
    ("甲**。**乙", "甲<strong>。</strong>乙"),
    ("他说**“好”**，又说**‘不’**。", "他说<strong>“好”</strong>，又说<strong>‘不’</strong>。"),
    ("**“引号——**哪条", "<strong>“引号——</strong>哪条"),
    ("**注意：**`code`", "<strong>注意：</strong><code>code</code>"),
    ("**$x$：**后，前**$x$**后", "<strong><math>x</math>：</strong>后，前<strong><math>x</math></strong>后"),
    ("**{term}`kv`**后", "<strong><role>kv</role></strong>后"),
    ("**链接：[a](b)**后", '<strong>链接：<a href="b">a</a></strong>后'),
    ("**图：![图](x)**后", '<strong>图：<img src="x" alt="图" /></strong>后'),
    ("**한국어(조선말)**은", "<strong>한국어(조선말)</strong>은"),
    ("**\U00020bb7(土)**。**\U00020bb7**野家", "<strong>\U00020bb7(土)</strong>。<strong>\U00020bb7</strong>野家"),
    ("甲**(a)**\U00031350乙", "甲<strong>(a)</strong>\U00031350乙"),
    ("葛\U000e0100**(城)**市", "葛\U000e0100<strong>(城)</strong>市"),
    ("a**“快”\ufe01**b", "a**“快”\ufe01**b"),
    ("**a”\ufe01**b", "<strong>a”\ufe01</strong>b"),
    ("**a”**b", "**a”**b"),
    ("a**∇f**b", "a**∇f**b"),
    ("甲**∇f**乙 与 a **∇f** b", "甲<strong>∇f</strong>乙 与 a <strong>∇f</strong> b"),
    ("a🎯**(b)**", "a🎯<strong>(b)</strong>"),
    ("ﾃｽﾄ**(b)**ｱ", "ﾃｽﾄ<strong>(b)</strong>ｱ"),
    ("**１２％**全角", "<strong>１２％</strong>全角"),
    ("**《书》**和**【注】**文", "<strong>《书》</strong>和<strong>【注】</strong>文"),
    ("**「甲」，「乙」**是**丙**。", "<strong>「甲」，「乙」</strong>是<strong>丙</strong>。"),
    ("~~旧（版）~~新", "<s>旧（版）</s>新"),
    ("甲~~~三~~~乙", "甲~<s>三</s>~乙"),
    ("_（甲）_乙", "_（甲）_乙"),
    ("变量 snake_case_name 与变量_名_字", "变量 snake_case_name 与变量_名_字"),
    ("*强调*强调*强调*", "<em>强调</em>强调<em>强调</em>"),
]


@pytest.mark.parametrize(("source", "html"), CASES + NEIGHBOURS)
def test_emphasis(source, html):
    assert parse(source).paragraphs == [html]


@pytest.mark.parametrize(("source", "html"), CASES)
def test_emphasis_is_the_same_in_every_place(source, html):
    assert parse(f"## {source}").html.split(">", 1)[1] == f"{html}</h2>\n"
    assert parse(f"> - {source}").html == f"<blockquote>\n<ul>\n<li>{html}</li>\n</ul>\n</blockquote>\n"
    assert f"<td>{html}</td>" in parse(f"| 甲 | 乙 |\n|---|---|\n| {source} | 1 |").html
    title = parse(f":::{{dig}} {source}\n正文\n:::").lesson.blocks[0].title
    assert parse(source).lesson.blocks[0].tokens[1].children == _without_places(title.tokens[0].children, source)


def _without_places(children, source):
    expected = parse(source).lesson.blocks[0].tokens[1].children
    for child, other in zip(children, expected, strict=True):
        child.meta = other.meta
    return children


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("**未闭合", ["1:1 emphasis-is-closed"]),
        ("** 甲**乙", ["1:1 emphasis-is-closed", "1:5 emphasis-is-closed"]),
        ("函数 f(**kwargs) 里", ["1:6 emphasis-is-closed"]),
        ("甲\n乙 ~~丙", ["2:3 emphasis-is-closed"]),
        ("__先看结论：__分数", ["1:1 emphasis-is-closed", "1:8 emphasis-is-closed"]),
        ("| 甲 |\n|---|\n| 乙 **丙 |", ["3:5 emphasis-is-closed"]),
        (r"\*\*甲 与 `**` 与 a*b 与 2 * 3", []),
    ],
)
def test_marks_that_would_be_printed_are_reported(source, told):
    assert parse(source).told == told


@given(st.text(alphabet="ab1 .,(*_~“é", min_size=1, max_size=12), st.booleans())
def test_without_cjk_emphasis_is_commonmark(text, inside_words):
    for start, char in enumerate(text):
        if char in "*_~" and (start == 0 or text[start - 1] != char):
            upstream = StateInline(text, MarkdownIt(), {}, []).scanDelims(start, inside_words)
            assert scan_run(text, start, len(text), inside_words) == upstream
