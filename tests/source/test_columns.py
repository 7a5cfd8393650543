"""Tables of data: numbers exactly as written, mistakes at their line."""

from fractions import Fraction

import pytest

from site_builder.problems import Problems
from site_builder.source.columns import read_columns
from site_builder.source.text import SourceText


def read(path, text):
    problems = Problems()
    return read_columns(SourceText(path, text), problems), [(each.position.line, each.message) for each in problems]


def test_numbers_are_exact_and_words_stay_words():
    table, told = read("a.csv", '# a run\nstep, loss,name\n0,4.50,"a, b"\n\n1e2,.1,x\n')
    assert told == []
    assert table.lines == (3, 5)
    assert table.cells == {
        "step": (Fraction(0), Fraction(100)), "loss": (Fraction(9, 2), Fraction(1, 10)), "name": ("a, b", "x"),
    }  # fmt: skip


def test_yaml_has_a_list_for_each_name():
    table, told = read("a.yaml", "step: [1, 2]\nloss: [0.1, 2.50]\n")
    assert told == []
    assert table.cells == {"step": (Fraction(1), Fraction(2)), "loss": (Fraction(1, 10), Fraction(5, 2))}


@pytest.mark.parametrize(
    ("path", "text", "line", "words"),
    [
        ("a.csv", "a,b\n1,2\n3\n", 3, "1 cells, the head 2"),
        ("a.csv", "a,a\n1,2\n", 1, "two columns are called 'a'"),
        ("a.csv", "a,\n1,2\n", 1, "no name"),
        ("a.csv", "a,b\n", 1, "1 to 2,000 rows"),
        ("a.csv", "a\n" + "1\n" * 2001, 1, "1 to 2,000 rows"),
        ("a.csv", "a;b\n1;2\n", 1, "the head is one column: 'a;b'"),
        ("a.csv", "# of a run\na\tb\n1\t2\n", 2, "the head is one column"),
        ("a.yaml", "a: [1]\nb: [1, 2]\n", 1, "lists of one length"),
        ("a.yaml", "- 1\n", 1, "lists of one length"),
    ],
)
def test_a_table_that_is_none_is_reported(path, text, line, words):
    columns, told = read(path, text)
    assert columns is None
    assert told[0][0] == line
    assert words in told[0][1]


def test_a_number_longer_than_any_is_a_word():
    table, told = read("a.csv", f"a,b\n{'9' * 5000},1.{'9' * 5000}\n")
    assert told == []
    assert table.cells == {"a": ("9" * 5000,), "b": ("1." + "9" * 5000,)}
