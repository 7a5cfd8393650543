"""The calculator's view: values known by hand, published figures, what stands where a formula has no value."""

import json
from fractions import Fraction

import pytest

from site_builder.engine.formula import Integer, Symbol, minimum
from site_builder.engine.quantity import BoundQuantity
from site_builder.figures.calculator import CalculatorSpec, Combination, CrossingSpec, CurveSpec, IntegerSpec
from site_builder.figures.calculator_view import calculator_view
from site_builder.figures.sweeps import DASH, slope_of, sweep
from site_builder.problems import SourcePosition

N = Symbol("N")


def quantity(expression, style="memory", unit="B"):
    return BoundQuantity("some", "Some", unit, style, expression)


SCORES = quantity(2 * N**2)
CACHE = quantity(1024 * N)
WEIGHTS = quantity(Integer(55_562_855_904))
RATIO = quantity(2 * N**2 / Integer(55_562_855_904), "ratio", "")
CURVES = (
    CurveSpec("score", "score", "scores", SCORES, RATIO, "all weights"),
    CurveSpec("kv", "kv", "K+V", CACHE),
    CurveSpec("weights", "weights", "all weights", WEIGHTS),
)
MEETING = CrossingSpec((0, 2), 166678, "as large")


def view(**changes):
    axis = {"name": "N", "minimum": 1, "maximum": 4194304, "start": 131072, "presets": (6, 131072), "scale": "log"}
    axis = IntegerSpec(**(axis | {each: changes.pop(each) for each in axis if each in changes}))
    given = {
        "title": "title", "name": "n", "controls": (axis,), "axis": axis, "rows": (6, 1024, 131072, 262144),
        "combinations": (Combination(changes.pop("curves", CURVES)),),
        "crossing": MEETING, "scale": "log", "caption": (), "position": SourcePosition("a.md"),
    }  # fmt: skip
    return calculator_view(CalculatorSpec(**(given | changes)))


def test_the_cards_begin_with_the_published_values():
    scores, cache, weights = (curve.start for curve in view().curves)
    assert (scores.text, scores.substituted) == ("32 GiB", "2 × 131072² B = 32 GiB")
    assert scores.exact == "34359738368"
    assert (scores.multiple, scores.is_share) == ("61.84%", True)  # 2^35 ÷ 55,562,855,904
    assert (cache.text, weights.text) == ("128 MiB", "51.75 GiB")
    assert (cache.multiple, weights.multiple) == ("", "")


def test_the_table_has_every_row_as_text():
    assert [(row.text, *row.cells) for row in view().rows] == [
        ("6", "72 B", "6 KiB", "51.75 GiB"),
        ("1,024", "2 MiB", "1 MiB", "51.75 GiB"),
        ("131,072", "32 GiB", "128 MiB", "51.75 GiB"),
        ("262,144", "128 GiB", "256 MiB", "51.75 GiB"),
    ]


def test_slopes_are_found_by_doubling():
    assert [curve.slope for curve in view().curves] == [2, 1, 0]
    assert slope_of(quantity(N**2 + N), "N", 1, 1024) is None
    assert slope_of(quantity(3 * N), "N", 3, 1000) == 1
    assert slope_of(quantity(N - 4), "N", 1, 1024) is None
    assert slope_of(quantity(minimum(N, 4096)), "N", 1, 4096) == 1
    assert slope_of(quantity(minimum(N, 4096)), "N", 1, 4097) is None  # a window that fills behind the last doubling
    assert slope_of(quantity(minimum(N, 4096)), "N", 4096, 8192) == 0
    assert slope_of(quantity(1 / (N - 4)), "N", 1, 1024) is None


def test_direct_labels_say_how_a_curve_grows():
    assert [curve.direct_label.lines for curve in view().curves] == [
        ("scores ∝ N²",), ("K+V ∝ N",), ("all weights 51.75 GiB",),
    ]  # fmt: skip


def test_the_crossing_is_marked_with_its_n():
    crossing = view().crossing
    assert crossing.direct_label.lines == ("as large", "N = 166,678")
    assert crossing.point.y_value == 2 * 166_678**2
    assert view(crossing=None).crossing is None


