"""YAML that is not what it looks like, through the real command line, in the files that authors write."""

import re

import pytest

from tests.work import ending

ANCHOR = "content/anchors/qwen3.8-27b.yaml"


def with_anchor(course, field, value):
    """Write a value into the anchor; the line it stands in."""
    path = course.root / ANCHOR
    text = path.read_text(encoding="utf-8")
    start = text.index(f"  {field}: {{value: ")
    path.write_text(
        re.sub(r"(value: )[^,]*", rf"\g<1>{value}", text[start:], count=1).join((text[:start], "")), "utf-8"
    )
    return text[:start].count("\n") + 1


def front(course, fields):
    course.source("a", f"---\n{fields}---\n\n正文\n")


def head(page):
    """Title, subtitle and minutes that a reader sees."""
    subtitle = re.search(r'<p class="subtitle">(.*?)</p>', page)
    return (
        re.search(r"<h1>(.*?)</h1>", page)[1],
        subtitle and subtitle[1],
        int(re.search(r'<ul class="meta-row">\n<li>\D*(\d+)', page)[1]),
    )


@pytest.mark.parametrize(
    ("field", "written", "shown"),
    [
        ("native_context", "131_072", "131,072"),
        ("native_context", "1e5", "100,000"),
        ("native_context", "010", "10"),
        ("native_context", "0x400", "1,024"),
        ("native_context", "+4096", "4,096"),
    ],
)
def test_numbers_are_what_they_look_like(course, capsys, field, written, shown):
    with_anchor(course, field, written)
    course.lesson("a", f"{{eval}}`{field}`\n")
    assert course.told(capsys, "build")[0] == 0
    assert f">{shown}</a></data>" in course.page("a")


def test_a_leading_zero_is_reported(course, capsys):
    line = with_anchor(course, "native_context", "010")
    course.lesson("a")
    code, _, err = course.told(capsys, "check")
    assert code == 1
    assert f"{ANCHOR}:{line}:27: 010 is read as 10; other YAML readers take it for octal 8" in err
    assert "quote it: '010'" in err


@pytest.mark.parametrize(
    "written", ["12:30", '"131072"', "131072.5", "１３１", "true", "[1]", "4:3", "31e0245x", "1e-4", "0", "-1", "08.5"]
)
def test_no_text_reaches_the_engine_as_a_number(course, capsys, written):
    line = with_anchor(course, "native_context", written)
    course.lesson("a", "{eval}`native_context`\n")
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert err.startswith(f"{ANCHOR}:{line}:27: native_context: expected ")


def test_text_stays_as_written(course):
    course.write("content/course.yaml", "")
    for lesson, title in (("a", "3.10"), ("b", "31e0245"), ("c", "12:30"), ("d", "4:3"), ("e", "1e9"), ("f", "08")):
        course.source(lesson, f"---\ntitle: {title}\ntime: 1e1\n---\n")
    course.build()
    assert [head(course.page(lesson))[0] for lesson in "abcdef"] == ["3.10", "31e0245", "12:30", "4:3", "1e9", "08"]
    assert {head(course.page(lesson))[2] for lesson in "abcdef"} == {10}


def test_a_list_of_numbers_as_text_keeps_its_digits(course):
    course.more[:] = ["running_example: [07, 08, 09, 10]\n"]
    course.lesson("a", ":::{steps_figure}\n:::\n")
    course.build()
    words = re.findall(r'<text class="figure-label"[^>]*>(\d+)</text>', course.page("a"))
    assert {"07", "08", "09", "10"} <= set(words)


