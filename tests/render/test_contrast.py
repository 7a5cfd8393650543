"""Every pair of colours that tokens.css declares keeps its contrast (WCAG 2.2, 1.4.3 and 1.4.11).

In both themes, on paper, and where the reader asks for more contrast.
"""

import re

import pytest

from tests.scratch import REPOSITORY

TOKENS = (REPOSITORY / "static" / "css" / "tokens.css").read_text(encoding="utf-8")
COLOUR = re.compile(r"(--[\w-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\))?;")


def colours(css: str) -> dict[str, dict[str, str]]:
    """The colours that `css` declares: name → theme → ``#rrggbb``."""
    return {name: {"light": light, "dark": dark or light} for name, light, dark in COLOUR.findall(css)}


def overrides(feature: str) -> dict[str, dict[str, str]]:
    """The colours that the one block for the media `feature` declares instead."""
    (block,) = re.findall(rf"^@media {re.escape(feature)} {{\n(.*?)^}}", TOKENS, re.MULTILINE | re.DOTALL)
    return colours(block)


COLOURS = colours(TOKENS[: TOKENS.index("@media")])
MORE = overrides("(prefers-contrast: more)")
PRINT = overrides("print")
PALETTES = {
    ("", "light"): COLOURS,
    ("", "dark"): COLOURS,
    ("more contrast", "light"): COLOURS | MORE,
    ("more contrast", "dark"): COLOURS | MORE,
    ("print", "light"): COLOURS | PRINT,
    ("print, more contrast", "light"): COLOURS | MORE | PRINT,
}
PAIRS = re.findall(r"pair (--[\w-]+) on (--[\w-]+) ([\d.]+)", TOKENS)
TEXT, GRAPHICS = 4.5, 3.0


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb``, from 0 to 1 (WCAG 2.2, "relative luminance")."""
    channels = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_agrees_with_known_ratios():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)  # the grey that just fails


@pytest.mark.parametrize("palette", PALETTES, ids=" ".join)
@pytest.mark.parametrize(("foreground", "background", "least"), PAIRS, ids=lambda value: value.strip("-"))
def test_a_declared_pair_keeps_its_contrast(foreground, background, least, palette):
    seen, theme = PALETTES[palette], palette[1]
    assert contrast(seen[foreground][theme], seen[background][theme]) >= float(least)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_more_contrast_is_more(theme):
    """No pair loses by it, and text of every changed colour reaches 7 : 1 (WCAG 2.2, 1.4.6)."""
    more = COLOURS | MORE
    assert MORE.keys() <= COLOURS.keys()
    for foreground, background, least in PAIRS:
        asked = contrast(more[foreground][theme], more[background][theme])
        assert asked >= contrast(COLOURS[foreground][theme], COLOURS[background][theme]), (foreground, background)
        if foreground in MORE and float(least) >= TEXT:
            assert asked >= 7, (foreground, background)


def test_no_promise_is_below_the_standard():
    assert {float(least) for _, _, least in PAIRS} <= {7.0, TEXT, GRAPHICS}
    assert {foreground for foreground, _, least in PAIRS if float(least) == GRAPHICS} == {"--edge"}


def test_every_colour_that_can_be_read_is_promised():
    grounds = {background for _, background, _ in PAIRS}
    promised = {foreground for foreground, _, _ in PAIRS}
    ornaments = {"--rule", "--plate"}
    assert set(COLOURS) - grounds - promised == ornaments


def test_styles_name_no_colour_of_their_own():
    folder = REPOSITORY / "static"
    for path in sorted(folder.glob("css/*.css")) + sorted(folder.glob("components/*.css")):
        if path.name != "tokens.css":
            found = re.findall(r":[^;{}]*(#[0-9a-fA-F]{3,8}\b|\brgba?\(|\bhsla?\()", path.read_text(encoding="utf-8"))
            assert found == [], path.name
