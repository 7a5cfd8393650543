"""TeX before it reaches the converter: macros and nesting within bounds, and commands it does not know."""

import re

import pytest

from site_builder.document.maths import to_mathml
from site_builder.document.tex import DEEPEST, LONGEST, MOST_PIECES, macro, with_macros
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
        (r"\mathds{1} \mathbbm{1}", r"\mathbb{1} \mathbb{1}"),
        (r"a,\hdots", r"a,\ldots"),
        (r"\ensuremath{x}", "{x}"),
        (r"\text{head_i}", r"\text{head\_i}"),
        (r"\begin{pmatrix*}[r]a\end{pmatrix*}", r"\begin{pmatrix}a\end{pmatrix}"),
        (r"\begin{eqnarray}a&=&b\end{eqnarray}", r"\begin{array}{rcl}a&=&b\end{array}"),
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


MACROS = {name: macro(name, body) for name, body in ((r"\R", r"\mathbb{R}"), (r"\half", r"\alpha#1"))}


@pytest.mark.parametrize(
    ("tex", "expected"),
    [(r"x\in\R^n", r"x\in\mathbb{R}^n"), (r"\half{x}", r"\alpha x"), (r"\half2", r"\alpha2")],
)
def test_macros_of_a_course_are_written_out(tex, expected):
    expanded = with_macros(tex, MACROS)
    assert expanded
    assert expanded.tex == expected


def test_a_place_in_what_a_macro_stands_for_is_that_of_the_macro():
    expanded = with_macros(r"ab\R c", MACROS)
    assert expanded
    assert [expanded.offset(place) for place in (0, 1, 2, 11, 12, 13)] == [0, 1, 2, 2, 4, 5]


def test_a_formula_without_macros_is_left_alone():
    assert with_macros(r"\alpha", MACROS) is None


@pytest.mark.parametrize(("name", "body"), [("R", "x"), (r"\R1", "x"), (r"\R", "#x"), (r"\R", "x#")])
def test_what_is_no_macro_is_refused(name, body):
    with pytest.raises(Refused):
        macro(name, body)


def test_macros_that_lead_to_themselves_end():
    with pytest.raises(Refused, match="expands to more than"):
        with_macros(r"\g", {r"\g": macro(r"\g", r"\g\g")})


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (
            r"\text{若 $x>0$ 则}",
            "<mtext>若\xa0</mtext><mrow><mi>x</mi><mo>&gt;</mo><mn>0</mn></mrow><mtext>\xa0则</mtext>",
        ),
        (r"\mbox{$x$}", "<mi>x</mi>"),
        (r"\text{a \$5}", "<mtext>a\xa0$5</mtext>"),
    ],
)
def test_dollars_in_a_text_hold_a_formula(tex, expected):
    assert expected in to_mathml(tex)


@pytest.mark.parametrize(
    ("tex", "said"), [(r"\text{a $x}", "no partner"), (r"\smash{x}", r"\smash"), (r"\text{a", "closed")]
)
def test_what_a_text_cannot_hold_is_refused(tex, said):
    with pytest.raises(Refused) as refused:
        to_mathml(tex)
    assert said in str(refused.value)


@pytest.mark.parametrize("name", ["equation", "align", "gather", "multline", "flalign"])
def test_environments_have_no_numbers_of_their_own(name):
    assert "<mtext>" not in to_mathml(rf"\begin{{{name}}}a\end{{{name}}}", True)
    assert "(7)" in to_mathml(rf"\begin{{{name}}}a\tag{{7}}\end{{{name}}}", True)


@pytest.mark.parametrize(
    ("tex", "hint"),
    [
        (r"\textcolor{teal}{x}", r"\textcolor with a role"),
        (r"{\color{#f00} x}", r"\textcolor with a role"),
        (r"\colorbox{red}{x}", r"\textcolor with a role"),
        (r"\cancel{x}", r"\boxed"),
        (r"\large x", "the size of its text"),
        (r"\ce{H2O}", r"\mathrm{H_2O}"),
        (r"\root 3 \of x", r"\sqrt[3]{x}"),
        (r"\href{a}{b}", "outside the formula"),
        (r"a \hfill b", r"\quad"),
        (r"\norm{x}", "macros"),
    ],
)
def test_what_is_refused_says_what_to_write(tex, hint):
    with pytest.raises(Refused) as refusal:
        to_mathml(tex, True)
    assert hint in refusal.value.mistake.hint
