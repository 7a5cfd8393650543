"""A course's own words and templates: a mistake in them is reported at its line, and neither reaches Python."""

import pytest


@pytest.mark.parametrize(
    "word", ["{n.__class__}", "{n:999999999}", "{n!r:>99999999}", "{0}", "{x}", "{", "{n[0]}", "{}", "}", "{n.real}"]
)
def test_words_with_places_for_nothing_are_reported_at_their_line(course, capsys, word):
    course.lesson("a")
    course.write("templates/locale/zh-CN.yaml", f'lesson:\n  minutes: "{word}"\n')
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert err.startswith("templates/locale/zh-CN.yaml:2:12: minutes: ")


@pytest.mark.parametrize("word", ["约 {n} 分钟", "{{n}} 分", "半天", "<b>{n}</b>"])
def test_other_words_are_shown_as_text(course, capsys, word):
    course.lesson("a")
    course.write("templates/locale/zh-CN.yaml", f'lesson:\n  minutes: "{word}"\n')
    assert course.told(capsys, "build")[0] == 0
    shown = word.format(n=5).replace("<", "&lt;").replace(">", "&gt;")
    assert f"<li>{shown}</li>" in course.page("a")


@pytest.mark.parametrize(
    "template",
    [
        "{{ ''.__class__.__mro__[1].__subclasses__() }}", "{{ cycler.__init__.__globals__ }}",
        "{{ page.lesson.__class__ }}",
        "{{ '{0.__class__}'.format(page) }}", "{{ body.__globals__ }}", "{% include '../../../etc/passwd' %}",
        "{% import '/etc/passwd' as x %}", "{% for x in range(10**9) %}{% endfor %}", "{{ 1 / 0 }}", "{{ [][1] }}",
        "{{ page.nothing }}", "{{ words.nothing }}", "{{ '%d' | format('x') }}", "{% if %}", "{{", "{% extends 'x' %}",
        "{% macro x() %}{{ x() }}{% endmacro %}{{ x() }}", "{{ {} + 1 }}",
    ],
)  # fmt: skip
def test_templates_are_reported_at_their_line_and_closed_to_python(course, capsys, template):
    course.lesson("a")
    course.write("templates/partials/contents.html", f"<p>\n{template}</p>\n")
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert err.startswith("templates/partials/contents.html:2:1: ")
    assert "[template-is-well-formed]" in err
