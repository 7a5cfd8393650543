"""References on a page: found with everything a template prints, or told with the nearest name."""

from dataclasses import replace

import pytest
from markdown_it.token import Token

from site_builder.document.blocks import Calculator, Claim, Claims
from site_builder.document.calculator import ChoiceControl, IntegerControl
from site_builder.document.inline import (
    CiteReference,
    DimReference,
    Inline,
    LessonReference,
    LiveReference,
    PromiseReference,
    Prose,
    SetReference,
    TermReference,
)
from site_builder.document.resolved import ResolvedClaims
from site_builder.document.walk import rewrite, walk
from site_builder.problems import SourcePosition, Written
from site_builder.resolve.lesson import resolve_lesson
from site_builder.resolve.references import PageNames, look_up
from site_builder.resolve.scope import World
from tests.resolve.conftest import HERE


def expression(source):
    return Written(source, HERE)


def calculator(name="n"):
    title = Inline((), "账", HERE)
    low, high, start = expression("1"), expression("4194304"), expression("6")
    choice = ChoiceControl("dtype", "choices", (("bfloat16", ""), ("float8", "FP8")), "bfloat16", "", HERE)
    controls = (IntegerControl("N", low, high, start, (), "log", "", HERE), choice)
    return Calculator(title, name, controls, "N", (10, 12), (), None, (), "log", (), HERE)


@pytest.fixture
def page():
    return PageNames({"n": calculator()}, {"vaswani2017": 1}, {HERE: "promise-word-order"})


def test_a_planned_lesson_has_no_url(scope, page):
    found = look_up(LessonReference("flash-attention", "", HERE), scope, page)
    assert (found.url, found.title.plain, found.label) == (None, "分块算注意力", "C9")


def test_a_written_lesson_is_reached_by_its_file(scope, page):
    found = look_up(LessonReference("attention-only", "上一课", HERE), scope, page)
    assert (found.url, found.text) == ("../../c0/attention-only/index.html", "上一课")


def test_a_promise_knows_who_pays_it_and_where_it_was_made_first(scope, page):
    found = look_up(PromiseReference("word-order", "", HERE), scope, page)
    assert (found.lesson.id, found.element) == ("word-order", "promise-word-order")


@pytest.mark.parametrize(("here", "where"), [("word-order", "is this lesson"), ("why-not-rnn", "comes before")])
def test_a_promise_that_no_later_lesson_pays_is_reported(scope, page, here, where):
    scope = replace(scope, lesson=replace(scope.lesson, id=here))
    assert look_up(PromiseReference("word-order", "", HERE), scope, page) is not None
    (problem,) = scope.problems
    assert (problem.rule, problem.severity) == ("promise-is-paid-later", "warning")
    assert where in problem.message


def test_a_source_has_its_number_and_place(scope, page):
    found = look_up(CiteReference("vaswani2017", "Table 1", HERE), scope, page)
    assert (found.number, found.place, found.year) == (1, "Table 1", 2017)


def test_a_set_button_carries_digits(scope, page):
    found = look_up(SetReference("交点", "n", (("N", expression("crossing_score_weights")),), HERE), scope, page)
    assert found.settings == (("N", "166678"),)


@pytest.mark.parametrize(
    ("label", "told"),
    [
        ("4,096", 0), ("4096", 0), ("设为 4,096。", 0), ("第 2 步：4096", 0), ("交点", 0), ("4K", 0), ("128 GiB", 0),
        ("4.5", 0), ("N²", 0), ("9" * 30, 0), ("设为 6 个", 1), ("131,072", 1), ("6，再看", 1),
    ],
)  # fmt: skip
def test_a_button_that_says_another_number_than_it_sets_is_reported(scope, page, label, told):
    assert look_up(SetReference(label, "n", (("N", expression("4096")),), HERE), scope, page)
    assert [problem.rule for problem in scope.problems] == ["button-sets-what-it-says"] * told


def test_a_number_that_follows_a_calculator_has_a_formula_for_every_choice(scope, page):
    found = look_up(LiveReference(expression("2 * N * N"), "n", HERE), scope, page)
    (calculator,) = page.calculators.values()
    start = int(next(each for each in calculator.controls if each.name == "N").start.source)
    assert (found.widget, found.start.value) == ("n", str(2 * start * start))
    assert set(found.data["at"]) == {0}  # the choice stands nowhere in it
    assert len(found.data["formulas"]) == 1