def test_the_words_of_a_crossing_stand_where_the_rising_line_leaves_room():
    late = view().crossing.direct_label
    early = view(crossing=CrossingSpec((0, 2), 8, "as large")).crossing.direct_label
    assert (late.anchor, late.above) == ("end", True)
    assert (early.anchor, early.above) == ("start", False)


def test_the_slider_has_a_stop_at_every_power_of_two():
    first, last, start = view().axis.slider
    assert (first, last, start) == (0, 22 * 16, 17 * 16)
    first, last, _ = view(minimum=100, maximum=1000, start=500, crossing=None).axis.slider
    assert 2 ** (first / 16) <= 100
    assert 2 ** (last / 16) >= 1000


def test_a_sweep_is_plain_numbers_and_gaps():
    values = sweep(quantity(1 / (N - 6)), "N", (4, 5, 6, 7, 8))
    assert values == (-0.5, -1, None, 1, 0.5)
    assert {type(value) for value in sweep(SCORES, "N", (1, 2, 3))} == {int}


def test_where_a_formula_has_no_value_there_is_a_dash():
    odd = CurveSpec("score", "score", "odd", quantity(1024 / (N - 6)), quantity(1 / (N - 6), "ratio", ""), "other")
    page = view(curves=(odd, CURVES[1]), crossing=None, start=6)
    start = page.curves[0].start
    assert (start.text, start.substituted, start.multiple, start.point) == (DASH, DASH, DASH, None)
    assert page.rows[0].cells == (DASH, "6 KiB")
    written = json.dumps([page.figure, page.data], allow_nan=False)
    assert "null" in written
    assert "float64" not in written


def test_a_value_that_is_not_positive_has_no_place_on_a_log_axis():
    page = view(curves=(CurveSpec("kv", "kv", "falling", quantity(1000 - N)),), crossing=None, start=2000)
    start = page.curves[0].start
    assert (start.text, start.point) == ("−1000 B", None)
    assert page.figure["layout"]["yaxis"]["range"][0] == 0


def test_a_chart_of_nothing_positive_is_still_a_chart():
    page = view(curves=(CurveSpec("kv", "kv", "none", quantity(0 - N)),), crossing=None)
    assert page.curves[0].direct_label is None
    assert page.curves[0].path == ""


def test_fractions_are_exact():
    page = view(curves=(CurveSpec("kv", "kv", "third", quantity(N / 3)),), crossing=None, start=4096)
    assert page.curves[0].start.exact == str(Fraction(4096, 3))


def test_what_the_browser_gets_is_the_formula_itself():
    data = view().data
    assert data["formulas"][data["curves"][0]["at"][0]]["formula"] == ["*", "2", ["^", "N", "2"]]
    assert data["x"] == {"scale": "log", "low": 0, "high": 22}
    assert data["ys"] == [{"scale": "log", "low": 0, "high": 50}]
    assert json.loads(json.dumps(data)) == data


@pytest.mark.parametrize("variable", ["N", "T"])
def test_the_variable_has_the_authors_name(variable):
    symbol = Symbol(variable)
    page = view(
        curves=(CurveSpec("score", "score", "s", quantity(2 * symbol**2)),),
        name=variable,
        crossing=CrossingSpec((0, 0), 166678, "as large"),
    )
    assert page.curves[0].direct_label.lines == (f"s ∝ {variable}²",)
    assert page.crossing.direct_label.lines[1] == f"{variable} = 166,678"


def test_a_curve_that_bends_has_a_point_at_the_bend():
    """1024 × min(N, 5000) B turns flat at N = 5,000, between the points of half a doubling, 4,096 and 5,793."""
    bent = quantity(1024 * minimum(N, Integer(5000)))
    found = view(curves=(CurveSpec("kv", "kv", "K+V", bent),), crossing=None).figure["data"][0]
    nearest = min(found["x"], key=lambda n: abs(n - 5000))
    assert abs(nearest / 5000 - 1) < 0.04  # 22 doublings × 0.002 = 0.044 of one
    assert all(y == 1024 * min(x, 5000) for x, y in zip(found["x"], found["y"], strict=True))


def test_straight_curves_have_no_more_points_than_two_to_a_doubling():
    assert len(view().figure["data"][0]["x"]) == 44  # 2 × 22 doublings and the first; 1.41 and 1 are one
