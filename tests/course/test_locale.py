"""The interface's words: a language is one file, and a course may change single words of it."""

from __future__ import annotations

import pytest

from site_builder.course.locale import load_words
from site_builder.problems import Problems
from site_builder.source.snapshot import Files, files_of

ENGLISH = "asked: [Why, How]\nnote:\n  title: Note\n  count: '{n} notes'\nstep: Step\n"


def words_of(languages: dict[str, str]) -> Files:
    return files_of({f"templates/locale/{lang}.yaml": text for lang, text in languages.items()})


PACKAGE = words_of({"en": ENGLISH})


def refusal(lang: str, course: dict[str, str]) -> str:
    problems = Problems()
    assert load_words(words_of(course), PACKAGE, lang, problems) is None
    (problem,) = problems.errors
    return str(problem)


def test_the_package_has_the_words() -> None:
    words = {"asked": ("Why", "How"), "note": {"title": "Note", "count": "{n} notes"}, "step": "Step"}
    assert load_words(files_of({}), PACKAGE, "en", Problems()) == words


def test_a_course_changes_single_words_and_adds_its_own() -> None:
    own = words_of({"en": "asked: [What]\nnote: {title: Remark}\nmine: {a: 3.10, b: no, c: }\n"})
    assert load_words(own, PACKAGE, "en", Problems()) == {
        "asked": ("What",),
        "note": {"title": "Remark", "count": "{n} notes"},
        "step": "Step",
        "mine": {"a": "3.10", "b": "no", "c": ""},
    }


def test_a_course_that_is_the_package_changes_nothing() -> None:
    assert load_words(PACKAGE, PACKAGE, "en", Problems()) == load_words(files_of({}), PACKAGE, "en", Problems())


def test_a_language_of_the_course_must_be_complete() -> None:
    assert refusal("ja", {"ja": "note: {title: 注}\n"}) == (
        "templates/locale/ja.yaml:1:1: 3 words are missing: asked, note.count, step (see templates/locale/en.yaml) "
        "[language-has-words]"
    )
    whole = words_of({"ja": "asked: []\nnote: {title: 注, count: '{n}'}\nstep: 段\n"})
    assert load_words(whole, PACKAGE, "ja", Problems()) == {
        "asked": (),
        "note": {"title": "注", "count": "{n}"},
        "step": "段",
    }


def test_an_unknown_language_names_the_nearest() -> None:
    assert "templates/locale/eng.yaml is missing (did you mean 'en'?)" in refusal("eng", {})


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
def test_words_of_another_form_are_refused(text: str, message: str) -> None:
    assert refusal("en", {"en": text}).startswith(f"templates/locale/en.yaml:{message}")
