"""`calculator`: the author's expressions become the view, mistakes are reported at their place."""

from dataclasses import replace

import pytest

from site_builder.document.blocks import Calculator
from site_builder.document.calculator import ChoiceControl, Crossing, Curve, IntegerControl, Mark
from site_builder.document.inline import Inline
from site_builder.facts.anchor import load_anchor
from site_builder.facts.given import load_given
from site_builder.problems import Problems, SourcePosition, Written
from site_builder.resolve.calculator import resolve_calculator
from site_builder.resolve.scope import page_names
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


@pytest.fixture(scope="module")
def given(anchor):
    return load_given(read_folder(ROOT), anchor.sheet, {}, Problems())


@pytest.fixture
def scope_of_all(scope, given, anchor):
    """A scope that knows the course's other models and its fact sheets."""
    return replace(scope, names=page_names(anchor.sheet, {}, given.sheets, given.models))


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
def test_a_bound_that_cannot_be_is_reported_at_its_line(scope, option, source, rule):
    problem = problem_of(scope, block(**{option: written(source, 18)}))
    assert (problem.rule, problem.position.line) == (rule, 18)


def test_a_preset_outside_the_range_is_reported(scope):
    problem = problem_of(scope, block(presets=(written("6"), written("5000000", 19))))
    assert (problem.position.line, problem.rule) == (19, "option-has-its-type")
    assert "5,000,000" in problem.message


def test_a_crossing_outside_the_range_is_reported(scope):
    problem = problem_of(scope, block(maximum=written("131072"), presets=()))
    assert problem.position == MARKED
    assert "do not meet from N = 1 to 131,072" in problem.message


def test_all_mistakes_are_reported_in_one_run(scope):
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
    [
        ("parameters", "in parameter"),
        ("flops_prefill(N=N)", "in FLOP"),
        ("weights / score_matrix(N=N)", "a plain number"),
    ],
)
def test_all_curves_are_in_one_unit(scope, source, unit):
    other = replace(WEIGHTS, value=written(source, 31))
    problem = problem_of(scope, block(curves=(SCORE, other)))
    assert (problem.rule, problem.position.line) == ("expression-has-a-value", 31)
    assert f"is {unit}, score_matrix in B" in problem.message


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
def test_a_curve_that_no_axis_can_show_is_reported(scope, source, words):
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


MODEL = ChoiceControl("model", "models", (("qwen3.8-27b", ""), ("llama-3.1-8b", "Llama")), "qwen3.8-27b", "模型", HERE)
SHOWN = ChoiceControl("shown", "choices", (("bytes", ""), ("time", "Time")), "bytes", "", HERE)
BATCH = IntegerControl("batch", written("1"), written("64"), written("4"), (), "linear", "", HERE)
LENGTH = IntegerControl("N", written("1"), written("1048576"), written("4096"), (), "log", "", HERE)


def several(*controls, **changes):
    """A calculator with the cache of a model and its weights."""
    cache, shown = "batch * kv_cache(N=N, model=model)", "{} if shown == 'bytes' else {} / h100.bandwidth"
    curves = (
        Curve("cache", written(shown.format(cache, cache), 30), "cache", "kv", "", HERE),
        Curve("all", written(shown.format(*["weights(model=model)"] * 2), 31), "weights", "weights", "", HERE),
    )
    given = {"controls": controls or (LENGTH, MODEL, SHOWN, BATCH), "curves": curves, "crossing": None, "presets": ()}
    return replace(block(crossing=None), **{key: value for key, value in (given | changes).items() if key != "presets"})


def test_curves_are_bound_for_every_combination_and_equal_formulas_are_sent_once(scope_of_all):
    view = resolve_calculator(several(), scope_of_all)
    assert not list(scope_of_all.problems)
    assert view.data["y"] == [0, 1, 0, 1]
    assert [curve["at"] for curve in view.data["curves"]] == [[0, 1, 2, 3], [4, 5, 6, 7]]
    # 16 layers of 4 KV heads of 256, twice, at 2 bytes: 65,536 a token; 4 readers, 4,096 tokens
    assert [curve.start.text for curve in view.curves] == ["1 GiB", "51.75 GiB"]
    assert [option.words for option in view.controls[1].options] == ["Qwen3.8-27B", "Llama"]
    assert [stop.text for stop in view.controls[1].contexts] == ["262,144", "131,072"]


def test_one_axis_holds_all_models_and_both_ends_of_a_held_number(scope_of_all):
    view = resolve_calculator(several(), scope_of_all)
    low, high = view.data["ys"][0]["low"], view.data["ys"][0]["high"]
    # 64 readers of the largest cache, 131,072 bytes a token, a million tokens: 2^43; one token of one reader: 2^16
    assert low <= 16 <= 43 <= high
    assert [axis.unit for axis in view.ys] == ["B", "s"]


def test_a_crossing_need_not_be_there_at_the_start(scope_of_all):
    crossing = Crossing(("cache", "all"), "equal", MARKED)
    short = replace(LENGTH, maximum=written("131072"))
    view = resolve_calculator(several(short, MODEL, SHOWN, BATCH, crossing=crossing), scope_of_all)
    # 51.75 GiB ÷ (4 · 65,536) = 211,955.…; Llama's 14.96 GiB ÷ (4 · 131,072) = 30,633.…
    assert (view.crossing.value, view.crossing.point) == (None, None)
    none = several(replace(LENGTH, maximum=written("8192")), MODEL, SHOWN, BATCH, crossing=crossing)
    assert resolve_calculator(none, scope_of_all) is None
    assert [problem.rule for problem in scope_of_all.problems] == ["crossing-is-where-curves-meet"]