@pytest.mark.parametrize(
    ("reference", "rule", "hint"),
    [
        (LessonReference("why-not-rn", "", HERE), "lesson-is-known", "why-not-rnn"),
        (PromiseReference("word-ordr", "", HERE), "promise-is-known", "word-order"),
        (CiteReference("vaswani2071", "", HERE), "source-is-known", "vaswani2017"),
        (CiteReference("nobody", "", HERE), "source-is-known", "content/sources.yaml"),
        (TermReference("nothing", "", HERE), "term-is-known", "content/glossary.yaml"),
        (TermReference("gqaa", "", HERE), "term-is-known", "gqa"),
        (DimReference("dk", HERE), "dimension-is-known", "d_k"),
        (DimReference("n", HERE), "dimension-is-known", "'N'"),
        (SetReference("x", "m", (("N", expression("6")),), HERE), "widget-is-known", "named 'm'"),
        (SetReference("x", "n", (("d", expression("6")),), HERE), "widget-is-known", "no control 'd'"),
        (SetReference("x", "n", (("dtype", expression("float9")),), HERE), "widget-is-known", "did you mean 'float8'?"),
        (SetReference("x", "n", (("N", expression("0")),), HERE), "widget-is-known", "from 1 to 4194304"),
        (SetReference("x", "n", (("N", expression("4194305")),), HERE), "widget-is-known", "from 1 to"),
        (SetReference("x", "n", (("N", expression("3 / 2")),), HERE), "widget-is-known", "whole number"),
        (SetReference("x", "n", (("N", expression("score_matrix(N=6)")),), HERE), "expression-has-a-value", "is in B"),
        (LiveReference(expression("N"), "m", HERE), "widget-is-known", "named 'm'"),
        (LiveReference(expression("M + 1"), "n", HERE), "quantity-is-known", "'M'"),
        (LiveReference(expression("1 / (N - N)"), "n", HERE), "expression-has-a-value", "by zero"),
    ],
)
def test_an_unknown_name_is_reported_with_the_nearest(reference, rule, hint, scope, page):
    assert look_up(reference, scope, page) is None
    (problem,) = scope.problems
    assert problem.rule == rule
    assert problem.position == HERE
    assert hint in str(problem)


def role(reference):
    return Token("role", "", 0, meta={"reference": reference})


def prose(*references):
    inline = Token("inline", "", 0, children=[role(reference) for reference in references])
    return Prose((Token("paragraph_open", "p", 1), inline, Token("paragraph_close", "p", -1)), HERE)


def lesson_with(scope, *blocks):
    lesson = scope.lesson
    return type(lesson)(
        lesson.id, lesson.path, lesson.title, None, None, 30, False, (), tuple(blocks), HERE
    )  # fmt: skip


def resolved(scope, anchor, *blocks):
    lesson = lesson_with(scope, *blocks)
    return resolve_lesson(lesson, World(scope.course, {anchor.id: anchor}), scope.problems)


def test_citations_are_numbered_in_reading_order_claims_included(scope, anchor):
    claim = Claim(Inline((), "甲", HERE), "proved", "gqa", "", "", HERE)
    first, again = CiteReference("bahdanau2014", "", HERE), CiteReference("bahdanau2014", "§3", HERE)
    found = resolved(scope, anchor, prose(first), Claims(None, (claim,), HERE), prose(again))
    assert not len(scope.problems)
    assert [(cite.key, cite.number) for cite in found.cited] == [("bahdanau2014", 1), ("gqa", 2)]
    assert isinstance(found.lesson.blocks[1], ResolvedClaims)


def test_a_claim_rests_on_a_section_that_the_lesson_has(scope, anchor):
    claim = Claim(Inline((), "甲", HERE), "proved", "", "", "没有的一节", HERE)
    resolved(scope, anchor, Claims(None, (claim,), HERE))
    (problem,) = scope.problems
    assert (problem.rule, problem.position) == ("section-is-known", HERE)


def test_a_page_knows_its_neighbours_and_its_place(scope, anchor):
    found = resolved(scope, anchor)
    assert (found.url, found.place.number, found.chapter.id) == ("c0/attention-only/index.html", 4, "c0")
    assert (found.previous.id, found.next.id) == ("attention", "learn-without-labels")
    assert found.next.url is None


def test_two_calculators_of_one_name_are_reported(scope, anchor):
    resolved(scope, anchor, calculator(), calculator())
    assert any("two calculators are named 'n'" in str(problem) for problem in scope.problems)


def test_a_lesson_outside_the_course_is_reported(scope, anchor):
    lesson = type(scope.lesson)("attention-onl", HERE.path, scope.lesson.title, None, None, 1, False, (), (), HERE)
    assert resolve_lesson(lesson, World(scope.course, {anchor.id: anchor}), scope.problems) is None
    (problem,) = scope.problems
    assert "attention-only" in problem.hint


def test_rewriting_leaves_the_original_as_it_was():
    block = prose(DimReference("N", HERE))
    changed = rewrite((block,), lambda token: token.copy(meta={"changed": True}), lambda record: record)
    tokens = [node for node in walk(changed) if isinstance(node, Token)]
    assert len(tokens) == 4
    assert all(token.meta == {"changed": True} for token in tokens)
    assert not any("changed" in node.meta for node in walk(block) if isinstance(node, Token))


def test_a_record_finished_to_nothing_leaves_its_tuple():
    record = DimReference("N", SourcePosition("a.md"))
    kept = rewrite((prose(), record), lambda _: None, lambda each: None if each == record else each)
    assert len(kept) == 1
