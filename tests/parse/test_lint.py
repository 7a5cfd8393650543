"""What is surely not meant is looked for in the words alone, and in titles as in paragraphs."""

import pytest

from tests.parse.support import parse


def reported(markdown: str) -> list[str]:
    return [f"{each.position.line}:{each.position.column} {each.rule}" for each in parse(markdown).problems]


@pytest.mark.parametrize(
    "markdown",
    [
        "[words](https://example.org/a==b==c)",
        "[words](https://example.org/x%%y%%z '[[title]]')",
        "<https://example.org/a==b==c>",
        "[words][long]\n\n[long]: https://example.org\n",
        "[short]（a note）\n\n[short]: https://example.org\n",
        "`[words](a file.md)` and {term}`[[x]] <token>`",
        "$[x](a b.md)$ and `javascript:` in [`[x](javascript:a)`](https://example.org)",
        "a mark[^1] of a footnote\n\n[^1]: its text\n",
        r"\[words](a file.md) and \[^1]",
    ],
)
def test_what_is_no_text_looks_like_nothing(markdown):
    assert reported(markdown) == []


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("[a](b.md) [words](a file.md)", ["5:11 link-has-a-target"]),
        ("**x** [words `code`](javascript:a)", ["5:7 link-is-written-right"]),
        ("[a [b] c](data:x)", ["5:1 link-is-written-right"]),
        ("[a](b.md)[^1]", ["5:10 link-is-written-right"]),
        ("a **b c", ["5:3 emphasis-is-closed"]),
        ("[**a](b.md) __ c", ["5:2 emphasis-is-closed", "5:13 emphasis-is-closed"]),
        ("[words with ==marks==](b.md)", ["5:13 emphasis-is-closed"]),
        ("==a== b[^1] ==c==\n\n[^1]: its text\n", ["5:1 emphasis-is-closed", "5:13 emphasis-is-closed"]),
    ],
)
def test_a_mistake_has_its_place_whatever_stands_around_it(markdown, expected):
    assert reported(markdown) == expected


def test_the_words_of_a_title_are_read_like_those_of_a_paragraph():
    assert reported(":::{note} A <b>bold</b> ==title==\ntext\n:::\n") == [
        "5:13 html-is-not-printed",
        "5:25 emphasis-is-closed",
    ]


def test_thousands_with_commas_in_an_option_are_reported_as_one_number():
    found = parse(
        ":::{calculator} x\n:name: a\n:to: 10\n:start: 1\n:presets: 16, 4,096\n\n"
        "curves:\n- {value: weights(), label: x}\n:::\n"
    ).problems
    assert [str(problem).partition(":")[2] for problem in found] == [
        "9:15: a comma ends a value, so 4,096 is no number here (write 4096) [option-has-its-type]"
    ]


@pytest.mark.parametrize(
    ("markdown", "why"),
    [
        ("a $x = b", "it has no partner"),
        ("a $x $ b", "a space follows it, or stands before its partner"),
        ("a $中$ b", "Chinese text stands before its partner"),
    ],
)
def test_a_dollar_says_why_it_begins_no_formula(markdown, why):
    assert why in parse(markdown).problems[0].message
