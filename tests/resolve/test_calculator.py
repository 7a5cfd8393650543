"""`calculator`: the author's expressions become the view, mistakes are told at their place."""

from dataclasses import replace

import pytest

from site_builder.document.blocks import Calculator, Crossing, Curve
from site_builder.document.inline import Expression, Inline
from site_builder.problems import SourcePosition
from site_builder.resolve.calculator import resolve_calculator
from tests.resolve.conftest import HERE


def written(source, line=20):
    return Expression(source, SourcePosition(HERE.path, line, 9))


SCORE = Curve(written("score_matrix(N=N)", 30), "scores", "score", "weights", HERE)
WEIGHTS = Curve(written("weights", 31), "all weights", "weights", "", HERE)


def block(**changes):
    given = {
        "title": Inline((), "title", HERE), "name": "n", "variable": "N",
        "minimum": written("1"), "maximum": written("4194304"), "start": written("131072"),
        "presets": (written("6"), written("native_context")), "table": (10, 12), "curves": (SCORE, WEIGHTS),
        "crossing": Crossing(written("crossing_score_weights"), "score", "equal", HERE),
        "caption": (), "position": HERE,
    }  # fmt: skip
    return Calculator(**(given | changes))


def problem_of(scope, calculator):
    assert resolve_calculator(calculator, scope) is None
    (problem,) = scope.problems
    return problem


def test_the_published_figures_are_there(scope):
    view = resolve_calculator(block(), scope)
    assert not list(scope.problems)
    assert [curve.start.text for curve in view.curves] == ["32 GiB", "51.75 GiB"]
    assert view.crossing.value == 166_678
    assert [preset.value for preset in view.presets] == [6, 262_144]
    assert [row.value for row in view.rows] == [6, 1024, 2048, 4096, 262_144]
    assert view.curves[0].compared == "all weights"
    assert view.curves[1].start.multiple == ""


@pytest.mark.parametrize("start", ["0", "-4", "1 - 1"])
def test_a_log_axis_starts_above_zero(scope, start):
    problem = problem_of(scope, block(minimum=written(start, 17)))
    assert (problem.rule, problem.position.line) == ("axis-starts-above-zero", 17)


@pytest.mark.parametrize(
    ("option", "source", "rule"),
    [
        ("maximum", "1", "option-has-its-type"),
        ("maximum", "2 ** 41", "number-is-finite"),
        ("start", "4194305", "option-has-its-type"),
        ("start", "7 / 2", "option-has-its-type"),
        ("start", "native_contxt", "quantity-is-known"),
        ("minimum", "1 / 0", "expression-has-a-value"),
        ("maximum", "weights", "expression-has-a-value"),
        ("maximum", ".inf", "expression-is-well-formed"),
    ],
)
def test_a_bound_that_cannot_be_is_told_at_its_line(scope, option, source, rule):
    problem = problem_of(scope, block(**{option: written(source, 18)}))
    assert (problem.rule, problem.position.line) == (rule, 18)


def test_a_preset_outside_the_range_is_told(scope):
    problem = problem_of(scope, block(presets=(written("6"), written("5000000", 19))))
    assert (problem.position.line, problem.rule) == (19, "option-has-its-type")
    assert "5,000,000" in problem.message


def test_a_crossing_outside_the_range_is_told(scope):
    problem = problem_of(scope, block(maximum=written("131072"), presets=()))
    assert "166,678" in problem.message


def test_all_mistakes_are_told_in_one_run(scope):
    curves = (
        replace(SCORE, value=written("score_matrx(N=N)", 30)),
        replace(WEIGHTS, value=written("weights(n=1)", 31)),
    )
    assert resolve_calculator(block(curves=curves, presets=(written("5000000", 19),)), scope) is None
    assert {problem.rule for problem in scope.problems} >= {
        "quantity-is-known", "argument-is-known", "option-has-its-type",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("source", "unit"),
    [("parameters", "parameter"), ("flops_prefill(N=N)", "FLOP"), ("weights / score_matrix(N=N)", "plain numbers")],
)
def test_an_axis_of_bytes_takes_nothing_else(scope, source, unit):
    other = replace(WEIGHTS, value=written(source, 31))
    problem = problem_of(scope, block(curves=(SCORE, other)))
    assert (problem.rule, problem.position.line) == ("expression-has-a-value", 31)
    assert problem.message.endswith(f"is in {unit}")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("(2 ** 64) ** 16 * score_matrix(N=N)", "at N = 1 this is 2.974 × 10²⁸⁴ YiB"),
        ("N ** 64 * score_matrix(N=N)", "at N = 4,194,304 this is"),
        ("score_matrix(N=N) / (10 ** 64) ** 6", "at N = 1 this is"),
        ("-1 * (10 ** 64) ** 6 * score_matrix(N=N)", "this is −"),
    ],
)
def test_a_curve_that_no_axis_can_show_is_told(scope, source, words):
    """Beyond floats there is no place on a chart, and before that no unit."""
    problem = problem_of(scope, block(curves=(replace(SCORE, value=written(source, 30)), WEIGHTS)))
    assert (problem.rule, problem.position.line) == ("number-is-finite", 30)
    assert words in problem.message


@pytest.mark.parametrize("source", ["crossing_score_weights", "166678", "166677 + 1"])
def test_a_crossing_where_the_curves_meet_is_marked(scope, source):
    """⌊√(55,562,855,904 ÷ 2 − 1)⌋ + 1 = 166,678: one head's table of N² × 2 bytes passes all weights there."""
    assert resolve_calculator(block(crossing=Crossing(written(source), "score", "equal", HERE)), scope).crossing
    assert not len(scope.problems)


@pytest.mark.parametrize(
    "source", ["1000", "166677", "166679", "crossing_score_weights(heads=2)", "crossing_kv_weights", "1"]
)
def test_a_crossing_where_no_curves_meet_is_told(scope, source):
    problem = problem_of(scope, block(crossing=Crossing(written(source, 33), "score", "equal", HERE)))
    assert (problem.rule, problem.position.line) == ("crossing-is-where-curves-meet", 33)


def test_a_curve_alone_meets_no_other(scope):
    crossing = Crossing(written("crossing_score_weights", 33), "score", "equal", HERE)
    problem = problem_of(scope, block(curves=(replace(SCORE, compare=""),), crossing=crossing))
    assert problem.rule == "crossing-is-where-curves-meet"
