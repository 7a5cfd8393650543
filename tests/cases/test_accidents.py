"""The range sign strikes nothing out; what looks like syntax but is not is reported at its line."""

import re

import pytest

from tests.scratch import paragraphs

LOOKS_LIKE_SYNTAX = (
    "显存约 10~20 GiB，层数 24~36，只有 ~~48~~ 被划掉。\n\n"
    "##\u3000全角空格标题\n\n##\u00a0不换行空格标题\n\n##没有空格\n\n＃ 全角井号\n"
)


def test_accidental_strikes_and_headings(course):
    path = course.lesson("a", LOOKS_LIKE_SYNTAX)
    course.build()
    first, *others = paragraphs(course.page("a"))
    assert first == "显存约 10~20\u00a0GiB，层数 24~36，只有 <s>48</s> 被划掉。"
    assert others == ["##\u3000全角空格标题", "##\u00a0不换行空格标题", "##没有空格", "＃ 全角井号"]
    told = course.run("check")
    assert told.returncode == 1
    lines = [int(line) for line in re.findall(r"a\.md:(\d+):1: this looks like a heading but is not", told.stderr)]
    before = path.read_text(encoding="utf-8").partition("显存约")[0].count("\n")
    assert lines == [before + line for line in (3, 5, 7, 9)]
    assert told.stderr.splitlines()[-1] == "4 problems"


@pytest.mark.parametrize("text", ["5~7…8~9", "~单~", "10~20~30", "约~3 与 ~4", "a ~~~ b", "$3~$4"])
def test_tildes_that_strike_nothing_out(course, capsys, text):
    course.lesson("a", text + "\n")
    assert course.told(capsys, "build")[0] == 0
    assert paragraphs(course.page("a")) == [text]


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ("####### 七个", "heading-is-written-right"),
        ("> ##引用里", "heading-is-written-right"),
        ("正文\n---", "heading-is-written-right"),
        ("-没有空格", "list-is-written-right"),
        ("1、甲\n2、乙", "list-is-written-right"),
        ("• 甲\n• 乙", "list-is-written-right"),
        ("＞ 引用", "marks-are-ascii"),
        ("｀｀｀python", "marks-are-ascii"),
        ("＊＊粗＊＊", "marks-are-ascii"),
        ("［链接］（http://a）", "marks-are-ascii"),
        ("- > [!NOTE]\n  > 正文", "marks-are-ascii"),
        ("```python 例子\na\n```", "code-is-written-right"),
        ("{eval}“layers”", "role-is-well-formed"),
        ("<!-- 给自己的话 -->", "comment-is-not-printed"),
        ("[^1]：全角冒号", "link-is-written-right"),
        ("1. 一\n3. 三", "list-is-written-right"),
        ("约 2~~3 GiB，4 层", "emphasis-is-closed"),
        ("约 2~~3 GiB，4~~5 层", "emphasis-is-closed"),
    ],
)
def test_what_looks_like_syntax_is_reported(course, capsys, body, rule):
    course.lesson("a", f"甲\n\n{body}\n")
    code, _, err = course.told(capsys, "check")
    assert code == 1
    assert f"[{rule}]" in err
    assert re.search(r"a\.md:[89]:", err)
    assert course.told(capsys, "build")[0] == 0


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ("：：：{note}\nx\n：：：", "directive-is-known"),
        (":::｛note｝\nx\n:::", "directive-is-known"),
        (":::{nte}\nx\n:::", "directive-is-known"),
        (":::{note}\nx", "directive-is-closed"),
        ("- :::{note}\n  x\n  :::", "directive-stands-alone"),
        ("```{note}\nx\n```", "directive-is-known"),
        ("```\n没有关\n\n## 标题", "code-is-written-right"),
        ("> ```\n> 没有关\n\n后", "code-is-written-right"),
        ("[注意]: 这是正文", "definition-is-used"),
        ("[^y]: 没人引用", "definition-is-used"),
        ("[^x] [^x]\n\n[^x]: 注\n\n[^x]: 又一个", "definition-is-used"),
        (":::{stepper}\n开头\n### 一\n文\n:::", "directive-body-is-right"),
        (":::{dig}\n没有题\n:::", "directive-argument-is-right"),
        (":::{note}\n:color: red\n\n文\n:::", "option-is-known"),
        ("{eval}`weights", "role-is-well-formed"),
        (":::{figure} a.png\n:alt: 多行\n  续行\n:::", "option-is-known"),
        (":::{figure} a.png\n:alt: 一\n:alt: 二\n:::", "option-is-known"),
        ("[见 {eval}`layers`](a.md)", "link-is-written-right"),
        ("[甲 {lesson}`a`](a.md)", "link-is-written-right"),
        ("甲 &#x202e;乙", "source-has-no-control-characters"),
    ],
)
def test_what_would_be_lost_or_change_its_meaning_stops_the_build(course, capsys, body, rule):
    course.lesson("a", f"甲\n\n{body}\n")
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert f"[{rule}]" in err
    assert not (course.root / "site").exists()
