"""A course's own look: what it changes, and what would change nothing is reported."""

from __future__ import annotations

import pytest

from site_builder.build.pipeline import Options
from site_builder.commands.template import _sources
from site_builder.render.tokens import merged, own_tokens
from tests.build.courses import course, outcome


def built(more: dict[str, str]):
    return outcome({**course(), **more}, Options())


def asset(more: dict[str, str], name: str) -> str:
    site, told = built(more)
    assert site, told
    assert told == ()
    return site.files[f"assets/{name}"].decode()


def test_a_custom_style_and_script_come_after_ours():
    styles = asset({"static/css/custom.css": ".mine { color: var(--ink); }\n"}, "site.css")
    assert styles.rstrip().endswith(".mine { color: var(--ink); }")
    assert "--score" in styles
    script = asset({"static/js/custom.js": "document.title = 'mine';\n"}, "site.js")
    assert script.index("lesson") < script.index("'mine'")


def test_tokens_are_replaced_one_by_one():
    styles = asset(
        {"static/css/tokens.css": "/* ours */\n:root { --accent: light-dark(#112233, #445566); }\n"}, "site.css"
    )
    assert "--accent: light-dark(#112233, #445566);" in styles
    assert styles.count("--accent: light-dark(") == 1
    assert "--accent: #445566;" in styles  # for browsers that do not know light-dark()
    assert "--kv: light-dark(" in styles


def test_what_depends_on_the_reader_has_the_last_word():
    ours = ":root {\n  --paper: white;\n  --ink: black;\n}\n@media print { :root { --paper: #fff; } }\n"
    both = merged(ours, ":root { --paper: beige; --mine: 1px }\n.x { color: red }")
    assert both == (
        ":root {\n  --paper: beige;\n  --ink: black;\n  --mine: 1px;\n}\n"
        "@media print { :root { --paper: #fff; } }\n\n.x { color: red }\n"
    )
    assert own_tokens("p { margin: 0 }") == {}
    assert merged(ours, "") == ours


ANY = "{% macro component(block) %}<b></b>{% endmacro %}\n"


@pytest.mark.parametrize(
    ("path", "text", "message"),
    [
        ("static/css/mine.css", "p {}", "nothing reads this file (styles of your own go into"),
        ("static/css/custom.scss", "p {}", "static/css/custom.scss:1:1: nothing reads this file"),
        ("static/components/notes.css", "p {}", "static/components/notes.css:1:1: nothing reads this file"),
        ("static/components/stepperr.js", "1", "stepperr.js:1:1: nothing reads this file (did you mean"),
        ("templates/components/mynote.html", "<p>", "mynote.html:1:1: no template includes this one"),
        ("templates/lesson.htm", "<p>", "templates/lesson.htm:1:1: no template includes this one (did you mean"),
        ("templates/locale/en.yaml", "page: {next: On}\n", "the course is in zh-CN, and has no words from"),
        ("templates/locale/zh-CN.yaml", "nonsense_key: x\n", "1:1: nothing shows the word 'nonsense_key'"),
        ("templates/locale/zh-CN.yaml", "page: {nxt: 下}\n", "nothing shows the word 'page.nxt' (did you mean 'next'"),
        ("static/css/tokens.css", ":root {\n  --acent: red;\n}", "2:3: nothing uses the token --acent (did you"),
    ],
)  # fmt: skip
def test_what_has_no_effect_is_reported(path, text, message):
    site, told = built({path: text})
    assert site
    assert len(told) == 1, told
    assert message in told[0]


@pytest.mark.parametrize(
    "more",
    [
        {"static/js/mine.js": "1;\n", "static/font.woff2": "x"},
        {"templates/components/note.html": ANY},
        {"static/components/note.css": ".note {}\n", "templates/components/note.html": ANY},
        {"templates/course.html": '{% extends "base.html" %}{% block page %}{% include "mine.html" %}{% endblock %}\n',
         "templates/mine.html": "<p>{{ words.mine.said }}</p>\n",
            "templates/locale/zh-CN.yaml": "mine: {said: 我的}\n"},
        {"templates/locale/zh-CN.yaml": "quantities: {my_quantity: 我的量}\npage: {next: 再下一课}\n"},
    ],
)  # fmt: skip
def test_what_has_an_effect_is_not(more):
    site, told = built(more)
    assert site
    assert told == ()


def test_files_of_the_root_are_published_as_they_are():
    own = {
        "static/root/CNAME": "example.org\n",
        "static/root/robots.txt": "User-agent: *\n",
        "static/root/.well-known/security.txt": "Contact: mailto:a@example.org\n",
    }
    site, told = built(own)
    assert (bool(site), told) == (True, ())
    assert {
        path.removeprefix("static/root/"): text.encode() for path, text in own.items()
    }.items() <= site.files.items()
    assert not [path for path in site.files if path.startswith("assets/root")]


@pytest.mark.parametrize("path", ["index.html", "c0/a/index.html", "assets/site.css", "numbers.json"])
def test_no_file_of_the_root_replaces_a_page(path):
    site, told = built({f"static/root/{path}": "mine"})
    assert site is None
    assert told[0].startswith(f"error static/root/{path}:1:1: the builder makes {path} itself (")


def test_a_template_is_copied_out_to_be_changed(course, capsys):
    course.lesson("a", ":::{note}\n甲\n:::\n")
    assert course.told(capsys, "template", "components/note.html") == (0, "templates/components/note.html\n", "")
    file = course.root / "templates/components/note.html"
    file.write_text(file.read_text(encoding="utf-8").replace("block-body", "mine"), encoding="utf-8")
    assert course.told(capsys, "build")[0] == 0
    assert 'class="mine"' in course.page("a")
    code, _, err = course.told(capsys, "template", "components/note.html")
    assert (code, "--force replaces it" in err) == (1, True)
    assert course.told(capsys, "template", "tokens.css", "--force")[1] == "static/css/tokens.css\n"
    assert course.told(capsys, "check")[2] == ""


def test_a_template_that_is_none_is_reported_and_all_are_listed(course, capsys):
    code, _, err = course.told(capsys, "template", "components/fqa.html")
    assert code == 1
    assert "there is no template 'components/fqa.html' (did you mean 'components/faq.html'?)" in err
    code, _, err = course.told(capsys, "template", "figure.css")
    assert "may be one of static/components/figure.css, static/css/figure.css" in err
    code, out, _ = course.told(capsys, "template", "--list")
    assert (code, out.splitlines()) == (0, list(_sources()))
    assert "templates/locale/zh-CN.yaml" in out
