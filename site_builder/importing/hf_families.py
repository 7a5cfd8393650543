"""Every model family an import understands, by the `model_type` of its config.json."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from site_builder.importing.hf_common import Config, Section, Sections
from site_builder.importing.hf_dbrx import dbrx
from site_builder.importing.hf_deepseek import (
    deepseek_quantization,
    deepseek_v2,
    deepseek_v3,
    deepseek_v32,
    kimi_linear,
)
from site_builder.importing.hf_dense import glm4, gpt2, llama, mistral, mistral_like, olmo2, phi3, qwen2, qwen3
from site_builder.importing.hf_experts import gpt_oss, gpt_oss_quantization, mixtral, qwen3_moe
from site_builder.importing.hf_gemma import gemma2, gemma3, gemma3_multimodal
from site_builder.importing.hf_gemma3n import gemma3n
from site_builder.importing.hf_hunyuan import hunyuan_moe
from site_builder.importing.hf_linear import minimax, rwkv7
from site_builder.importing.hf_nas import nemotron_nas
from site_builder.importing.hf_nemotron import nemotron_h
from site_builder.importing.hf_qwen_hybrid import qwen3_5, qwen3_5_moe, qwen3_next
from site_builder.importing.hf_reader import ConfigReader
from site_builder.importing.hf_shaped import gemma4, llama4, mimo, mimo_v2, minimax_m2
from site_builder.importing.hf_state_space import falcon_h1, granite_hybrid, jamba, mamba, mamba2
from site_builder.importing.hf_table import DECODERS, MINIMAX_M2, falcon
from site_builder.importing.hf_vision import qwen3_vl, with_towers


@dataclass(frozen=True, slots=True)
class Family:
    """A `model_type` with the names of its configuration and model classes, and how it is read.

    `text_type` is the model_type of the text_config where sizes are nested in one (or one of several); `quantization`
    reads a quantization_config of one of the `methods`, where one is described.
    """

    model_type: str
    config_class: str
    model_class: str
    read: Callable[[Config], Sections]
    text_type: str | tuple[str, ...] = ""
    quantization: Callable[[ConfigReader], Section] | None = None
    methods: tuple[str, ...] = ("fp8", "mxfp4")


KIMI_TEXTS = ("kimi_k2", "deepseek_v3")
MISTRAL_TEXTS = ("mistral", "ministral3")
MAYBE_NESTED = ("", "qwen2_vl_text", "qwen2_5_vl_text")
"""The text model may also stand in the config itself."""

FAMILIES: tuple[Family, ...] = (
    Family("llama", "LlamaConfig", "LlamaForCausalLM", llama),
    Family("mistral", "MistralConfig", "MistralForCausalLM", mistral),
    Family("mixtral", "MixtralConfig", "MixtralForCausalLM", mixtral),
    Family("gemma2", "Gemma2Config", "Gemma2ForCausalLM", gemma2),
    Family("gemma3_text", "Gemma3TextConfig", "Gemma3ForCausalLM", gemma3),
    Family("gemma3", "Gemma3Config", "Gemma3ForConditionalGeneration", gemma3_multimodal, "gemma3_text"),
    Family("phi3", "Phi3Config", "Phi3ForCausalLM", phi3),
    Family("olmo2", "Olmo2Config", "Olmo2ForCausalLM", olmo2),
    Family("glm4", "Glm4Config", "Glm4ForCausalLM", glm4),
    Family("gpt2", "GPT2Config", "GPT2LMHeadModel", gpt2),
    Family("gpt_oss", "GptOssConfig", "GptOssForCausalLM", gpt_oss, quantization=gpt_oss_quantization),
    Family("qwen2", "Qwen2Config", "Qwen2ForCausalLM", qwen2),
    Family("qwen3", "Qwen3Config", "Qwen3ForCausalLM", qwen3),
    Family("qwen3_moe", "Qwen3MoeConfig", "Qwen3MoeForCausalLM", qwen3_moe),
    Family("qwen3_next", "Qwen3NextConfig", "Qwen3NextForCausalLM", qwen3_next),
    Family("qwen3_5", "Qwen3_5Config", "Qwen3_5ForConditionalGeneration", qwen3_5, "qwen3_5_text"),
    Family("qwen3_5_text", "Qwen3_5TextConfig", "Qwen3_5ForCausalLM", qwen3_5),
    Family("qwen3_5_moe", "Qwen3_5MoeConfig", "Qwen3_5MoeForConditionalGeneration", qwen3_5_moe, "qwen3_5_moe_text"),
    Family("qwen3_5_moe_text", "Qwen3_5MoeTextConfig", "Qwen3_5MoeForCausalLM", qwen3_5_moe),
    Family("deepseek_v2", "DeepseekV2Config", "DeepseekV2ForCausalLM", deepseek_v2),
    Family("deepseek_v3", "DeepseekV3Config", "DeepseekV3ForCausalLM", deepseek_v3, quantization=deepseek_quantization),
    Family("kimi_k2", "DeepseekV3Config", "DeepseekV3ForCausalLM", deepseek_v3, quantization=deepseek_quantization),
    Family("deepseek_v32", "DeepseekV32Config", "DeepseekV32ForCausalLM", deepseek_v32),
    Family("glm_moe_dsa", "GlmMoeDsaConfig", "GlmMoeDsaForCausalLM", deepseek_v32),
    Family("kimi_linear", "KimiLinearConfig", "KimiLinearForCausalLM", kimi_linear),
    Family("glm4_moe_lite", "Glm4MoeLiteConfig", "Glm4MoeLiteForCausalLM", deepseek_v3),
    Family("kimi_k25", "KimiK25Config", "KimiK25ForConditionalGeneration", with_towers(deepseek_v3), KIMI_TEXTS),
    Family("qwen3_vl", "Qwen3VLConfig", "Qwen3VLForConditionalGeneration", qwen3_vl(qwen3), "qwen3_vl_text"),
    Family(
        "qwen3_vl_moe",
        "Qwen3VLMoeConfig",
        "Qwen3VLMoeForConditionalGeneration",
        qwen3_vl(qwen3_moe),
        "qwen3_vl_moe_text",
    ),
    Family("qwen2_vl", "Qwen2VLConfig", "Qwen2VLForConditionalGeneration", with_towers(qwen2), MAYBE_NESTED),
    Family("qwen2_5_vl", "Qwen2_5_VLConfig", "Qwen2_5_VLForConditionalGeneration", with_towers(qwen2), MAYBE_NESTED),
    Family(
        "mistral3",
        "Mistral3Config",
        "Mistral3ForConditionalGeneration",
        with_towers(mistral_like),
        MISTRAL_TEXTS,
    ),
    Family("llama4", "Llama4Config", "Llama4ForConditionalGeneration", llama4, "llama4_text"),
    Family("llama4_text", "Llama4TextConfig", "Llama4ForCausalLM", llama4),
    Family("gemma3n", "Gemma3nConfig", "Gemma3nForConditionalGeneration", gemma3n, "gemma3n_text"),
    Family("gemma3n_text", "Gemma3nTextConfig", "Gemma3nForCausalLM", gemma3n),
    Family("gemma4", "Gemma4Config", "Gemma4ForConditionalGeneration", gemma4, "gemma4_text"),
    Family("gemma4_text", "Gemma4TextConfig", "Gemma4ForCausalLM", gemma4),
    Family("mimo", "MiMoConfig", "MiMoForCausalLM", mimo),
    Family("mimo_v2_flash", "MiMoV2FlashConfig", "MiMoV2FlashForCausalLM", mimo_v2),
    Family("nemotron-nas", "DeciLMConfig", "DeciLMForCausalLM", nemotron_nas),
    Family("nemotron_h", "NemotronHConfig", "NemotronHForCausalLM", nemotron_h),
    Family("mamba", "MambaConfig", "MambaForCausalLM", mamba),
    Family("falcon_mamba", "FalconMambaConfig", "FalconMambaForCausalLM", mamba),
    Family("mamba2", "Mamba2Config", "Mamba2ForCausalLM", mamba2),
    Family("jamba", "JambaConfig", "JambaForCausalLM", jamba),
    Family("falcon_h1", "FalconH1Config", "FalconH1ForCausalLM", falcon_h1),
    Family("granitemoehybrid", "GraniteMoeHybridConfig", "GraniteMoeHybridForCausalLM", granite_hybrid),
    Family("falcon", "FalconConfig", "FalconForCausalLM", falcon),
    Family("dbrx", "DbrxConfig", "DbrxForCausalLM", dbrx),
    Family("minimax_m2", "MiniMaxM2Config", "MiniMaxM2ForCausalLM", partial(minimax_m2, read=MINIMAX_M2)),
    Family("minimax", "MiniMaxConfig", "MiniMaxForCausalLM", minimax),
    Family("minimax_text_01", "MiniMaxText01Config", "MiniMaxText01ForCausalLM", minimax),
    Family("minimax_m1", "MiniMaxM1Config", "MiniMaxM1ForCausalLM", minimax),
    Family("rwkv7", "RWKV7Config", "RWKV7ForCausalLM", rwkv7),
    Family("hunyuan_v1_moe", "HunYuanMoEV1Config", "HunYuanMoEV1ForCausalLM", hunyuan_moe),
    Family("hunyuan", "HunYuanConfig", "HunYuanMoEV1ForCausalLM", hunyuan_moe),
    *(Family(name, *row) for name, row in DECODERS.items()),
)