def test_words_are_no_booleans(course):
    course.more[:] = ["running_example: [yes, no, 否, on, off]\n"]
    for lesson, title in (("a", "yes"), ("b", "no"), ("c", "off"), ("d", "true"), ("e", "2026-01-01")):
        course.source(lesson, f"---\ntitle: {title}\nsubtitle:\ntime: 5\n---\n\n:::{{steps_figure}}\n:::\n")
    course.build()
    assert [head(course.page(lesson))[:2] for lesson in "abcde"] == [
        ("yes", None), ("no", None), ("off", None), ("true", None), ("2026-01-01", None),
    ]  # fmt: skip
    page = course.page("a")
    words = re.findall(r'<text class="figure-label"[^>]*>([^<]+)</text>', page)
    assert {"yes", "no", "否", "on", "off"} <= set(words)
    assert not re.search(r"\b(True|False|None)\b", page)


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "America/Los_Angeles", "UTC"])
def test_a_time_is_shown_as_written_in_any_zone(course, zone):
    front(course, "title: 2026-01-01T00:30:00+08:00\ntime: 5\n")
    assert course.run_apart("build", TZ=zone).returncode == 0
    assert head(course.page("a"))[0] == "2026-01-01T00:30:00+08:00"


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("title: a\ntime: 5\ndate: 2026-02-30\n", ":4:7: 2026-02-30 is not a day of the calendar"),
        ("title: 2026-02-30\ntime: 5\n", ":2:8: 2026-02-30 is not a day of the calendar"),
        ("title: a\ntime: 5\n2024: 数字键\n", ":4:1: unknown field '2024' (known: anchor,"),
        ("title: a\ntime: 5\ndraft: no\n", ":4:8: draft: expected true or false, read the text 'no' (write false)"),
        ("title:\ntime: 5\n", ":2:1: the field 'title' is empty [front-matter-is-complete]"),
        ("title: null\ntime: 5\n", ":2:1: the field 'title' is empty [front-matter-is-complete]"),
        ("title: a\ntime: 010:30\n", ":3:7: time: expected a whole number"),
        ("title: a\ntime: .inf\n", ":3:7: the number .inf is not a finite number"),
        ("title: a\ntime: 5.5\n", ":3:7: time: expected a whole number"),
        ("title: [a]\ntime: 5\n", ":2:8: title: expected text, read a list"),
        ("title: &a b\ntime: 5\n", ":2:8: &a names this value for a later *a, and there is none"),
        ("title: **粗**\ntime: 5\n", ":2:9: did not find expected alphabetic or numeric character (quote the value"),
        ("title: `a`\ntime: 5\n", ":2:8: found character that cannot start any token (quote the value"),
        (
            "title: a\ntime: 5\nlede: {eval}`layers`\n",
            ":4:13: found character that cannot start any token (quote the value",
        ),
    ],
)
def test_what_is_ambiguous_is_refused_at_its_place(course, fields, message):
    front(course, fields)
    done = course.run("build")
    assert done.returncode == 1
    assert f"content/lessons/a.md{message}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "name", ["nope", "../x", "/etc/passwd", "3.8", "content/anchors/nope.yaml", "qwen3.8-27b.yaml"]
)
def test_an_anchor_that_is_not_there_is_reported_where_it_is_named(course, capsys, name):
    front(course, f"title: a\ntime: 5\nanchor: {name}\n")
    assert course.told(capsys, "build")[2].startswith("content/lessons/a.md:4:9: ")
    course.lesson("a")
    path = course.root / "content" / "course.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("anchor: qwen3.8-27b", f"anchor: {name}"), encoding="utf-8"
    )
    assert course.told(capsys, "build")[2].startswith("content/course.yaml:3:9: ")


def test_duplicate_keys_are_refused_with_both_lines(course):
    course.lesson("a")
    course.write("content/glossary.yaml", "# a.yaml\ncontext: 4096\nlayers: 64\ncontext: 262144\n")
    done = course.run("build")
    assert done.returncode == 1
    assert "content/glossary.yaml:4:1: the key 'context' was already given in line 2" in done.stderr


def test_a_colon_in_a_title_is_explained(course):
    front(course, "title: C0 序章: 为什么\n")
    done = course.run("build")
    assert done.returncode == 1
    assert "content/lessons/a.md:2:13: a second ': ' in one value" in done.stderr
    assert 'title: "C0 序章: 为什么"' in done.stderr
    assert "unicode string" not in done.stderr


def test_a_full_width_colon_and_a_cut_title(course):
    front(course, "title: 第 4 课 #只留注意力\nsummary：全角冒号\n")
    done = course.run("build")
    assert done.returncode == 1
    assert "content/lessons/a.md:3:1: a line without 'key: value'" in done.stderr
    front(course, "title: 第 4 课 #只留注意力\ntime: 5\n")
    told = course.run("check")
    assert told.returncode == 1
    assert "content/lessons/a.md:2:14: from here on the line is a comment; the value is only '第 4 课'" in told.stderr


def test_an_honest_merge_stays_legal(course):
    course.write(
        "content/glossary.yaml",
        "base: &base {title: 基, english: base, sentence: 一句。}\nbig: {<<: *base, title: 大}\n",
    )
    course.lesson("a", "{term}`base` {term}`big`\n")
    course.build()
    assert re.findall(r'<a class="term"[^>]*>(.*?)</a>', course.page("a")) == ["基", "大"]


@pytest.mark.parametrize(
    ("where", "text", "message"),
    [
        ("glossary.yaml", "a: 1\na: 2\n", ":2:1: the key 'a' was already given in line 1"),
        ("glossary.yaml", 'a: 1\n"a": 2\n', ":2:1: the key 'a' was already given in line 1"),
        ("sources.yaml", "a: {title: b, title: c, authors: d}\n", ":1:15: the key 'title' was already given"),
        ("glossary.yaml", "a:\n\ttitle: b\n", ":2:1: "),
        ("glossary.yaml", 'a: "b\n', ":1:4: the quotation mark that opens here is never closed"),
        ("glossary.yaml", "a: [b\n", ":2:1: there is no ',' or ']' for the bracket opened in line 1"),
        ("glossary.yaml", "a: b\n---\nc: d\n", ":2:1: a second YAML document begins here"),
        ("course.yaml", "title: a: b\n", ":1:9: a second ': ' in one value"),
        ("course.yaml", "titel: a\n", ":1:1: unknown field 'titel' (did you mean 'title'?)"),
    ],
)
def test_neighbours_are_reported_at_their_place(course, capsys, where, text, message):
    course.lesson("a")
    course.write(f"content/{where}", text)
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert f"content/{where}{message}" in err


