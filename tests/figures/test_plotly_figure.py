"""The Plotly figure: on log axes, ranges and annotations are powers of ten, the rest is data."""

import json

import plotly.graph_objects as go
import pytest

from site_builder.figures.calculator import CrossingSpec
from tests.figures.test_calculator_view import view


@pytest.fixture
def figure():
    return view(minimum=1024, maximum=1048576, crossing=CrossingSpec((0, 2), 166733, "a < b")).figure


def test_ranges_and_annotations_are_powers_of_ten(figure):
    assert figure["layout"]["xaxis"]["range"] == pytest.approx([3.0103, 6.0206], abs=1e-4)
    crossing = figure["layout"]["annotations"][-1]
    assert crossing["x"] == pytest.approx(5.2220, abs=1e-3)
    assert crossing["name"] == "crossing"


def test_shapes_and_points_are_data(figure):
    (drop,) = figure["layout"]["shapes"]
    assert drop["x0"] == drop["x1"] == 166733
    assert drop["y1"] == figure["data"][-1]["y"][0] == 2 * 166733**2
    assert figure["data"][-1]["x"] == [166733]


def test_curves_are_plain_lists_named_by_role(figure):
    assert [trace["uid"] for trace in figure["data"]] == ["score", "kv", "weights", "crossing"]
    for trace in figure["data"]:
        assert type(trace["x"]) is type(trace["y"]) is list
        assert {type(value) for value in trace["y"]} == {int} or trace["uid"] == "crossing"


def test_ticks_are_texts(figure):
    axis = figure["layout"]["yaxis"]
    assert dict(zip(axis["ticktext"], axis["tickvals"], strict=True))["1 GiB"] == 2**30


def test_a_label_is_text_not_markup(figure):
    assert figure["layout"]["annotations"][-1]["text"] == "a &lt; b<br>N = 166,733"


def test_plotly_takes_it_back_and_it_is_the_same_every_time(figure):
    go.Figure(figure)
    again = view(minimum=1024, maximum=1048576, crossing=CrossingSpec((0, 2), 166733, "a < b")).figure
    assert json.dumps(figure) == json.dumps(again)


def test_no_colour_or_font_is_decided_in_python(figure):
    written = json.dumps(figure)
    assert "#" not in written
    assert "font" not in written
    assert set(figure["layout"]["template"]["data"]) == {"scatter"}
