"""Soft line breaks between wide characters vanish, wherever inline content stands."""

import pytest

from tests.parse.support import parse


@pytest.mark.parametrize(
    ("source", "html"),
    [
        (
            "把循环删掉，\n换来整句并行；\n代价是 N×N\n的分数矩阵。\n用 GPU\n训练更快，Adam\noptimizer 不变。",
            "<p>把循环删掉，换来整句并行；代价是 N×N\n的分数矩阵。用 GPU\n训练更快，Adam\noptimizer 不变。</p>\n",
        ),
        ("- 列表第一行，\n  列表第二行", "<ul>\n<li>列表第一行，列表第二行</li>\n</ul>\n"),
        ("> 引用甲\n> 引用乙", "<blockquote>\n<p>引用甲引用乙</p>\n</blockquote>\n"),
        ("**加粗甲\n乙**尾\\\n硬换行后", "<p><strong>加粗甲乙</strong>尾<br>硬换行后</p>\n"),
        ("```\n甲\n乙\n```", "<pre><code>甲\n乙\n</code></pre>\n"),
        ("    甲\n    乙", "<pre><code>甲\n乙\n</code></pre>\n"),
    ],
)
def test_cases(source, html):
    assert parse(source).html == html


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("他说“快”\n但没说“省”。\n“甲”\n“乙”", "他说“快”但没说“省”。“甲”“乙”"),
        ("三条路——\n哪条", "三条路——哪条"),
        ("한국어\n조선말", "한국어\n조선말"),
        ("葛\U000e0100\n城", "葛\U000e0100城"),
        ("用 $N$\n代替 6\n个", "用 <math>N</math>\n代替 6\n个"),
        ("见 {term}`kv`\n然后 {eval}`weights`\n个", "见 <role>kv</role>然后 <role>weights</role>\n个"),
        ("点 {set}`按钮 <m: N=1>`\n试试", "点 <role>按钮 &lt;m: N=1&gt;</role>试试"),
        ("甲[链接\n文字](b)\n尾", '甲<a href="b">链接文字</a>尾'),
        ("甲\n*乙*\n~~丙~~\n丁", "甲<em>乙</em><s>丙</s>丁"),
        ("甲 \n乙\t\n丙", "甲乙丙"),
        ("甲\n   乙", "甲乙"),
        ("甲（a）\n乙(b)\n丙", "甲（a）乙(b)\n丙"),
        ("乙 `代码`\n后 `a`\n后", "乙 <code>代码</code>后 <code>a</code>\n后"),
        ("甲  \n乙", "甲<br>乙"),
    ],
)
def test_neighbours(source, html):
    assert parse(source).paragraphs == [html]


def test_a_footnote_mark_does_not_part_a_sentence():
    assert parse("甲[^1]\n乙\n\n[^1]: 注一\n    注二").html.startswith("<p>甲<sup>1</sup>乙</p>")
    assert "注一注二" in parse("甲[^1]\n乙\n\n[^1]: 注一\n    注二").html


def test_headings_and_their_plain_text():
    lesson = parse("标题甲\n标题乙\n---").lesson
    assert lesson.headings[0].title.plain == "标题甲标题乙"
    assert lesson.headings[0].id == "标题甲标题乙"


def test_titles_and_steps():
    lesson = parse(":::{stepper}\n### 第一步，\n正文甲\n正文乙\n:::").lesson
    tokens = lesson.blocks[0].sections[0].body[0].tokens
    assert [child.content for child in tokens[1].children] == ["正文甲", "正文乙"]


@pytest.mark.parametrize("link", ["[](#fig)", "[图 %s](#fig)", "[](b.md#fig)"])
def test_a_line_may_break_beside_a_link_that_prints_a_number(link):
    assert parse(f"甲\n{link}\n乙").told == []
