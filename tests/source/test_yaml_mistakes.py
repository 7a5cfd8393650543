"""What authors get wrong: keys given twice, colons, hashes, spaces that are none."""

from __future__ import annotations

import pytest

from tests.source.reading import PATH, problems_of, read, the_problem

pytestmark = pytest.mark.usefixtures("each_parser")


@pytest.mark.parametrize(
    ("text", "position", "key", "first"),
    [
        ("# a.yaml\ncontext: 4096\nlayers: 64\ncontext: 262144\n", "4:1", "context", 2),
        ("{a: 1, b: 2, a: 3}", "1:14", "a", 1),
        ("x:\n  - a: 1\n    a: 1\n", "3:5", "a", 2),
        ("a: 1\n'a': 2\n", "2:1", "a", 1),
        ("1: a\n1: b\n", "2:1", "1", 1),
        ("b: &b {a: 1}\nc: {<<: *b, a: 2, a: 3}", "2:19", "a", 2),
    ],
)
def test_a_key_given_twice_names_both_lines(text: str, position: str, key: str, first: int) -> None:
    assert the_problem(text) == (
        f"{position}: the key '{key}' was already given in line {first} (keep one of the two) [yaml-key-is-unique]"
    )


def test_every_repeated_key_is_reported() -> None:
    assert [problem.position.line for problem in problems_of("a: 1\nb: 1\na: 2\nb: 2\na: 3\n")] == [3, 4, 5]


def test_keys_that_differ_are_not_the_same() -> None:
    assert read("{1: a, 1.0: b, '01': c, true: d, True: e}") == {
        "1": "a",
        "1.0": "b",
        "01": "c",
        "true": "d",
        "True": "e",
    }


def test_merging_and_overriding_stay_legal() -> None:
    data = read("base: &base {heads: 24, dim: 256}\nbig: {<<: *base, dim: 512}\nlate: {dim: 1, <<: *base}\n")
    assert data["big"] == {"heads": 24, "dim": 512}
    assert data["late"] == {"heads": 24, "dim": 1}
    several = read("a: &a {x: 1}\nb: &b {x: 2, y: 2}\nc: {<<: [*a, *b]}\nd: {'<<': 1}\n")
    assert several["c"] == {"x": 1, "y": 2}
    assert several["d"] == {"<<": 1}


@pytest.mark.parametrize("text", ["a: {<<: 1}", "a: {<<: [1]}", "a: {<<: }", "a: &x 1\nb: {<<: *x}"])
def test_only_mappings_can_be_merged(text: str) -> None:
    assert "<<: merges mappings only" in the_problem(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title: C0 序章: 为什么\n", "2:13: a second ': ' in one value (quote the value of 'title': "
         'title: "C0 序章: 为什么") [yaml-is-well-formed]'),
        ("time: 30\nsubtitle: a: b\n", "3:12: a second ': ' in one value (quote the value of 'subtitle': "
         'subtitle: "a: b") [yaml-is-well-formed]'),
        ('- name: say "a": b\n', "2:16: a second ': ' in one value (quote the value of 'name': "
         'name: "say \\"a\\": b") [yaml-is-well-formed]'),
        ("title: 甲\n  乙: 丙\n", "3:4: a second ': ' in one value (quote the value of 'title', or indent "
         "this line like the one above) [yaml-is-well-formed]"),
    ],
)  # fmt: skip
def test_a_colon_in_a_value_names_the_key_to_quote(text: str, message: str) -> None:
    """As front matter: its first line is the file's second."""
    assert the_problem(text, first_line=2) == message


def test_a_colon_at_the_end_of_a_value() -> None:
    assert "title" in the_problem("title: 为什么:\n")


def test_a_hash_that_cuts_a_value_is_warned_of() -> None:
    (problem,) = problems_of("title: 第 4 课 #只留注意力\n", first_line=2)
    assert problem.severity == "warning"
    assert str(problem.position) == f"{PATH}:2:14"
    assert "the value is only '第 4 课'" in problem.message


@pytest.mark.parametrize(("text", "column"), [("{?x: 1}", 2), ("a: [?x, y]", 5), ("{?'x': 1}", 2)])
def test_a_question_mark_that_would_be_lost_is_reported(text: str, column: int) -> None:
    assert the_problem(text).startswith(f"1:{column}: YAML reads this ? as the mark of a key, so it would be lost")


@pytest.mark.parametrize("text", ["?x: 1", "{'?x': 1}", "? x\n: 1", "x: y?"])
def test_other_question_marks_stay(text: str) -> None:
    assert problems_of(text) == []


