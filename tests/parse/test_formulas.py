"""TeX arrives as it was written; what cannot be printed is reported where it stands."""

import pytest

from tests.parse.support import FIRST, parse

SOURCE = r"""下标 $x_{i,*}$ 与 $y_*^{(t)}$，掩码 $d_{k<N}$，与号 $P\&Q$，集合 $\{a,b\}$，逗号后 $a\,b$。

**总参数 $12 L d^2$ 个**；注意 $ N $ 两侧有空格。

$$
\begin{aligned}
S &= QK^\top \\
  &< \infty
\end{aligned}
$$
"""


def sources(parsed):
    tokens = [token for block in parsed.lesson.blocks for token in block.tokens]
    return [item.content for token in tokens for item in [token, *(token.children or ())] if item.tag == "math"]


def test_case():
    parsed = parse(SOURCE)
    assert sources(parsed) == [
        "x_{i,*}", "y_*^{(t)}", "d_{k<N}", r"P\&Q", r"\{a,b\}", r"a\,b", "12 L d^2",
        "\\begin{aligned}\nS &= QK^\\top \\\\\n  &< \\infty\n\\end{aligned}",
    ]  # fmt: skip
    assert "<em>" not in parsed.html
    assert "<strong>总参数 <math>12 L d^2</math> 个</strong>；注意 $ N $ 两侧有空格。" in parsed.html
    assert parsed.told == ["3:25 dollar-is-clear", "3:29 dollar-is-clear"]


@pytest.mark.parametrize(
    ("source", "tex"),
    [
        ("文字：\n$$\nx\n$$\n接着", "x"),
        ("$$x=1$$", "x=1"),
        ("- 列表\n  $$\n  a \\\\\n  b\n  $$\n  后", "a \\\\\nb"),
        ("> $$\n> a_*b_*\n> $$", "a_*b_*"),
        ("$$\n  a\n    b\n$$", "  a\n    b"),
        ("$a_1*b_2*c$", "a_1*b_2*c"),
        ("| 甲 |\n|---|\n| $a_*b_*|c|$ |", "a_*b_*|c|"),
    ],
)
def test_neighbours(source, tex):
    assert sources(parse(source)) == [tex]


def test_text_goes_on_after_display_maths():
    assert parse("文字：\n$$\nx\n$$\n接着").html == "<p>文字：</p>\n<math>x</math><p>接着</p>\n"


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (r"甲 $\unknowncmd$ 乙", "1:4"),
        (r"甲 $a + \frac{1}{$ 乙", "1:17"),
        ("正文\n\n$$\na +\nb \\unknowncmd\n$$", "5:3"),
        (r"> 引用 $x_{$", "1:10"),
        ("$" + "{" * 100 + "}" * 100 + "$", "1:2"),
        (r"甲 $\text{中文} \bad$ 乙", "1:14"),
    ],
)
def test_tex_that_cannot_be_printed_is_reported(source, told):
    parsed = parse(source)
    assert parsed.told == [f"{told} maths-is-well-formed"]
    assert parsed.errors[0].position.line >= FIRST
