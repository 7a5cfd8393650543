"""The geometry of a log–log chart: places by hand, gaps, ticks."""

from math import inf, log2, nan

import pytest

from site_builder.figures.chart import (
    Label,
    LogAxis,
    Plot,
    axis_between,
    doubling_ticks,
    sample_points,
    stepped_axis,
    stepped_ticks,
)

PLOT = Plot(LogAxis(0, 20), LogAxis(0, 40))


def test_a_value_stands_at_its_logarithm():
    axis = LogAxis(0, 20)
    assert [axis.fraction(value) for value in (1, 1024, 2**20)] == [0, 0.5, 1]


def test_an_axis_ends_in_powers_of_ten_for_plotly():
    assert axis_between(1024, 2**20).ends == pytest.approx((3.0103, 6.0206), abs=1e-4)


def test_the_byte_axis_ends_on_powers_of_1024_around_its_values():
    assert stepped_axis(2, 2**45, 1024) == LogAxis(0, 50)
    assert stepped_axis(1024, 2**20, 1024) == LogAxis(10, 20)
    assert stepped_axis(7, 7, 1024) == LogAxis(0, 10)
    assert stepped_axis(1, 1, 1024) == LogAxis(0, 10)


def test_a_point_is_in_per_cent_from_the_left_and_from_the_top():
    point = PLOT.point(1024, 2**30)
    assert (point.x, point.y) == (50, 25)


def test_a_path_leaves_a_gap_where_there_is_no_value():
    path = PLOT.path([1, 2**5, 2**10, 2**15, 2**20], [1, None, 2**20, 2**40, nan])
    assert path == "M0 1000M500 500L750 0"
    assert PLOT.path([1, 2], [0, -3]) == "" == PLOT.path([1, 2], [inf, -inf])


def test_every_doubling_has_a_line_and_at_most_eight_a_label():
    ticks = doubling_ticks(LogAxis(0, 22), str)
    assert [tick.value for tick in ticks] == [2**power for power in range(23)]
    labelled = [tick.text for tick in ticks if tick.text]
    assert labelled == ["1", "8", "64", "512", "4096", "32768", "262144", "2097152"]
    assert [tick.text for tick in ticks if tick.text and not tick.wide] == ["1", "64", "4096", "262144"]


def test_lines_of_an_axis_that_begins_between_powers_are_at_powers():
    ticks = doubling_ticks(axis_between(100, 1000), str)
    assert [tick.value for tick in ticks] == [128, 256, 512]
    assert ticks[0].place == pytest.approx(100 * log2(1.28) / log2(10), abs=1e-3)


def test_the_byte_axis_has_a_labelled_line_at_each_power_of_1024():
    ticks = stepped_ticks(LogAxis(-10, 20), 1024, str)
    assert [(tick.value, tick.text, tick.place) for tick in ticks] == [
        (1, "1", 66.667), (1024, "1024", 33.333), (2**20, "1048576", 0),
    ]  # fmt: skip


@pytest.mark.parametrize(("minimum", "maximum"), [(1, 4194304), (1024, 2**20), (3, 7), (1, 2), (1000, 2**40)])
def test_samples_are_whole_rising_and_reach_both_ends(minimum, maximum):
    samples = sample_points(minimum, maximum)
    assert (samples[0], samples[-1]) == (minimum, maximum)
    assert list(samples) == sorted(set(samples))
    assert all(type(sample) is int for sample in samples)
    assert {2**power for power in range(41) if minimum <= 2**power <= maximum} <= set(samples)


def test_lines_of_a_label_end_at_the_point_or_begin_there():
    at = PLOT.point(1, 1)
    above, below = Label(at, ("a", "b"), "end", above=True), Label(at, ("a", "b"), "start", above=False)
    assert above.drops[0] < above.drops[1] < 0 < below.drops[0] < below.drops[1]
    assert above.shift < 0 < below.shift
