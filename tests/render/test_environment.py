import pytest
from jinja2 import UndefinedError
from jinja2.exceptions import SecurityError
from markdown_it import MarkdownIt

from site_builder.document.blocks import Framed
from site_builder.document.frames import FRAMES
from site_builder.document.inline import Inline, Prose
from site_builder.document.resolved import ComputedInput, ComputedValue
from site_builder.problems import Problems, SourcePosition
from site_builder.render.environment import make_environment
from site_builder.render.theme import read_theme
from site_builder.source.folder import read_package

AT = SourcePosition("content/lessons/x.md")
HOSTILE = '{{ 占位 }}、{% raw %}、{# 注 #}、\\1 \\g<0> \\u4e2d、$1 ${x}、__BODY__、%s {0} <s> "A&B"'


def environment(**templates: str):
    theme = read_theme(read_package(), read_package(), "zh-CN", Problems())
    assert theme is not None
    return make_environment({**theme.templates, **templates}, theme.words)


def _escaped(text: str) -> str:
    """`text` for Markdown to read as it stands."""
    return text.replace("\\", "\\\\").replace("_", "\\_")


NOTE = next(frame for frame in FRAMES if frame.stem == "note")


def inline(text: str) -> Inline:
    return Inline(tuple(MarkdownIt("commonmark", {"html": False}).parseInline(_escaped(text))), text, AT)


def prose(text: str) -> Prose:
    return Prose(tuple(MarkdownIt("commonmark", {"html": False}).parse(_escaped(text))), AT)


def test_a_lesson_text_is_never_a_template():
    made = environment(**{"page.html": "{{ body(blocks) }}"})
    html = made.get_template("page.html").render(blocks=(Framed(NOTE, inline(HOSTILE), (prose(HOSTILE),), AT),))
    shown = HOSTILE.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert html.count(shown) == 2


def test_values_are_escaped_in_text_and_in_attributes():
    made = environment(**{"page.html": '<p title="{{ text }}">{{ text }}</p>'})
    assert made.get_template("page.html").render(text='<s> & "') == (
        '<p title="&lt;s&gt; &amp; &#34;">&lt;s&gt; &amp; &#34;</p>'
    )


@pytest.mark.parametrize("name", ["page.html", "page.html.j2", "page.jinja", "page.txt"])
def test_escaping_does_not_depend_on_the_template_name(name):
    assert environment(**{name: "{{ text }}"}).get_template(name).render(text="<s>") == "&lt;s&gt;"


@pytest.mark.parametrize(
    "source", ["{{ nosuch }}", "{{ words.nosuch }}", "{{ words.note.nosuch }}", "{{ block.nosuch }}"]
)
def test_a_name_that_does_not_exist_is_a_mistake(source):
    made = environment(**{"page.html": source})
    with pytest.raises(UndefinedError):
        made.get_template("page.html").render(block=Framed(NOTE, None, (), AT))


def value(quantity: str, title: str = "") -> ComputedValue:
    given = ComputedInput("N", "N", "6", "N")
    return ComputedValue(quantity, quantity, "72", "72 B", "", "B", title, "2N^2", "2 × 6² B = 72 B", (given,), (), ())


def test_a_quantity_has_its_name_in_the_readers_language():
    title = environment().globals["quantity_title"]
    assert title(value("score_matrix", "Score matrix")) == "分数矩阵"
    assert title(value("score_matrix / weights", "Score matrix / Weights")) == "分数矩阵 / 全部权重"
    assert title(value("nosuch_quantity", "Title")) == "Title"
    assert title(value("nosuch_quantity")) == "nosuch_quantity"


def test_a_value_leads_to_its_entry():
    made = environment(
        **{"page.html": '{% from "partials/roles.html" import value %}{{ value(v) }}|{{ number_id(v) }}'}
    )
    html, entry = made.get_template("page.html").render(v=value("score_matrix")).split("|")
    assert html == f'<data value="72" data-quantity="score_matrix"><a class="number" href="#{entry}">72 B</a></data>'


def test_equal_templates_and_words_are_compiled_once():
    first = environment()
    assert environment() is first
    changed = environment(**{"base.html": "<!doctype html>"})
    assert changed is not first
    assert environment(**{"base.html": "<!doctype html>"}) is changed


def test_what_is_safe_of_one_type_says_nothing_of_another():
    made = environment(**{"page.html": "{{ things.append(1) }}"})
    assert made.get_template("page.html").render(things=Appended()) == "added"
    with pytest.raises(SecurityError):
        made.get_template("page.html").render(things=[])


class Appended:
    def append(self, _: int) -> str:
        return "added"
