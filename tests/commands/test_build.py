"""``build``: what its options change, and what it says."""

import re
from pathlib import Path

import pytest

from site_builder.problems import BuildStopped, Problems
from site_builder.source.folder import read_given
from tests.engine.vectors import ANCHORS
from tests.scratch import REPOSITORY, built


def test_it_says_what_it_wrote_and_where_to_open_it(course, capsys):
    course.lesson("a")
    code, out, err = course.told(capsys, "build")
    assert (code, err) == (0, "")
    where = rf"open {re.escape(str(course.root))}/site/index\.html\n"
    said = re.fullmatch(rf"(\d+) files, (\d+) changed, 0 unchanged; (\d+) pages; \d+\.\d s\n{where}", out)
    assert said
    made = [path for path in (course.root / "site").rglob("*") if path.is_file() and path.name != ".site-builder.json"]
    assert [int(each) for each in said.groups()] == [
        len(made), len(made), sum(path.suffix == ".html" for path in made)
    ]  # fmt: skip
    again = course.told(capsys, "build")[1]
    assert again.startswith(f"{len(made)} files, 0 changed, {len(made)} unchanged; ")


def test_the_chart_library_is_named_where_there_is_a_chart(course, capsys):
    case = Path(__file__).parents[1] / "components" / "cases" / "calculator.md"
    course.lesson("a", case.read_text(encoding="utf-8"))
    assert "chart library: plotly" in course.told(capsys, "build")[1]


def test_drafts_are_shown_only_when_asked_for(course, capsys):
    course.lesson("a", "见 {lesson}`b`。\n")
    course.lesson("b", front="draft: true\n")
    assert course.told(capsys, "build")[0] == 0
    page = course.root / "site" / "c0" / "b" / "index.html"
    assert not page.exists()
    assert "../../c0/b/" not in course.page("a")
    assert course.told(capsys, "build", "--drafts")[0] == 0
    assert page.exists()
    assert "../../c0/b/index.html" in course.page("a")


@pytest.mark.parametrize(("listed", "code"), [("一课", 0), ("二课", 1)])
def test_a_lesson_is_called_one_thing(course, capsys, listed, code):
    course.lesson("a", title="一课")
    file = course.root / "content" / "course.yaml"
    text = file.read_text(encoding="utf-8").replace("topic: 题", f"title: {listed}, topic: 题")
    file.write_text(text, encoding="utf-8")
    found, _, told = course.told(capsys, "check")
    assert found == code
    assert ("content/course.yaml:9:9: the lesson 'a' is called '二课' here and '一课' at" in told) == (code == 1)


def test_a_lesson_listed_without_a_title_is_called_as_it_calls_itself(course, capsys):
    course.lesson("a", "见 {lesson}`b`。\n")
    course.lesson("b", title="为什么是 **N²**")
    assert course.told(capsys, "build")[0] == 0
    assert re.search(r'<a[^>]*href="../../c0/b/index.html"[^>]*>为什么是 <strong>N²</strong></a>', course.page("a"))
    assert "为什么是 <strong>N²</strong>" in (course.root / "site" / "index.html").read_text(encoding="utf-8")
    course.lesson("b", title="为什么是 **N²**", front="draft: true\n")
    assert course.told(capsys, "build")[0] == 0
    assert "为什么是" not in (course.root / "site" / "index.html").read_text(encoding="utf-8")


def test_another_anchor_changes_the_numbers_wherever_it_lies(course, capsys, tmp_path):
    course.lesson("a", "{eval}`head_dim`\n")
    facts = (course.root / "content" / "anchors" / "qwen3.8-27b.yaml").read_text(encoding="utf-8")
    changed = re.sub(r"(head_dim: \{value: )256", r"\g<1>128", facts)
    assert changed != facts
    other = tmp_path / "other.yaml"
    other.write_text(changed, encoding="utf-8")
    assert course.told(capsys, "build")[0] == 0
    assert '<data value="256"' in course.page("a")
    assert course.told(capsys, "build", "--anchor", str(other))[0] == 0
    assert '<data value="128"' in course.page("a")


def test_a_published_config_is_an_anchor_too(course, capsys):
    course.lesson("a", "{eval}`head_dim`\n")
    config = REPOSITORY / "tests" / "importing" / "configs" / "Qwen3-8B.json"
    assert course.told(capsys, "build", "--anchor", str(config))[0] == 0
    assert '<data value="128"' in course.page("a")


