"""Families that are data alone, by their `model_type`."""

from __future__ import annotations

from site_builder.importing.hf_common import Config, always
from site_builder.importing.hf_decoder import GPT_NAMES, Decoder, window_everywhere
from site_builder.importing.hf_dense import qwen_mixers
from site_builder.importing.hf_experts import Experts
from site_builder.importing.hf_hunyuan import UNUSED
from site_builder.importing.hf_layers import (
    ALL_FULL,
    every_fourth_full,
    leading_dense,
    listed_windows,
    spaced_experts,
    sparse_layers,
)  # fmt: skip
from site_builder.importing.hf_reader import Fact

BFLOAT16 = always("bfloat16", "torch_dtype absent: what is not quantised is published in bfloat16")
ATTENTION = ("attention_bias", False)
GEMMA = Decoder(kv="given", width="given", tied=True, qkv_bias=ATTENTION, output_bias=ATTENTION)
GLM_EXPERTS = Experts("n_routed_experts", shared_count="n_shared_experts", router_bias=True, sparse=leading_dense)


MINIMAX_M2 = Decoder(
    width="given", joint_qk_norm=("use_qk_norm", True), dtype=BFLOAT16,
    experts=Experts("num_local_experts", "intermediate_size", router_bias=("use_routing_bias", True),
                    shared="shared_intermediate_size"),
)  # fmt: skip


def falcon_windows(config: Config, _: Fact) -> tuple[Fact, Fact | None]:
    """Falcon's own switches: attention and feed-forward side by side is what is described."""
    if config.text.flag("parallel_attn", always(True, "")).value is not True:
        config.text.refuse("parallel_attn", "architecture-is-known", "parallel_attn = false is not described")
    return ALL_FULL, None


def falcon(config: Config) -> dict[str, dict[str, Fact]]:
    """Falcon: one KV head and one norm (7B), or groups of heads and a norm each (40B, 180B)."""
    text = config.text
    newer = text.flag("new_decoder_architecture", always(False, "")).value is True
    if not newer:
        text.asked.add("num_kv_heads")
    norms = text.whole("num_ln_in_parallel_attn", always(2 if newer else 1, ""), most=2).number
    many = "one" if text.flag("multi_query", always(True, "multi_query absent: one KV head")).value is True else "all"
    shape = Decoder(
        names={"num_key_value_heads": "num_kv_heads", "intermediate_size": "ffn_hidden_size"},
        kv="or all" if newer else many, width="divided", qkv_bias="bias", output_bias="bias", mlp_bias="bias",
        gated=False, norms=norms if newer else 1, norm_bias=True, tied=True, intermediate=4, windows=falcon_windows,
        context=2048,
    )  # fmt: skip
    return shape(config)


