"""`calculator`: the author's expressions become the view, mistakes are told at their place."""

from dataclasses import replace

import pytest

from site_builder.document.blocks import Calculator, Crossing, Curve, IntegerControl
from site_builder.document.inline import Inline
from site_builder.facts.anchor import load_anchor
from site_builder.problems import SourcePosition, Written
from site_builder.resolve.calculator import resolve_calculator
from site_builder.source.folder import read_folder
from tests.resolve.conftest import HERE, ROOT


def written(source, line=20):
    return Written(source, SourcePosition(HERE.path, line, 9))


MARKED = SourcePosition(HERE.path, 33, 3)
SCORE = Curve("score", written("score_matrix(N=N)", 30), "scores", "score", "weights", HERE)
WEIGHTS = Curve("weights", written("weights", 31), "all weights", "weights", "", HERE)


def block(**changes):
    name = changes.pop("variable", "N")
    bounds = {
        "minimum": written("1"), "maximum": written("4194304"), "start": written("131072"),
        "presets": (written("6"), written("native_context")), "scale": "log",
    }  # fmt: skip
    bounds |= {each: changes.pop(each) for each in bounds if each in changes}
    given = {
        "title": Inline((), "title", HERE), "name": "n", "axis": name,
        "controls": (IntegerControl(name, **bounds, label="", position=HERE),),
        "table": (10, 12), "curves": (SCORE, WEIGHTS),
        "crossing": Crossing(("score", "weights"), "equal", MARKED), "marks": (), "scale": "log",
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
    assert [preset.value for preset in view.axis.presets] == [6, 262_144]
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
    assert problem.position == MARKED
    assert "do not meet from N = 1 to 131,072" in problem.message


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
    [("parameters", "parameter"), ("flops_prefill(N=N)", "FLOP"), ("weights / score_matrix(N=N)", "a plain number")],
)
def test_all_curves_are_in_one_unit(scope, source, unit):
    other = replace(WEIGHTS, value=written(source, 31))
    problem = problem_of(scope, block(curves=(SCORE, other)))
    assert (problem.rule, problem.position.line) == ("expression-has-a-value", 31)
    assert f"is in {unit}, score_matrix in B" in problem.message


@pytest.mark.parametrize(
    ("sources", "texts", "axis"),
    [
        # 55,562,855,904 bytes at 4.8 TB/s, and 65,536 bytes of cache a token at 131,072 tokens.
        (
            ("weights / (4.8*TB/s)", "kv_cache(N=N) / (4.8*TB/s)"), ["11.58 ms", "1.79 ms"],
            ["10 ns", "1 µs", "100 µs", "10 ms", "1 s"],
        ),
        (("flops_attention_per_token(N=N)", "flops_linear_per_token"), ["51,539,607,552", "51,243,909,120"], None),
        (("weights / score_matrix(N=N)", "N / 4"), ["1.617", "32,768"], None),
    ],
)  # fmt: skip
def test_an_axis_may_count_anything(scope, sources, texts, axis):
    curves = tuple(
        Curve(role, written(source), role, role, "", HERE) for role, source in zip(("time", "kv"), sources, strict=True)
    )
    view = resolve_calculator(block(curves=curves, crossing=None), scope)
    assert not list(scope.problems)
    assert [curve.start.text for curve in view.curves] == texts
    if axis:
        assert [tick.text for tick in view.ys[0].ticks if tick.text] == axis
    assert view.ys[0].step == 10


@pytest.mark.parametrize("source", ["N - N", "1 - N", "0 * weights / (1*B)"])
def test_zero_and_less_have_no_place_on_a_log_axis(scope, source):
    curves = (Curve("a", written(source, 30), "a", "score", "", HERE),)
    problem = problem_of(scope, block(curves=curves, crossing=None))
    assert (problem.rule, problem.position.line) == ("axis-starts-above-zero", 30)
    assert "no place on a logarithmic axis (begin where it is above zero" in str(problem)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("(2 ** 64) ** 16 * score_matrix(N=N)", "at N = 1 this is 2.974 × 10²⁸⁴ YiB"),
        ("N ** 64 * score_matrix(N=N)", "at N = 4,194,304 this is"),
        ("score_matrix(N=N) / (10 ** 64) ** 6", "at N = 1 this is"),
    ],
)
def test_a_curve_that_no_axis_can_show_is_told(scope, source, words):
    """Beyond floats there is no place on a chart, and before that no unit."""
    problem = problem_of(scope, block(curves=(replace(SCORE, value=written(source, 30)), WEIGHTS)))
    assert (problem.rule, problem.position.line) == ("number-is-finite", 30)
    assert words in problem.message


def test_models_are_compared_on_one_chart(scope):
    """2·L·h_kv·d_h·2 bytes a token: 65,536 of the anchor, 131,072 of a model with twice the layers of such a kind."""
    llama = load_anchor(read_folder(ROOT), "llama-3.1-8b", scope.problems).sheet
    names = replace(scope.names, models={**scope.names.models, llama.id: llama})
    curves = (
        Curve("own", written("kv_cache(N=N)"), "Qwen", "score", "", HERE),
        Curve("llama", written('kv_cache(N=N, model="llama-3.1-8b")'), "Llama", "kv", "own", HERE),
        Curve("card", written("80*GiB"), "a card", "weights", "", HERE),
    )
    crossing = Crossing(("llama", "card"), "full", HERE)
    view = resolve_calculator(block(curves=curves, crossing=crossing), replace(scope, names=names))
    assert [curve.start.text for curve in view.curves] == ["8 GiB", "16 GiB", "80 GiB"]
    assert view.curves[1].start.multiple == "2"
    assert view.crossing.value == 80 * 2**30 // 131_072


def test_a_crossing_is_found_where_the_curves_meet(scope):
    """⌊√(55,562,855,904 ÷ 2 − 1)⌋ + 1 = 166,678: one head's table of N² × 2 bytes passes all weights there."""
    for curves in (("score", "weights"), ("weights", "score")):
        view = resolve_calculator(block(crossing=Crossing(curves, "equal", HERE)), scope)
        assert view.crossing.value == 166_678
    assert not len(scope.problems)


def test_a_rounded_curve_has_no_crossing(scope):
    curves = (replace(SCORE, value=written("N ** 1.5 * B")), WEIGHTS)
    problem = problem_of(scope, block(curves=curves))
    assert (problem.rule, problem.position) == ("crossing-is-where-curves-meet", MARKED)
    assert "is rounded" in problem.message
