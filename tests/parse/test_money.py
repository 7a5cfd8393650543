"""Prices are no formulas, formulas are none the less found, a doubtful dollar is reported."""

import pytest

from tests.parse.support import parse


def formulas(parsed):
    return [
        child.content
        for block in parsed.lesson.blocks
        for token in block.tokens
        for child in token.children or ()
        if child.type.startswith("math_inline")
    ]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("训练一次要 $2.5M，推理每百万 token 只要 $0.4。", []),
        ("租卡从每小时 $5 降到 $3；区间 $5-$10 也行。", []),
        ("设$N$取 6，这次花了 $12。", ["N"]),
        ("预算 $100，用 $x$ 表示剩余 $20；当 $n<d$ 时租卡 US$2/小时，合计 $x+y$。", ["x", "n<d", "x+y"]),
        (r"单价 3$，总价 9$。行内代码 `$HOME` 与 `$PATH`，转义 \$7。", []),
        ("| 项 | 价 |\n|---|---|\n| 训练 | $3 |\n| 推理 | $4 |", []),
        (r"例如$|x|$的值，$\|w\|$的和 a$|x|$b", ["|x|", r"\|w\|", "|x|"]),
        (r"快了16$\times$，转了90$^\circ$ 与 3$\alpha$", [r"\times", r"^\circ", r"\alpha"]),
        # neighbours
        ("从$5到$3，共$8。", []),
        ("|$3|$4|\n|---|---|\n|$5|$6|", []),
        ("It costs $5 for x and $6 for y.", []),
        ("It costs $20 per card,$x$ each.", ["x"]),
        ("$5.00$ 与 $10$ 个", ["5.00", "10"]),
        ("**$5** 与 *$3*，**价$5**", []),
        ("[价 $5](a) 与 [$x$](b)", ["x"]),
        ("$x$，$5-$x$ 与 $5，$x$", ["x", "x", "x"]),
        ("￥5 与 ＄6 与 €7 与 HK$8", []),
        (r"$\text{显存} = 2N^2$ 字节，$3.5\text{ 亿}$", [r"\text{显存} = 2N^2", r"3.5\text{ 亿}"]),
        ("甲 $x$$y$ 乙", ["x", "y"]),
        ("$a$-维 与 $n$th，$2n$ 倍", ["a", "n", "2n"]),
        ("令 $N=$ 6", ["N="]),
        (r"\\$x$ 与 $\$5$", ["x", r"\$5"]),
        ("行内 $$x^2$$ 与 $$ y $$", ["x^2", " y "]),
    ],
)
def test_formulas(source, found):
    parsed = parse(source)
    assert formulas(parsed) == found
    assert parsed.told == []


def test_prices_are_shown_as_written():
    assert parse(r"单价 3$，转义 \$7，$5-$10。").paragraphs == ["单价 3$，转义 $7，$5-$10。"]


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("注意 $ N $ 两侧有空格。", ["1:4 dollar-is-clear", "1:8 dollar-is-clear"]),
        ("花$5买甲，剩$乙$。", ["1:8 dollar-is-clear", "1:10 dollar-is-clear"]),
        ("变量 $HOME 与\n`$x`", ["1:4 dollar-is-clear"]),
        ("路径 $HOME/$USER", ["1:4 dollar-is-clear", "1:10 dollar-is-clear"]),
        ("这里 $x，代码 `b$`", ["1:4 dollar-is-clear"]),
        ("> - $甲$", ["1:5 dollar-is-clear", "1:7 dollar-is-clear"]),
        ('设为$0.5<P(y=$"猫"$)', ["1:3 dollar-is-clear", "1:12 dollar-is-clear", "1:16 dollar-is-clear"]),
        ("单价5$x$元", ["1:4 dollar-is-clear", "1:6 dollar-is-clear"]),
        ("中间有 $$ 两个", ["1:5 maths-is-well-formed"]),
        ("$$\n没有结尾", ["1:1 maths-is-well-formed"]),
    ],
)
def test_a_doubtful_dollar_is_reported_and_stays(source, told):
    parsed = parse(source)
    assert parsed.told == told
    assert formulas(parsed) == []


def test_a_formula_never_swallows_chinese():
    parsed = parse("甲 $a，乙 $b，丙 $c$。")
    assert formulas(parsed) == ["c"]
    assert parsed.told == ["1:3 dollar-is-clear", "1:8 dollar-is-clear"]
