"""Labels, the numbers they give, and links that print them; what is nearly one is reported with what to write."""

import pytest

from site_builder.document.inline import Token
from site_builder.document.walk import walk
from tests.parse.support import FIRST, parse

FIGURE = ":::{figure} a.svg\n:alt: 图\n:label: NAME\n\n说明\n:::\n\n"
TABLE = ":::{table} 表\n:label: NAME\n\n| a |\n|---|\n| 1 |\n:::\n\n"
CALCULATOR = """\
:::{calculator} 账
:name: NAME
:to: 1024
:start: 8

curves:
  - {value: "score_matrix(N=N)", label: 分数}
:::

"""


def numbers(text: str) -> list[tuple[str, str, int]]:
    parsed = parse(text)
    assert not parsed.problems, parsed.problems
    return [(each.kind, each.name, each.number) for each in parsed.lesson.targets]


def test_each_kind_is_counted_in_reading_order_wherever_it_stands():
    text = (
        FIGURE.replace("NAME", "one") + "- 项\n\n  $$x$$ (eq-one)\n\n"
        ":::{figure} b.svg\n:alt: 没有名字，就没有号\n:::\n\n"
        f"::::{{note}}\n{TABLE.replace('NAME', 'cost')}{FIGURE.replace('NAME', 'two')}::::\n\n"
        + CALCULATOR.replace("NAME", "n")
        + "> $$\n> y\n> $$ (eq-two)\n"
    )
    assert numbers(text) == [
        ("figure", "one", 1), ("equation", "eq-one", 1), ("table", "cost", 1), ("figure", "two", 2),
        ("experiment", "n", 1), ("equation", "eq-two", 2),
    ]  # fmt: skip


def test_a_figure_without_a_caption_and_a_drawing_without_a_title_have_their_number_alone():
    text = ":::{figure} a.svg\n:alt: 图\n:label: a\n:::\n\n:::{steps_figure}\n:label: b\n:::\n"
    parsed = parse(text)
    kinds = [[token.type for token in walk(block) if isinstance(token, Token)] for block in parsed.lesson.blocks]
    assert kinds == [["paragraph_open", "inline", "role", "paragraph_close"], ["inline", "role"]]


@pytest.mark.parametrize(
    ("text", "line", "column", "said"),
    [
        ("[](https://a.b)", 0, 1, "no words"),
        ("[](x.md)", 0, 1, "write {lesson}`x`"),
        ("甲[ ](https://a.b)", 0, 2, "no words"),
        ("[图 %s](https://a.b)", 0, 1, "leads to no label"),
        ("[图 %s](x.md)", 0, 1, "leads to no label"),
        ("$$\nx\n$$ (eq:a)", 2, 4, "write (eq-a)"),
        ("$$x$$ (1)", 0, 7, "write (eq-1)"),
        ("$$x$$（eq-a）", 0, 6, "write (eq-a)"),
        ("$$x\\tag{1}$$ (eq-a)", 0, 14, r"no \tag"),
        ("$$\nx\n$$\n(eq-a)", 3, 1, "below the formula"),
        ("见 $$x$$ (eq-a)", 0, 3, "labels no formula"),
        ("见 $x$ (eq-a)", 0, 3, "labels no formula"),
        ("$$x$$ (eq-a)\n\n代入(eq-a)得", 2, 1, "write [](#eq-a)"),
        (":::{table} 表\n文字\n:::", 1, 1, "one Markdown table"),
        (TABLE.replace("NAME", "t") + "## t", 1, 9, "id of a heading"),
        (FIGURE.replace("NAME", "f") + TABLE.replace("NAME", "f"), 8, 9, "labels two things"),
        ("$$a$$ (eq-a)\n\n$$b$$ (eq-a)", 2, 7, "labels two things"),
        (r"见 $\eqref{a}$", 0, 4, "write [](#name)"),
        (r"$\ref{a}$", 0, 2, "write [](#name)"),
        ("$$a\\label{main}$$", 0, 4, "$$ … $$ (name)"),
    ],
)
def test_what_is_nearly_a_label_or_a_link_to_one_is_reported(text, line, column, said):
    found = [each for each in parse(text).problems if said in str(each)]
    assert [(each.position.line - FIRST, each.position.column) for each in found] == [(line, column)]


@pytest.mark.parametrize(
    "text",
    [
        "占位 %s 和 100%s",
        "参见 (k-means)",
        "$k$ (k-means)",
        "$$x$$ (见上)",
        "按 (eq-a) 算",
        "`[图 %s](#a)`",
        "[乙](#a)",
    ],
)
def test_what_is_none_is_left_alone(text):
    assert not [each for each in parse(text).problems if each.rule == "link-is-written-right"]


def test_a_label_and_a_heading_that_looks_like_its_id_do_not_meet():
    parsed = parse("## figure one\n\n" + FIGURE.replace("NAME", "one"))
    ids = [heading.id for heading in parsed.lesson.headings] + [each.element for each in parsed.lesson.targets]
    assert ids == ["section-figure-one", "figure-one"]
