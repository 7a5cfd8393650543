"""Families of models: their published parameter counts, and what is particular to each."""

from __future__ import annotations

import pytest

from site_builder.importing.hf_families import FAMILIES
from site_builder.importing.hf_undescribed import ALIKE, MISSING
from tests.importing.test_importer import ROOT, config, imported, number

# Total elements of the published files (Hugging Face `safetensors.total` where not said otherwise).
PUBLISHED = {
    "Mixtral-8x7B-v0.1": 46_702_792_704,
    "Phi-3-mini-4k-instruct": 3_821_079_552,
    "phi-4": 14_659_507_200,
    "OLMo-2-1124-7B": 7_298_617_344,
    "OLMo-2-1124-13B": 13_716_198_400,
    "GLM-4-9B-0414": 9_400_279_040,  # llama.cpp's n_params of the converted files
    "gemma-3-1b-it": 999_885_952,
    "gemma-3-4b-it": 4_300_079_472,
    "gemma-3-12b-it": 12_187_325_040,
    "gemma-3-27b-it": 27_432_406_640,
    "DeepSeek-V2-Lite": 15_706_484_224,
    "DeepSeek-V2": 235_741_434_880,
    "Kimi-K2-Instruct": 1_026_408_232_448,  # tensors without their FP8 scales
    "gpt-oss-20b": 20_914_757_184,  # MXFP4 blocks unpacked
    "gpt-oss-120b": 116_829_156_672,
    "Qwen3.5-35B-A3B": 35_951_822_704,
    "Qwen3.5-397B-A17B": 403_397_928_944,
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_count_is_the_published_one(name):
    anchor, problems = imported(config(name))
    assert problems == []
    assert number(anchor, "parameters") == PUBLISHED[name]


def test_the_manual_names_every_family():
    manual = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    assert [family.model_type for family in FAMILIES if f"`{family.model_type}`" not in manual] == []


def test_parts_of_a_large_checkpoint():
    """Published for Qwen3.5-397B-A17B: 456,010,480 in the vision tower, 6,595,568,128 in the MTP head."""
    anchor, _ = imported(config("Qwen3.5-397B-A17B"))
    assert number(anchor, "parameters_vision") == 456_010_480
    assert number(anchor, "parameters_mtp") == 6_595_568_128


@pytest.mark.parametrize(
    ("name", "architecture", "count"),
    [
        ("Qwen3.8-27B", "Qwen3_5ForCausalLM", 26_895_998_464),
        ("Qwen3.5-397B-A17B", "Qwen3_5MoeForCausalLM", 403_397_928_944 - 456_010_480 - 6_595_568_128),
    ],
)
def test_a_text_model_by_itself(name, architecture, count):
    """What is nested in text_config is a config of its own, saved from the text class."""
    anchor, problems = imported(config(name)["text_config"] | {"architectures": [architecture]})
    assert problems == []
    assert number(anchor, "parameters_text") == count
    assert anchor.model.vision is None


@pytest.mark.parametrize(
    ("name", "convention", "billions"),
    [
        ("gpt-oss-20b", "output", 3.61), ("gpt-oss-120b", "output", 5.13), ("Mixtral-8x7B-v0.1", "both", 12.9),
        ("Qwen3.5-397B-A17B", "output", 17), ("DeepSeek-V2", "both", 21), ("Kimi-K2-Instruct", "both", 32),
    ],
)  # fmt: skip
def test_active_parameters_are_the_announced_ones(name, convention, billions):
    """Announced figures are rounded, and which vocabulary matrices they count differs: to 5%."""
    anchor, _ = imported(config(name))
    active = number(anchor, "parameters_active", embeddings=convention)
    assert active / 1e9 == pytest.approx(billions, rel=0.05)


def test_kimi_k2_is_stored_as_deepseek_v3_is():
    anchor, problems = imported(config("Kimi-K2-Instruct"))
    assert problems == []
    assert (anchor.model.quantization.format, anchor.model.checkpoint.known) == ("fp8_block128", True)


def test_the_files_of_gpt_oss_to_the_byte():
    """total_size of model.safetensors.index.json: 13,761,264,768."""
    anchor, _ = imported(config("gpt-oss-20b"))
    assert number(anchor, "weights", format="checkpoint") == 13_761_264_768


def test_gpt_oss_slides_in_turn_and_has_sinks():
    anchor, _ = imported(config("gpt-oss-20b"))
    mixers = [layer.mixer for layer in anchor.model.layers]
    assert [mixer.window for mixer in mixers[:4]] == [128, None, 128, None]
    assert all(mixer.sinks for mixer in mixers)
    assert number(anchor, "kv_cache", N=131_072) == 2 * 8 * 64 * 2 * 12 * (131_072 + 128)


def test_gemma_3_slides_in_five_of_six_layers():
    """Gemma-3-27B: 62 layers, 10 of them full; at 131,072 the 52 others keep 1,024."""
    anchor, _ = imported(config("gemma-3-27b-it"))
    windows = [layer.mixer.window for layer in anchor.model.layers]
    assert windows[:7] == [1024] * 5 + [None, 1024]
    assert windows.count(None) == 62 // 6 == 10
    assert number(anchor, "kv_cache", N=131_072) == 2 * 16 * 128 * 2 * (10 * 131_072 + 52 * 1024)
    assert anchor.fields["vocab_size"].source.endswith("vocab_size absent: 262,208")


def test_newer_gemma_3_files_list_their_layers():
    kinds = ((["sliding_attention"] * 5 + ["full_attention"]) * 5)[:26]
    data = config("gemma-3-1b-it")
    del data["sliding_window_pattern"]
    listed, problems = imported(data | {"_sliding_window_pattern": 6, "layer_types": kinds})
    assert problems == []
    assert listed.model == imported(config("gemma-3-1b-it"))[0].model


def test_phi_3_slides_everywhere_or_nowhere():
    assert {layer.mixer.window for layer in imported(config("Phi-3-mini-4k-instruct"))[0].model.layers} == {2047}
    assert {layer.mixer.window for layer in imported(config("phi-4"))[0].model.layers} == {None}


def test_deepseek_v2_lite_projects_queries_directly():
    """31,104 B a token in BF16: 27 layers of 512 + 64."""
    anchor, _ = imported(config("DeepSeek-V2-Lite"))
    assert {layer.mixer.query_rank for layer in anchor.model.layers} == {None}
    assert number(anchor, "kv_per_token") == 27 * (512 + 64) * 2


def test_experts_in_the_mtp_head_are_those_of_the_layers():
    anchor, _ = imported(config("Qwen3.5-35B-A3B"))
    assert anchor.model.mtp.layer == anchor.model.layers[-1]
    assert number(anchor, "linear_state") == 30 * 32 * 128 * 128 * 4


@pytest.mark.parametrize("model_type", ["rwkv5", "longcat_flash", "deepseek_v4", "t5", "xyz"])
def test_a_family_nobody_described_is_refused_by_name(model_type):
    anchor, problems = imported({"model_type": model_type, "hidden_size": 4096})
    assert anchor is None
    assert len(problems) == 1
    needed = MISSING.get(model_type, "a description of its layers: mixers, feed-forwards, norms and what is cached")
    assert f"model_type {model_type!r} is not described yet (it needs {needed}; docs/engine.md lists the" in problems[0]
    assert "did you mean" not in problems[0]


def test_what_is_said_to_be_missing_is():
    """A family that is described needs nothing more."""
    assert not {family.model_type for family in FAMILIES} & {*MISSING, *ALIKE}
    assert set(ALIKE.values()) <= set(MISSING)
