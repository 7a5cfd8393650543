"""Bold and italics beside Chinese punctuation, through the real command line, wherever words may stand."""

import re

import pytest

from tests.scratch import paragraphs, prose

BESIDE_PUNCTUATION = r"""**先看结论：**分数矩阵只由 N 决定。

这一步叫**缩放（除以根号）**别漏。

显存占用降到**40%**左右。

**三条路——**哪条最省？

*（选做）*第三题

~~旧做法：~~新做法

`**不变：**x` 与 \*\*不变：\*\*x
"""
ACROSS_LINES = """层分**「全注意力」**和**「线性注意力」**两类

**“快”**不等于**“省”**

问**（甲）**、答**（乙）**都要

先算**`n_heads`**再乘，见**[附录](#a)**末尾

***一定要先掩码，***再做 softmax
"""


def test_bold_that_ends_in_chinese_punctuation(course):
    course.lesson("a", BESIDE_PUNCTUATION)
    course.build()
    assert paragraphs(course.page("a")) == [
        "<strong>先看结论：</strong>分数矩阵只由 N 决定。",
        "这一步叫<strong>缩放（除以根号）</strong>别漏。",
        "显存占用降到<strong>40%</strong>左右。",
        "<strong>三条路——</strong>哪条最省？",
        "<em>（选做）</em>第三题",
        "<s>旧做法：</s>新做法",
        "<code>**不变：**x</code> 与 **不变：**x",
    ]


def test_bold_on_the_right_words(course):
    course.lesson("a", ACROSS_LINES)
    course.build()
    assert paragraphs(course.page("a")) == [
        "层分<strong>「全注意力」</strong>和<strong>「线性注意力」</strong>两类",
        "<strong>“快”</strong>不等于<strong>“省”</strong>",
        "问<strong>（甲）</strong>、答<strong>（乙）</strong>都要",
        '先算<strong><code>n_heads</code></strong>再乘，见<strong><a href="#a">附录</a></strong>末尾',
        "<em><strong>一定要先掩码，</strong></em>再做 softmax",
    ]


@pytest.mark.parametrize(
    "body",
    [
        "## {}",
        "#### {}",
        "| {} | b |\n|---|---|\n| 1 | 2 |",
        "| a | b |\n|---|---|\n| 1 | {} |",
        "- 甲\n  - {}",
        "> {}",
        "甲[^1]\n\n[^1]: {}",
        ":::{{note}} {}\n正文\n:::",
        ":::{{dig}} {}\n正文\n:::",
        ":::{{stepper}}\n### {}\n正文\n\n### 二\n{}\n:::",
        ":::{{faq}}\n### {}\n答\n:::",
        ":::{{evidence}}\n### {}\n一\n\n### 二\n二\n\n### 三\n三\n:::",
        ":::{{figure}} pixel.svg\n:alt: 图\n\n{}\n:::",
        ":::{{claims}} {}\n- {{claim: '{}', grade: none, source: vaswani2017}}\n:::",
        "::::{{note}}\n:::{{warning}} {}\n{}\n:::\n::::",
        ":::{{steps_figure}} {}\n{}\n:::",
        ":::{{dataflow}} {}\n{}\n:::",
        ":::{{shape_diagram}} {}\n:N: 131072\n:d_k: head_dim\n\n{}\n:::",
    ],
)
def test_the_same_wherever_words_may_stand(course, capsys, body):
    course.furnish()
    source = "层分**「全」**和**（线）**：*乙，*丙**40%**后"
    shown = "层分<strong>「全」</strong>和<strong>（线）</strong>：<em>乙，</em>丙<strong>40%</strong>后"
    course.lesson("a", body.format(*[source] * body.count("{}")) + "\n")
    course.lesson("b")
    assert course.told(capsys, "check") == (0, "", "")
    assert course.told(capsys, "build")[0] == 0
    assert prose(course.page("a")).count(shown) == body.count("{}")


def test_the_same_in_front_matter(course):
    course.lesson("a", title="'**甲：**乙'", front="subtitle: '**「甲」**乙'\nlede: '甲**（乙）**丙'\n")
    course.build()
    page = course.page("a")
    assert "<h1><strong>甲：</strong>乙</h1>" in page
    assert '<p class="subtitle"><strong>「甲」</strong>乙</p>' in page
    assert '<p class="lede">甲<strong>（乙）</strong>丙</p>' in page
    assert "<title>甲：乙 · 课程</title>" in page


def test_marks_that_would_be_printed_are_reported(course, capsys):
    course.lesson("a", "**甲：\n\n乙** 与 `**`\n")
    code, _, err = course.told(capsys, "check")
    assert code == 1
    assert re.findall(r"a\.md:(\d+):(\d+): \*\* has no partner", err) == [("6", "1"), ("8", "2")]
