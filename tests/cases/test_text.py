"""Text that looks like HTML or like a template is shown as it stands, everywhere."""

import html
import re

import html5lib
import pytest

from tests.scratch import formulas, paragraphs, prose, visible
from tests.torture.door import OWN_SCRIPTS

LIKE_HTML = """词表里有 <s>、</s>、<pad> 和 <|im_end|>；删掉 <think> 里的内容。

下一段不应有删除线。泛型 List<int> 与 a<b && c>d。

## 记号 <s>

| 记号 | 用途 |
|---|---|
| <s> | 句首 |
"""
LIKE_TEMPLATES = r"""提示词模板写作 {{content}}，循环写作 {% for m in messages %}；注释是 {# 这样 #}。

公式 $\text{{#1}}$ 与 $\frac{{a}}{{b}}$。

    ### 指令：\n{{content}}\n

```jinja
{% if x %}{{ y }}{% endif %}
```
"""
NOTE = r"{{ 占位 }}、{% raw %}、{# 注 #}、\1 \g<0> \u4e2d、$1 ${x}、__BODY__、%s {0}"


def elements(page):
    document = html5lib.parse(page, namespaceHTMLElements=False)
    return {element.tag for element in document.iter() if isinstance(element.tag, str)}


def test_tokens_are_text(course):
    course.lesson("a", LIKE_HTML, title="""'词表 <s> 与 "A&B"'""")
    course.build()
    page = course.page("a")
    one, two = paragraphs(page)
    assert html.unescape(one) == "词表里有 <s>、</s>、<pad> 和 <|im_end|>；删掉 <think> 里的内容。"
    assert html.unescape(two) == "下一段不应有删除线。泛型 List<int> 与 a<b && c>d。"
    assert "<td>&lt;s&gt;</td>" in page
    assert not elements(page) & {"s", "pad", "think", "int"}
    assert '<a href="#%E8%AE%B0%E5%8F%B7-s">记号 &lt;s&gt;</a>' in page
    (title,) = re.findall(r"<title>(.*?)</title>", page)
    assert html.unescape(title) == '词表 <s> 与 "A&B" · 课程'
    assert "&lt;s&gt;" in title
    assert "A&amp;B" in title
    assert "&amp;amp;" not in page
    assert "&amp;lt;" not in page
    (description,) = re.findall(r'<meta name="description" content="([^"]*)">', page)
    assert html.unescape(description) == '词表 <s> 与 "A&B"'
    assert '<html lang="zh-CN">' in page
    assert '<meta charset="utf-8">' in page[:1024]


def test_templates_are_text(course):
    course.lesson("a", LIKE_TEMPLATES, front=f"lede: '{NOTE.replace('$1 ${x}', '￥1 ￥{x}')}'\n")
    course.furnish()
    course.write("content/glossary.yaml", f"kv-cache: {{title: KV, english: KV, sentence: '{NOTE}'}}\n")
    course.lesson("b", "{term}`kv-cache`\n")
    course.build()
    page = course.page("a")
    first, second = paragraphs(page)
    assert first == "提示词模板写作 {{content}}，循环写作 {% for m in messages %}；注释是 {# 这样 #}。"
    assert formulas(second) == [r"\text{{#1}}", r"\frac{{a}}{{b}}"]
    assert r"### 指令：\n{{content}}\n" in page
    (code,) = re.findall(r'<code class="language-jinja">(.*?)</code>', page, re.DOTALL)
    assert visible(code) == "{% if x %}{{ y }}{% endif %}"
    assert page.count(html.escape(NOTE.replace("$1 ${x}", "￥1 ￥{x}"), quote=False)
                      .replace("__BODY__", "<strong>BODY</strong>")) == 1  # fmt: skip
    assert course.page("b").count(html.escape(NOTE, quote=False).replace("__BODY__", "<strong>BODY</strong>")) == 1


def test_an_unknown_name_in_our_own_templates_stops_the_build(course, capsys):
    course.lesson("a")
    course.write("templates/partials/contents.html", "<p>\n{{ headings.frist }}</p>\n")
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert err.startswith("templates/partials/contents.html:2:1: 'headings' is undefined")


