"""Importing a config.json: real files of every family, and every trap told at its field."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from site_builder.engine.model import FullAttention
from site_builder.engine.quantities import BY_ID
from site_builder.engine.quantity import QuantityError
from site_builder.facts.anchor import load_anchor, read_anchor
from site_builder.importing.importer import import_config
from site_builder.problems import Problems
from site_builder.source.folder import read_folder
from site_builder.source.text import SourceText

ROOT = Path(__file__).parents[2]
CONFIGS = Path(__file__).parent / "configs"


def config(name: str) -> dict[str, Any]:
    return json.loads((CONFIGS / f"{name}.json").read_text(encoding="utf-8"))


def imported(data: dict[str, Any] | str, path: str = "config.json"):
    """(the anchor or None, the problems' lines) of a config given as data or as text."""
    problems = Problems()
    text = data if isinstance(data, str) else json.dumps(data, indent=2)
    written = import_config(SourceText(path, text), problems)
    anchor = None if written is None else read_anchor(SourceText("a.yaml", written), problems)
    return anchor, [str(problem) for problem in problems]


def number(anchor, quantity: str, **arguments: int | str) -> int:
    return BY_ID[quantity].bind(anchor.model, **arguments).value()


PRESETS = {
    "DeepSeek-V3": "deepseek-v3", "Llama-2-7b-hf": "llama-2-7b", "Llama-2-70b-hf": "llama-2-70b",
    "Meta-Llama-3.1-70B": "llama-3.1-70b", "Meta-Llama-3.1-8B": "llama-3.1-8b", "Mistral-7B-v0.1": "mistral-7b-v0.1",
    "Qwen2.5-72B-Instruct": "qwen2.5-72b", "Qwen3-30B-A3B": "qwen3-30b-a3b", "Qwen3-32B": "qwen3-32b",
    "Qwen3-8B": "qwen3-8b", "Qwen3.8-27B": "qwen3.8-27b", "gemma-2-9b-it": "gemma-2-9b",
}  # fmt: skip


@pytest.mark.parametrize("name", PRESETS)
def test_an_import_is_the_model_of_the_anchor_kept_here(name):
    anchor, problems = imported(config(name))
    kept = load_anchor(read_folder(ROOT), PRESETS[name], Problems())
    assert problems == []
    assert kept is not None
    assert replace(anchor.model, checkpoint=kept.model.checkpoint) == kept.model


@pytest.mark.parametrize("name", PRESETS)
def test_a_config_does_not_say_what_its_files_hold(name):
    """Only a quantization that is described does: everything else may be stored in other types, or twice."""
    anchor, _ = imported(config(name))
    assert anchor.model.checkpoint.known == (name == "DeepSeek-V3")
    if name != "DeepSeek-V3":
        with pytest.raises(QuantityError, match=r"give metadata.total_size as checkpoint_bytes"):
            number(anchor, "weights", format="checkpoint")


def test_siblings_of_the_anchor_are_its_size():
    anchor, problems = imported(config("Qwen3.5-27B"))
    assert problems == []
    assert number(anchor, "parameters") == 27_781_427_952


def test_qwen3_next_has_an_mtp_head_that_its_config_does_not_name():
    """Published: 81,324,862,720, of which 1,650,471,424 in the MTP head."""
    anchor, problems = imported(config("Qwen3-Next-80B-A3B-Thinking"))
    assert problems == []
    assert number(anchor, "parameters") == 81_324_862_720
    assert number(anchor, "parameters_mtp") == 1_650_471_424
    assert "float32" in str(anchor.fields["linear_state_dtype"].source)


@pytest.mark.parametrize(("name", "count"), [("gpt2", 124_439_808), ("gpt2-xl", 1_557_611_200)])
def test_gpt2_names_its_fields_otherwise(name, count):
    anchor, problems = imported(config(name))
    assert problems == []
    assert number(anchor, "parameters") == count
    assert (anchor.fields["stored_dtype"].value, "torch_dtype absent" in anchor.fields["stored_dtype"].source) == (
        "float32",
        True,
    )


def test_every_field_says_where_it_was_read():
    anchor, _ = imported(config("Qwen3.8-27B"), "models/Qwen3.8-27B/config.json")
    assert (anchor.id, anchor.title) == ("qwen3.8-27b", "Qwen3.8-27B")
    assert anchor.fields["head_dim"].source == "config.json of Qwen3.8-27B, text_config.head_dim"
    assert "Qwen3_5ForConditionalGeneration" in anchor.fields["norm_bias"].source


# --- traps, each a change of a real config --------------------------------------------------------

ABSENT = object()


def changed(name: str, **changes: Any) -> dict[str, Any]:
    data = config(name)
    target = data.get("text_config", data)
    for key, value in changes.items():
        if value is ABSENT:
            del target[key]
        else:
            target[key] = value
    return data


def test_head_dim_is_taken_as_given_and_else_divided():
    assert imported(changed("Qwen3-32B"))[0].fields["head_dim"].value == 128 != 5120 // 64
    assert imported(changed("Meta-Llama-3.1-8B", head_dim=64))[0].fields["head_dim"].value == 64
    assert imported(changed("Meta-Llama-3.1-8B"))[0].fields["head_dim"].value == 4096 // 32
    _, problems = imported(changed("Meta-Llama-3.1-8B", hidden_size=4100))
    assert len(problems) == 1
    assert "hidden_size = 4100 is not a multiple of num_attention_heads = 32" in problems[0]


def test_a_missing_tie_means_what_its_family_says():
    assert imported(changed("gemma-2-9b-it"))[0].fields["tied_embeddings"].value is True
    assert imported(changed("Qwen3-8B", tie_word_embeddings=ABSENT))[0].fields["tied_embeddings"].value is False
    assert (
        "absent: not tied"
        in imported(changed("Qwen3-8B", tie_word_embeddings=ABSENT))[0].fields["tied_embeddings"].source
    )
    assert imported(changed("Qwen3-8B", tie_word_embeddings=True))[0].model.embeddings.tied


def test_a_tie_only_outside_text_config_counts_and_two_must_agree():
    outer = changed("Qwen3.8-27B", tie_word_embeddings=ABSENT) | {"tie_word_embeddings": True}
    assert imported(outer)[0].model.embeddings.tied is True
    _, problems = imported(config("Qwen3.8-27B") | {"tie_word_embeddings": True})
    assert len(problems) == 1
    assert "tie_word_embeddings is false in text_config and true outside it" in problems[0]


def test_a_window_counts_only_where_it_is_used():
    assert imported(config("Qwen2.5-72B-Instruct"))[0].model.layers[79].mixer.window is None
    used, _ = imported(changed("Qwen2.5-72B-Instruct", use_sliding_window=True))
    windows = [layer.mixer.window for layer in used.model.layers]
    assert windows == [None] * 70 + [131_072] * 10
    _, problems = imported(changed("Qwen2.5-72B-Instruct", use_sliding_window=True, sliding_window=None))
    assert len(problems) == 1
    assert "use_sliding_window is true but sliding_window is missing" in problems[0]


def test_mistral_must_say_whether_it_slides():
    assert imported(changed("Mistral-7B-v0.1", sliding_window=None))[0].model.layers[0].mixer.window is None
    _, problems = imported(changed("Mistral-7B-v0.1", sliding_window=ABSENT))
    assert len(problems) == 1
    assert "sliding_window is missing" in problems[0]


def test_gemma_slides_in_even_layers():
    mixers = [layer.mixer for layer in imported(config("gemma-2-9b-it"))[0].model.layers]
    assert [mixer.window for mixer in mixers[:4]] == [4096, None, 4096, None]
    _, problems = imported(changed("gemma-2-9b-it", sliding_window_size=1024))
    assert len(problems) == 1
    assert "sliding_window_size = 1024, sliding_window = 4096" in problems[0]


def test_a_pattern_that_does_not_divide_is_written_out():
    types = ["linear_attention", "linear_attention", "linear_attention", "full_attention"] * 16 + ["linear_attention"]
    longer = changed("Qwen3.8-27B", num_hidden_layers=65, layer_types=types, mtp_num_hidden_layers=0)
    anchor, problems = imported(longer)
    assert problems == []
    assert (anchor.fields["full_attention_layers"].value, anchor.fields["linear_attention_layers"].value) == (16, 49)


def test_layer_types_must_agree_with_what_else_is_said():
    _, problems = imported(changed("Qwen3.8-27B", num_hidden_layers=60))
    assert "layer_types lists 64 layers, num_hidden_layers = 60" in problems[0]
    _, problems = imported(changed("Qwen3.8-27B", full_attention_interval=8))
    assert "full_attention_interval = 8" in problems[0]
    _, problems = imported(changed("Qwen3.8-27B", layer_types=["mamba"] * 64))
    assert "layer_types holds 'mamba'" in problems[0]


def test_the_output_gate_doubles_q_proj():
    gated, _ = imported(config("Qwen3.8-27B"))
    bare, _ = imported(changed("Qwen3.8-27B", attn_output_gate=False))
    assert number(gated, "parameters_text") - number(bare, "parameters_text") == 503_316_480


def test_dense_layers_among_experts():
    data = changed("Qwen3-30B-A3B", mlp_only_layers=[0, 1], decoder_sparse_step=2)
    anchor, problems = imported(data)
    assert problems == []
    assert (anchor.fields["dense_layers"].value, anchor.fields["moe_layers"].value) == (25, 23)


def test_a_quantised_checkpoint_is_described_or_said_to_be_unknown():
    assert imported(config("DeepSeek-V3"))[0].model.quantization.format == "fp8_block128"
    anchor, problems = imported(changed("Qwen3-8B", quantization_config={"quant_method": "gptq", "bits": 4}))
    assert problems == []
    assert anchor.fields["checkpoint_method"].value == "gptq"
    with pytest.raises(QuantityError, match="does not say how the published files hold the weights"):
        number(anchor, "weights", format="checkpoint")


@pytest.mark.parametrize(
    ("name", "changes", "expected"),
    [
        ("Qwen3-8B", {"model_type": "qwen4"}, "model_type 'qwen4' is not described yet (it needs"),
        ("Qwen3-8B", {"model_type": ABSENT}, "model_type is missing"),
        ("Qwen3-8B", {"model_type": 3}, "model_type: expected a text"),
        ("Qwen3-8B", {"head_dim": ABSENT, "hidden_size": 4097}, "head_dim is missing"),
        ("Qwen3-8B", {"num_key_value_heads": ABSENT}, "num_key_value_heads is missing"),
        ("Qwen3-8B", {"num_key_value_headz": 8}, "'num_key_value_headz' (did you mean 'num_key_value_heads'?)"),
        ("Qwen3-8B", {"num_key_value_heads": 5}, "32 is not a multiple of num_key_value_heads = 5"),
        ("Qwen3-8B", {"hidden_size": "4096"}, "hidden_size: expected a whole number, read the text '4096'"),
        ("Qwen3-8B", {"hidden_size": 4096.0}, "hidden_size: expected a whole number, read 4096.0"),
        ("Qwen3-8B", {"hidden_size": -4096}, "hidden_size: expected 1 to 1,099,511,627,776, read -4096"),
        ("Qwen3-8B", {"hidden_size": 0}, "hidden_size: expected 1 to"),
        ("Qwen3-8B", {"hidden_size": 10**30}, "hidden_size: expected 1 to"),
        ("Qwen3-8B", {"hidden_size": True}, "hidden_size: expected a whole number, read true"),
        ("Qwen3-8B", {"hidden_size": [4096]}, "hidden_size: expected a whole number, read a list"),
        ("Qwen3-8B", {"hidden_size": None}, "hidden_size is missing"),
        ("Qwen3-8B", {"num_hidden_layers": 10**9}, "num_hidden_layers: expected 1 to 4,096, read 1000000000"),
        ("Qwen3-8B", {"tie_word_embeddings": "no"}, "tie_word_embeddings: expected true or false"),
        ("Qwen3-8B", {"torch_dtype": "bf16"}, "torch_dtype: expected one of float32, bfloat16"),
        ("Qwen3-8B", {"dtype": "float16"}, "the type of the weights is given as float16 and as bfloat16"),
        ("Qwen3-8B", {"is_encoder_decoder": True}, "is_encoder_decoder = true is not described"),
        ("Qwen3-8B", {"rope_theta": "big"}, "rope_theta: expected a number above 0"),
        ("Mistral-7B-v0.1", {"sliding_window": 0}, "sliding_window: expected 1 to"),
        ("Qwen3-30B-A3B", {"num_experts_per_tok": 200}, "num_experts_per_tok = 200 is more than the 128 experts"),
        ("Qwen3-30B-A3B", {"num_experts": ABSENT}, "num_experts is missing"),
        ("DeepSeek-V3", {"num_key_value_heads": 8}, "num_key_value_heads = 8, but latent attention has"),
        ("DeepSeek-V3", {"kv_lora_rank": ABSENT}, "kv_lora_rank is missing"),
        ("DeepSeek-V3", {"first_k_dense_replace": 61}, "moe_layer_freq leave none of the 61 layers"),
        ("DeepSeek-V3", {"qk_head_dim": 128}, "qk_head_dim = 128, but the parts of a query make 192"),
        ("DeepSeek-V3", {"attention_bias": True}, "attention_bias = true is not described"),
        ("Qwen3.8-27B", {"linear_num_value_heads": 40}, "linear_num_value_heads = 40 is not a multiple of"),
        ("Qwen3.8-27B", {"mamba_ssm_dtype": "fp32"}, "text_config.mamba_ssm_dtype: expected one of float32"),
        ("Qwen3.8-27B", {"mtp_use_dedicated_embeddings": True}, "mtp_use_dedicated_embeddings = true is not described"),
        ("gpt2", {"n_head": 7}, "n_embd = 768 is not a multiple of n_head = 7"),
        ("Qwen3-8B", {"architectures": ["Qwen3ForSequenceClassification"]}, "described is Qwen3ForCausalLM"),
        ("Qwen3-8B", {"architectures": "Qwen3ForCausalLM"}, "architectures: expected a list of words"),
        ("Qwen3-8B", {"text_config": {}}, "unknown field 'text_config'"),
        ("Qwen3-8B", {"pruned_heads": {"0": [1]}}, "pruned_heads is not empty"),
        ("Qwen3-8B", {"use_sliding_window": True, "sliding_window": 9, "max_window_layers": ABSENT},
         "use_sliding_window is true but max_window_layers is missing"),
        ("Qwen3-8B", {"layer_types": ["linear_attention"] * 36, "use_sliding_window": True, "sliding_window": 9},
         "layer_types holds 'linear_attention' (known to this family: full_attention, sliding_attention)"),
        ("Qwen3-8B", {"隐藏层": 5}, "unknown field '隐藏层'"),
        ("Mistral-7B-v0.1", {"attention_bias": True}, "attention_bias = true is not described"),
        ("gemma-2-9b-it", {"layer_types": ["full_attention"] * 41}, "layer_types lists 41 layers"),
        ("Qwen3-30B-A3B", {"mlp_only_layers": [48]}, "mlp_only_layers holds 48, num_hidden_layers = 48"),
        ("Qwen3-30B-A3B", {"mlp_only_layers": [-1]}, "mlp_only_layers holds -1"),
        ("Qwen3-30B-A3B", {"decoder_sparse_step": 49}, "decoder_sparse_step and mlp_only_layers leave none of the 48"),
        ("Qwen3-Next-80B-A3B-Thinking", {"partial_rotary_factor": 2}, "a number above 0, at most 1, read 2"),
        ("DeepSeek-V3", {"n_shared_experts": ABSENT}, "n_shared_experts is missing"),
        ("DeepSeek-V3", {"num_nextn_predict_layers": ABSENT}, "num_nextn_predict_layers is missing"),
        ("DeepSeek-V3", {"num_nextn_predict_layers": 2**40}, "num_nextn_predict_layers: expected 0 to 4,096"),
        ("DeepSeek-V3", {"n_shared_experts": 2**40}, "n_shared_experts: n_shared_experts × moe_intermediate_size is"),
        ("gpt2", {"n_embd": 2**40, "n_head": 1}, "n_embd: n_inner absent: 4 × n_embd is 4,398,046,511,104, more than"),
        ("DeepSeek-V3", {"topk_method": "greedy"}, "topk_method: expected one of noaux_tc"),
        ("DeepSeek-V3", {"quantization_config": {"quant_method": "fp8", "weight_block_size": [64, 64]}},
         "weight_block_size is [64, 64], described is [128, 128]"),
        ("DeepSeek-V3", {"quantization_config": {"quant_method": "fp8", "weight_block_size": [128, 128], "bits": 8}},
         "unknown field 'quantization_config.bits'"),
        ("Qwen3.8-27B", {"model_type": "qwen3_next"}, "text_config.model_type: expected one of qwen3_5_text"),
        ("Qwen3.8-27B", {"mlp_only_layers": [1]}, "mlp_only_layers is not empty"),
        ("Qwen3.8-27B", {"mtp_num_hidden_layers": 2**40}, "text_config.mtp_num_hidden_layers: expected 0 to 4,096"),
        ("Qwen3.8-27B", {"full_attention_interval": 65, "layer_types": ABSENT}, "must give both linear and full"),
        ("Qwen3.8-27B", {"partial_rotary_factor": 0.5}, "partial_rotary_factor is 0.5, and 0.25 in rope_parameters"),
        ("gpt-oss-20b", {"experts_per_token": 8}, "experts_per_token = 8, num_experts_per_tok = 4"),
        ("gpt-oss-20b", {"quantization_config": {"quant_method": "mxfp4", "modules_to_not_convert": ["lm_head"]}},
         "quantization_config.modules_to_not_convert is not lm_head, model.embed_tokens"),
        ("gemma-3-1b-it", {"sliding_window": ABSENT}, "sliding_window is missing"),
        ("gemma-3-1b-it", {"sliding_window_pattern": 0}, "sliding_window_pattern: expected 1 to"),
        ("Phi-3-mini-4k-instruct", {"full_attn_mod": 2}, "full_attn_mod: expected 1 to 1, read 2"),
        ("DeepSeek-V2-Lite", {"topk_method": "noaux_tc"}, "topk_method: expected one of greedy"),
        ("DeepSeek-V2-Lite", {"q_lora_rank": ABSENT}, "q_lora_rank is missing"),
    ],
)  # fmt: skip
def test_a_trap_is_reported_naming_file_and_field(name, changes, expected):
    anchor, problems = imported(changed(name, **changes))
    assert anchor is None
    assert any(line.startswith("config.json:") and expected in line for line in problems), problems


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("Qwen3-8B", "num_attention_heads"), ("Qwen3-8B", "num_hidden_layers"), ("Qwen3-8B", "tie_word_embeddings"),
        ("Meta-Llama-3.1-8B", "hidden_size"), ("gpt2", "n_embd"), ("gemma-2-9b-it", "sliding_window"),
        ("gemma-2-9b-it", "sliding_window_size"), ("Qwen3-30B-A3B", "num_experts"),
        ("DeepSeek-V3", "num_attention_heads"),
        ("DeepSeek-V3", "num_hidden_layers"), ("DeepSeek-V3", "n_routed_experts"), ("DeepSeek-V3", "qk_rope_head_dim"),
        ("DeepSeek-V3", "num_nextn_predict_layers"), ("DeepSeek-V3", "first_k_dense_replace"),
        ("Qwen3.8-27B", "num_hidden_layers"), ("Qwen3.8-27B", "full_attention_interval"),
        ("Qwen3.8-27B", "linear_num_value_heads"), ("Qwen3.8-27B", "mtp_num_hidden_layers"),
        ("gpt-oss-20b", "num_experts_per_tok"), ("gpt-oss-20b", "num_hidden_layers"),
        ("gemma-3-1b-it", "num_hidden_layers"), ("gemma-3-1b-it", "sliding_window_pattern"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("value", ["64", -1, 1.5, 10**30, [64], {}])
def test_a_value_that_is_none_is_reported_once(name, field, value):
    """What is checked against it says nothing more: one line, at the field."""
    anchor, problems = imported(changed(name, **{field: value}))
    assert anchor is None
    assert len(problems) == 1, problems
    assert f"{field}: expected" in problems[0]


@pytest.mark.parametrize("value", [ABSENT, None, 5, "text", [], True])
def test_a_text_part_that_is_none_is_reported_once(value):
    data = config("Qwen3.8-27B")
    del data["text_config"]
    _, problems = imported(data if value is ABSENT else data | {"text_config": value})
    assert len(problems) == 1, problems
    assert "text_config" in problems[0]


@pytest.mark.parametrize("name", ["Qwen3.8-27B", "gemma-3-4b-it"])
@pytest.mark.parametrize("value", [ABSENT, None, 5])
def test_a_vision_tower_that_is_none_is_reported(name, value):
    """Left out it would mean the class's own tower, not none."""
    data = config(name)
    del data["vision_config"]
    _, problems = imported(data if value is ABSENT else data | {"vision_config": value})
    assert len(problems) == 1, problems
    assert "vision_config" in problems[0]


@pytest.mark.parametrize(
    ("name", "changes", "expected"),
    [
        ("Qwen3.8-27B", {"num_heads": 7}, "vision_config.hidden_size = 1152 is not a multiple of num_heads = 7"),
        ("Qwen3.8-27B", {"depth": 5000}, "vision_config.depth: expected 1 to 4,096"),
        ("Qwen3.8-27B", {"deepstack_visual_indexes": [8]}, "deepstack_visual_indexes is not empty"),
        ("Qwen3.8-27B", {"num_colours": 1}, "unknown field 'vision_config.num_colours'"),
        ("gemma-3-4b-it", {"num_attention_heads": 7}, "is not a multiple of num_attention_heads = 7"),
        ("gemma-3-4b-it", {"patch_size": 15}, "patch_size = 15, mm_tokens_per_image = 256 do not divide"),
        ("gemma-3-4b-it", {"image_size": 28}, "vision_config.image_size = 28, patch_size = 14"),
        ("gemma-3-4b-it", {"vision_use_head": True}, "vision_config.vision_use_head = true is not described"),
    ],
)
def test_a_trap_in_the_vision_tower_is_reported(name, changes, expected):
    data = config(name)
    data["vision_config"] |= changes
    anchor, problems = imported(data)
    assert anchor is None
    assert len(problems) == 1
    assert expected in problems[0]


def test_an_mtp_head_needs_a_last_layer_like_its_own():
    types = ["full_attention", "linear_attention"] * 32
    changes = {"layer_types": types, "full_attention_interval": ABSENT}
    _, problems = imported(changed("Qwen3.8-27B", **changes))
    assert len(problems) == 1
    assert "mtp_num_hidden_layers is described only where the last layer is full attention" in problems[0]
    assert imported(changed("Qwen3.8-27B", **changes, mtp_num_hidden_layers=0))[1] == []


def test_all_traps_of_one_file_are_reported():
    _, problems = imported(
        changed("Qwen3-8B", hidden_size=0, vocab_size="x", num_hidden_layers=-1, num_key_value_heads=5)
    )
    assert len(problems) == 4


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ((CONFIGS / "Qwen3-8B.json").read_text()[:300], "this is not JSON"),
        (
            '{"model_type": "llama", "hidden_size": 1, "hidden_size": 2}',
            "the key 'hidden_size' was already given in line 1",
        ),
        ("[]", "one JSON object"),
        ("", "this is not JSON"),
        ('{"model_type": "llama", "hidden_size": ' + "1" * 99 + "}", "longer than 40 digits"),
        ('{"model_type": "qwen3_5", "text_config": 5}', "text_config: expected an object, read 5"),
    ],
)
def test_what_is_no_config_is_reported(text, expected):
    anchor, problems = imported(text)
    assert anchor is None
    assert any(expected in line for line in problems), problems


def test_layers_of_one_kind_are_one_pattern():
    anchor, _ = imported(config("DeepSeek-V3"))
    assert anchor.fields["feed_forward_pattern"].value == ("3 dense", "58 moe")
    assert anchor.fields["layer_pattern"].value == ("latent",)
    assert anchor.model.count(FullAttention) == 0
