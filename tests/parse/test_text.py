"""Text that looks like HTML or like a template is text."""

import html

import pytest

from tests.parse.support import parse


@pytest.mark.parametrize(
    "text",
    [
        "词表里有 <s>、</s>、<pad> 和 <|im_end|>；删掉 <think> 里的内容。",
        "下一段不应有删除线。泛型 List<int> 与 a<b && c>d。",
        "<!DOCTYPE html> <?php ?>",
        "提示词模板写作 {{content}}，循环写作 {% for m in messages %}；注释是 {# 这样 #}。",
        "{{ 占位 }}、{% raw %}、${x}、%s {0}".replace("$", r"\$"),
        "{name} {not-a-role} {{eval}}",
    ],
)
def test_visible_text_is_the_source(text):
    parsed = parse(text)
    assert html.unescape(parsed.paragraphs[0]) == text.replace(r"\$", "$")
    assert parsed.told == []


@pytest.mark.parametrize("text", ["<div>块</div>", "<script>alert(1)</script>", "<a href='x' onclick=\"y\">z</a>"])
def test_tags_that_only_html_has_are_text_too_and_told(text):
    parsed = parse(text)
    assert html.unescape(parsed.paragraphs[0]) == text
    assert [(problem.rule, problem.severity) for problem in parsed.problems] == [("html-is-not-printed", "warning")]


def test_cells_and_headings():
    parsed = parse("## 词表 <s>\n\n| 记号 | 用途 |\n|---|---|\n| <s> | {{x}} |")
    assert "<td>&lt;s&gt;</td>" in parsed.html
    assert "<td>{{x}}</td>" in parsed.html
    assert parsed.lesson.headings[0].title.plain == "词表 <s>"


def test_code_keeps_every_brace():
    source = "    ### 指令：\\n{{content}}\\n\n\n```jinja\n{% if x %}{{ y }}{% endif %}\n```"
    assert parse(source).html == (
        "<pre><code>### 指令：\\n{{content}}\\n\n</code></pre>\n"
        '<pre><code class="language-jinja">{% if x %}{{ y }}{% endif %}\n</code></pre>\n'
    )


def test_braces_in_tex():
    parsed = parse(r"公式 $\text{{#1}}$ 与 $\frac{{a}}{{b}}$。")
    assert parsed.paragraphs == [r"公式 <math>\text{{#1}}</math> 与 <math>\frac{{a}}{{b}}</math>。"]
    assert parsed.told == []


def test_a_comment_would_be_read_by_everyone():
    assert parse("正文\n\n<!-- 给自己的话 -->").told == ["3:1 comment-is-not-printed"]


def test_links_run_no_script():
    assert "href" not in parse("[x](javascript:alert(1)) <javascript:alert(1)> [y](vbscript:a)").html


@pytest.mark.parametrize("address", ["//evil.example/a", "\\\\\\\\evil.example", "<//evil.example>", "/\\evil.example"])
def test_an_address_without_a_scheme_leads_to_no_other_site(address):
    parsed = parse(f"[x]({address})")
    assert 'href="//' not in parsed.html
    assert 'href="\\\\' not in parsed.html


def test_a_line_of_a_separator_alone_moves_no_place():
    assert parse("\u2028\n{`~~").told == ["2:3 emphasis-is-closed"]
