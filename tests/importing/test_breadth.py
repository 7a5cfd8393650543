"""Families held to published parameter counts; the configs are written from facts: what decides a size, no more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from site_builder.engine.checkpoint import checkpoint_elements
from tests.importing.test_importer import imported, number


def sizes(hidden, layers, heads, kv_heads, intermediate, vocabulary, context, **more):
    """The fields most families share, under their usual names."""
    kv = {} if kv_heads is None else {"num_key_value_heads": kv_heads}
    return {
        "hidden_size": hidden, "num_hidden_layers": layers, "num_attention_heads": heads, **kv,
        "intermediate_size": intermediate, "vocab_size": vocabulary, "max_position_embeddings": context,
        "torch_dtype": "bfloat16", **more,
    }  # fmt: skip


def without(config, *names):
    return {name: value for name, value in config.items() if name not in names}


GPT_J = {"n_embd": 4096, "n_layer": 28, "n_head": 16, "n_positions": 2048, "vocab_size": 50400, "rotary_dim": 64,
         "tie_word_embeddings": False}  # fmt: skip
BIG_CODE = {"n_embd": 6144, "n_layer": 40, "n_head": 48, "n_positions": 8192, "n_inner": 24576, "vocab_size": 49152,
            "multi_query": True}  # fmt: skip
BLOOM = {"hidden_size": 4096, "n_layer": 30, "n_head": 32, "vocab_size": 250880}
DBRX = {
    "d_model": 6144, "n_layers": 40, "n_heads": 48, "max_seq_len": 32768, "vocab_size": 100352,
    "tie_word_embeddings": False, "torch_dtype": "bfloat16", "attn_config": {"kv_n_heads": 8, "clip_qkv": 8},
    "ffn_config": {"ffn_hidden_size": 10752, "moe_num_experts": 16, "moe_top_k": 4},
}  # fmt: skip
MAMBA = {"hidden_size": 2560, "num_hidden_layers": 64, "intermediate_size": 5120, "state_size": 16,
         "time_step_rank": 160, "conv_kernel": 4, "vocab_size": 50280, "use_conv_bias": True}  # fmt: skip
FALCON_MAMBA = {"hidden_size": 4096, "num_hidden_layers": 64, "intermediate_size": 8192, "state_size": 16,
                "time_step_rank": 256, "conv_kernel": 4, "vocab_size": 65024, "use_conv_bias": True,
                "tie_word_embeddings": False}  # fmt: skip
CODESTRAL = {
    "hidden_size": 4096, "num_hidden_layers": 64, "num_heads": 128, "head_dim": 64, "n_groups": 8, "state_size": 128,
    "conv_kernel": 4, "expand": 2, "vocab_size": 32768, "tie_word_embeddings": False,
}  # fmt: skip
GLM_AIR = sizes(
    4096, 46, 96, 8, 10944, 151552, 131072, head_dim=128, moe_intermediate_size=1408, n_routed_experts=128,
    n_shared_experts=1, num_experts_per_tok=8, first_k_dense_replace=1, attention_bias=True, use_qk_norm=False,
    num_nextn_predict_layers=1,
)  # fmt: skip
JAMBA = sizes(
    4096, 32, 32, 8, 14336, 65536, 262144, attn_layer_period=8, attn_layer_offset=4, expert_layer_period=2,
    expert_layer_offset=1, num_experts=16, num_experts_per_tok=2, mamba_d_state=16, mamba_d_conv=4, mamba_expand=2,
    mamba_dt_rank=256, mamba_conv_bias=True, mamba_proj_bias=False, tie_word_embeddings=False,
)  # fmt: skip
FALCON_H1 = sizes(
    1024, 36, 8, 2, 2048, 32784, 16384, head_dim=64, mamba_d_ssm=1536, mamba_n_heads=24, mamba_d_head=64,
    mamba_n_groups=1, mamba_d_state=128, mamba_d_conv=4, mamba_rms_norm=False, tie_word_embeddings=False,
)  # fmt: skip

NANO_9B = sizes(
    4480, 56, 40, 8, 15680, 131072, 131072, head_dim=128, mamba_num_heads=128, mamba_head_dim=80, n_groups=8,
    ssm_state_size=128, conv_kernel=4, use_conv_bias=True, use_bias=False, tie_word_embeddings=False,
    hybrid_override_pattern="M-M-M-MM-M-M-M*-M-M-M*-M-M-M-M*-M-M-M-M*-M-MM-M-M-M-M-M-",
)  # fmt: skip
ERNIE = sizes(
    2560, 28, 20, 4, 12288, 103424, 131072, head_dim=128, moe_num_experts=64, moe_num_shared_experts=2, moe_k=6,
    moe_intermediate_size=1536, moe_layer_start_index=1, moe_layer_end_index=27, moe_layer_interval=1, use_bias=False,
)  # fmt: skip

MINIMAX_M1 = sizes(
    6144, 80, 64, 8, 9216, 200064, 10240000, head_dim=128, num_local_experts=32, num_experts_per_tok=2,
    attn_type_list=[0, 0, 0, 0, 0, 0, 0, 1] * 10, shared_intermediate_size=0,
)  # fmt: skip
GLM_4_CHAT = {
    "hidden_size": 4096, "num_layers": 40, "num_attention_heads": 32, "multi_query_attention": True,
    "multi_query_group_num": 2, "kv_channels": 128, "ffn_hidden_size": 13696, "padded_vocab_size": 151552,
    "vocab_size": 151552, "seq_length": 131072, "add_qkv_bias": True, "add_bias_linear": False, "post_layer_norm": True,
    "rmsnorm": True, "tie_word_embeddings": False, "torch_dtype": "bfloat16",
}  # fmt: skip
KIMI_LINEAR = without(sizes(
    2304, 27, 32, 32, 9216, 163840, 0, head_dim=72, model_max_length=1048576, kv_lora_rank=512, q_lora_rank=None,
    qk_nope_head_dim=128, qk_rope_head_dim=64, v_head_dim=128, mla_use_nope=True, first_k_dense_replace=1,
    moe_intermediate_size=1024, num_experts=256, num_experts_per_token=8, num_shared_experts=1, moe_layer_freq=1,
    num_nextn_predict_layers=0, num_expert_group=1, tie_word_embeddings=False, linear_attn_config={
        "num_heads": 32, "head_dim": 128, "short_conv_kernel_size": 4, "full_attn_layers": [4, 8, 12, 16, 20, 24, 27],
        "kda_layers": [1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23, 25, 26],
    },
), "max_position_embeddings")  # fmt: skip
HUNYUAN_A13B = sizes(
    4096, 32, 32, 8, 3072, 128167, 32768, attention_head_dim=128, num_experts=64, moe_topk=[8] * 32,
    moe_intermediate_size=[3072] * 32, num_shared_expert=[1] * 32, use_mixed_mlp_moe=True, use_qk_norm=True,
    use_cla=False, tie_word_embeddings=True,
)  # fmt: skip


def rwkv7(hidden, layers, decay, rate, value, gate):
    """RWKV-7 World: heads of 64, a feed-forward of four times the hidden size, 65,536 words."""
    return {
        "hidden_size": hidden, "num_hidden_layers": layers, "head_dim": 64, "decay_low_rank_dim": decay,
        "a_low_rank_dim": rate, "v_low_rank_dim": value, "gate_low_rank_dim": gate, "hidden_ratio": 4.0,
        "vocab_size": 65536, "max_position_embeddings": 2048, "tie_word_embeddings": False, "norm_bias": True,
        "norm_first": True, "torch_dtype": "bfloat16",
    }  # fmt: skip


# Hugging Face `safetensors.total` where not said otherwise.
PUBLISHED = {
    ("pythia-6.9b", "gpt_neox"): (sizes(4096, 32, 32, None, 16384, 50432, 2048), 6_857_302_016),  # model card
    ("pythia-1.4b", "gpt_neox"): (sizes(2048, 24, 16, None, 8192, 50304, 2048), 1_414_647_808),  # model card
    ("bloom-7b1", "bloom"): (BLOOM, 7_069_016_064),  # model card
    ("opt-1.3b", "opt"): (
        without(sizes(2048, 24, 32, None, 0, 50272, 2048, ffn_dim=8192), "intermediate_size"), 1_315_758_080,
    ),
    ("falcon-7b", "falcon"): (
        without(sizes(4544, 32, 71, None, 0, 65024, 2048, multi_query=True, bias=False), "intermediate_size"),
        6_921_720_704,
    ),
    ("falcon-40b", "falcon"): (
        without(
            sizes(8192, 60, 128, None, 0, 65024, 2048, new_decoder_architecture=True, num_kv_heads=8, bias=False),
            "intermediate_size",
        ),
        41_303_293_952,
    ),
    ("phi-2", "phi"): (sizes(2560, 32, 32, 32, 10240, 51200, 2048, partial_rotary_factor=0.4), 2_779_683_840),
    ("gpt-j-6b", "gptj"): (GPT_J, 6_050_882_784),
    ("starcoder", "gpt_bigcode"): (BIG_CODE, 15_517_456_384),
    ("mamba-2.8b", "mamba"): (MAMBA, 2_768_345_600),
    ("Mamba-Codestral-7B", "mamba2"): (CODESTRAL, 7_285_403_648),  # announcement
    ("Jamba-v0.1", "jamba"): (JAMBA, 51_570_323_328),
    ("Falcon-H1-0.5B", "falcon_h1"): (FALCON_H1, 521_411_104),
    ("gemma-2b", "gemma"): (sizes(2048, 18, 8, 1, 16384, 256000, 8192, head_dim=256), 2_506_172_416),
    ("gemma-7b", "gemma"): (sizes(3072, 28, 16, 16, 24576, 256000, 8192, head_dim=256), 8_537_680_896),
    ("c4ai-command-r-v01", "cohere"): (sizes(8192, 40, 64, 64, 22528, 256000, 131072), 34_980_831_232),
    ("starcoder2-3b", "starcoder2"): (
        sizes(3072, 30, 24, 2, 12288, 49152, 16384, sliding_window=4096, use_bias=True), 3_030_371_328,
    ),
    ("OLMo-7B-hf", "olmo"): (sizes(4096, 32, 32, 32, 11008, 50304, 2048), 6_888_095_744),
    ("OLMoE-1B-7B-0924", "olmoe"): (
        sizes(2048, 16, 16, 16, 1024, 50304, 4096, num_experts=64, num_experts_per_tok=8), 6_919_161_856,
    ),
    ("Phi-3.5-MoE", "phimoe"): (
        sizes(4096, 32, 32, 8, 6400, 32064, 131072, num_local_experts=16, num_experts_per_tok=2, attention_bias=True,
              lm_head_bias=True), 41_873_153_344,
    ),
    ("Qwen1.5-MoE-A2.7B", "qwen2_moe"): (
        sizes(2048, 24, 16, 16, 5632, 151936, 8192, num_experts=60, num_experts_per_tok=4, moe_intermediate_size=1408,
              shared_expert_intermediate_size=5632), 14_315_784_192,
    ),
    ("stablelm-2-1_6b", "stablelm"): (
        sizes(2048, 24, 32, 32, 5632, 100352, 4096, use_qkv_bias=True), 1_644_515_328,
    ),
    ("dbrx-base", "dbrx"): (DBRX, 131_596_523_520),
    ("internlm2_5-7b", "internlm2"): (sizes(4096, 32, 32, 8, 14336, 92544, 32768, bias=False), 7_737_708_544),
    ("Baichuan-7B", "baichuan"): (sizes(4096, 32, 32, None, 11008, 64000, 4096), 7_000_559_616),
    ("SmolLM3-3B", "smollm3"): (sizes(2048, 36, 16, 4, 11008, 128256, 65536), 3_075_098_624),
    ("Seed-OSS-36B", "seed_oss"): (
        sizes(5120, 64, 80, 8, 27648, 155136, 524288, head_dim=128, attention_bias=True), 36_151_104_512,
    ),
    ("MiMo-7B-Base", "mimo"): (
        sizes(4096, 36, 32, 8, 11008, 151680, 32768, head_dim=128, num_nextn_predict_layers=1), 7_833_409_536,
    ),
    ("deepseek-moe-16b", "deepseek"): (
        sizes(2048, 28, 16, 16, 10944, 102400, 4096, moe_intermediate_size=1408, n_routed_experts=64,
              n_shared_experts=2, num_experts_per_tok=6, first_k_dense_replace=1), 16_375_728_128,
    ),
    ("NVIDIA-Nemotron-Nano-9B-v2", "nemotron_h"): (NANO_9B, 8_888_227_328),
    ("ERNIE-4.5-21B-A3B", "ernie4_5_moe"): (ERNIE, 21_825_437_888),
    ("c4ai-command-r7b-12-2024", "cohere2"): (
        sizes(4096, 32, 32, 8, 14336, 256000, 8192, head_dim=128, sliding_window=4096), 8_028_033_024,
    ),
    ("c4ai-command-a-03-2025", "cohere2"): (
        sizes(12288, 64, 96, 8, 36864, 256000, 131072, head_dim=128, sliding_window=4096), 111_057_580_032,
    ),
    ("Olmo-3-1025-7B", "olmo3"): (
        sizes(4096, 32, 32, 32, 11008, 100278, 65536, sliding_window=4096), 7_298_011_136,
    ),
    ("granite-3.1-8b-instruct", "granite"): (
        sizes(4096, 40, 32, 8, 12800, 49155, 131072, tie_word_embeddings=True), 8_170_848_256,
    ),
    ("internlm3-8b-instruct", "internlm3"): (
        sizes(4096, 48, 32, 2, 10240, 128512, 32768, head_dim=128, qkv_bias=False, bias=False), 8_804_241_408,
    ),
    ("Ministral-8B-Instruct-2410", "mistral"): (
        sizes(4096, 36, 32, 8, 12288, 131072, 32768, head_dim=128, sliding_window=32768), 8_019_808_256,
    ),
    ("Devstral-Small-2505", "mistral"): (
        sizes(5120, 40, 32, 8, 32768, 131072, 131072, head_dim=128, sliding_window=None), 23_572_403_200,
    ),
    ("EXAONE-4.0-32B", "exaone4"): (
        sizes(5120, 64, 40, 8, 27392, 102400, 131072, head_dim=128, sliding_window=4096,
              layer_types=(["sliding_attention"] * 3 + ["full_attention"]) * 16), 32_003_216_384,
    ),
    ("EXAONE-4.0-1.2B", "exaone4"): (
        sizes(2048, 30, 32, 8, 4096, 102400, 65536, head_dim=64, tie_word_embeddings=True), 1_279_391_488,
    ),
    ("dots.llm1.inst", "dots1"): (
        sizes(4096, 62, 32, 32, 10944, 152064, 32768, head_dim=128, moe_intermediate_size=1408, n_routed_experts=128,
              n_shared_experts=2, num_experts_per_tok=6, first_k_dense_replace=1), 142_774_381_696,
    ),
    ("falcon-mamba-7b", "falcon_mamba"): (FALCON_MAMBA, 7_272_665_088),
    ("MiniMax-M2", "minimax_m2"): (
        sizes(3072, 62, 48, 8, 1536, 200064, 196608, head_dim=128, num_local_experts=256, num_experts_per_tok=8,
              use_qk_norm=True, use_routing_bias=True, shared_intermediate_size=0),
        # 228,703,644,928 in all, with a scale for each tile of 128 × 128: experts, queries and output, keys and values
        228_703_644_928 - 62 * (256 * 3 * 12 * 24 + 2 * 48 * 24 + 2 * 8 * 24),
    ),
    ("Kimi-Linear-48B-A3B-Instruct", "kimi_linear"): (KIMI_LINEAR, 49_122_681_728),
    ("Ling-lite", "bailing_moe"): (
        sizes(2048, 28, 16, 4, 5632, 126464, 16384, head_dim=128, moe_intermediate_size=1408, num_experts=64,
              num_experts_per_tok=6, num_shared_experts=2, first_k_dense_replace=0), 16_801_974_272,
    ),
    ("Ling-mini-2.0", "bailing_moe_v2"): (
        sizes(2048, 20, 16, 4, 5120, 157184, 32768, head_dim=128, moe_intermediate_size=512, num_experts=256,
              num_experts_per_tok=8, num_shared_experts=1, first_k_dense_replace=1, use_qk_norm=True,
              moe_router_enable_expert_bias=True, num_nextn_predict_layers=0), 16_255_643_392,
    ),
    ("EXAONE-3.5-7.8B-Instruct", "exaone"): (
        without(sizes(4096, 0, 32, 8, 14336, 102400, 32768, num_layers=32), "num_hidden_layers"), 7_818_448_896,
    ),
    ("glm-4-9b-chat", "chatglm"): (GLM_4_CHAT, 9_399_951_360),
    ("MiniMax-M1-80k", "minimax_m1"): (MINIMAX_M1, 456_089_655_296),
    ("Hunyuan-A13B-Instruct", "hunyuan_v1_moe"): (HUNYUAN_A13B, 80_393_183_232),
    # the four of table 2 of arXiv:2503.14456
    ("RWKV7-World3-0.1B", "rwkv7"): (rwkv7(768, 12, 64, 64, 32, 128), 191_034_624),
    ("RWKV7-World3-2.9B", "rwkv7"): (rwkv7(2560, 32, 96, 96, 64, 320), 2_947_735_040),
    ("ERNIE-4.5-0.3B", "ernie4_5"): (sizes(1024, 18, 16, 2, 3072, 103424, 131072, head_dim=128), 360_748_032),
}  # fmt: skip


@pytest.mark.parametrize(("name", "model_type"), PUBLISHED)
def test_a_count_is_the_published_one(name, model_type):
    config, count = PUBLISHED[name, model_type]
    anchor, problems = imported({"model_type": model_type} | config)
    assert problems == []
    assert number(anchor, "parameters") == count


SCOUT = sizes(
    5120, 48, 40, 8, 8192, 202048, 10485760, head_dim=128, intermediate_size_mlp=16384, num_local_experts=16,
    num_experts_per_tok=1, interleave_moe_layer_step=1, attention_chunk_size=8192,
)  # fmt: skip
MAVERICK = SCOUT | {"num_local_experts": 128, "interleave_moe_layer_step": 2}
SMALL_3_1 = sizes(5120, 40, 32, 8, 32768, 131072, 131072, head_dim=128)
QWEN_VL_7B = sizes(3584, 28, 28, 4, 18944, 152064, 128000)


def vit(width, layers, inner, matrices, biases, norm):
    """A vision transformer's blocks: attention with biases or without, `matrices` of the feed-forward, two norms."""
    attention = 4 * width * width + 4 * width * biases
    feed_forward = matrices * width * inner + ((matrices - 1) * inner + width) * biases
    return layers * (attention + feed_forward + 2 * norm * width)