def test_an_anchor_of_the_course_may_be_asked_for_by_its_id(course, capsys):
    anchors = course.root / "content" / "anchors"
    facts = (anchors / "qwen3.8-27b.yaml").read_text(encoding="utf-8")
    small = re.sub(r"(head_dim: \{value: )256", r"\g<1>128", facts).replace("id: qwen3.8-27b", "id: small")
    (anchors / "small.yaml").write_text(small, encoding="utf-8")
    course.lesson("a", "{eval}`head_dim`\n")
    assert course.told(capsys, "build", "--anchor", "small")[0] == 0
    assert '<data value="128"' in course.page("a")
    assert re.search(r"head_dim +128\n", course.told(capsys, "numbers", "--anchor", "small")[1])


def test_a_course_run_from_within_its_content_is_reported_where_to_stand(course):
    course.lesson("a")
    done = course.run_apart("check", cwd=course.root / "content")
    assert done.returncode == 1
    assert "name the one that holds it, --root .." in done.stderr


def test_an_unknown_language_is_reported_where_it_is_written(course, capsys):
    course.lesson("a")
    path = course.root / "content" / "course.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("lang: zh-CN", "lang: zh"), encoding="utf-8")
    code, _, err = course.told(capsys, "check")
    assert code == 1
    assert err.startswith(
        "content/course.yaml:2:7: no words are there for the language 'zh': templates/locale/zh.yaml is missing "
        "(known: en, zh-CN)"
    )


def test_a_lesson_may_name_an_anchor_of_its_own(course, capsys):
    anchors = course.root / "content" / "anchors"
    facts = (anchors / "qwen3.8-27b.yaml").read_text(encoding="utf-8")
    small = re.sub(r"(head_dim: \{value: )256", r"\g<1>128", facts).replace("id: qwen3.8-27b", "id: small")
    (anchors / "small.yaml").write_text(small, encoding="utf-8")
    course.lesson("a", "{eval}`head_dim`\n")
    course.lesson("b", "{eval}`head_dim`\n", front="anchor: small\n")
    assert course.told(capsys, "build")[0] == 0
    assert '<data value="256"' in course.page("a")
    assert '<data value="128"' in course.page("b")


def test_a_missing_anchor_is_reported(course, capsys):
    course.lesson("a", front="anchor: qwen3.8-27\n")
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert "[file-is-present]" in err
    assert "qwen3.8-27b" in err


def test_where_no_anchor_is_like_it_the_command_that_makes_one_is_named(course, capsys):
    course.lesson("a", front="anchor: other\n")
    _code, _, err = course.told(capsys, "build")
    assert "(make it: site-builder anchor import CONFIG.json -o content/anchors/other.yaml)" in err


def test_an_anchor_has_the_id_that_its_file_is_named_by(course, capsys):
    anchors = course.root / "content" / "anchors"
    (anchors / "qwen3.8-27b.yaml").rename(anchors / "small.yaml")
    course.lesson("a", front="anchor: small\n")
    file = course.root / "content" / "course.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("qwen3.8-27b", "small"), encoding="utf-8")
    code, _, err = course.told(capsys, "build")
    assert code == 1
    assert "small.yaml:3:5: the id is 'qwen3.8-27b', but the file is named small.yaml (write id: small, or" in err


def test_the_address_of_the_site_makes_canonical_links(course, capsys):
    course.lesson("a")
    assert course.told(capsys, "build", "--base-url", "https://example.org/course/")[0] == 0
    assert '<link rel="canonical" href="https://example.org/course/c0/a/">' in course.page("a")


@pytest.mark.parametrize("anchor", ANCHORS)
def test_our_own_course_is_built_on_any_anchor_or_says_what_it_lacks(anchor):
    problems = Problems()
    given = read_given(REPOSITORY / "content" / "anchors" / f"{anchor}.yaml", problems)
    try:
        files = built(REPOSITORY, problems, anchor=given)
    except BuildStopped:
        assert {problem.rule for problem in problems.errors} <= {
            "quantity-is-known", "argument-is-known", "field-is-of-the-model",
        }  # fmt: skip
    else:
        assert "c0/attention-only/index.html" in files