@pytest.mark.parametrize(
    "text",
    [
        "用 <std::vector> 与 <tool:call> 与 <s:x>",
        "<script>alert(1)</script> <img src=x onerror=alert(1)> <iframe src=x>",
        "<style>body{display:none}</style><base href=//evil><meta http-equiv=refresh>",
        "</main></body></html> <svg onload=alert(1)> <math><mtext></p>",
        "<![CDATA[x]]> <?php x ?> <!DOCTYPE x> <0x0A> <｜begin｜>",
        "{{ 7*7 }} {{ self }} {% include 'x' %} #{x} <%= x %> %(a)s {0} {a.b} ${x",
        "{%- x -%} {{- y -}} {% raw %} {# z",
        "&notaref; AT&T a&b;c &&amp",
    ],
)
@pytest.mark.parametrize(
    "slot",
    ["{}", "## {}", "- {}", "> {}", "| {} |\n|---|\n| x |", ":::{{note}} {}\n正文\n:::", ":::{{dig}} 甲\n{}\n:::",
     ":::{{stepper}}\n### {}\n一\n:::", "甲[^1]\n\n[^1]: {}", "`` {} ``", "```\n{}\n```"],
)  # fmt: skip
def test_hostile_text_is_shown_in_every_slot(course, capsys, slot, text):
    course.lesson("a", slot.format(text) + "\n")
    assert course.told(capsys, "build")[0] == 0, text
    page = course.page("a")
    assert text in html.unescape(prose(page))
    assert not elements(page) & {"img", "iframe", "style", "base", "tool:call", "std::vector"}
    assert page.count("<script") == OWN_SCRIPTS


@pytest.mark.parametrize(
    "link",
    [
        "[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x](&#106;avascript:alert(1))", "[x](vbscript:a)",
        "[x](data:text/html,a)", "[x](file:///etc/passwd)", "[x](//evil.example/x)", "[x](ftp://x/y)", "[x](foo:bar)",
        "[x]( javascript:alert(1) 't')", "[x](<javascript:alert(1)>)", "| a |\n|---|\n| [x](javascript:a) |",
        "## [x](javascript:a)", ":::{note} [x](javascript:a)\n甲\n:::", "甲[^1]\n\n[^1]: [x](javascript:a)",
        ":::{claims}\n- {claim: '[x](javascript:a)', grade: none, source: vaswani2017}\n:::",
        ":::{steps_figure}\n[x](javascript:a)\n:::",
    ],
)  # fmt: skip
def test_links_lead_to_the_web_to_mail_or_to_the_course(course, capsys, link):
    course.furnish()
    course.lesson("a", link + "\n")
    course.lesson("b")
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert "a link may not lead to" in err
    assert "[link-is-written-right]" in err


@pytest.mark.parametrize("link", ["<javascript:alert(1)>", "[x]: javascript:alert(1)\n\n[x]", "[甲](js: 见下)"])
def test_addresses_that_make_no_link_stay_text(course, capsys, link):
    course.lesson("a", link + "\n")
    assert course.told(capsys, "build")[0] == 0
    assert "<a " not in prose(course.page("a"))
    assert visible(prose(course.page("a"))) == " ".join(link.split())


def test_a_lone_image_is_published_as_a_figure(course):
    course.furnish()
    course.lesson("a", "![一点](pixel.svg)\n")
    course.lesson("b")
    course.build()
    assert 'alt="一点"' in course.page("a")
    assert (course.root / "site" / "assets" / "images" / "lessons" / "pixel.svg").is_file()


@pytest.mark.parametrize(
    "image",
    [
        "![图](https://evil.example/x.png)",
        "图 ![图](https://evil.example/x.png)",
        "![](pixel.svg)",
        "| ![](pixel.svg) |\n|---|\n| a |",
        "[![图](https://evil.example/x.png)](b.md)",
    ],
)
def test_an_image_from_elsewhere_or_without_words_stops_the_build(course, capsys, image):
    course.furnish()
    course.lesson("a", image + "\n")
    course.lesson("b")
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert "[image-is-a-figure]" in err


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "//evil.example", "ftp://x", "data:text/html,x", "https://a b", "x"]
)
def test_addresses_of_sources_are_of_the_web(course, capsys, url):
    course.lesson("a")
    course.write("content/sources.yaml", f"x:\n  title: 书\n  authors: 人\n  url: '{url}'\n")
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert err.startswith("content/sources.yaml:4:8:")
