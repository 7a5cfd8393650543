"""Every model family an import understands, by the `model_type` of its config.json."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from site_builder.importing.hf_common import Config, Section, Sections
from site_builder.importing.hf_deepseek import deepseek_quantization, deepseek_v2, deepseek_v3
from site_builder.importing.hf_dense import glm4, gpt2, llama, mistral, olmo2, phi3, qwen2, qwen3
from site_builder.importing.hf_experts import gpt_oss, gpt_oss_quantization, mixtral, qwen3_moe
from site_builder.importing.hf_gemma import gemma2, gemma3, gemma3_multimodal
from site_builder.importing.hf_qwen_hybrid import qwen3_5, qwen3_5_moe, qwen3_next
from site_builder.importing.hf_reader import ConfigReader


@dataclass(frozen=True, slots=True)
class Family:
    """A `model_type` with the names of its configuration and model classes, and how it is read.

    `text_type` is the model_type of the text_config where sizes are nested in one; `quantization`
    reads the quantization_config of the published checkpoint, where one is described.
    """

    model_type: str
    config_class: str
    model_class: str
    read: Callable[[Config], Sections]
    text_type: str = ""
    quantization: Callable[[ConfigReader], Section] | None = None


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
    Family("kimi_k2", "DeepseekV3Config", "DeepseekV3ForCausalLM", deepseek_v3),
)