@pytest.mark.parametrize("text", ["a: b #c", "a: b # c", "a: b  #c", "- b #c", "[b #c\n]", "a: b c #1 d"])
def test_other_cutting_hashes(text: str) -> None:
    (problem,) = problems_of(text)
    assert (problem.severity, problem.rule) == ("warning", "yaml-value-is-unambiguous")


@pytest.mark.parametrize(
    "text",
    [
        "a: b  # c",
        "a: 1 # c",
        "a: true #c",
        "a: 'b' #c",
        "a: # c",
        "# c",
        "a: b#c",
        "a: '#b'",
        "a: |  # c\n  b #c\n",
        "a: b  #",
    ],
)
def test_comments_and_hashes_that_cut_nothing(text: str) -> None:
    assert problems_of(text) == []


def test_a_full_width_colon_is_named() -> None:
    (warning, error) = sorted(
        problems_of("title: 第 4 课 #只留注意力\nsummary：全角冒号\n", first_line=2),
        key=lambda problem: problem.position,
    )
    assert warning.severity == "warning"
    assert str(error.position) == f"{PATH}:3:1"
    assert "the colon ： is full-width" in error.hint


@pytest.mark.parametrize(
    ("text", "position", "hint"),
    [
        ("a: 1\nlang:zh-CN\nb: 2\n", "2:1", "a space follows the colon: lang: zh-CN"),
        ("a:\n  - b: 1\n  -c: 2\n", "3:3", "a space follows the dash: - c: 2"),
        ("a:\n  - b: 1\n   c: 2\n", "3:4", "begin in one column"),
        ("a:\n  - {b: 1}\n   - {c: 2}\n", "3:4", "begin in one column"),
        ('a: "b\nc: "d"\n', "2:5", "a quotation mark above is not closed"),
        ("a: {id: x， topic: y}\n", "1:17", "the comma ， is full-width"),
        ("a: ｛id: x, topic: y｝\n", "1:7", "the ｛ is full-width; write {"),
        ("a: “甲: 乙”\n", "1:6", 'the “ is full-width; write "'),
    ],
)
def test_the_layout_that_was_meant_is_named(text: str, position: str, hint: str) -> None:
    message = the_problem(text)
    assert message.startswith(f"{position}: ")
    assert hint in message


@pytest.mark.parametrize(
    ("text", "position", "name"),
    [
        ("title: 缩进\nhosts:\n\u00a0\u00a0- 甲\n", "3:1", "U+00A0 NO-BREAK SPACE"),
        ("hosts:\n\u3000a: 1\nb: 2\n", "2:", "U+3000 IDEOGRAPHIC SPACE"),
        ("a:\n  b: 1\n\u00a0 c: 2\n", "3:1", "U+00A0 NO-BREAK SPACE"),
        ("a:\n  b\n \u2003c\n", "3:2", "U+2003 EM SPACE"),
        ("a:\u3000b\nc: d\n", "", "U+3000 IDEOGRAPHIC SPACE"),
        ("a: \u00a0b\n", "1:4", "the value begins with U+00A0 NO-BREAK SPACE"),
        ("\u200ba: b\n", "1:1", "U+200B ZERO WIDTH SPACE"),
    ],
)
def test_odd_spaces_are_named(text: str, position: str, name: str) -> None:
    message = the_problem(text)
    assert message.startswith(position)
    assert name in message


def test_odd_spaces_inside_text_pass() -> None:
    assert read("a: b\u00a0c\u3000d") == {"a": "b\u00a0c\u3000d"}
    assert read("a: '\u3000b'") == {"a": "\u3000b"}
    assert read("a: |\n  \u3000\u3000段落\n") == {"a": "\u3000\u3000段落\n"}


@pytest.mark.parametrize(
    "text", ["a: 1\n  - b\n", "a: text\n\n  - b", "- a\n  - b", "a: b\n  -\n", "a: text\n  - b: 1\n"]
)
def test_a_list_that_became_text_is_reported(text: str) -> None:
    assert any("looks like a list item" in problem.message for problem in problems_of(text))


@pytest.mark.parametrize("text", ["a:\n\tb: 1", "a:\n  - b\n\t- c"])
def test_a_tab_that_indents_is_named(text: str) -> None:
    assert "tab" in the_problem(text) or "could not" in the_problem(text)


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("{<<", "1:4: ", "<<: merges mappings only"),
        ("a: 1\nb: {<<", "2:7: ", "<<: merges mappings only"),
        ("[", "1:", "for the bracket opened in line 1"),
        ("- 1\n- {", "2:", "for the bracket opened in line 2"),
        ("? ", "1:2: ", "a key is empty"),
    ],
)
def test_what_is_cut_off_is_reported_within_the_text(text, place, message):
    told = the_problem(text)
    assert told.startswith(place)
    assert message in told