# Patches, positions and what stands around the blocks, then the blocks, then what maps to the text's width.
LLAMA_TOWER = (
    3 * 14 * 14 * 1408 + 1408 + 577 * 1408 + 4 * 1408 + vit(1408, 34, 5632, 2, True, 2)
    + 5632 * 4096 + 4096 * 4096 + 4096 * 5120
)  # fmt: skip
PIXTRAL_TOWER = (
    3 * 14 * 14 * 1024 + 1024 + vit(1024, 24, 4096, 3, False, 1) + 1024 + 4096 * 1024 + 1024 * 5120 + 5120 * 5120
)
QWEN_VL_TOWER = (
    3 * 2 * 14 * 14 * 1280 + vit(1280, 32, 3420, 3, True, 1) + 1280 + 5120 * 5121 + (5120 + 1) * 3584
)  # fmt: skip


@pytest.mark.parametrize(
    ("model_type", "text_type", "config", "whole", "tower"),
    [
        ("llama4", "llama4_text", SCOUT, 108_641_793_536, LLAMA_TOWER),  # Llama-4-Scout-17B-16E
        ("llama4", "llama4_text", MAVERICK, 401_583_781_376, LLAMA_TOWER),  # Llama-4-Maverick-17B-128E
        ("mistral3", "mistral", SMALL_3_1, 24_011_361_280, PIXTRAL_TOWER),  # Mistral-Small-3.1-24B
        ("qwen2_5_vl", "qwen2_5_vl_text", QWEN_VL_7B, 8_292_166_656, QWEN_VL_TOWER),  # Qwen2.5-VL-7B
    ],
)
def test_a_text_model_is_the_published_whole_without_its_tower(model_type, text_type, config, whole, tower):
    """The tower is named as not counted; what it holds is added up here from its published shape."""
    nested = {
        "model_type": model_type,
        "text_config": {"model_type": text_type} | config,
        "vision_config": {"depth": 1},
    }
    anchor, problems = imported(nested)
    assert problems == []
    assert anchor.model.not_counted == ("vision_config",)
    assert number(anchor, "parameters") == whole - tower


