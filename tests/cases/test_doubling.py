"""Twice the input is about twice the work, through every door: work is counted, so no busy machine fails this."""

import pytest

from site_builder.document.maths import to_mathml
from site_builder.problems import Problems, Refused, nearest
from site_builder.render import code
from site_builder.source.json_nodes import load_json
from site_builder.source.text import SourceText
from site_builder.source.yaml import load_yaml
from tests.parse.support import parse
from tests.work import lines_run

MOST = 2.6
"""The ratio that work may grow by where the input doubles: a square would be 4."""


def yaml(text):
    load_yaml(SourceText("a.yaml", text), Problems())


def json(text):
    load_json(SourceText("a.json", text), Problems())


def tex(text):
    try:
        to_mathml(text, True)
    except Refused:
        return


DOORS = [
    *[(parse, "", unit, 60) for unit in (
        "*甲 ", "**a", "$a", "$5", "`a ", "[a](b ", "[a][b] ", "![a", "<b>甲", "<details>\n", "{eval}`a", "甲\n",
        "- a\n", "> a\n\n", "1. 甲\n  - 乙\n", "[^a] ", "[a]: b\n", ":::{note}\n", "    甲\n\n", "http://a.b/",
        "```\n", "<!-- ", "{{< ", "| a |\n", "$$\n", "\\begin{a}", "H~2~O", ":a:`b`", "## 甲\n\n", "[甲](#乙)",
    )],
    (parse, "| a | b |\n|---|---|\n", "| 1 | 2 |\n", 60),
    (parse, "| a | b |\n|---|---|\n", "| `|` | $|$ |\n", 60),
    *[(yaml, begun, unit, 200) for begun, unit in (
        ("", "- a\n"), ("a: 甲\n", "  乙 乙\n"), ("a: >\n", "  乙\n\n"), ("a: [", "b, "), ("", "- {a: b}\n"),
        ('a: "', "\\n"), ("- &a b\n", "- *a\n"),
    )],
    *[(json, begun, unit, 200) for begun, unit in (
        ("[", "1,"), ("{", '"a": 1,'), ('"', "\\n"), ("", "[]"), ("[", '"a",'),
    )],
    *[(tex, begun, unit, 100) for begun, unit in (
        ("", "x_1 "), ("", r"\frac12 "), (r"\begin{aligned}", r"a&=b\\"), (r"\substack{", r"a\\"),
        (r"\newcommand{\g}{x}", r"\g "), ("", r"\left(a\right)"), ("", r"\text{a}"),
    )],
]  # fmt: skip


@pytest.mark.parametrize(("door", "begun", "unit", "count"), DOORS)
def test_twice_the_input_is_twice_the_work(door, begun, unit, count):
    door(begun + unit)  # what is made once, such as a parser, is no part of the work
    once, twice = (lines_run(lambda number=number: door(begun + unit * number)) for number in (count, 2 * count))
    assert twice < MOST * once


def test_twice_the_names_and_misspelt_references_are_twice_the_work():
    """Of many names only so many are compared, whatever their number."""

    def hints(count):
        names = [f"name-{'x' * 100}-{index}" for index in range(count)]
        for name in names[:50]:
            nearest(name + "y", names)

    assert lines_run(lambda: hints(400)) < MOST * lines_run(lambda: hints(200))


@pytest.mark.parametrize("language", sorted(code.LANGUAGES))
@pytest.mark.parametrize("unit", [" \n", "/*\"'(a.\n"])
def test_a_lexer_looks_at_twice_as_much_of_twice_the_code(language, unit, monkeypatch):
    """What expressions may look at is summed up: without their bound it would grow with the square."""
    seen = 0

    def counted(rules):
        def counting(match):
            def matched(text, position, end=1 << 30):
                nonlocal seen
                seen += min(end, len(text)) - position
                return match(text, position, end)

            return matched

        return bounded([(counting(match), action, state) for match, action, state in rules])

    bounded = code._bounded
    monkeypatch.setattr(code, "_bounded", counted)
    monkeypatch.setattr(code, "_lexer", code._lexer.__wrapped__)
    looked = []
    for characters in (2 * code.REACH, 4 * code.REACH):
        seen = 0
        code.code_block((unit * characters)[:characters], language)
        looked.append(seen)
    assert looked[1] <= MOST * looked[0]


def test_code_beyond_what_is_coloured_stays_plain_and_is_reported():
    page = parse(
        "```python\n" + "a = 1\n" * 3_000 + "```\n\n```python\n" + "b = 2\n" * 3_000 + "```\n\n```python\nc\n```\n"
    )
    fences = [token for block in page.lesson.blocks for token in block.tokens if token.type == "fence"]
    assert [bool(fence.meta.get("plain")) for fence in fences] == [False, True, True]
    assert page.told == ["3004:1 file-size-is-bounded"]
    assert "<span" not in code.code_block("b = 2\n", "python", plain=True)
    assert "<span" in code.code_block("b = 2\n", "python")


def test_what_is_within_reach_is_coloured_as_pygments_does():
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name

    source = 'def f(x: int) -> str:\n    """Words."""\n    return f"{x}"  # 甲\n' * 20
    expected = highlight(source, get_lexer_by_name("python", stripnl=False, ensurenl=False), HtmlFormatter(nowrap=True))
    assert len(source) > code.REACH
    assert expected in code.code_block(source, "python")
