"""Titles and descriptions are words: no markup, no TeX, no name of a role."""

import re

import pytest

from site_builder.document.plain_maths import plain_maths


def test_the_description_reads_as_the_lede_does(course, capsys):
    front = 'lede: "**先看** $N\\\\times N$：{eval}`score_matrix(N=131072)`，{dim}`N` 与 `a<b` 见 [这里](#x)。"\n'
    course.lesson("a", front=front, title="词表 <s> 与 $n^2$")
    assert course.told(capsys, "build")[0] == 0
    page = course.page("a")
    assert (
        re.search('<meta name="description" content="([^"]*)">', page)[1] == "先看 N×N：32 GiB，N 与 a&lt;b 见 这里。"
    )
    assert re.search("<title>(.*) · 课程</title>", page)[1] == "词表 &lt;s&gt; 与 n²"


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"N^2", "N²"),
        (r"2^{-10}", "2⁻¹⁰"),
        (r"e^{x}", "e^x"),
        (r"a^{b+c}", "a^(b+c)"),
        (r"d_k", "d_k"),
        (r"h_{kv}", "h_kv"),
        (r"\frac{a+b}{N}", "(a+b)/N"),
        (r"\frac{1}{2}", "1/2"),
        (r"\sqrt{d_k}", "√d_k"),
        (r"\sqrt{a+b}", "√(a+b)"),
        (r"\sqrt[3]{8}", "³√8"),
        (r"\frac{QK^\top}{\sqrt{d_k}}", "(QK⊤)/(√d_k)"),
        (r"\sum_{i=1}^{n} x_i", "∑_(i=1)ⁿx_i"),
        (r"\log_2 N", "log_2 N"),
        (r"\hat{x}", "xˆ"),
        (r"\binom{n}{k}", "(n k)"),
        (r"\begin{pmatrix}a&b\\c&d\end{pmatrix}", "(a b c d)"),
        (r"\text{每个词} \times N", "每个词×N"),
    ],
)
def test_a_formula_on_one_line_means_the_same(tex, text):
    assert plain_maths(tex) == text
