"""``new``: what it makes builds at once and has nothing to report; what is there already stays."""

import pytest

from tests.scratch import REPOSITORY, ScratchCourse, snapshot

CONFIG = REPOSITORY / "tests" / "importing" / "configs" / "Meta-Llama-3.1-8B.json"


@pytest.mark.parametrize("lang", ["en", "zh-CN"])
@pytest.mark.parametrize("model", [(), ("--model", str(CONFIG))], ids=["qwen3-8b", "another model"])
def test_a_new_course_checks_clean_and_builds(tmp_path, capsys, lang, model):
    made = ScratchCourse(tmp_path / "deep" / "course")
    code, out, err = ScratchCourse(tmp_path).told(capsys, "new", "course", str(made.root), "--lang", lang, *model)
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == f"site-builder serve --root {made.root}"
    assert made.told(capsys, "check") == (0, "", "")
    assert made.told(capsys, "build")[0] == 0
    page = (made.root / "site" / "memory" / "first" / "index.html").read_text(encoding="utf-8")
    assert f'<html lang="{lang}"' in page
    assert 'data-component="calculator"' in page


def test_a_folder_that_holds_something_is_left_alone(tmp_path, capsys):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    before = snapshot(tmp_path)
    code, out, err = ScratchCourse(tmp_path).told(capsys, "new", "course", str(tmp_path / "mine"))
    assert (code, out) == (1, "")
    assert "this folder is there already and holds something" in err
    assert snapshot(tmp_path) == before


def test_a_config_that_cannot_be_imported_makes_no_course(tmp_path, capsys):
    (tmp_path / "config.json").write_text('{"model_type": "none"}')
    code, _, err = ScratchCourse(tmp_path).told(
        capsys, "new", "course", str(tmp_path / "made"), "--model", str(tmp_path / "config.json")
    )
    assert code == 1
    assert "config.json:1:" in err
    assert not (tmp_path / "made").exists()


def test_a_new_lesson_is_a_draft_of_what_the_course_lists(course, capsys):
    course.list_lessons(["a", "第二课"])
    course.lesson("a")
    course.list_lessons(["a", "第二课"])
    code, out, err = course.told(capsys, "new", "lesson", "第二课")
    path = course.root / "content" / "lessons" / "第二课.md"
    assert (code, out, err) == (0, f"{path}\n", "")
    assert path.read_text(encoding="utf-8") == "---\ntitle: 第二课\ntime: 10\ndraft: true\n---\n\n"
    assert course.told(capsys, "check") == (0, "", "")
    code, _, err = course.told(capsys, "new", "lesson", "第二课")
    assert code == 1
    assert "content/lessons/第二课.md:1:1: this lesson is there already" in err


@pytest.mark.parametrize(
    ("lesson_id", "said"),
    [("none", "add the line  - {id: none, topic: …}"), ("../x", "an id is a name that"), ("", "an id is a name that")],
)
def test_a_lesson_that_nobody_lists_is_not_made(course, capsys, lesson_id, said):
    course.lesson("a")
    before = snapshot(course.root)
    code, out, err = course.told(capsys, "new", "lesson", lesson_id)
    assert (code, out) == (1, "")
    assert said in err
    assert snapshot(course.root) == before


def test_the_model_it_brings_is_the_one_held_to_a_published_count():
    brought = (REPOSITORY / "site_builder" / "starter" / "config.json").read_bytes()
    assert brought == CONFIG.with_name("Qwen3-8B.json").read_bytes()