@pytest.mark.parametrize(
    ("claim", "place"),
    [
        (">\n    第一行，\n    第二行 {term}`x`", "9:16"),
        ("甲\n    乙 {term}`x`", "8:14"),
        ("'甲\n    乙 {term}`x`'", "8:14"),
        ("|\n    甲\n    {term}`x`", "9:12"),
    ],
)
def test_a_mistake_in_a_value_of_several_lines_is_reported_where_it_stands(course, capsys, claim, place):
    course.lesson("a", f":::{{claims}}\n- claim: {claim}\n  grade: none\n  source: s\n:::\n")
    course.write("content/sources.yaml", "s: {title: 书, authors: 人}\n")
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert err.startswith(f"content/lessons/a.md:{place}: the glossary has no term 'x'")


BOMB = 'k0: &k0 ["锚","锚","锚","锚","锚","锚","锚","锚"]\n' + "".join(
    f"k{level}: &k{level} [" + ",".join([f"*k{level - 1}"] * 8) + "]\n" for level in range(1, 9)
)
HOSTILE = {
    "bomb": (BOMB, "[yaml-is-plain]"),
    "self": ("a: &x [1, *x]\n", "[yaml-is-plain]"),
    "tag": ('title: !!python/object/apply:os.system ["touch PWNED-h16"]\n', "[yaml-is-plain]"),
    "new": ("title: !!python/object/new:type {}\n", "[yaml-is-plain]"),
    "binary": ("title: !!binary aGk=\n", "[yaml-is-plain]"),
    "long": ("n: " + "9" * 5000 + "\n", "[number-is-finite]"),
    "deep": ("v: " + "[" * 3000 + "]" * 3000 + "\n", "[yaml-is-"),
    "deep-lines": ("".join("  " * level + "a:\n" for level in range(200)), "[yaml-is-"),
    "merge-bomb": ("a: &a {x: 1}\n" + "b: {" + ", ".join(["<<: *a"] * 2) + "}\n", "["),
    "infinite": ("ymax: .inf\nstart: .nan\n", "[number-is-finite]"),
    "huge": ("a: " + "x" * 600_000 + "\n", "[file-size-is-bounded]"),
    "keys": ("".join(f"k{n}: 1\n" for n in range(30_000)), "["),
    "pow": ('formula: "9**9**9**9"\n', "["),
    "call": ("formula: \"__import__('os').system('touch PWNED-h16')\"\n", "["),
}


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("where", ["lesson", "calculator", "anchor"])
def test_hostile_yaml_is_refused_in_bounded_time(course, capsys, kind, where):
    text, rule = HOSTILE[kind]
    course.lesson("a", "文\n")
    if where == "lesson":
        course.source("a", f"---\n{text}---\n")
    elif where == "calculator":
        course.lesson("a", f":::{{calculator}} 甲\n:name: n\n:to: 4096\n:start: 64\n\n{text}:::\n")
    else:
        course.write(ANCHOR, text)
    with ending():
        code, _, err = course.told(capsys, "build")
    assert code == 1
    assert rule in err
    assert re.match(rf"{ANCHOR if where == 'anchor' else 'content/lessons/a.md'}:\d+:\d+: ", err)
    assert not list(course.root.rglob("PWNED*"))


@pytest.mark.parametrize(
    "expression",
    [
        "__import__('os').system('touch PWNED-h16')", "constructor.constructor('window.HIT=1')()", "9**9**9**9",
        "().__class__.__bases__", "lambda: 1", "open('/etc/passwd')", "[1 for x in y]", "weights.__class__", "f'{1}'",
        "weights if 1 else 2", "layers.real", "score_matrix(N=__import__('os'))", "weights(**{})", "weights(unit=open)",
        "a := 1", "layers; layers", "0x" + "f" * 3000, "1e999", "1/0", "layers**layers**layers", "10**-9999",
    ],
)  # fmt: skip
@pytest.mark.parametrize("slot", ["{{eval}}`{}`", "option", "curve", "{{set}}`x <n: N={}>`"])
def test_expressions_run_no_code(course, capsys, slot, expression):
    calculator = (
        ":::{{calculator}} 甲\n:name: n\n:to: {}\n:start: 64\n\n"
        "curves:\n  - {{value: '{}', label: 甲, role: score}}\n:::\n"
    )
    body = {
        "option": calculator.format(expression.replace("\n", " "), "score_matrix(N=N)"),
        "curve": calculator.format("4096", expression.replace("'", "''").replace("\n", " ")),
    }.get(slot) or slot.format(expression) + "\n\n" + calculator.format("4096", "score_matrix(N=N)")
    course.lesson("a", body)
    with ending():
        code, _, err = course.told(capsys, "build")
    assert code == 1
    assert "content/lessons/a.md:" in err
    assert not list(course.root.rglob("PWNED*"))
