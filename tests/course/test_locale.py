"""The interface's words: a language is one file, and a course may change single words of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_builder.course.locale import load_words
from site_builder.problems import Problems

ENGLISH = "asked: [Why, How]\nnote:\n  title: Note\n  count: '{n} notes'\nstep: Step\n"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return write(tmp_path / "package", en=ENGLISH)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "root").mkdir()
    return tmp_path / "root"


def write(base: Path, **languages: str) -> Path:
    (base / "templates/locale").mkdir(parents=True, exist_ok=True)
    for lang, text in languages.items():
        (base / f"templates/locale/{lang}.yaml").write_text(text, encoding="utf-8")
    return base


def refusal(package: Path, root: Path, lang: str) -> str:
    problems = Problems()
    assert load_words(package, root, lang, problems) is None
    (problem,) = problems.errors
    return str(problem)


def test_the_package_has_the_words(package: Path, root: Path) -> None:
    words = {"asked": ("Why", "How"), "note": {"title": "Note", "count": "{n} notes"}, "step": "Step"}
    assert load_words(package, root, "en", Problems()) == words


def test_a_course_changes_single_words_and_adds_its_own(package: Path, root: Path) -> None:
    write(root, en="asked: [What]\nnote: {title: Remark}\nmine: {a: 3.10, b: no, c: }\n")
    assert load_words(package, root, "en", Problems()) == {
        "asked": ("What",),
        "note": {"title": "Remark", "count": "{n} notes"},
        "step": "Step",
        "mine": {"a": "3.10", "b": "no", "c": ""},
    }


def test_a_root_that_is_the_package_is_read_once(package: Path) -> None:
    assert load_words(package, package, "en", Problems()) == load_words(package, package.parent, "en", Problems())


def test_a_language_of_the_course_must_be_complete(package: Path, root: Path) -> None:
    write(root, ja="note: {title: 注}\n")
    assert refusal(package, root, "ja") == (
        "templates/locale/ja.yaml:1:1: 3 words are missing: asked, note.count, step (see templates/locale/en.yaml) "
        "[language-has-words]"
    )
    write(root, ja="asked: []\nnote: {title: 注, count: '{n}'}\nstep: 段\n")
    assert load_words(package, root, "ja", Problems()) == {
        "asked": (),
        "note": {"title": "注", "count": "{n}"},
        "step": "段",
    }


def test_an_unknown_language_names_the_nearest(package: Path, root: Path) -> None:
    assert "no templates/locale/eng.yaml (did you mean 'en'?)" in refusal(package, root, "eng")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("note: Remark\n", "1:7: note: expected a mapping of words"),
        ("step: {a: b}\n", "1:7: step: expected text"),
        ("step: [a]\n", "1:7: step: expected text"),
        ("note: {title: [a]}\n", "1:15: title: expected text"),
        ("asked: Why\n", "1:8: asked: expected a list of texts"),
        ("asked: [{a: b}]\n", "1:8: asked: expected a list of texts"),
        ("mine: [{a: b}]\n", "1:7: mine: expected text"),
        ("- a\n", "1:1: expected a mapping of words"),
        ("a: 1\na: 2\n", "2:1: the key 'a' was already given in line 1"),
    ],
)
def test_words_of_another_form_are_refused(package: Path, root: Path, text: str, message: str) -> None:
    write(root, en=text)
    assert refusal(package, root, "en").startswith(f"templates/locale/en.yaml:{message}")
