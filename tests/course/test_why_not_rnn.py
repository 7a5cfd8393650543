"""The fork's figures a second way: from the anchor's sizes and the card's data sheet, in exact fractions."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest

from site_builder.engine.recurrent import gradient_along_time, rnn_forward
from site_builder.engine.units import decimal_text, format_value
from tests.scratch import REPOSITORY, built, visible

WIDTH, LAYERS, CONTEXT = 5120, 64, 262_144
HEADS, KV_HEADS, HEAD_DIM = 24, 4, 256
BANDWIDTH, COMPUTE = 4800 * 10**9, 989 * 10**12  # H200: bytes and dense BF16 operations a second
PAIRS = {"rnn": 1, "gru": 3, "lstm": 4}  # of equal matrices: one for the input, one for the state
# q and its gate, k, v and the output of a full-attention layer.
PROJECTIONS = sum(heads * HEAD_DIM * WIDTH for heads in (HEADS, HEADS, KV_HEADS, KV_HEADS, HEADS))


def attention(words):
    return PROJECTIONS * words + sum(2 * words * HEAD_DIM * words for _ in range(HEADS))


def recurrent(words, cell="rnn"):
    return PAIRS[cell] * 2 * WIDTH * WIDTH * words


def recurrent_time(words, cell="rnn"):
    read = Fraction(PAIRS[cell] * WIDTH * WIDTH * 2, BANDWIDTH)  # BF16
    return words * read + Fraction(2 * recurrent(words, cell) // 2, COMPUTE)


def attention_time(words):
    return Fraction(2 * attention(words), COMPUTE)


@pytest.fixture(scope="module")
def page():
    return built(REPOSITORY)["c3/why-not-rnn/index.html"].decode()


def table(page, words):
    """The rows of the first table after these words of the text, as lists of texts."""
    start = page.index(words, page.index('id="从已有出发"'))
    found = re.search(r"<table.*?</table>", page[start:], re.DOTALL)[0]
    rows = re.findall(r"<tr.*?</tr>", found, re.DOTALL)
    return [[visible(cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in rows]


def test_the_projections_are_four_squares_of_the_width(page):
    assert PROJECTIONS == 4 * WIDTH**2 == 104_857_600
    assert "合起来是 104,857,600 次乘加" in visible(page)


def test_table_1_meets_at_the_width(page):
    _, *rows = table(page, "数法一")
    for (_, width, half, full), known in zip(rows, (512, 1024, WIDTH), strict=True):
        assert width == f"{known:,}"
        assert (half, full) == (f"{131_072 / known:g} 倍", f"{262_144 / known:g} 倍")


@pytest.mark.parametrize(("row", "cell"), [(2, "gru"), (3, "lstm")])
def test_the_whole_layers_meet_where_the_multiply_adds_are_equal(page, row, cell):
    _, _, plain, masked = table(page, "数法三")[row]
    more = PAIRS[cell] * 2 * WIDTH**2 - PROJECTIONS  # a word, before a single score
    assert plain == decimal_text(Fraction(more, 2 * HEADS * HEAD_DIM), 6)
    assert masked == decimal_text(Fraction(more, HEADS * HEAD_DIM) - 1, 6)  # n(n + 1)/2 scores a head
    meeting = math.floor(Fraction(more, 2 * HEADS * HEAD_DIM))
    assert attention(meeting) < recurrent(meeting, cell)
    assert attention(meeting + 1) > recurrent(meeting + 1, cell)


def test_the_plainest_recurrence_does_less_at_every_length():
    assert all(recurrent(words) < attention(words) for words in (1, 2, 64, 4096, CONTEXT, 2**24))


def test_scores_and_weighted_sum_alone_meet_elsewhere(page):
    assert f"打平的地方挪到了 {decimal_text(Fraction(WIDTH**2, HEADS * HEAD_DIM), 6)}。" in visible(page)


def test_steps_are_counted_through_the_stack(page):
    *_, five, full = table(page, "要等几步")
    assert five[1:] == [f"{5 + LAYERS - 1} 步", f"{LAYERS} 步"]
    assert full[1:] == [f"{CONTEXT + LAYERS - 1:,} 步", f"{LAYERS} 步"]


def test_the_floors_of_time(page):
    _, *rows = table(page, "一步要等什么")
    lengths = [int(row[0].replace(",", "")) for row in rows]
    assert lengths[:3] == [4096, 32_768, CONTEXT]
    for words, (_, waited, worked, faster) in zip(lengths, rows, strict=True):
        assert waited == format_value(recurrent_time(words), "time", "s")
        assert worked == format_value(attention_time(words), "time", "s")
        if words != lengths[3]:
            assert faster == f"自注意力，{decimal_text(recurrent_time(words) / attention_time(words), 2)} 倍"
    assert recurrent_time(lengths[3]) <= attention_time(lengths[3])
    assert recurrent_time(lengths[3] - 1) > attention_time(lengths[3] - 1)


def test_paths_are_counted(page):
    paths = [row[2] for row in table(page, "还有一笔")[1:]]
    dilated = next(layers for layers in range(99) if 3**layers >= CONTEXT)
    contiguous = -(-(CONTEXT - 1) // 2)  # each layer of width 3 reaches 2 words further
    assert paths == [f"{CONTEXT - 1:,}", "1", f"{dilated}", f"{contiguous:,}", f"{-(-CONTEXT // 4096)}"]


def test_the_smallest_recurrence_on_the_running_example(page):
    matrix, words = np.array([[0.5]]), np.array([[1.0], [0], [0], [0], [0]])
    states = rnn_forward(matrix, np.eye(1), words)
    *_, straight, bent = table(page, "拿最小的循环层")
    assert straight[1:] == ["1", "0.5", "0.25", "0.125", "0.0625"]
    assert bent[1:] == [f"≈ {state:.4g}" for state in states[:, 0]]
    shrunk = gradient_along_time(matrix, states)[0, 0]
    assert "四个 ½ 连乘，1/16；" in visible(page)
    assert f"≈ {shrunk:.4g}。才五个词" in visible(page)


@pytest.mark.parametrize("factor", [0.999, 1.001])
def test_a_long_product_vanishes_or_explodes(page, factor):
    power = round((CONTEXT - 1) * math.log10(factor))
    assert f"≈ {str(power).replace('-', '−')} 次方" in visible(page)
