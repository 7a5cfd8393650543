import re

import pytest

from site_builder.render.spacing import legible, spaced

ATTRIBUTES = re.compile(r'(?:aria-label|aria-valuetext|title|data-[a-z-]+)="([^"]*)"')
DATA = re.compile(r"<(script|annotation)\b.*?</\1>", re.DOTALL)


@pytest.mark.parametrize(
    ("composed", "read"),
    [
        ("K+V从 1 KiB", "K+V 从 1 KiB"),
        ("是K+V的", "是 K+V 的"),
        ("分数矩阵从 2 B", "分数矩阵从 2 B"),
        ("第3步", "第 3 步"),
        ("N²的账（FFN）：a", "N² 的账（FFN）：a"),
        ("rises from", "rises from"),
        ("从0训练 LLM · 现代体系", "从 0 训练 LLM\u00a0· 现代体系"),
    ],
)
def test_half_width_and_chinese_words_are_parted(composed, read):
    assert spaced(composed) == read
    assert spaced(read) == read


@pytest.mark.parametrize("stem", ["calculator", "dataflow", "steps_figure", "shape_diagram"])
def test_every_text_of_a_component_is_parted(pages, stem):
    found = [
        section
        for page in pages.values()
        for section in re.findall(rf'<section class="{stem}\b.*?</section>', page, re.DOTALL)
    ]
    assert found
    for section in found:
        read = DATA.sub("", section)
        for text in (*ATTRIBUTES.findall(read), *re.split(r"<[^>]*>", read)):
            assert spaced(text) == text


@pytest.mark.parametrize(
    ("computed", "read"),
    [
        ("2 × 131072² B = 32 GiB", "2 × 131,072² B = 32\u00a0GiB"),
        ("27781427952 × 2 B = 51.75 GiB", "27,781,427,952 × 2\u00a0B = 51.75\u00a0GiB"),
        ("0.333333 + 1.61803 = 4096 / 1,048,576", "0.333333 + 1.61803 = 4096 / 1,048,576"),
        ("N = 4", "N = 4"),
    ],
)
def test_a_formula_with_its_numbers_is_grouped_and_keeps_its_units(computed, read):
    assert legible(computed) == read
    assert legible(read) == read
