"""The lesson's attention by hand: every cell again from the decimals that the page prints, in exact fractions."""

import re
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest

from tests.scratch import REPOSITORY, built


@pytest.fixture(scope="module")
def figure():
    page = built(REPOSITORY)["c0/attention-only/index.html"].decode()
    (found,) = re.findall(r'<section class="attention_figure .*?</section>', page, re.DOTALL)
    return found


def rows(figure, table):
    """The cells of each row of a table's body, as text."""
    body = re.search(rf'class="[^"]*{table}".*?<tbody[^>]*>(.*?)</tbody>', figure, re.DOTALL)[1]
    return [
        [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    ]


def exact(text):
    return Fraction(text.replace("−", "-"))


def entries(text):
    return [exact(entry) for entry in text.strip("()").split(",")]


def dot(left, right):
    return sum(a * b for a, b in zip(left, right, strict=True))


def test_every_cell_follows_from_what_is_printed(figure):
    words, q, k, v = zip(*rows(figure, "attention_figure-vectors"), strict=True)
    assert words == ("小明", "把", "苹果", "给了", "小王", "。")
    q, k, v = ([entries(cell) for cell in column] for column in (q, k, v))
    assert all(len(entry) == 4 for entry in q + k)
    printed = rows(figure, "attention_figure-all")
    assert [row[0] for row in printed] == list(words)
    for query, (_, *weights, output) in zip(q, printed, strict=True):
        weights = [exact(weight) for weight in weights]
        scores = [dot(query, key) / 2 for key in k]
        with localcontext() as context:
            context.prec = 30
            shares = [(Decimal(score.numerator) / score.denominator).exp() for score in scores]
            nearest = [Fraction((100 * share / sum(shares)).to_integral_value()) / 100 for share in shares]
        assert weights == nearest
        assert sum(weights) == 1
        assert entries(output) == [dot(weights, column) for column in zip(*v, strict=True)]


def test_the_first_words_working_is_written_out(figure):
    q = entries(rows(figure, "attention_figure-vectors")[0][1])
    working = rows(figure, "attention_figure-working")
    for _, key, score, _, _ in working:
        assert exact(score) == dot(q, entries(key)) / 2
    (_, *weights, output) = rows(figure, "attention_figure-all")[0]
    assert [row[3] for row in working] == weights
    sums = re.findall(r"<span>([^=]*) = <b>([^<]*)</b></span>", figure)
    for terms, result in sums:
        products = [term.replace("(", "").replace(")", "").split("×") for term in terms.split(" + ")]
        assert sum(exact(weight) * exact(value) for weight, value in products) == exact(result)
    assert [exact(result) for _, result in sums] == entries(output)
