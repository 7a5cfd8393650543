"""Comments are left out and reported once a file; ``<details>`` is the frame `dig`."""

import pytest

from site_builder.document.blocks import Framed
from tests.parse.support import html, parse
from tests.work import lines_run


@pytest.mark.parametrize(
    ("source", "paragraphs", "told"),
    [
        ("甲 <!-- 注 --> 乙", ["甲 乙"], "1:3"),
        ("a<!-- 1 -->b <!-- 2 --> c", ["ab c"], "1:2"),
        ("<!-- 注 -->\n\n甲", ["甲"], "1:1"),
        ("甲\n\n<!--\n## 旧\n\n**没有关\n-->\n乙", ["甲", "乙"], "3:1"),
        ("甲\n<!-- 注 -->\n乙", ["甲", "乙"], "2:1"),
        ("- 甲\n  <!-- 注\n  还有 -->\n- 乙", [], "2:3"),
        ("| 甲<!-- 注 --> |\n|---|\n| 乙 |", [], "1:4"),
        ("> 甲 <!-- 注 -->", ["甲 "], "1:5"),
        ("<!-- <b> 与 $x 与 [a](b) -->", [], "1:1"),
        ("<!-- 一 -->\n\n甲 <!-- 二 -->\n\n<!-- 三 -->", ["甲 "], "1:1"),
    ],
)
def test_comments_are_left_out_and_reported_once(source, paragraphs, told):
    parsed = parse(source)
    assert parsed.told == [f"{told} comment-is-not-printed"]
    assert parsed.paragraphs == paragraphs
    assert not {"注", "旧", "二"} & set(parsed.html)
    assert [problem.severity for problem in parsed.problems] == ["warning"]


def test_how_many_comments_there_are_is_said():
    [problem] = parse("<!-- 一 -->\n\n甲 <!-- 二 --> 乙").problems
    assert problem.message == "2 comments of this file are left out of the page"


@pytest.mark.parametrize("source", ["`<!-- 注 -->`", "```\n<!-- 注 -->\n```", "    <!-- 注 -->", "$a <!-- b$"])
def test_comments_in_code_and_formulas_are_text(source):
    parsed = parse(source)
    assert "&lt;!--" in parsed.html
    assert "comment-is-not-printed" not in " ".join(parsed.told)


@pytest.mark.parametrize("source", ["甲 <!-- 乙", "<!-- 甲\n\n乙", "<!-- 甲\n\n乙 --> 丙"])
def test_a_comment_that_is_not_closed_or_has_text_behind_it_loses_nothing(source):
    parsed = parse(source)
    assert "甲" in parsed.html
    assert "乙" in parsed.html
    assert parsed.told == [f"1:{source.index('<') + 1} comment-is-not-printed"]


def test_a_comment_in_a_title_is_reported_where_it_stands():
    parsed = parse(":::{note} 题 <!-- 注 -->\n甲\n:::")
    assert parsed.told == ["1:13 comment-is-not-printed"]
    assert parsed.lesson.blocks[0].title.plain.strip() == "题"


@pytest.mark.parametrize(
    "unit",
    ["<!-- ", "<!--\n", "<!-- -->", "a <!--\n\n", "<details>\n", "</details>\n", "<details", "- <details>\n", "> "],
)
def test_work_grows_with_the_text(unit):
    few, many = (lines_run(lambda n=n: parse(unit * n + "--> x")) for n in (60, 120))
    assert many < 2.6 * few


def titled(source):
    """Title and body of the frames of `source`."""
    frames = parse(source).lesson.blocks
    assert all(isinstance(frame, Framed) and frame.stem == "dig" for frame in frames)
    return [(frame.title.plain, "".join(html(block.tokens) for block in frame.body)) for frame in frames]


@pytest.mark.parametrize(
    "source",
    [
        "<details>\n<summary>题</summary>\n\n甲\n\n</details>",
        "<details><summary>题</summary>\n甲\n</details>",
        "<details open>\n<summary><b>题</b></summary>\n\n甲\n</details>",
        "<details>\n  <summary>\n  题\n  </summary>\n甲\n\n</details>",
        "<DETAILS class='a'><SUMMARY>题</SUMMARY>甲</DETAILS>",
        "<details><summary>题</summary>甲</details>",
    ],
)
def test_details_is_a_frame(source):
    assert titled(source) == [("题", "<p>甲</p>\n")]
    assert parse(source).told == []


