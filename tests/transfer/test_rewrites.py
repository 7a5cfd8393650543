"""Every row of the tables of rewrites does what its example says, and what looks alike stays."""

import re

import pytest

from site_builder.source.snapshot import files_of
from site_builder.transfer.blocks import READERS
from site_builder.transfer.context import Context, Label
from site_builder.transfer.made import Line, converted
from site_builder.transfer.notes import Notes
from site_builder.transfer.rewrites import FORMULAS, MARKS, ROLES
from site_builder.transfer.text import rewritten
from tests.scratch import REPOSITORY
from tests.transfer.chapters import png
from tests.work import lines_run

ROWS = (*ROLES, *FORMULAS, *MARKS)


def chapter():
    """A chapter `x` beside a chapter `b`, with an image `a.png` and a figure labelled `fig_a`."""
    return Context(
        files_of({"a.png": png(), "x.md": "x"}), "x.md", "x", {"x.md": "x", "b.md": "b"},
        {"fig_a": Label("x", "figure", "图", "fig_a")}, {"b": {"甲": "甲"}}, Notes("x.md"),
        citations={"d2017": "Dao", "e2018": "Elman"}, readers=READERS,
    )  # fmt: skip


def blocks(text, context=None):
    lines = [Line(number, line) for number, line in enumerate(text.split("\n"), 1)]
    return "\n".join(converted(lines, context or chapter()).lines).strip("\n")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.example)
def test_a_row_does_what_its_example_says(row):
    context = chapter()
    assert rewritten(row.example, context) == row.becomes
    assert [(note.kind, note.state) for note in context.notes.found if note.kind == row.kind] != []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.example)
def test_what_a_row_made_stays(row):
    """Importing what was imported changes nothing: the words are ours already."""
    context = chapter()
    context.files = files_of({"images/a.png": png()})
    context.path = "lessons/x.md"
    again = rewritten(row.becomes.replace("../images/", "/images/"), context)
    assert again.replace("../images/images/", "../images/") == row.becomes


