"""The courses under examples/ build without a complaint, and say what can be worked out by hand."""

import pytest

from site_builder.problems import Problems
from tests.scratch import REPOSITORY, built, visible

COURSE = REPOSITORY / "examples" / "numbers"


@pytest.fixture(scope="module")
def site():
    problems = Problems()
    pages = built(COURSE, problems)
    assert list(problems) == []
    return {path: visible(data.decode()) for path, data in pages.items() if path.endswith(".html")}


@pytest.mark.parametrize(
    ("lesson", "said"),
    [
        # 2·32·8·128·2 = 131,072 bytes a token; with 32 KV heads four times as many; 61·(512 + 64)·2 = 70,272.
        ("kv-cache", ["one token adds 128 KiB", "512 KiB, 4 times as much", "adds only 68.63 KiB"]),
        ("kv-cache", ["Marked at N = 610,352"]),  # ⌈80e9 ÷ 131,072⌉
        # 16 bytes for each of 8,030,261,248 parameters are 128,484,179,968: 119.659… GiB, 160.605… % of 80 GB.
        ("training-memory", ["119.7 GiB", "160.6% of one H100", "2 of them are", "12.5%", "75%"]),
        # 16,060,522,496 + 131,072 bytes at 3.35 TB/s, and with 8,192 tokens of cache at 4.8 TB/s.
        ("serving", ["295.2 FLOP/B", "208.6 token/s", "280.1 token/s on an H200"]),
        # 6 · 8,030,261,248 · 160,605,224,960 = 7.7382…e21; over 989e12 a second 90.557… days.
        ("scaling", ["7.738 × 10²¹ FLOPs", "that is 90.56 d", "406.4 ÷ 1,000,000,000^(0.34)"]),
        # A = 406.4, α = 0.34: 406.4 ÷ 1,148.15 = 0.35396; 410.7 ÷ 766.1 = 0.53609: together 0.89005
        ("scaling", ["has ≈ 0.89 left after twenty billion tokens"]),
        # left of the bend 3.35 TB/s times FLOPs for a byte: 256 · 3.35e12 = 857.6e12; 256 · 4.8e12 is more than 989e12
        ("serving", ["256 857.6 TFLOP/s 989 TFLOP/s", "4,096 989 TFLOP/s 989 TFLOP/s"]),
        # softmax of (0, 1, 1) ÷ √2 and of (0, 0, 2) ÷ √2: e^0.70711 = 2.0281, e^1.41421 = 4.1133
        ("attention", ["cat ≈ 19.8% ≈ 40.1% ≈ 40.1%", "sat ≈ 16.4% ≈ 16.4% ≈ 67.3%"]),
        ("training-memory", ["one H100 74.51 GiB", "Llama-3.1-8B 14.96 GiB 14.96 GiB 89.75 GiB"]),
        # 18 bytes for 32 weights.
        ("formats", ["four bits become 4.5", "28.13%", "4.207 GiB"]),
    ],
)
def test_a_lesson_says_its_numbers(site, lesson, said):
    page = site[f"costs/{lesson}/index.html"]
    for words in said:
        assert words in page, words


def test_no_line_of_python_is_in_it():
    assert not list(COURSE.rglob("*.py"))
