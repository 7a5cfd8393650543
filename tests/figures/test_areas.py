"""Areas: in true proportion at every size, within the drawing, and the larger square covers the smaller."""

from types import SimpleNamespace

import pytest

from site_builder.figures.areas import FIXED, HEIGHT, LARGEST, WIDTH, areas_view


def calculator(score, kv, weights):
    def curve(role, slope, value):
        return SimpleNamespace(role=role, label=role, slope=slope, start=SimpleNamespace(text="", exact=str(value)))

    return SimpleNamespace(curves=(curve("score", 2, score), curve("kv", 1, kv), curve("weights", 0, weights)))


def view(*values):
    return areas_view(None, (), None, calculator(*values))


@pytest.mark.parametrize(
    ("values", "shrunk"),
    [
        ((2**35, 2**27, 55_562_855_904), 0),  # N = 131,072: 200·√(2^35 ÷ 55.56e9) = 157
        ((2**37, 2**28, 55_562_855_904), 0),  # 262,144: 315
        ((2**45, 2**32, 55_562_855_904), 4),  # 4,194,304: 5,034 ÷ 16 = 315
        ((72, 6144, 100_000), 1),  # the strip is 200²·6144 ÷ 100,000 ÷ (200·√0.00072) = 458 wide, and 96 is its room
    ],
)
def test_areas_are_in_one_proportion_and_fit(values, shrunk):
    found = view(*values)
    areas = {area.role: area for area in found.areas}
    if values[0] != 72:
        assert found.shrunk == shrunk
    for role, value in zip(("score", "kv", "weights"), values, strict=True):
        area = areas[role]
        wanted = (FIXED / 2**found.shrunk) ** 2 * value / values[2]
        assert area.width * area.height == pytest.approx(wanted, abs=0.01 * (area.width + area.height))
        assert 0 <= area.x <= area.x + area.width <= WIDTH
        assert 0 <= area.y <= area.y + area.height <= HEIGHT
    assert areas["kv"].height == areas["score"].height <= LARGEST
    assert areas["kv"].x + areas["kv"].width < areas["score"].x == areas["weights"].x


def test_the_fixed_square_is_drawn_first():
    assert [area.role for area in view(4, 2, 9).areas] == ["weights", "score", "kv"]


def test_without_a_square_or_a_fixed_curve_there_is_nothing_to_compare():
    curves = calculator(4, 2, 9).curves
    assert areas_view(None, (), None, SimpleNamespace(curves=curves[:2])) is None
    assert areas_view(None, (), None, SimpleNamespace(curves=curves[1:])) is None