def test_marks_are_of_the_axis_or_of_the_curves_unit(scope_of_all):
    marks = (
        Mark(written("native_context(model=model)"), False, "context", HERE),
        Mark(written("h100.memory if shown == 'bytes' else 1*s"), True, "card", HERE),
    )
    view = resolve_calculator(several(marks=marks), scope_of_all)
    assert [(mark.text, mark.is_level) for mark in view.marks] == [("262,144", False), ("74.51 GiB", True)]
    assert view.data["marks"][0]["at"][2] == ["131072", "131,072"]
    wrong = (Mark(written("2*s", 40), True, "x", HERE), Mark(written("weights", 41), False, "y", HERE))
    assert resolve_calculator(several(LENGTH, MODEL, BATCH, marks=wrong, curves=block().curves), scope_of_all) is None
    told = {problem.position.line: problem.message for problem in scope_of_all.problems}
    assert "a level is in the unit of the curves, B" in told[40]
    assert "a value of the axis is a plain whole number" in told[41]


@pytest.mark.parametrize(
    ("controls", "line", "words"),
    [
        ((LENGTH, replace(MODEL, choices=(*MODEL.choices, ("lama", ""))), SHOWN, BATCH), HERE.line, "anchor 'lama'"),
        ((LENGTH, MODEL, SHOWN, replace(BATCH, minimum=written("-1", 50))), 50, "from 0 on, not from -1"),
        ((LENGTH, MODEL, SHOWN, replace(BATCH, maximum=written("1", 51))), 51, "at least one step"),
        ((LENGTH, MODEL, SHOWN, BATCH, replace(BATCH, name="idle")), HERE.line, "'idle' moves nothing"),
        ((LENGTH, MODEL, SHOWN), 30, "'batch'"),
    ],
)  # fmt: skip
def test_a_control_that_cannot_be_is_reported(scope_of_all, controls, line, words):
    assert resolve_calculator(several(*controls), scope_of_all) is None
    assert any(problem.position.line == line and words in problem.message for problem in scope_of_all.problems)


def test_a_problem_of_some_choices_says_which(scope_of_all):
    curves = (Curve("a", written("N * weights if shown == 'bytes' else N * weights / (0*s)", 30), "a", "kv", "", HERE),)
    assert resolve_calculator(several(LENGTH, SHOWN, curves=curves), scope_of_all) is None
    (problem,) = scope_of_all.problems
    assert (problem.position.line, problem.message.partition(":")[0]) == (30, "with shown=time")


def test_a_held_number_stays_within_the_model(scope):
    curves = (Curve("a", written("kv_cache(N=N, layers=layers)", 30), "a", "kv", "", HERE),)
    layers = replace(BATCH, name="layers", maximum=written("65"))
    assert resolve_calculator(replace(block(crossing=None), controls=(LENGTH, layers), curves=curves), scope) is None
    (problem,) = scope.problems
    assert "kv_cache(layers=65): the model has 64 layers" in problem.message


def test_an_argument_of_the_engine_may_be_a_control(scope):
    curves = (Curve("a", written("kv_cache(N=N, layers=layers, kv_heads=2)", 30), "a", "kv", "", HERE),)
    layers = replace(BATCH, name="layers", maximum=written("16"))
    view = resolve_calculator(replace(block(crossing=None), controls=(LENGTH, layers), curves=curves), scope)
    assert not list(scope.problems)
    # twice, 4 layers, 2 heads of 256, 2 bytes, 4,096 tokens
    assert view.curves[0].start.text == "32 MiB"
    assert view.curves[0].start.substituted == "2 × 4 × 2 × 4096 × 256 × 2 B = 32 MiB"


def test_a_linear_axis_may_begin_at_zero(scope):
    controls = (replace(BATCH, minimum=written("0")),)
    curves = (Curve("a", written("batch * kv_cache(N=8192)", 30), "a", "kv", "", HERE),)
    made = replace(block(crossing=None), controls=controls, axis="batch", curves=curves, scale="linear")
    view = resolve_calculator(made, scope)
    assert not list(scope.problems)
    assert [row.value for row in view.rows] == [0, 10, 20, 30, 40, 50, 60, 64]
    # 512 MiB a reader: 32 GiB for 64 of them; lines at 5 GiB
    assert [tick.text for tick in view.ys[0].ticks] == [f"{5 * k} GiB" if k else "0 B" for k in range(8)]
    assert resolve_calculator(replace(made, scale="log"), scope)
    (problem,) = scope.problems
    assert (problem.severity, problem.rule) == ("warning", "axis-starts-above-zero")


def test_a_label_is_drawn_as_the_text_of_its_markdown(scope):
    """By hand: the anchor has 64 layers; a formula reads N² and **bold** is bold's words."""
    curves = (replace(SCORE, label="$N^2$ of {eval}`layers` **layers**"), replace(WEIGHTS, label="all $d_k$"))
    view = resolve_calculator(block(curves=curves), scope)
    assert [curve.label for curve in view.curves] == ["N² of 64 layers", "all d_k"]
    assert not len(scope.problems)


def test_a_label_that_cannot_be_read_is_reported_at_its_curve(scope):
    curves = (replace(SCORE, label="{eval}`layer`"), replace(WEIGHTS, label="{cite}`paper`"))
    resolve_calculator(block(curves=curves), scope)
    assert [problem.rule for problem in scope.problems] == ["quantity-is-known", "title-holds-no-links"]
    assert {problem.position for problem in scope.problems} == {HERE}
