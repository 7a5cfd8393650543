"""Titles and descriptions are words: no markup, no TeX, no name of a role."""

import re


def test_the_description_reads_as_the_lede_does(course, capsys):
    front = 'lede: "**先看** $N\\\\times N$：{eval}`score_matrix(N=131072)`，{dim}`N` 与 `a<b` 见 [这里](#x)。"\n'
    course.lesson("a", front=front, title="词表 <s> 与 $n^2$")
    assert course.told(capsys, "build")[0] == 0
    page = course.page("a")
    assert (
        re.search('<meta name="description" content="([^"]*)">', page)[1] == "先看 N×N：32 GiB，N 与 a&lt;b 见 这里。"
    )
    assert re.search("<title>(.*) · 课程</title>", page)[1] == "词表 &lt;s&gt; 与 n2"
