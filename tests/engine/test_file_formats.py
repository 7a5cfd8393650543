"""Formats of files: their published bits, the recipes of llama.cpp, and spellings that are answered with ours."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from site_builder.engine.model import DenseFeedForward, FullAttention, Layer, Norms
from site_builder.engine.quantities import BY_ID
from site_builder.engine.quantity import QuantityError
from site_builder.engine.recipes import elements_by_type
from site_builder.engine.storage import BY_NAME
from tests.engine.models import ANCHOR, DEEPSEEK, LLAMA, value

PUBLISHED_BITS = {
    "q8_0": "8.5", "q6_k": "6.5625", "q5_k": "5.5", "q5_1": "6", "q5_0": "5.5", "q4_k": "4.5", "q4_1": "5",
    "q4_0": "4.5", "q3_k": "3.4375", "q2_k": "2.625", "iq4_nl": "4.5", "iq4_xs": "4.25", "iq3_s": "3.4375",
    "iq3_xxs": "3.0625", "iq2_s": "2.5625", "iq2_xs": "2.3125", "iq2_xxs": "2.0625", "iq1_m": "1.75",
    "iq1_s": "1.5625",
}  # fmt: skip
"""Bits a weight, as llama.cpp prints them (docs of its `quantize` tool)."""


@pytest.mark.parametrize(("name", "bits"), PUBLISHED_BITS.items())
def test_a_format_of_llama_cpp_has_its_published_bits(name, bits):
    assert Fraction(BY_NAME[name].block_bytes * 8, BY_NAME[name].block_elements) == Fraction(bits)


def test_scales_of_nf4_are_quantised_again():
    """QLoRA: 64 elements a scale of 32 bits, 0.5 bits each; twice quantised 8 / 64 + 32 / (64 · 256) = 0.127 bits."""
    plain, twice = BY_NAME["nf4"], BY_NAME["nf4_double"]
    assert Fraction(plain.block_bytes * 8, plain.block_elements) - 4 == Fraction(1, 2)
    assert Fraction(twice.block_bytes * 8, twice.block_elements) - 4 == Fraction(8, 64) + Fraction(32, 64 * 256)


@pytest.mark.parametrize(("written", "meant"), [("bf16", "bfloat16"), ("FP8", "float8"), ("awq", "int4_g128_zeros")])
def test_a_common_spelling_is_answered_with_ours(written, meant):
    with pytest.raises(QuantityError, match=f"{written} is {meant} here"):
        BY_ID["weights"].bind(LLAMA, format=written)


PUBLISHED_FILES = {
    "q2_k_s": "2.9697", "q2_k_file": "3.1593", "q3_k_s": "3.6429", "q3_k_l": "4.2979", "q4_k_s": "4.6672",
    "q4_k_m": "4.8944", "q5_k_s": "5.5704", "q5_k_m": "5.7036",
}  # fmt: skip
"""Bits a weight of Llama-3.1-8B (ggml-org/llama.cpp, tools/quantize/README.md)."""


@pytest.mark.parametrize(("name", "bits"), PUBLISHED_FILES.items())
def test_a_file_of_llama_cpp_has_its_published_bits(name, bits):
    assert round(Fraction(8 * value("weights", LLAMA, format=name), 8_030_261_248), 4) == Fraction(bits)


def test_values_have_more_bits_where_there_are_80_layers():
    """Llama-3.1-70B Q4_K_M is published with 42.5 GB: in q4_k the 40 other value projections would be Q4_K too."""
    layer = Layer(FullAttention(64, 8, 128), DenseFeedForward(28672))
    model = replace(LLAMA, hidden_size=8192, layers=(layer,) * 80)
    assert round(Fraction(value("weights", model, format="q4_k_m"), 10**9), 1) == Fraction("42.5")
    plain = elements_by_type(replace(model, layers=(layer,) * 40), "q4_k_m")
    assert "q5_k" not in plain
    assert elements_by_type(model, "q4_k_m")["q5_k"] == sum(not _spread(at, 80) for at in range(80)) * 8192 * 1024


def _spread(layer: int, layers: int) -> bool:
    """A tenth layer at either end has more bits in any case: 0 … 9, 70 … 79, and 12, 15, … 69 between."""
    return layer in {*range(10), *range(70, 80), *range(12, 70, 3)}


@pytest.mark.parametrize(
    ("model", "given", "reason"),
    [
        (DEEPSEEK, {"scope": "text"}, "other feed-forwards|other attention"),
        (ANCHOR, {}, 'add scope="text"'),
        (ANCHOR, {"scope": "text"}, "this one has other attention"),
        (LLAMA, {"quantized": "projections"}, "neither parameters nor quantized"),
        (LLAMA, {"parameters": 5}, "neither parameters nor quantized"),
        (replace(LLAMA, hidden_size=4000), {}, "a row of .* has 4000 elements, no multiple of 256"),
        (replace(LLAMA, norms=Norms(bias=True)), {}, "tensors of other kinds"),
    ],
)
def test_a_file_whose_types_are_not_described_is_refused(model, given, reason):
    with pytest.raises(QuantityError, match=reason):
        BY_ID["weights"].bind(model, format="q4_k_m", **given)
