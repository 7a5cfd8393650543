"""The public models in content/anchors: published counts and caches, each by a second way."""

from __future__ import annotations

from pathlib import Path

import pytest

from site_builder.engine.quantities import BY_ID
from site_builder.facts.anchor import load_anchor
from site_builder.problems import Problems
from site_builder.source.folder import read_folder

ROOT = Path(__file__).parents[2]
IDS = tuple(path.stem for path in sorted((ROOT / "content/anchors").glob("*.yaml")))

# id: (parameters as published, KV bytes of a token in two bytes an element)
PUBLISHED = {
    "gpt2": (124_439_808, 36_864),
    "gpt2-xl": (1_557_611_200, 307_200),
    "gpt-3-175b": (174_604_259_328, 4_718_592),
    "llama-2-7b": (6_738_417_664 - 32 * 128 // 2, 524_288),  # without the rotary buffers stored with it
    "llama-2-70b": (68_976_653_312 - 80 * 128 // 2, 327_680),
    "llama-3.1-8b": (8_030_261_248, 131_072),
    "llama-3.1-70b": (70_553_706_496, 327_680),
    "mistral-7b-v0.1": (7_241_732_096, 131_072),
    "gemma-2-9b": (9_241_705_984, 344_064),
    "qwen3-8b": (8_190_735_360, 147_456),
    "qwen3-32b": (32_762_123_264, 262_144),
    "qwen2.5-72b": (72_706_203_648, 327_680),
    "qwen3-30b-a3b": (30_532_122_624, 98_304),
    "qwen3-next-80b-a3b": (81_324_862_720, 24_576),
    "qwen3.8-27b": (27_781_427_952, 65_536),
}


def llama_like(layers, d, h_q, h_kv, d_h, f, vocabulary, extra=0, matrices=3):
    """Untied: vocabulary twice, four projections, a gated feed-forward, two norms a layer and one more."""
    attention = 2 * d * h_q * d_h + 2 * d * h_kv * d_h
    return 2 * vocabulary * d + layers * (attention + matrices * d * f + 2 * d + extra) + d


def gpt_like(layers, d, vocabulary, positions):
    """Tied: 12·d² and 13·d of biases and norms a layer, learned positions, a last norm with bias."""
    return (vocabulary + positions) * d + layers * (12 * d * d + 13 * d) + 2 * d


CLOSED_FORMS = {
    "gpt2": gpt_like(12, 768, 50257, 1024),
    "gpt2-xl": gpt_like(48, 1600, 50257, 1024),
    "gpt-3-175b": gpt_like(96, 12288, 50257, 2048),
    "opt-13b": gpt_like(40, 5120, 50272, 2050),
    "llama-2-7b": llama_like(32, 4096, 32, 32, 128, 11008, 32000),
    "llama-2-70b": llama_like(80, 8192, 64, 8, 128, 28672, 32000),
    "llama-3.1-8b": llama_like(32, 4096, 32, 8, 128, 14336, 128256),
    "llama-3.1-70b": llama_like(80, 8192, 64, 8, 128, 28672, 128256),
    "mistral-7b-v0.1": llama_like(32, 4096, 32, 8, 128, 14336, 32000),
    "gemma-2-9b": llama_like(42, 3584, 16, 8, 256, 14336, 256000, extra=2 * 3584) - 256000 * 3584,
    "qwen3-8b": llama_like(36, 4096, 32, 8, 128, 12288, 151936, extra=2 * 128),
    "qwen3-32b": llama_like(64, 5120, 64, 8, 128, 25600, 151936, extra=2 * 128),
    "qwen2.5-72b": llama_like(80, 8192, 64, 8, 128, 29568, 152064, extra=(64 + 2 * 8) * 128),
    "qwen3-30b-a3b": llama_like(48, 2048, 32, 4, 128, 128 * 768, 151936, extra=2 * 128 + 128 * 2048),
}


def number(name: str, quantity: str, **arguments: int | str) -> int:
    problems = Problems()
    anchor = load_anchor(read_folder(ROOT), name, problems)
    assert anchor is not None, list(problems)
    return BY_ID[quantity].bind(anchor.model, **arguments).value()


def test_there_are_the_anchor_and_sixteen_more():
    assert set(IDS) == {*PUBLISHED, "opt-13b", "deepseek-v3"}


@pytest.mark.parametrize("name", PUBLISHED)
def test_counts_and_caches_are_the_published_ones(name):
    parameters, per_token = PUBLISHED[name]
    assert number(name, "parameters") == parameters
    assert number(name, "kv_per_token") == per_token


@pytest.mark.parametrize("name", CLOSED_FORMS)
def test_counts_are_the_closed_form(name):
    assert number(name, "parameters") == CLOSED_FORMS[name]


@pytest.mark.parametrize("name", IDS)
def test_an_anchor_is_free_of_problems_and_named_as_its_file(name):
    problems = Problems()
    anchor = load_anchor(read_folder(ROOT), name, problems)
    assert list(problems) == []
    assert anchor.id == name


def test_mixtures_of_experts():
    assert number("qwen3-30b-a3b", "parameters_active") == 3_353_032_704
    assert number("qwen3-30b-a3b", "parameters_active", embeddings="none") == 2_730_702_848
    assert number("qwen3-next-80b-a3b", "parameters_text") == 79_674_391_296
    assert number("qwen3-next-80b-a3b", "parameters_mtp") == 1_650_471_424
    assert number("qwen3-next-80b-a3b", "linear_state") == 36 * 32 * 128 * 128 * 4 == 72 * 2**20
    assert number("deepseek-v3", "parameters_text") == 671_026_419_200
    assert number("deepseek-v3", "kv_per_token") == 70_272
    assert number("deepseek-v3", "parameters_active") == 37_552_282_624


def test_opt_caches_800_kibibytes_a_token():
    assert number("opt-13b", "kv_per_token") == 819_200
    assert number("opt-13b", "kv_cache", N=2048) == 819_200 * 2048


def test_windows():
    assert number("mistral-7b-v0.1", "kv_cache", N=32_768) == 512 * 2**20
    assert number("mistral-7b-v0.1", "kv_cache", N=32_768, window="full") == 4 * 2**30
    assert number("gemma-2-9b", "kv_cache", N=8192) == 2_113_929_216
