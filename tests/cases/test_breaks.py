"""A line break between two Chinese characters shows nothing; beside anything else it is a space."""

import re

import pytest

from tests.scratch import paragraphs, prose, visible

BROKEN_LINES = """把循环删掉，
换来整句并行；
代价是 N×N
的分数矩阵。
用 GPU
训练更快，Adam
optimizer 不变。

- 列表第一行，
  列表第二行

> 引用甲
> 引用乙

**加粗甲
乙**尾\\
硬换行后
"""


def test_no_spaces_inside_chinese_sentences(course):
    course.lesson("a", BROKEN_LINES)
    course.build()
    page = course.page("a")
    one, quote, bold = paragraphs(page)
    assert one == "把循环删掉，换来整句并行；代价是 N×N 的分数矩阵。用 GPU 训练更快，Adam optimizer 不变。"
    assert "<li>列表第一行，列表第二行</li>" in page
    assert quote == "引用甲引用乙"
    assert bold == "<strong>加粗甲乙</strong>尾<br>硬换行后"


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (":::{note}\n甲，\n乙\n:::", "甲，乙"),
        ("甲[^1]\n\n[^1]: 注一，\n    注二", "注一，注二"),
        ("::::{dig} 题\n:::{stepper}\n### 一\n甲\n乙\n:::\n::::", "甲乙"),
        (":::{claims}\n- claim: >\n    甲，\n    乙\n  grade: none\n  source: vaswani2017\n:::", "甲，乙"),
        (":::{claims}\n- claim: 甲，\n    乙\n  grade: none\n  source: vaswani2017\n:::", "甲，乙"),
        ("甲\n$x$\n乙\n`c`\n丙", "甲 x 乙 c 丙"),
        ("甲\n**乙**\n[丙](b.md)\n丁", "甲乙丙丁"),
        ("甲，\n{eval}`layers`\n乙", "甲， 64 乙"),
        ("中文…\n中文——\n中文、\n（中文\n）中文", "中文…中文——中文、（中文）中文"),
        ("𠮷\n野家", "𠮷野家"),
        ("한국어\n문장", "한국어 문장"),
        ("```\n甲，\n乙\n```", "甲， 乙"),
    ],
)
def test_the_same_wherever_lines_break(course, capsys, body, shown):
    course.furnish()
    course.lesson("a", body + "\n")
    course.lesson("b")
    assert course.told(capsys, "build")[0] == 0
    assert shown in visible(prose(course.page("a")))


@pytest.mark.parametrize(
    "style", [">-\n  甲，\n  乙", ">\n  甲，\n  乙", "甲，\n  乙", '"甲，\n  乙"', "|\n  甲，\n  乙"]
)
def test_the_same_in_yaml_of_several_lines(course, capsys, style):
    course.furnish()
    deeper = style.replace("\n  ", "\n    ")
    course.write("content/glossary.yaml", f"kv:\n  title: 缓存\n  english: cache\n  sentence: {deeper}\n")
    course.lesson("a", "{term}`kv`\n", front=f"lede: {style}\nsubtitle: {style}\n")
    course.lesson("b")
    assert course.told(capsys, "build")[0] == 0
    page = course.page("a")
    assert re.findall(r'<p class="(?:lede|subtitle)">(.*)</p>', page) == ["甲，乙", "甲，乙"]
    assert '<meta name="description" content="甲，乙">' in page
    assert "<dd>甲，乙</dd>" in page
