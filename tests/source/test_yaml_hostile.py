"""YAML that is broken or means harm."""

from __future__ import annotations

import pytest

from tests.source.reading import problems_of, read, the_problem
from tests.work import ending

pytestmark = pytest.mark.usefixtures("each_parser")


def test_aliases_cannot_explode() -> None:
    bomb = 'k0: &k0 ["锚","锚","锚","锚","锚","锚","锚","锚"]\n'
    bomb += "".join(f"k{i}: &k{i} [{','.join([f'*k{i - 1}'] * 8)}]\n" for i in range(1, 9))
    assert "more than 100,000 values" in the_problem(bomb)


@pytest.mark.parametrize("text", ["a: &x [1, *x]\n", "&x {a: *x}", "a: &x {b: {<<: *x}}", "&x [[[*x]]]"])
def test_an_alias_cannot_hold_itself(text: str) -> None:
    assert "*x stands inside its own &x" in the_problem(text)


def test_an_alias_needs_its_anchor() -> None:
    assert "no &bas stands before this *bas (did you mean 'base'?)" in the_problem("a: &base 1\nb: *bas\n")
    assert "no &late stands before" in the_problem("a: *late\nb: &late 1\n")


def test_an_honest_alias_works() -> None:
    assert read("a: &x {b: 1}\nc: *x\nd: [*x, *x]\ne: &x 2\nf: *x") == {
        "a": {"b": 1}, "c": {"b": 1}, "d": [{"b": 1}, {"b": 1}], "e": 2, "f": 2,
    }  # fmt: skip
    assert read("a: &k key\n*k : 1") == {"a": "key", "key": 1}


@pytest.mark.parametrize(
    "tag",
    [
        "!!python/object/apply:os.system ['x']",
        "!!python/name:os.system",
        "!!str 1",
        "!!binary aGk=",
        "!!set {a}",
        "!x 1",
        "! 1",
        "!<tag:yaml.org,2002:int> 1",
        "!!timestamp 2026-01-01",
    ],
)
def test_tags_are_refused(tag: str) -> None:
    message = the_problem(f"title: {tag}")
    assert "is not used here" in message
    assert message.endswith("[yaml-is-plain]")


def test_depth_is_bounded() -> None:
    assert read("[" * 60 + "]" * 60)
    for text in ["v: " + "[" * 3000 + "]" * 3000, "- " * 3000, "[" * 100 + "]" * 100, "{a: " * 200 + "}" * 200]:
        (problem,) = problems_of(text)
        assert problem.rule in ("yaml-is-plain", "yaml-is-well-formed")


def test_size_is_bounded() -> None:
    assert "longer than 512 KiB" in the_problem("a" * 600_000)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("%YAML 1.1\n---\na: 1", "directives"),
        ("%TAG ! tag:x,2000:\n---\na: 1", "directives"),
        ("a: 1\n---\nb: 2", "a second YAML document begins here"),
        ("a: 'b\nc: d", "1:4: the quotation mark that opens here is never closed"),
        ("a: [1, 2\nb: 3\n", "for the bracket opened in line 1"),
        (": 1", "expected"),
        ("{: 1}", "for the bracket opened in line 1"),
        ("a: {b: 1\n", ""),
        ("a: b]\n}", ""),
        ("a: @b", ""),
        ("a: `b`", ""),
        ("a: %b", ""),
        ('a: "\\q"', ""),
        ("a: *", ""),
        ("a: &", ""),
        ("a: |x\n b", ""),
        ("a\nb: 1", ""),
        ("- a\nb: 1", ""),
        ("key", None),
    ],
)
def test_broken_yaml_is_reported_in_one_line(text: str, words: str | None) -> None:
    if words is None:
        assert read(text) == text
        return
    message = the_problem(text)
    assert words in message
    assert "\n" not in message


@pytest.mark.parametrize(
    "text",
    [
        "[" * 500_000,
        "- " * 250_000,
        "a:" + " " * 500_000 + "x: y: z",
        "a" + " " * 500_000 + "\n: :",
        "- \u00a0a\n" * 5_000,
        "- &a x\n" + "- *a\n" * 100_000,
        '"' + "\\n" * 250_000,
        "#" * 500_000,
        "a: &a {" + ",".join(f"k{i}: 1" for i in range(2000)) + "}\n"
        + "".join(f"b{i}: {{<<: [*a,*a,*a]}}\n" for i in range(3000)),
    ],
    ids=range(9),
)  # fmt: skip
def test_hostile_yaml_is_read_in_time(text: str) -> None:
    with ending():
        problems_of(text)


@pytest.mark.parametrize(
    "escape", ["\\0", "\\x07", "\\e", "\\r", "\\x7f", "\\N", "\\ud800", "\\ud83d\\ude00", "\\uFFFF", "\\UFFFFFFFF"]
)
def test_escapes_bring_in_nothing_that_the_door_keeps_out(escape: str) -> None:
    assert "\n" not in the_problem(f'a: "x{escape}y"')
    assert the_problem(f'"x{escape}y": a')


def test_escapes_of_characters_are_read() -> None:
    assert read(r'["\t", "\n", "\u4e2d", "\U0001F600", "\L", "\u2029", "\_", "\"", "\/"]') == [
        "\t", "\n", "中", "😀", "\u2028", "\u2029", "\u00a0", '"', "/",
    ]  # fmt: skip


def test_a_message_names_lines_of_the_file() -> None:
    """As front matter: its first line is the file's second."""
    assert "for the bracket opened in line 3" in the_problem("title: a\ntime: [1, 2\nb: 3\n", first_line=2)
    assert "already given in line 2" in the_problem("a: 1\na: 2\n", first_line=2)