def test_details_hold_blocks_frames_and_one_another():
    source = "<details><summary>题 `a`</summary>\n\n- 甲\n\n<details><summary>内</summary>\n乙\n</details>\n\n"
    source += ":::{note}\n丙\n:::\n</details>\n\n后"
    parsed = parse(source)
    frame, after = parsed.lesson.blocks
    assert parsed.told == []
    assert [type(block).__name__ for block in frame.body] == ["Prose", "Framed", "Framed"]
    assert html(after.tokens) == "<p>后</p>\n"


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("<details><summary>题</summary>\n甲", ["1:1 directive-is-closed"]),
        ("甲\n\n</details>", ["3:1 directive-is-closed"]),
        (":::{note}\n<details><summary>题</summary>\n甲\n:::", ["2:1 directive-is-closed"]),
        ("<details>\n甲\n</details>", ["1:1 directive-argument-is-right"]),
        ("<details><summary>题</summary>\n</details>", ["1:1 directive-body-is-right"]),
    ],
)
def test_what_is_wrong_with_details_is_reported_at_its_place(source, told):
    assert parse(source).told == told


@pytest.mark.parametrize(
    "source",
    [
        "- <details><summary>题</summary>\n\n  甲\n\n  </details>",
        "1. 乙\n\n   <details>\n   <summary>题</summary>\n\n   甲\n\n   </details>\n2. 丙",
        "> <details>\n> <summary>\n> <b>题</b>\n> </summary>\n>\n> 甲\n>\n> </details>",
        "> - <DETAILS open><SUMMARY>题</SUMMARY>\n>\n>   甲\n>   </DETAILS>",
        "乙[^1]\n\n[^1]: 丙\n\n    <details><summary>题</summary>\n\n    甲\n\n    </details>",
        "> <details><summary>题</summary>甲</details>",
        ":::{note}\n- 乙\n\n  <details><summary>题</summary>\n  甲\n  </details>\n:::",
    ],
)
def test_details_in_lists_quotes_and_notes_are_folds_of_the_text(source):
    parsed = parse(source)
    assert parsed.told == []
    tokens = [token for run in runs(parsed.lesson) for token in run]
    kinds = [token.type for token in tokens]
    opening, closing = kinds.index("fold_open"), kinds.index("fold_close")
    title, body, *inside = tokens[opening + 1 : closing]
    assert (title.content, body.type) == ("题", "fold_body")
    assert [token.content for token in inside if token.type == "inline"] == ["甲"]


def runs(lesson):
    """The token runs of a lesson, those of its frames too."""
    for block in lesson.blocks:
        yield from (part.tokens for part in getattr(block, "body", (block,)))


def test_folds_of_the_text_nest_and_code_in_them_closes_none():
    source = "- <details><summary>外</summary>\n\n  ```html\n  </details>\n  ```\n\n"
    source += "  - <details><summary>内</summary>\n    乙\n    </details>\n  </details>"
    parsed = parse(source)
    kinds = [token.type for token in parsed.lesson.blocks[0].tokens]
    assert parsed.told == []
    assert [kind for kind in kinds if kind.startswith("fold_")] == [
        "fold_open", "fold_body", "fold_open", "fold_body", "fold_close", "fold_close",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("- <details><summary>题</summary>\n  甲", ["1:3 directive-is-closed"]),
        (
            "- <details><summary>题</summary>\n  甲\n\n</details>",
            ["1:3 directive-is-closed", "4:1 directive-is-closed"],
        ),
        ("> 甲\n> </details>", ["2:3 directive-is-closed"]),
        (
            "- <details><summary>题</summary>\n\n  - 甲\n    </details>",
            ["1:3 directive-is-closed", "4:5 directive-is-closed"],
        ),
        ("- <details>\n  甲\n  </details>", ["1:3 directive-argument-is-right"]),
        ("> <details><summary>题</summary>\n> </details>", ["1:3 directive-body-is-right"]),
        ("- <details><summary>题 **b</summary>\n  甲\n  </details>", ["1:23 emphasis-is-closed"]),
        ("- <details><summary>题</summary>\n  :::{note}\n  甲\n  </details>", ["2:3 directive-stands-alone"]),
    ],
)
def test_what_is_wrong_with_a_fold_of_the_text_is_reported_at_its_place(source, told):
    assert parse(source).told == told


@pytest.mark.parametrize("source", ["`<details>`", "```\n<details>\n```", "见 <details> 标签", "<detailsx>"])
def test_details_elsewhere_are_text(source):
    assert "&lt;details" in parse(source).html