def gemma3n(layers, intermediate, shared):
    """The text model of Gemma 3n, as it is nested beside a vision and an audio tower."""
    text = sizes(
        2048, layers, 8, 2, [intermediate] * layers, 262400, 32768, model_type="gemma3n_text", head_dim=256,
        sliding_window=512, num_kv_shared_layers=shared, altup_num_inputs=4, laurel_rank=64,
        hidden_size_per_layer_input=256, vocab_size_per_layer_input=262144,
        layer_types=(["sliding_attention"] * 4 + ["full_attention"]) * (layers // 5),
    )  # fmt: skip
    return {"model_type": "gemma3n", "text_config": text, "vision_config": {}, "audio_config": {}}


def test_gemma_3n_differs_between_its_sizes_by_what_the_published_wholes_do():
    """7,849,978,192 (E4B) and 5,439,438,272 (E2B) hold the same two towers, which are not counted."""
    large, problems = imported(gemma3n(35, 16384, 15))
    small, more = imported(gemma3n(30, 8192, 10))
    assert problems == more == []
    assert large.model.not_counted == ("vision_config", "audio_config")
    difference = number(large, "parameters") - number(small, "parameters")
    assert difference == 7_849_978_192 - 5_439_438_272


def test_a_layer_of_gemma_3n_that_shares_has_no_cache_of_its_own():
    """Of 35 layers 20 cache: 16 up to a window of 512, 4 all tokens; keys, values, 2 heads of 256, two bytes each."""
    anchor, _ = imported(gemma3n(35, 16384, 15))
    assert number(anchor, "kv_cache", N=32768) == 2 * 2 * 256 * 2 * (16 * 512 + 4 * 32768)
    widths = gemma3n(35, 16384, 15)
    widths["text_config"]["intermediate_size"] = [16384] * 20 + [8192] * 15
    mixed, problems = imported(widths)
    assert problems == []
    assert number(anchor, "parameters") - number(mixed, "parameters") == 15 * 3 * 8192 * 2048


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"num_kv_shared_layers": 35}, "num_kv_shared_layers = 35 leaves no earlier layer"),
        ({"intermediate_size": [16384] * 34}, "intermediate_size must list all 35 layers"),
        ({"intermediate_size": [0] * 35}, "a width is at least 1"),
        ({"layer_types": None}, "layer_types is missing"),
        ({"altup_correct_scale": False}, "altup_correct_scale = false is not described"),
    ],
)
def test_what_gemma_3n_cannot_be_is_refused(changes, expected):
    config = gemma3n(35, 16384, 15)
    config["text_config"] |= changes
    anchor, problems = imported(config)
    assert anchor is None
    assert any(expected in line for line in problems), problems


