import unicodedata

import pytest

from site_builder.problems import Problems, SourcePosition, nearest

HERE = SourcePosition("content/course.yaml", 3, 5)


def test_an_error_told_again_still_fails_the_stage_that_tells_it():
    problems = Problems()
    problems.error(HERE, "field-is-known", "unknown field 'titel'")
    mark = problems.mark
    assert not problems.has_errors_since(mark)
    problems.error(HERE, "field-is-known", "unknown field 'titel'")
    assert problems.has_errors_since(mark)
    assert len(problems.errors) == 1


def test_a_warning_fails_nothing():
    problems = Problems()
    problems.warning(HERE, "field-is-known", "odd")
    assert not problems.has_errors_since(0)


@pytest.mark.parametrize("name", ["KVCache", "kv-cache", "kvcache", "KV_CACHE", "kv_cach"])
def test_the_nearest_name_is_found_whatever_its_case_and_dashes(name):
    assert nearest(name, ["weights", "kv_cache", "kv_per_token"]) == "did you mean 'kv_cache'?"


def test_a_hint_compares_no_more_names_than_a_person_would_read(monkeypatch):
    compared = []

    def likest(_name, names, _least):
        compared.extend(names)
        return ""

    monkeypatch.setattr("site_builder.problems.likest", likest)
    nearest("a" * 100, [f"a{number}" for number in range(5_000)])
    assert 0 < len(compared) <= 100


def test_a_name_in_another_unicode_form_is_no_useless_hint():
    composed, decomposed = "ページ 1.md", unicodedata.normalize("NFD", "ページ 1.md")
    assert composed != decomposed
    assert nearest(decomposed, [composed, "a.md"]).startswith(f"{composed!r} looks the same but is written in other")
