"""What a finished course defines and does not use; and how it grades its warnings."""

from contextlib import suppress

import pytest

from site_builder.build.pipeline import Options, build_site
from site_builder.problems import BuildStopped, Problems
from site_builder.source.folder import read_package
from site_builder.source.snapshot import files_of
from tests.compare.edits import COURSE, FILES, SIZES, SOURCES

LATER = {"content/lessons/later.md": "---\ntitle: 以后\ntime: 1\n---\n\n{lesson}`sizes`\n"}
UNUSED = dict(FILES) | LATER | {
    SOURCES: FILES[SOURCES] + 'other: {title: Another, authors: Nobody, year: 2021, url: "https://example.org/other"}\n',
    "content/glossary.yaml": "kv: {title: KV cache, english: KV cache, sentence: 存下来的。}\n",
    "content/lessons/spare.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
}  # fmt: skip


def told(files):
    problems = Problems()
    with suppress(BuildStopped):
        build_site(files_of(files), read_package(), Options(), problems)
    return [(str(each.position), each.severity) for each in problems if each.rule in ("entry-is-used", "file-is-read")]


def test_what_nothing_refers_to_is_reported_where_it_is_defined():
    assert told(UNUSED) == [
        ("content/glossary.yaml:1:1", "warning"),
        ("content/lessons/spare.svg:1:1", "warning"),
        ("content/sources.yaml:2:1", "warning"),
    ]


def test_a_promise_that_no_lesson_makes_is_reported():
    files = dict(FILES) | LATER | {SIZES: FILES[SIZES].replace("{promise}`speed`，", "")}
    assert told(files) == [("content/course.yaml:8:3", "warning")]


def test_a_planned_lesson_may_use_what_the_others_do_not():
    assert told({path: text for path, text in UNUSED.items() if path not in LATER}) == []


def test_what_another_entry_names_is_used():
    files = UNUSED | {"content/quantities.yaml": FILES["content/quantities.yaml"] + "  sources: [other]\n"}
    assert "content/sources.yaml:2:1" not in [place for place, _ in told(files)]


@pytest.mark.parametrize(("grade", "severity"), [("error", ["error"] * 2), ("ignore", [])])
def test_a_course_grades_its_warnings(grade, severity):
    files = UNUSED | {COURSE: FILES[COURSE] + f"severities: {{entry-is-used: {grade}, file-is-read: warning}}\n"}
    assert [found for place, found in told(files) if "spare" not in place] == severity


def test_a_rule_that_does_not_exist_is_reported():
    problems = Problems()
    files = dict(FILES) | {COURSE: FILES[COURSE] + "severities: {entry-is-usd: error}\n"}
    with pytest.raises(BuildStopped):
        build_site(files_of(files), read_package(), Options(), problems)
    (problem,) = problems.errors
    assert str(problem.position) == "content/course.yaml:9:14"
    assert "did you mean 'entry-is-used'?" in problem.hint


def test_files_beside_content_are_reported():
    files = dict(FILES) | {"lessons/a.md": "", "glossary.yaml": ""}
    assert told(files) == [("glossary.yaml:1:1", "warning"), ("lessons:1:1", "warning")]
