import re
from html import unescape

import pytest
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from site_builder.document.code import CodeLines
from site_builder.parse.markdown import parse_blocks
from site_builder.render.code import code_block
from site_builder.render.markdown import PageRenderer
from tests.parse.support import parse

PARSER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).use(footnote_plugin)


def rendered(markdown: str) -> list[str]:
    return PageRenderer(str).blocks(PARSER.parse(markdown)).splitlines()


def test_one_block_element_a_line():
    assert rendered("甲\n\n- 乙\n- 丙\n\n> 丁\n") == [
        "<p>甲</p>", "<ul>", "<li>乙</li>", "<li>丙</li>", "</ul>", "<blockquote>", "<p>丁</p>", "</blockquote>",
    ]  # fmt: skip


def test_a_paragraph_is_one_line_whatever_its_source():
    assert rendered("a\nb\\\nc\n") == ["<p>a b<br>c</p>"]


def test_tables_can_scroll_and_are_aligned_by_class():
    lines = rendered("| a | b |\n|---|--:|\n| 1 | 2 |\n")
    assert lines[:2] == ['<div class="table-scroll">', "<table>"]
    assert '<th scope="col">a</th>' in lines
    assert '<th scope="col" class="align-right">b</th>' in lines
    assert '<td class="align-right">2</td>' in lines
    assert lines[-2:] == ["</table>", "</div>"]


@pytest.mark.parametrize("token", ["<s>", "</s>", "<pad>", "<|im_end|>", "<think>", "List<int>", "a<b && c>d"])
def test_what_looks_like_a_tag_is_text(token):
    escaped = token.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert rendered(f"x {token} y\n") == [f"<p>x {escaped} y</p>"]
    assert rendered(f"`{token}`\n") == [f"<p><code>{escaped}</code></p>"]
    assert rendered(f"    {token}\n") == [f'<pre class="code"><code>{escaped}', "</code></pre>"]


@pytest.mark.parametrize(("source", "display"), [("甲 $x$ 乙", 0), ("甲 $$x$$ 乙", 1), ("$$x$$", 1), ("$$\nx\n$$", 1)])
def test_every_formula_that_is_read_is_written(source, display):
    tokens, _ = parse_blocks(source, frozenset())
    html = PageRenderer(str).blocks(tokens)
    assert html.count("<mi>x</mi>") == html.count("</math>") == 1
    assert html.count('display="block">') == display


def test_code_is_coloured_by_class_and_kept_to_the_letter():
    lines = rendered("```python\nx = 1  # <甲>\n\n```\n")
    assert lines[0].startswith('<pre class="code"><code class="language-python"><span class="n">x</span>')
    assert "style=" not in "".join(lines)
    assert "&lt;甲&gt;" in lines[0]
    assert lines[1] == ""


def test_the_title_of_an_image_in_a_sentence_is_kept():
    [prose] = parse('甲 ![乙](a.png "丙 <b>\\"")').lesson.blocks
    assert ' alt="乙" title="丙 &lt;b&gt;&quot;"' in PageRenderer(str).blocks(prose.tokens)


def test_lines_of_code_know_their_numbers_and_marks_and_hold_no_colour_beyond_their_end():
    shown = code_block('"""a\nb"""\n\nc\n', "python", CodeLines(7, frozenset({2})))
    lines = re.findall(r'<(span|mark) class="line" data-line="(\d+)">(.*?)\n</\1>', shown, re.DOTALL)
    assert [(name, number) for name, number, _ in lines] == [
        ("span", "7"),
        ("mark", "8"),
        ("span", "9"),
        ("span", "10"),
    ]
    assert [line.count("<span") == line.count("</span>") for *_, line in lines] == [True] * 4
    assert unescape(re.sub("<[^>]*>", "", shown)) == '"""a\nb"""\n\nc\n'
    assert code_block("a<b", "", CodeLines(0, frozenset({1}))) == (
        '<pre class="code"><code><mark class="line">a&lt;b\n</mark></code></pre>'
    )


def test_code_of_an_unknown_language_stays_plain():
    assert rendered('```nosuch"lang\n<x>\n```\n') == [
        '<pre class="code"><code class="language-nosuch&quot;lang">&lt;x&gt;', "</code></pre>",
    ]  # fmt: skip


def test_footnotes_lead_there_and_back():
    page = "\n".join(rendered("甲[^a]\n\n[^a]: 注\n"))
    assert '<a id="footnote-mark-a" href="#footnote-a">1</a>' in page
    assert '<li id="footnote-a">' in page
    assert 'href="#footnote-mark-a"' in page


def test_without_links_nothing_can_be_pressed():
    tokens = PARSER.parseInline("[甲](b.html) **乙**")
    assert PageRenderer(str, links=False).inline(tokens) == "甲 <strong>乙</strong>"
