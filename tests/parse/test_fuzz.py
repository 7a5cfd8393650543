"""Any text is read: nothing raises, every problem has a place in the file, and no word is lost without being told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any
from urllib.parse import unquote

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it.token import Token

from tests.parse.support import FIRST, PATH, Parsed, parse

FRAGMENTS = (
    ":::{note}\n", ":::{dig} ", "::::{stepper}\n", ":::{claims}\n", ":::{calculator} ",
    ":::{figure} a.png\n:alt: ", ":::{include} lesson.md\n", ":::\n", "::::\n", ":a: ", ":::", "：：：",
    "{eval}`", "{set}`", "{lesson}`x <", "{dim}", ">`", "`", "``", "```\n", "~~~\n", "$", "$$", "$$\n", "\\",
    "\\frac{", "}", "{", "**", "*", "__", "_", "~~", "~", "#", "## ", "＃", "\n", "\n\n", "  ", "    ", "\t",
    "- ", "1. ", "> ", "|", "|---|---|\n", "| a | b |\n", "｜", "---\n", "===\n", "[", "]", "(", ")", "](",
    "[^1]", "[^1]: ", "[x]: ", "![", "<", ">", "<s>", "<!--", "&amp;", "&#0;", "http://", "\u3000", "\u00a0",
    "\u200b", "\ufe01", "\U000e0100", "“", "”", "。", "，", "：", "（", "）", "a", "N", "5", "$5", "10~20", "é",
    "한", "\U00020bb7", "\U0001f3af", "\u000b", "\u2028",
)  # fmt: skip
WORDS = tuple(chr(0x4E00 + index) for index in range(0, 2000, 7))


@st.composite
def bodies(draw: st.DrawFn) -> str:
    """Fragments of the dialect between words of which each is used once."""
    parts = draw(st.lists(st.sampled_from(FRAGMENTS) | st.none(), max_size=40))
    words = iter(WORDS)
    return "".join(next(words) if part is None else part for part in parts)


LENIENT = settings(deadline=5000, max_examples=150, suppress_health_check=[HealthCheck.too_slow])


@LENIENT
@given(bodies() | st.text(st.characters(exclude_characters="\r", exclude_categories=["Cs"]), max_size=200))
def test_any_text_is_read(body):
    parsed = parse(body)
    lines = f"{'---' * 4}\n{body}".split("\n")
    assert parsed.lesson is not None
    for problem in parsed.problems:
        assert problem.position.path == PATH
        line = problem.position.line - FIRST + 1
        assert 1 <= line < len(lines) + 1
        assert 1 <= problem.position.column <= len(lines[line]) + 1


@LENIENT
@given(bodies())
def test_no_word_is_lost_without_an_error(body):
    parsed = parse(body)
    if not parsed.errors:
        shown = "".join(_texts(parsed.lesson))
        assert [word for word in WORDS if word in body and word not in shown] == []


@LENIENT
@given(st.text(alphabet="甲乙丙，。：（）“”abc 125%@;", min_size=1, max_size=60).filter(str.strip))
def test_plain_paragraphs_survive_character_by_character(text):
    parsed = parse("字" + text)
    shown = "".join(child.content for child in _children(parsed))
    assert shown.split() == ("字" + text).split()


def _children(parsed: Parsed) -> list[Token]:
    return [child for block in parsed.lesson.blocks for token in block.tokens for child in token.children or ()]


def _texts(node: Any) -> Iterator[str]:
    """Every text that a record or token would put on the page, in attributes too."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, Token):
        yield from (
            node.content if node.type != "inline" else "",
            node.info,
            *(unquote(str(value)) for value in node.attrs.values()),
        )
        yield from (text for child in node.children or () for text in _texts(child))
    elif isinstance(node, tuple):
        yield from (text for item in node for text in _texts(item))
    elif is_dataclass(node):
        yield from (text for field in fields(node) for text in _texts(getattr(node, field.name)))