@pytest.mark.parametrize(
    "text",
    [
        "`:ref:` 与 `==甲==` 与 ``{ref}`a` ``",
        "$a^2 + b^2$ 与 $x_{~1}$ 与 10~20~30",
        "{eval}`layers` 与 {term}",
        "<https://example.org/a_(b)>",
        "a < b > c 与 List<int> 与 <think>",
        r"价格 \$5 与 $5-$10",
        "[甲] 与 [1, 2] 与 a[0][1]",
        "甲 * 乙 == 丙 == 丁",
    ],
)
def test_what_is_no_markup_stays(text):
    context = chapter()
    if text.startswith("{eval}"):
        text = text.replace("{eval}`layers`", "`layers`")
    assert rewritten(text, context) == text


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("!!! warning \"题\"\n    甲\n\n    乙\n丙", ":::{warning} 题\n甲\n\n乙\n:::\n\n丙"),
        ("??? 提示\n    甲", ":::{dig} 提示\n甲\n:::"),
        ("??? note\n    甲", ":::{dig} note\n甲\n:::"),
        (":::tip[题]\n甲\n:::", ":::{note} 题\n甲\n:::"),
        ("::: danger 题\n甲\n:::", ":::{warning} 题\n甲\n:::"),
        (":::details 题\n甲\n:::", ":::{dig} 题\n甲\n:::"),
        ("::: {.callout-note title=\"题\"}\n甲\n:::", ":::{note} 题\n甲\n:::"),
        ("::: columns\n::: column\n甲\n:::\n:::", "甲"),
        ("::::note\n:::tip\n甲\n:::\n::::", "::::{note}\n:::{note}\n甲\n:::\n::::"),
        (":::note\n::: tip\n甲\n:::\n乙\n:::", "::::{note}\n:::{note}\n甲\n:::\n\n乙\n::::"),
        ("```{warning}\n甲\n```", ":::{warning}\n甲\n:::"),
        ("````{note}\n```python\nx\n```\n````", ":::{note}\n```python\nx\n```\n:::"),
        ("```{math}\nx\n```", "$$\nx\n$$"),
        ("```{r, echo=FALSE}\nx\n```", "```r\nx\n```"),
        ("```{.python .numberLines}\nx\n```", "```python linenos\nx\n```"),
        ("```js title='a.js' {1}\nx\n```", '```js title="a.js" hl_lines="1"\nx\n```'),
        ('```python linenums="3" hl_lines="1 2"\nx\ny\n```', '```python linenos=3 hl_lines="1 2"\nx\ny\n```'),
        ("```{code-block} python\n:linenos:\n:emphasize-lines: 1,2\n:caption: 甲\nx\ny\n```",
         '```python title="甲" linenos hl_lines="1,2"\nx\ny\n```'),
        ("```{r fit, echo=FALSE}\nx\n```", "```r\nx\n```"),
        ("~~~text\n```\n~~~", "````text\n```\n````"),
        ("{% hint style=\"danger\" %}\n甲\n{% endhint %}", ":::{warning}\n甲\n:::"),
        ("{{< callout type=\"info\" >}}\n甲\n{{< /callout >}}", ":::{note}\n甲\n:::"),
        ("<details><summary>题</summary>\n\n甲\n\n</details>", ":::{dig} 题\n甲\n:::"),
        ("<details>\n<summary><b>题</b></summary>\n甲\n</details>", ":::{dig} 题\n甲\n:::"),
        ("- 甲\n\n  <details>\n  <summary>题</summary>\n\n  乙\n\n  </details>",
         "- 甲\n\n  <details><summary>题</summary>\n\n  乙\n\n  </details>"),
        ("1. 甲\n\n   ??? note\n       乙", "1. 甲\n\n   <details><summary>note</summary>\n\n   乙\n\n   </details>"),
        ("> [!info] 题\n> 甲", ":::{note} 题\n甲\n:::"),
        ("> [!NOTE]\n> 甲", "> [!NOTE]\n> 甲"),
        ("> 甲\n> 乙", "> 甲\n> 乙"),
        ("- 甲\n\n  !!! note \"题\"\n      乙", "- 甲\n\n  > **题**\n  >\n  > 乙"),
        ("\\[\nx\n\\]", "$$\nx\n$$"),
        ("\\begin{align}\na &= b\n\\end{align}", "$$\n\\begin{align}\na &= b\n\\end{align}\n$$"),
        ("$$x$$ (eq-a)", "$$\nx\n$$ (eq-a)"),
        ("$$\nx\n$$\n:eqlabel:`eq_a`", "$$\nx\n$$ (eq_a)"),
        ("<table><tr><td>甲</td><td>乙</td></tr></table>", "| 甲 | 乙 |\n|---|---|"),
        ("<table>\n<tr><td colspan=2>甲</td></tr>\n</table>",
         "```html\n<table>\n<tr><td colspan=2>甲</td></tr>\n</table>\n```"),
        ("![图](a.png)\n:label:`f`", ":::{figure} ../images/a.png\n:alt: 图\n:label: f\n\n图\n:::"),
        ("```\n!!! note\n    甲\n:::tip\n```", "```\n!!! note\n    甲\n:::tip\n```"),
        ("```\n没有关\n!!! note", "```\n没有关\n!!! note\n```"),
        (":::note\n没有关", ":::{note}\n没有关\n:::"),
    ],
)  # fmt: skip
def test_blocks(text, becomes):
    assert blocks(text) == becomes


@pytest.mark.parametrize(
    "unit",
    [
        "[a](b ",
        "![a",
        "<b>",
        "<img ",
        ":::note\n",
        "```\n",
        "!!! note\n",
        "[[a",
        "`a ",
        "$a ",
        "==a",
        "^[",
        "<details>\n",
    ],
)
def test_work_grows_with_the_text(unit):
    few, many = lines_run(lambda: blocks(unit * 60)), lines_run(lambda: blocks(unit * 120))
    assert many < 2.6 * few


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.example)
def test_every_row_is_in_the_manual(row):
    manual = (REPOSITORY / "docs" / "importing.md").read_text(encoding="utf-8")
    assert f"{row.kind}\n    {row.example!r}\n  → {row.becomes!r}\n" in manual


def test_every_origin_has_its_page():
    manual = (REPOSITORY / "docs" / "importing.md").read_text(encoding="utf-8")
    pages = {f"importing/{path.name}" for path in (REPOSITORY / "docs" / "importing").glob("*.md")}
    assert pages == set(re.findall(r"\]\((importing/[^)]+)\)", manual))
    assert len(pages) >= 8
