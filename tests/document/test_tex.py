"""TeX before it reaches the converter: macros and nesting within bounds, and commands it does not know."""

import re

import pytest

from site_builder.document.maths import to_mathml
from site_builder.document.tex import DEEPEST, LONGEST, MOST_PIECES
from site_builder.problems import Refused


def shown(tex: str, display: bool = True) -> str:
    """The elements of the formula alone."""
    return re.search(r"<semantics><mrow>(.*)</mrow><annotation", to_mathml(tex, display), re.DOTALL)[1]


@pytest.mark.parametrize(
    ("with_macros", "without"),
    [
        (r"\newcommand{\R}{\mathbb{R}} \R^n", r"\mathbb{R}^n"),
        (r"\newcommand\pair[2]{(#1, #2)}\pair{a}{b}", "(a, b)"),
        (r"\def\f#1#2{\frac{#2}{#1}}\f a{b+1}", r"\frac{b+1}{a}"),
        (r"\def\a{\b+1}\def\b{x}\a", "x+1"),
        (r"\DeclareMathOperator*{\best}{best} \best_x", r"\operatorname*{best}_x"),
        (r"\renewcommand{\vec}[1]{\mathbf{#1}}\vec{x}", r"\mathbf{x}"),
    ],
)
def test_a_macro_is_what_its_body_says(with_macros, without):
    assert shown(with_macros) == shown(without)


@pytest.mark.parametrize(
    ("tex", "message", "offset"),
    [
        (r"\newcommand{\g}[1]{\g{#1#1}}\g{a}", rf"\g expands to more than {MOST_PIECES:,} signs", 28),
        (r"\def\a{\b}\def\b{\a}x+\a", rf"\a expands to more than {MOST_PIECES:,} signs", 22),
        (r"\def\a{" + r"\hat x" * 10 + "}" + r"\a" * 2000, rf"\a expands to more than {MOST_PIECES:,} signs", None),
        (r"\newcommand{\g}[1]{#2}", r"\g has no argument #2", 0),
        (r"x\newcommand{\g}[1][q]{#1}", None, 1),
        (r"\newcommand{g}{x}", r"\newcommand defines one command, such as \R", 0),
        (r"\def", r"\def is not complete", 0),
        (r"\newcommand{\g}[2]{#1}\g x", r"\g is not complete", 22),
    ],
)
def test_a_macro_without_bounds_is_refused_at_its_place(tex, message, offset):
    with pytest.raises(Refused) as refusal:
        to_mathml(tex)
    assert message is None or refusal.value.mistake.message == message
    assert offset is None or refusal.value.mistake.offset == offset


@pytest.mark.parametrize(
    "tex",
    [
        r"\hat" * 1200 + " x",
        r"\hat " * (DEEPEST + 1) + "x",
        r"\displaystyle " * 300 + "x",
        "{" * (DEEPEST + 1) + "}" * (DEEPEST + 1),
        r"\left(" * 70 + r"\right)" * 70,
        r"\def\a{\hat}" + r"\a " * (DEEPEST + 1) + "x",
    ],
)
def test_what_nests_too_deep_is_refused_before_the_converter_sees_it(tex):
    with pytest.raises(Refused, match="nests too deep"):
        to_mathml(tex)


def test_depth_and_length_just_within_the_bounds_are_printed():
    assert shown(r"\hat " * (DEEPEST - 1) + "x").count("<mover") == DEEPEST - 1
    assert shown("x" * LONGEST).count("<mi>x</mi>") == LONGEST
    with pytest.raises(Refused, match="too long"):
        to_mathml("x" * (LONGEST + 1))


@pytest.mark.parametrize(
    ("tex", "offset"),
    [
        ("S = QK^\\top \\\\\nP = 3", 12),
        (r"a \\ b", 2),
        (r"\begin{aligned}a\\b\end{aligned}\\c", 32),
        (r"\begin{equation}a\\b\end{equation}", 17),
        (r"\frac{a\\b}{c}", 7),
    ],
)
def test_a_break_that_breaks_no_line_is_refused(tex, offset):
    with pytest.raises(Refused, match="breaks no line") as refusal:
        to_mathml(tex, True)
    assert refusal.value.mistake.offset == offset


@pytest.mark.parametrize(
    "tex",
    [r"\begin{aligned}a&=b\\&=c\end{aligned}", r"\begin{cases}a\\b\end{cases}", r"\sum_{\substack{i<n\\j<m}} x_{ij}"],
)
def test_a_break_in_rows_makes_rows(tex):
    assert shown(tex).count("<mtr>") == 2


@pytest.mark.parametrize(
    ("tex", "same"),
    [
        (r"\begin{split}a&=b\\&=c\end{split}", r"\begin{aligned}a&=b\\&=c\end{aligned}"),
        (r"\begin{alignedat}{2}a&=b\end{alignedat}", r"\begin{aligned}a&=b\end{aligned}"),
        (r"\begin{aligned}[t]a\end{aligned}", r"\begin{aligned}a\end{aligned}"),
        (r"\mbox{if } x", r"\text{if } x"),
        (r"a,\dotsc,b", r"a,\ldots,b"),
        (r"\substack{a\\b}", r"\begin{subarray}{c}a\\b\end{subarray}"),
        (r"a = b \tag{1}", r"\begin{equation}a = b \tag{1}\end{equation}"),
    ],
)
def test_tex_of_other_dialects_is_what_it_stands_for(tex, same):
    assert shown(tex) == shown(same)


def test_limits_stand_below_and_above():
    assert re.fullmatch(
        r"<mover><munder><mpadded><mi>𝔼</mi></mpadded><mi>x</mi></munder><mi>n</mi></mover><mi>f</mi>",
        shown(r"\mathop{\mathbb{E}}\limits_{x}^n f"),
    )


def test_a_small_matrix_is_set_in_script_size():
    written = shown(r"\begin{smallmatrix}a&b\\c&d\end{smallmatrix}")
    assert written.startswith('<mstyle scriptlevel="1"><mtable')
    assert written.count("<mtd>") == 4


def test_a_wide_tilde_stretches_and_a_plain_one_does_not():
    assert '<mo stretchy="true">˜</mo>' in shown(r"\widetilde{xy}")
    assert '<mo stretchy="false">˜</mo>' in shown(r"\tilde{xy}")
    assert "\ue001" not in shown(r"\widetilde{\widetilde{x}_i}")


@pytest.mark.parametrize(("tex", "text"), [('P("a")', '<mi>"</mi>'), (r'\text{"the"}', '<mtext>"the"</mtext>')])
def test_straight_quotation_marks_stay_straight(tex, text):
    assert text in shown(tex)


@pytest.mark.parametrize("tex", [r"\begin{align}a\label{main}\end{align}", r"x\ref{a}", r"\eqref{a}"])
def test_labels_and_references_of_tex_are_refused(tex):
    with pytest.raises(Refused):
        to_mathml(tex)
