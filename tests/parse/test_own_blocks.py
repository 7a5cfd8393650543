"""What other dialects write, as what it is here: alerts, lone images, bare addresses, tasks, ``<br>``, fences."""

import pytest

from site_builder.document.blocks import Figure, Framed
from site_builder.document.code import CodeLines
from tests.parse.support import html, parse


@pytest.mark.parametrize(
    ("mark", "stem"),
    [("NOTE", "note"), ("TIP", "note"), ("IMPORTANT", "note"), ("WARNING", "warning"), ("caution", "warning")],
)
def test_an_alert_is_a_frame(mark, stem):
    parsed = parse(f"前\n\n> [!{mark}]\n> 甲**乙**\n>\n> - 丙\n\n后")
    frame = parsed.lesson.blocks[1]
    assert isinstance(frame, Framed)
    assert frame.stem == stem
    assert [html(block.tokens) for block in frame.body] == ["<p>甲<strong>乙</strong></p>\n<ul>\n<li>丙</li>\n</ul>\n"]
    assert parsed.paragraphs == ["前", "后"]
    assert parsed.told == []


def test_an_alert_whose_text_stands_below_an_empty_line():
    [frame] = parse("> [!NOTE]\n>\n> 甲").lesson.blocks
    assert [html(block.tokens) for block in frame.body] == ["<p>甲</p>\n"]


def test_an_alert_with_nothing_in_it_is_reported_as_an_empty_frame():
    assert parse("> [!NOTE]").told == ["1:1 directive-body-is-right"]


@pytest.mark.parametrize(
    "source", ["> [!NOSUCH]\n> 甲", "> [!NOTE] 甲\n> 乙", "- > [!NOTE]\n  > 甲", "> 甲\n>\n> [!NOTE]\n> 乙"]
)
def test_what_is_no_alert_stays_a_quote_and_is_reported(source):
    parsed = parse(source)
    assert "<blockquote>" in parsed.html
    assert [told.split()[1] for told in parsed.told] == ["marks-are-ascii"]


def test_a_second_alert_within_one_is_reported():
    assert parse("> [!NOTE]\n> 甲\n>\n> [!TIP]\n> 乙").told == ["4:3 marks-are-ascii"]


def test_a_lone_image_is_a_figure():
    parsed = parse('![四层 叠着](images/a%20b.png "一个周期**四层**。")')
    [figure] = parsed.lesson.blocks
    assert isinstance(figure, Figure)
    assert (figure.path, figure.alternative) == ("images/a b.png", "四层 叠着")
    assert [html(block.tokens) for block in figure.caption] == ["<p>一个周期**四层**。</p>\n"]
    assert parsed.told == []


def test_lone_images_stand_in_frames_too():
    [frame] = parse(":::{note}\n![甲](a.png)\n:::").lesson.blocks
    assert [type(block) for block in frame.body] == [Figure]


@pytest.mark.parametrize(
    ("source", "paragraph"),
    [
        ("见 https://a.org/b_c_d?e=1&f，再看", "https://a.org/b_c_d?e=1&amp;f"),
        ("(https://a.org/x_(y))。", "https://a.org/x_(y)"),
        ("https://a.org/. 完", "https://a.org/"),
        ("看**https://a.org**吧", "https://a.org"),
    ],
)
def test_a_bare_address_is_a_link(source, paragraph):
    parsed = parse(source)
    assert f'<a href="{paragraph}">{paragraph}</a>' in parsed.html
    assert parsed.told == []


@pytest.mark.parametrize(
    "source", ["[见 https://a.org](https://b.org)", "`https://a.org`", "xhttps://a.org", "https://"]
)
def test_other_addresses_make_no_link_of_their_own(source):
    assert '<a href="https://a.org"' not in parse(source).html


def test_tasks_have_their_boxes():
    parsed = parse("- [ ] 甲\n- [x] 乙\n- 丙 [x] 丁")
    assert [part.split("</li>")[0] for part in parsed.html.split("<li>")[1:]] == ["☐ 甲", "☑ 乙", "丙 [x] 丁"]
    assert parsed.told == []


def test_breaks_and_lowered_and_raised_text():
    parsed = parse("甲<br>乙<br/>\n丙 H<sub>2</sub>O x<sup>**n**</sup>\n\n| a<br>b |\n|---|\n| c |")
    assert parsed.paragraphs[0] == "甲<br>乙<br>丙 H<sub>2</sub>O x<sup><strong>n</strong></sup>"
    assert "<th>a<br>b</th>" in parsed.html
    assert parsed.told == []


@pytest.mark.parametrize(
    ("info", "language", "title", "first", "marked"),
    [
        ("python", "python", None, 0, ()),
        ('python title="a b.py" linenos hl_lines="2-3 5"', "python", "a b.py", 1, (2, 3, 5)),
        ("{python}", "python", None, 0, ()),
        ("{.python .numberLines startFrom=10}", "python", None, 10, ()),
        ('{.python filename="a.py" code-line-numbers="2,4-5"}', "python", "a.py", 0, (2, 4, 5)),
        ('{.python code-line-numbers="true" lst-cap="甲"}', "python", "甲", 1, ()),
        ('{python code-line-numbers="false"}', "python", None, 0, ()),
        ("jsx {1,3-4} showLineNumbers title='a.jsx'", "jsx", "a.jsx", 1, (1, 3, 4)),
        ("ts:line-numbers=7 {1} [a.ts]", "ts", "a.ts", 7, (1,)),
        ('c++ linenums="3" hl_lines="1"', "c++", None, 3, (1,)),
        ('{ .yaml .annotate linenums="1" }', "yaml", None, 1, ()),
        ('title="只有名字"', "", "只有名字", 0, ()),
        ("linenos", "", None, 1, ()),
        ("python linenos=5 emphasize-lines=2", "python", None, 5, (2,)),
        ('go {linenos=table,hl_lines=[2,"4-5"]}', "go", None, 1, (2, 4, 5)),
        ("python,linenos,hl_lines=[2,3]", "python", None, 1, (2, 3)),
    ],
)
def test_a_fence_has_its_language_its_title_and_its_lines(info, language, title, first, marked):
    parsed = parse(f"```{info}\n1\n2\n3\n4\n5\n```")
    [fence] = parsed.lesson.blocks[0].tokens
    lines = fence.meta.get("lines", CodeLines())
    assert (fence.info, fence.meta.get("title")) == (language, title)
    assert (lines.first, tuple(sorted(lines.marked))) == (first, marked)
    assert parsed.errors == []
    assert [told for told in parsed.problems if ".annotate" not in told.message] == []


@pytest.mark.parametrize(
    "info",
    [
        'python title="a.py" title="b.py"',
        "python linenos=" + "9" * 5000,
        "python linenos=-5",
        "python startFrom=" + "9" * 5000,
        "{.python .input}",
        "python out",
        "python hl_lines=6",
        "python hl_lines=0",
        "python hl_lines=3-2",
        'python hl_lines="甲"',
        "python {99999999}",
        'python colour="red"',
    ],
)
def test_what_says_nothing_of_code_or_names_no_line_is_reported(info):
    parsed = parse(f"```{info}\n1\n2\n3\n4\n5\n```")
    assert parsed.told == ["1:1 code-is-written-right"]
    assert [problem.severity for problem in parsed.problems] == ["warning"]


def test_a_table_of_far_more_cells_than_anyone_reads_stays_text_and_is_reported():
    parsed = parse("|" + "a|" * 100 + "\n|" + "-|" * 100 + "\n" + "|a|\n" * 300)
    assert "<table>" not in parsed.html
    assert "1:1 file-size-is-bounded" in parsed.told
