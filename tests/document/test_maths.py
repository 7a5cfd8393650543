import html
import re
from xml.etree import ElementTree

import pytest

from site_builder.document.maths import DIMENSIONS, to_mathml
from site_builder.problems import Refused

SOURCES = (
    r"x_{i,*}",
    r"y_*^{(t)}",
    r"d_{k<N}",
    r"P\&Q",
    r"\{a,b\}",
    r"a\,b",
    r"12 L d^2",
    r"|v|",
    r"\text{{#1}}",
    r"\frac{{a}}{{b}}",
    "\\begin{aligned}\nS &= QK^\\top \\\\\n  &< \\infty\n\\end{aligned}",
)


@pytest.mark.parametrize("tex", SOURCES)
def test_the_source_is_kept_exactly(tex):
    written = re.search(r'<annotation encoding="application/x-tex">(.*?)</annotation>', to_mathml(tex))
    assert written is not None
    assert html.unescape(written[1]) == tex


@pytest.mark.parametrize("tex", [*SOURCES, r"\begin{array}{|l|c|} a & b \\ \hline c & d \end{array}"])
def test_one_line_of_well_formed_markup_without_style(tex):
    written = to_mathml(tex, True)
    assert "\n" not in written
    assert " style=" not in written
    ElementTree.fromstring(written)


def letters(tex: str, dimensions: frozenset[str] = DIMENSIONS) -> list[tuple[str, str]]:
    marked = ElementTree.fromstring(to_mathml(tex, False, dimensions)).iter()
    return [
        ("".join(element.itertext()), element.get("class")) for element in marked if "dim" in element.get("class", "")
    ]


def test_only_letters_that_are_dimensions_here_are_marked():
    assert letters("6ND", frozenset()) == letters("6ND", frozenset(["d_k"])) == []
    assert letters(r"\sqrt{d_k} N", frozenset(["N"])) == [("N", "dim dim-N")]


def test_letters_of_the_dimension_key_are_marked():
    assert letters(r"S = \frac{QK^\top}{\sqrt{d_k}}") == [("dk", "dim dim-d_k")]
    assert letters(r"2 \cdot N^{2}") == [("N", "dim dim-N")]
    assert letters(r"d_k^2") == [("dk", "dim dim-d_k")]
    assert letters(r"\mathbb{R}^{N\times d_k}") == [("N", "dim dim-N"), ("dk", "dim dim-d_k")]


@pytest.mark.parametrize("tex", ["n", "d", r"N_{\text{layers}}", "N_h", r"d_{k_1}", r"\text{N}"])
def test_other_letters_are_not(tex):
    assert letters(tex) == []


@pytest.mark.parametrize(
    ("tex", "column"), [(r"\frac{a}{", 10), (r"x + \nosuch", 5), (r"a \; }", 6), ("a +\nb \\nosuch", 7)]
)
def test_a_mistake_says_where(tex, column):
    with pytest.raises(Refused) as caught:
        to_mathml(tex)
    assert caught.value.mistake.offset == column - 1
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize(
    ("tex", "column"),
    [("95%", 3), ("a % b", 3), (r"\\% x", 3), (r"\text{95%}", 9), (r"\color{teal}{x}", 7), (r"\textcolor{#f00}{x}", 11),
     (r"{\color{Blue} x} y", 8), (r"\cancel{x}", 1), (r"\xcancel{x}", 1), (r"\phase{x}", 1)],
)  # fmt: skip
def test_what_a_page_would_drop_is_refused(tex, column):
    with pytest.raises(Refused) as caught:
        to_mathml(tex)
    assert caught.value.mistake.offset == column - 1


def test_rules_of_tables_and_boxes_are_kept():
    written = to_mathml(r"95\% \begin{array}{l|c} a & b \\ \hline c & d \end{array} \boxed{x}")
    assert "<mi>%</mi>" in written
    assert written.count("maths-rule-right") == 2
    assert written.count("maths-rule-above") == 2
    assert 'notation="box"' in written


def test_a_character_no_formula_can_hold_is_a_mistake():
    with pytest.raises(Refused):
        to_mathml("a\x01b")


@pytest.mark.parametrize(
    ("tex", "sizes"),
    [
        (r"x^{\begin{matrix} a \\ b \end{matrix}}", {
            ("mstyle", "scriptlevel", "0"), ("mtable", "displaystyle", "false"),
        }),
        (r"\begin{aligned} a &= b \end{aligned}", {("mstyle", "scriptlevel", "0"), ("mtable", "displaystyle", "true")}),
        (r"\dfrac12 {\scriptstyle x}", {
            ("mstyle", "displaystyle", "true"), ("mstyle", "displaystyle", "false"), ("mstyle", "scriptlevel", "1"),
        }),
        (r"\frac12", set()),
    ],
)  # fmt: skip
def test_sizes_stand_where_html_checkers_know_them(tex, sizes):
    math = ElementTree.fromstring(to_mathml(tex))
    names = ("displaystyle", "scriptlevel")
    found = {(part.tag, name, part.get(name)) for part in math.iter() for name in names if name in part.attrib}
    assert found == sizes


@pytest.mark.parametrize(
    ("names", "role"),
    [("score red", "score"), ("kv blue", "kv"), ("weights gray grey", "weights"), ("state green", "state"),
     ("work magenta purple violet", "work"), ("time orange brown", "time")],
)  # fmt: skip
def test_a_colour_is_a_token_of_the_page(names, role):
    for name in names.split():
        painted = f'<mrow class="tint role-{role}"><mi>x</mi></mrow>'
        assert painted in to_mathml(rf"\textcolor{{{name}}}{{x}} y")
        assert painted in to_mathml(rf"y {{\color {{ {name} }}x}}")
        assert " style=" not in to_mathml(rf"\begin{{aligned}}\color{{{name}}}a&=b\end{{aligned}}", True)


def test_colours_in_one_another_are_bounded():
    with pytest.raises(Refused, match="nests too deep"):
        to_mathml(r"\color{red}" * 400 + "x")
