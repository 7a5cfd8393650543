"""The course that this repository publishes: what its files promise to readers."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

from site_builder.course.course import load_course
from site_builder.document.course import Course
from site_builder.problems import Problems
from site_builder.source.folder import read_folder, read_package
from site_builder.source.nodes import MappingNode, Node
from site_builder.source.yaml import load_yaml
from tests.scratch import built

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def course() -> Course:
    problems = Problems()
    course = load_course(read_folder(ROOT), problems)
    assert course is not None
    assert not len(problems), [str(problem) for problem in problems]
    return course


def test_the_course_is_named_and_anchored(course: Course) -> None:
    assert (course.title.plain, course.lang, course.anchor) == (
        "从 0 训练 LLM · 现代大模型体系",
        "zh-CN",
        "qwen3.8-27b",
    )
    assert course.running_example == ("小明", "把", "苹果", "给了", "小王")


def test_attention_only_is_lesson_4_of_the_prologue(course: Course) -> None:
    chapter = course.chapters[0]
    assert f"{chapter.label} {chapter.title.plain}" == "C0 序章：为什么是 Transformer + 预测下一个词"
    lesson = next(lesson for lesson in chapter.lessons if lesson.id == "attention-only")
    assert (lesson.number, lesson.title, lesson.written) == (4, None, True)  # its front matter says its title
    following = chapter.lessons[chapter.lessons.index(lesson) + 1]
    assert (following.number, following.title.plain, following.written) == (5, "没有标注怎么学", False)


def test_only_known_chapters_are_listed(course: Course) -> None:
    assert [chapter.label for chapter in course.chapters] == ["C0", "C2", "C3", "C4", "C9", "C11", "C13"]
    assert all(chapter.lessons for chapter in course.chapters)


@pytest.mark.parametrize(("lesson", "chapter"), [("why-not-rnn", "c3"), ("fixed-state", "c11")])
def test_forks_have_no_number(course: Course, lesson: str, chapter: str) -> None:
    found = next(each for each in course.lessons if each.id == lesson)
    assert (found.number, found.chapter) == (None, chapter)


@pytest.mark.parametrize(
    ("promise", "chapter"),
    [
        ("qkv-and-heads", "c3"),
        ("word-order", "c2"),
        ("ffn-residual-norm", "c4"),
        ("cheaper-layer", "c3"),
        ("flash-attention", "c9"),
        ("fixed-state", "c11"),
        ("parallel-state", "c11"),
        ("n-squared-again", "c13"),
        ("learn-without-labels", "c0"),
    ],
)
def test_each_promise_is_paid_in_its_chapter(course: Course, promise: str, chapter: str) -> None:
    chapters = {lesson.id: lesson.chapter for lesson in course.lessons}
    assert chapters[course.promises[promise].lesson] == chapter


def test_this_lesson_lights_the_decoder_layer_alone(course: Course) -> None:
    lit = [(node.title.plain, node.detail) for node in course.pipeline if node.lesson == "attention-only"]
    assert lit == [("解码层", "decoder_layer")]
    assert (course.pipeline[0].title.plain, course.pipeline[-1].title.plain) == ("文本", "下一个词的概率")


@pytest.mark.parametrize(
    ("key", "year", "identifier"),
    [
        ("vaswani2017", 2017, "1706.03762"),
        ("bahdanau2014", 2014, "1409.0473"),
        ("cheng2016", 2016, "1601.06733"),
        ("qwen3-report", 2025, "2505.09388"),
        ("flash-attention", 2022, "2205.14135"),
        ("gated-deltanet", 2024, "2412.06464"),
        ("gqa", 2023, "2305.13245"),
    ],
)
def test_papers_lead_to_arxiv(course: Course, key: str, year: int, identifier: str) -> None:
    source = course.sources[key]
    assert (source.year, source.url) == (year, f"https://arxiv.org/abs/{identifier}")


def test_no_two_sources_share_an_address(course: Course) -> None:
    addresses = [source.url for source in course.sources.values() if source.url]
    assert len(set(addresses)) == len(addresses)


def test_a_term_is_one_plain_sentence(course: Course) -> None:
    for term in course.glossary.values():
        sentence = term.sentence.plain
        assert sentence.endswith("。"), term.key
        assert sentence.count("。") == 1, term.key
        assert len(sentence) <= 60, term.key
        assert not re.search("[,;:?!](?! )", re.sub("[0-9],[0-9]", "", sentence)), term.key


def test_the_six_lines_of_numpy_print_what_the_page_says(tmp_path: Path) -> None:
    lesson = (ROOT / "content/lessons/attention-only.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```$", lesson, re.DOTALL | re.MULTILINE)
    assert sum(line != "" for line in program.splitlines()) == 6
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(program, {})  # our own six lines, which the lesson prints
    match = re.fullmatch(r"(\d+) (\d+) \((\d+), (\d+)\)\n", printed.getvalue())
    assert match
    scores, size, rows, columns = map(int, match.groups())
    page = built(ROOT)["c0/attention-only/index.html"].decode()
    said = re.search(r"<p[^>]*>它打印的三样是.*?</p>", page)
    assert said
    assert re.findall(r'<data value="(\d+)"', said[0]) == [str(n) for n in (scores, size, size, rows, columns)]


@pytest.fixture(scope="module")
def words() -> dict[str, dict[tuple[str, ...], str]]:
    """Path of a language's file → its words.  Names of quantities are left out: in English they are the engine's."""
    problems = Problems()
    texts = [read_package().text(path, problems) for path in read_package().names("templates/locale", ".yaml")]
    found = {text.path: dict(_words(load_yaml(text, problems))) for text in texts if text}
    assert not len(problems), [str(problem) for problem in problems]
    return {
        path: {keys: word for keys, word in each.items() if keys[0] != "quantities"} for path, each in found.items()
    }


def test_every_language_has_the_same_words(words: dict[str, dict[tuple[str, ...], str]]) -> None:
    assert {"templates/locale/en.yaml", "templates/locale/zh-CN.yaml"} <= set(words)
    english = words["templates/locale/en.yaml"].keys()
    for path, each in words.items():
        assert each.keys() == english, f"{path} differs in {sorted(each.keys() ^ english)}"


def test_a_component_fills_in_the_same_values_in_every_language(words: dict[str, dict[tuple[str, ...], str]]) -> None:
    """Word order differs, so a value may stand in another of the component's words."""

    def filled(each: dict[tuple[str, ...], str]) -> set[tuple[str, str]]:
        return {(keys[0], name) for keys, word in each.items() for name in re.findall(r"\{\w+\}", word)}

    english = filled(words["templates/locale/en.yaml"])
    for path, each in words.items():
        assert filled(each) == english, f"{path} differs in {sorted(filled(each) ^ english)}"


def _words(node: Node | None, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], str]]:
    """(path of keys, text) of every word of a language."""
    if isinstance(node, MappingNode):
        return [word for entry in node.entries for word in _words(entry.value, (*path, entry.key))]
    return [(path, getattr(node, "written", ""))]