def test_deepseek_v32_is_v3_with_an_indexer():
    """685,396,921,376 in the published files: the model, its MTP module's copies, and scales of tiles of 128 × 128.

    The scales are DeepSeek-V3's 41,540,496 and those of the indexer's two quantised projections in 62 layers.
    """
    v3 = json.loads((Path(__file__).parent / "configs" / "DeepSeek-V3.json").read_text(encoding="utf-8"))
    v32 = v3 | {"model_type": "deepseek_v32", "architectures": None, "index_n_heads": 64, "index_head_dim": 128,
                "index_topk": 2048}  # fmt: skip
    anchor, problems = imported(v32)
    assert problems == []
    scales = 41_540_496 + 62 * (64 * 128 // 128 * 1536 // 128 + 7168 // 128)
    assert number(anchor, "parameters") == 685_396_921_376 - 2 * 129_280 * 7168 - scales


def test_files_hold_embedding_and_head_again_for_an_mtp_module():
    """GLM-4.5-Air: 110,468,824,832 elements in the published files, with 2 × 151,552 × 4,096 twice."""
    anchor, problems = imported({"model_type": "glm4_moe"} | GLM_AIR)
    assert problems == []
    assert checkpoint_elements(anchor.model).rest == 110_468_824_832
    assert number(anchor, "parameters") == 110_468_824_832 - 2 * 151_552 * 4096


# Keys that published files of a family have besides: they say again what it always does, or change no size.
BESIDE = {
    ("opt-1.3b", "opt"): {
        "word_embed_proj_dim": 2048, "do_layer_norm_before": True, "_remove_final_layer_norm": False, "layerdrop": 0.0,
        "layer_norm_elementwise_affine": True, "init_std": 0.02, "activation_function": "relu", "prefix": "</s>",
    },
    ("starcoder2-3b", "starcoder2"): {
        "mlp_type": "default", "norm_type": "layer_norm", "embedding_dropout": 0.1, "residual_dropout": 0.1,
    },
    ("SmolLM3-3B", "smollm3"): {
        "layer_types": ["full_attention"] * 36, "max_window_layers": 28, "sliding_window": None,
        "use_sliding_window": False, "no_rope_layers": [1, 0], "no_rope_layer_interval": 4,
    },
    ("mamba-2.8b", "mamba"): {
        "d_inner": 5120, "d_model": 2560, "n_layer": 64, "ssm_cfg": {}, "expand": 2, "time_step_min": 0.001,
        "residual_in_fp32": True, "pad_vocab_size_multiple": 8,
    },
    ("Falcon-H1-0.5B", "falcon_h1"): {
        "mamba_use_mlp": True, "mlp_expansion_factor": 8, "ssm_multipliers": [1.0, 1.0], "mlp_multipliers": [1.0, 1.0],
        "projectors_bias": False, "attn_layer_indices": None, "time_step_limit": [0.0, float("inf")],
    },
    ("pythia-6.9b", "gpt_neox"): {"use_parallel_residual": True, "rotary_pct": 0.25, "hidden_dropout": 0.0},
    ("falcon-7b", "falcon"): {"alibi": False, "parallel_attn": True, "new_decoder_architecture": False},
}  # fmt: skip


@pytest.mark.parametrize(("name", "model_type"), BESIDE)
def test_keys_that_change_no_size_pass(name, model_type):
    config, count = PUBLISHED[name, model_type]
    anchor, problems = imported({"model_type": model_type} | config | BESIDE[name, model_type])
    assert [line for line in problems if "is passed over" not in line] == []
    assert number(anchor, "parameters") == count


@pytest.mark.parametrize(
    ("name", "model_type", "changes", "expected"),
    [
        ("opt-1.3b", "opt", {"word_embed_proj_dim": 512}, "word_embed_proj_dim = 512, but hidden_size is 2048"),
        ("opt-1.3b", "opt", {"do_layer_norm_before": False}, "do_layer_norm_before = false is not described"),
        ("starcoder2-3b", "starcoder2", {"mlp_type": "gated"}, "mlp_type: expected one of default"),
        ("mamba-2.8b", "mamba", {"d_inner": 4096}, "d_inner = 4096, but intermediate_size is 5120"),
        ("SmolLM3-3B", "smollm3", {"layer_types": ["sliding_attention"] * 36}, "every layer is described as full"),
        ("falcon-7b", "falcon", {"parallel_attn": False}, "parallel_attn = false is not described"),
        ("gemma-2b", "gemma", {"use_qk_norm": True}, "use_qk_norm = true, but the architecture is described"),
        ("Phi-3.5-MoE", "phimoe", {"num_local_experts": 1}, "num_experts_per_tok = 2 is more than the 1 experts"),
        ("Jamba-v0.1", "jamba", {"mamba_inner_layernorms": False}, "mamba_inner_layernorms = false is not described"),
        ("NVIDIA-Nemotron-Nano-9B-v2", "nemotron_h", {"hybrid_override_pattern": "M*"}, "lists 2 layers"),
        ("NVIDIA-Nemotron-Nano-9B-v2", "nemotron_h", {"hybrid_override_pattern": "X" * 56}, "holds 'X'"),
        ("Kimi-Linear-48B-A3B-Instruct", "kimi_linear", {"num_hidden_layers": 28}, "each of the 28 layers once"),
        ("Kimi-Linear-48B-A3B-Instruct", "kimi_linear", {"num_nextn_predict_layers": 1}, "MTP module is not described"),
        ("Mamba-Codestral-7B", "mamba2", {"expand": 4}, "expand × hidden_size is 16384, but num_heads ×"),
        ("MiniMax-M1-80k", "minimax_m1", {"attn_type_list": [0] * 80}, "must give both lightning and full"),
        ("MiniMax-M1-80k", "minimax_m1", {"attn_type_list": [0, 1]}, "must hold 0 or 1 for each of the 80 layers"),
        ("MiniMax-M1-80k", "minimax_m1", {"shared_intermediate_size": 64}, "no shared expert is described"),
        ("RWKV7-World3-0.1B", "rwkv7", {"head_dim": 60}, "hidden_size = 768 is not a multiple of head_dim = 60"),
        ("RWKV7-World3-0.1B", "rwkv7", {"norm_bias": False}, "norm_bias = false is not described"),
        ("Hunyuan-A13B-Instruct", "hunyuan_v1_moe", {"moe_topk": [8, 4]}, "must be the same number in every layer"),
        ("Hunyuan-A13B-Instruct", "hunyuan_v1_moe", {"use_mixed_mlp_moe": False}, "use_mixed_mlp_moe = false is not"),
        ("Mamba-Codestral-7B", "mamba2", {"n_groups": 7}, "mamba_heads = 128 is not a multiple of mamba_groups = 7"),
    ],
)  # fmt: skip
def test_a_value_that_contradicts_is_refused(name, model_type, changes, expected):
    config, _ = PUBLISHED[name, model_type]
    anchor, problems = imported({"model_type": model_type} | config | changes)
    assert anchor is None
    assert any(expected in line for line in problems), problems
