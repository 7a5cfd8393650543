import re
from pathlib import Path

import pytest

from site_builder.render.light_dark import fallback, side

TOKENS = (Path(__file__).parents[2] / "static/css/tokens.css").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("value", "light", "dark"),
    [
        ("light-dark(#fff, #000)", "#fff", "#000"),
        ("light-dark(rgb(1 2 / 1), rgb(0)), 2px light-dark(a, b)", "rgb(1 2 / 1), 2px a", "rgb(0), 2px b"),
        ("#123", "#123", "#123"),
        ("light-dark(#fff", "light-dark(#fff", "light-dark(#fff"),
    ],
)  # fmt: skip
def test_each_side_of_a_colour(value, light, dark):
    assert (side(value, 0), side(value, 1)) == (light, dark)


def test_every_token_of_two_colours_has_both_for_older_browsers():
    written = re.sub(r"/\*.*?\*/", "", TOKENS, flags=re.DOTALL)
    names = re.findall(r"(--[\w-]+):[^;]*light-dark\(", written)
    assert len(names) > 30
    older = fallback(TOKENS)
    for name in names:
        assert older.count(f"{name}: ") == 3 * names.count(name), name
    assert "light-dark(" not in older.replace("@supports not (color: light-dark(red, red))", "")


def test_a_theme_of_one_colour_each_needs_none():
    assert fallback(":root { --paper: #fff; }") == ""