DECODERS: dict[str, tuple[str, str, Decoder]] = {
    "smollm3": ("SmolLM3Config", "SmolLM3ForCausalLM", Decoder(
        qkv_bias=ATTENTION, output_bias=ATTENTION, mlp_bias="mlp_bias", tied=True, off=("use_sliding_window",),
    )),
    "seed_oss": ("SeedOssConfig", "SeedOssForCausalLM", Decoder(
        width="given", qkv_bias=("attention_bias", True), output_bias="attention_out_bias", mlp_bias="mlp_bias",
    )),
    "granite": ("GraniteConfig", "GraniteForCausalLM", Decoder(
        qkv_bias=ATTENTION, output_bias=ATTENTION, mlp_bias="mlp_bias",
    )),
    "granitemoe": ("GraniteMoeConfig", "GraniteMoeForCausalLM", Decoder(
        qkv_bias=ATTENTION, output_bias=ATTENTION, experts=Experts("num_local_experts", "intermediate_size"),
    )),
    "internlm2": ("InternLM2Config", "InternLM2ForCausalLM", Decoder(
        width="divided", qkv_bias=("bias", True), output_bias=("bias", True),
    )),
    "internlm3": ("InternLM3Config", "InternLM3ForCausalLM", Decoder(
        qkv_bias="qkv_bias", output_bias="bias", mlp_bias="bias",
    )),
    "baichuan": ("BaichuanConfig", "BaichuanForCausalLM", Decoder(kv="all", width="divided")),
    "olmo": ("OlmoConfig", "OlmoForCausalLM", Decoder(
        qkv_bias=ATTENTION, output_bias=ATTENTION, norms=0, final_norm=False,
    )),
    "olmo3": ("Olmo3Config", "Olmo3ForCausalLM", Decoder(
        qkv_bias=ATTENTION, output_bias=ATTENTION, joint_qk_norm=True, windows=every_fourth_full,
    )),
    "olmoe": ("OlmoeConfig", "OlmoeForCausalLM", Decoder(
        qkv_bias=ATTENTION, output_bias=ATTENTION, joint_qk_norm=True, experts=Experts(width="intermediate_size"),
    )),
    "stablelm": ("StableLmConfig", "StableLmForCausalLM", Decoder(
        qkv_bias="use_qkv_bias", norm_bias=True, one_norm="use_parallel_residual", off=("qk_layernorm",),
    )),
    "starcoder2": ("Starcoder2Config", "Starcoder2ForCausalLM", Decoder(
        qkv_bias=("use_bias", True), output_bias=("use_bias", True), mlp_bias=("use_bias", True), gated=False,
        norm_bias=True, tied=True, windows=window_everywhere, said={"mlp_type": "default", "norm_type": "layer_norm"},
    )),
    "gpt_bigcode": ("GPTBigCodeConfig", "GPTBigCodeForCausalLM", Decoder(
        names=GPT_NAMES, kv="one", width="divided", must=("multi_query",), qkv_bias=True, output_bias=True,
        mlp_bias=True, gated=False, norm_bias=True, tied=True, positions=0, intermediate=4,
    )),
    "cohere": ("CohereConfig", "CohereForCausalLM", Decoder(
        width="divided", qkv_bias=ATTENTION, output_bias=ATTENTION, joint_qk_norm="use_qk_norm", norms=1, tied=True,
    )),
    "cohere2": ("Cohere2Config", "Cohere2ForCausalLM", Decoder(
        qkv_bias=ATTENTION, output_bias=ATTENTION, norms=1, tied=True,
        windows=every_fourth_full, must=("use_parallel_block", "use_gated_activation"),
    )),
    "gemma": ("GemmaConfig", "GemmaForCausalLM", GEMMA),
    "phi": ("PhiConfig", "PhiForCausalLM", Decoder(
        width="divided", qkv_bias=True, output_bias=True, mlp_bias=True, gated=False, norms=1, norm_bias=True,
        head_bias=True, off=("qk_layernorm",),
    )),
    "gptj": ("GPTJConfig", "GPTJForCausalLM", Decoder(
        names=GPT_NAMES, kv="all", width="divided", mlp_bias=True, gated=False, norms=1, norm_bias=True,
        head_bias=True, intermediate=4,
    )),
    "gpt_neox": ("GPTNeoXConfig", "GPTNeoXForCausalLM", Decoder(
        kv="all", width="divided", qkv_bias=("attention_bias", True), output_bias=("attention_bias", True),
        mlp_bias=True, gated=False, norm_bias=True,
    )),
    "bloom": ("BloomConfig", "BloomForCausalLM", Decoder(
        names={"hidden_size": ("hidden_size", "n_embed"), "num_hidden_layers": ("n_layer", "num_hidden_layers"),
               "num_attention_heads": ("n_head", "num_attention_heads"), "max_position_embeddings": "seq_length",
               "intermediate_size": "n_inner"},
        kv="all", width="divided", qkv_bias=True, output_bias=True, mlp_bias=True, gated=False, norm_bias=True,
        tied=True, embedding_norm=True, intermediate=4, context=2048,
    )),
    "opt": ("OPTConfig", "OPTForCausalLM", Decoder(
        names={"intermediate_size": "ffn_dim"}, kv="all", width="divided", qkv_bias=("enable_bias", True),
        output_bias=("enable_bias", True), mlp_bias=("enable_bias", True), gated=False, norm_bias=True, tied=True,
        positions=2, off=("_remove_final_layer_norm",), must=("do_layer_norm_before", "layer_norm_elementwise_affine"),
        same={"word_embed_proj_dim": "hidden_size"},
    )),
    "nemotron": ("NemotronConfig", "NemotronForCausalLM", Decoder(
        qkv_bias=ATTENTION, output_bias=ATTENTION, mlp_bias="mlp_bias", gated=False, norm_bias=True,
    )),
    "arcee": ("ArceeConfig", "ArceeForCausalLM", Decoder(
        qkv_bias=ATTENTION, output_bias=ATTENTION, mlp_bias="mlp_bias", gated=False,
    )),
    "exaone4": ("Exaone4Config", "Exaone4ForCausalLM", Decoder(qk_norm=True, windows=listed_windows)),
    "ministral": ("MinistralConfig", "MinistralForCausalLM", Decoder(windows=listed_windows)),
    "ministral3": ("Ministral3Config", "Ministral3ForCausalLM", Decoder(windows=window_everywhere)),
    "hunyuan_v1_dense": ("HunYuanDenseV1Config", "HunYuanDenseV1ForCausalLM", Decoder(
        qkv_bias=ATTENTION, output_bias=ATTENTION, qk_norm=("use_qk_norm", True), off=("use_cla",), unused=UNUSED,
    )),
    "ernie4_5": ("Ernie4_5Config", "Ernie4_5ForCausalLM", Decoder(
        qkv_bias="use_bias", output_bias="use_bias", mlp_bias="use_bias", tied=True,
    )),
    "ernie4_5_moe": ("Ernie4_5_MoeConfig", "Ernie4_5_MoeForCausalLM", Decoder(
        qkv_bias="use_bias", output_bias="use_bias", mlp_bias="use_bias", tied=True, experts=Experts(
            "moe_num_experts", "moe_intermediate_size", "moe_k", shared_count="moe_num_shared_experts",
            router_bias=True, sparse=spaced_experts,
        ),
    )),
    "qwen2_moe": ("Qwen2MoeConfig", "Qwen2MoeForCausalLM", Decoder(
        kv="or all", width="divided", qkv_bias=("qkv_bias", True), windows=qwen_mixers, experts=Experts(
            shared="shared_expert_intermediate_size", shared_gate=True, sparse=sparse_layers,
        ),
    )),
    "phimoe": ("PhimoeConfig", "PhimoeForCausalLM", Decoder(
        qkv_bias=ATTENTION, output_bias=ATTENTION, norm_bias=True, head_bias="lm_head_bias", windows=window_everywhere,
        experts=Experts("num_local_experts", "intermediate_size"),
    )),
    "deepseek": ("DeepseekConfig", "DeepseekForCausalLM", Decoder(
        width="divided", qkv_bias=ATTENTION, output_bias=ATTENTION,
        experts=Experts("n_routed_experts", shared_count="n_shared_experts", sparse=leading_dense),
    )),
    "dots1": ("Dots1Config", "Dots1ForCausalLM", Decoder(
        qkv_bias=ATTENTION, output_bias=ATTENTION, qk_norm=True, experts=GLM_EXPERTS, windows=listed_windows,
    )),
    "glm4_moe": ("Glm4MoeConfig", "Glm4MoeForCausalLM", Decoder(
        qkv_bias=ATTENTION, qk_norm="use_qk_norm", experts=GLM_EXPERTS, mtp="num_nextn_predict_layers",
    )),
    "bailing_moe": ("BailingMoeConfig", "BailingMoeForCausalLM", Decoder(
        qkv_bias="use_qkv_bias", output_bias="use_bias", mlp_bias="use_bias", experts=Experts(
            shared_count="num_shared_experts", sparse=leading_dense,
        ),
    )),
    "bailing_moe_v2": ("BailingMoeV2Config", "BailingMoeV2ForCausalLM", Decoder(
        qkv_bias="use_qkv_bias", output_bias="use_bias", mlp_bias="use_bias", qk_norm=("use_qk_norm", False),
        experts=Experts(
            shared_count="num_shared_experts", router_bias="moe_router_enable_expert_bias", sparse=leading_dense,
        ),
        same={"moe_shared_expert_intermediate_size": "moe_intermediate_size"},
    )),
    "exaone": ("ExaoneConfig", "ExaoneForCausalLM", Decoder(
        names={"num_hidden_layers": ("num_layers", "num_hidden_layers")},
    )),
    "chatglm": ("ChatGLMConfig", "ChatGLMModel", Decoder(
        names={"num_hidden_layers": "num_layers", "num_key_value_heads": "multi_query_group_num",
               "head_dim": "kv_channels", "intermediate_size": "ffn_hidden_size", "vocab_size": "padded_vocab_size",
               "max_position_embeddings": "seq_length"},
        kv="given", width="given", qkv_bias="add_qkv_bias", output_bias="add_bias_linear",
        mlp_bias="add_bias_linear", must=("multi_query_attention", "post_layer_norm", "rmsnorm"),
        same={"vocab_size": "vocab_size"},
    )),
    "grok-1": ("Grok1Config", "Grok1ModelForCausalLM", Decoder(
        norms=4, tied=True, experts=Experts(width="intermediate_size"),
    )),
}  # fmt: skip
"""model_type → configuration class, model class, description."""
