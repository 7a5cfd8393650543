"""Prices stay prices, formulas reach the reader with their source intact."""

import pytest

from tests.scratch import formulas, paragraphs, prose, visible

PRICES = r"""训练一次要 $2.5M，推理每百万 token 只要 $0.4。

租卡从每小时 $5 降到 $3；区间 $5-$10 也行。

设$N$取 6，这次花了 $12。

预算 $100，用 $x$ 表示剩余 $20；当 $n<d$ 时租卡 US$2/小时，合计 $x+y$。

单价 3$，总价 9$。行内代码 `$HOME` 与 `$PATH`，转义 \$7。

| 项 | 价 |
|---|---|
| 训练 | $3 |
| 推理 | $4 |
"""
FORMULAS = r"""下标 $x_{i,*}$ 与 $y_*^{(t)}$，掩码 $d_{k<N}$，与号 $P\&Q$，集合 $\{a,b\}$，逗号后 $a\,b$。

**总参数 $12 L d^2$ 个**；注意 $ N $ 两侧有空格。

$$
\begin{aligned}
S &= QK^\top \\
  &< \infty
\end{aligned}
$$
"""


def test_prices_are_not_formulas(course):
    course.lesson("a", PRICES)
    course.build()
    page = course.page("a")
    first, second, third, fourth, fifth = paragraphs(page)
    assert first == "训练一次要 $2.5M，推理每百万 token 只要 $0.4。"
    assert second == "租卡从每小时 $5 降到 $3；区间 $5-$10 也行。"
    assert fifth == "单价 3$，总价 9$。行内代码 <code>$HOME</code> 与 <code>$PATH</code>，转义 $7。"
    assert formulas(third) == ["N"]
    assert visible(third) == "设N取 6，这次花了 $12。"
    assert formulas(fourth) == ["x", "n<d", "x+y"]
    assert visible(fourth) == "预算 $100，用 x 表示剩余 $20；当 n<d 时租卡 US$2/小时，合计 x+y。"
    assert "<td>$3</td>" in page
    assert "<td>$4</td>" in page
    assert len(formulas(page)) == 4


def test_the_source_of_formulas_is_intact(course):
    course.lesson("a", FORMULAS)
    course.build()
    page = course.page("a")
    assert formulas(page) == [
        "x_{i,*}", "y_*^{(t)}", "d_{k<N}", r"P\&Q", r"\{a,b\}", r"a\,b", "12 L d^2",
        "\\begin{aligned}\nS &= QK^\\top \\\\\n  &< \\infty\n\\end{aligned}",
    ]  # fmt: skip
    assert "<em>" not in page
    assert "<strong>总参数 <math" in page
    told = course.run("check")
    assert told.returncode == 1
    assert "content/lessons/a.md:8:" in told.stderr
    assert told.stderr.count("[dollar-is-clear]") == 2


@pytest.mark.parametrize(
    ("body", "tex", "shown"),
    [
        ("HK$5、$8.5k/月、$1,000、($5)、“$5”、$5/$6", [], "HK$5、$8.5k/月、$1,000、($5)、“$5”、$5/$6"),
        ("**$5**~**$10** 与 $x$~$y$", ["x", "y"], "$5~$10 与 x~y"),
        ("价 $3，量$n$，共$3n$，即$15", ["n", "3n"], "价 $3，量n，共3n，即$15"),
        (r"\$5 和 $6 与 \\$7", [], r"$5 和 $6 与 \$7"),
        (r"$\$5$ 是钱，$100\%$ 是比", [r"\$5", r"100\%"], r"\$5 是钱，100\% 是比"),
        ("[$5 与 $6](http://a/$7$)", [], "$5 与 $6"),
        ("| $x$ | $5 |\n|---|---|\n| $3-$4 | $a_1$ |", ["x", "a_1"], "x $5 $3-$4 a_1"),
        ("## 花 $5 与 $6 与 $n$", ["n"], "花 $5 与 $6 与 n"),
        (":::{note} 训练 $3，推理 $4，$n$\n正文\n:::", ["n"], "说明 训练 $3，推理 $4，n 正文"),
        (r"$\text{中文_下标}$".replace("_", r"\_"), [r"\text{中文\_下标}"], r"\text{中文\_下标}"),
        ("> $$\n> x < y\n> $$", ["x < y"], "x < y"),
        ("文字 $$x^2$$ 行内双", ["x^2"], "文字 x^2 行内双"),
    ],
)
def test_neighbours_of_prices_and_formulas(course, capsys, body, tex, shown):
    course.lesson("a", body + "\n")
    assert course.told(capsys, "check") == (0, "", "")
    assert course.told(capsys, "build")[0] == 0
    part = prose(course.page("a"))
    assert formulas(part) == tex
    assert visible(part) == shown


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("准确率 $95%$", "% begins a comment"),
        ("$a % b$", "% begins a comment"),
        (r"$\color{#f00}{x}$", "colour"),
        (r"$\cancel{x}$", "a stroke"),
        ("$x^{$", "cannot be read"),
        (r"$\href{javascript:alert(1)}{x}$", r"\href"),
        ("$$\n没有关", "no partner"),
        ("$" + "{" * 70 + "x" + "}" * 70 + "$", "nests too deep"),
    ],
)
def test_what_a_formula_would_lose_stops_the_build(course, capsys, body, message):
    course.lesson("a", f"甲\n\n{body}\n")
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert "content/lessons/a.md:8:" in err
    assert message in err


@pytest.mark.parametrize("body", [r"\(x_i\)", "\\[\nx = y\n\\]", "＄x＄", "$HOME 与 $PATH", "两个$和$之间", "$`x`$"])
def test_what_looks_like_a_formula_but_is_not_is_reported(course, capsys, body):
    course.lesson("a", f"甲\n\n{body}\n")
    code, _, err = course.told(capsys, "check")
    assert code == 1
    assert "content/lessons/a.md:8:" in err
