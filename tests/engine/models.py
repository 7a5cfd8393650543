"""Models built by hand from the engine's records, with no anchor file between."""

from __future__ import annotations

from dataclasses import replace

from site_builder.engine.model import (
    DenseFeedForward,
    Embeddings,
    FullAttention,
    LatentAttention,
    Layer,
    LinearAttention,
    Model,
    MoeFeedForward,
    MtpHead,
    Norms,
    Quantization,
    VisionTower,
)  # fmt: skip
from site_builder.engine.quantities import BY_ID
from site_builder.engine.quantity import ArgumentValue


def value(quantity: str, model: Model, **arguments: ArgumentValue) -> int:
    """The exact value of a quantity, every argument given at binding."""
    found = BY_ID[quantity].bind(model, **arguments).value()
    assert type(found) is int
    return found


FULL = FullAttention(query_heads=24, kv_heads=4, head_dim=256, output_gate=True, qk_norm=True)
LINEAR = LinearAttention(
    key_heads=16, value_heads=48, key_head_dim=128, value_head_dim=128, conv_kernel=4, float32_norms=True
)  # fmt: skip
MLP = DenseFeedForward(17408)

ANCHOR = Model(  # Qwen3.8-27B
    hidden_size=5120,
    native_context=262144,
    stored_dtype="bfloat16",
    embeddings=Embeddings(248320, tied=False),
    layers=((Layer(LINEAR, MLP),) * 3 + (Layer(FULL, MLP),)) * 16,
    vision=VisionTower(
        depth=27, hidden_size=1152, intermediate_size=4304, patch_size=16, temporal_patch_size=2, channels=3,
        positions=2304, merge_size=2, output_size=5120,
    ),
    mtp=MtpHead(1, Layer(FULL, MLP)),
)  # fmt: skip

TINY = Model(  # small enough to count by hand
    hidden_size=8,
    native_context=64,
    stored_dtype="bfloat16",
    embeddings=Embeddings(10, tied=False),
    layers=(
        *(Layer(LinearAttention(1, 2, 2, 2, 4), DenseFeedForward(16)),) * 3,
        Layer(FullAttention(2, 1, 4, output_gate=True, qk_norm=True), DenseFeedForward(16)),
    ),
)

LLAMA = Model(  # Llama-3.1-8B
    hidden_size=4096,
    native_context=131072,
    stored_dtype="bfloat16",
    embeddings=Embeddings(128256, tied=False),
    layers=(Layer(FullAttention(32, 8, 128), DenseFeedForward(14336)),) * 32,
)

_LATENT = LatentAttention(128, query_rank=1536, kv_rank=512, nope_head_dim=128, rope_head_dim=64, value_head_dim=128)
_EXPERTS = MoeFeedForward(256, 8, 2048, shared_intermediate_size=2048, router_bias=True)
DEEPSEEK = Model(  # DeepSeek-V3
    hidden_size=7168,
    native_context=163840,
    stored_dtype="bfloat16",
    embeddings=Embeddings(129280, tied=False),
    layers=(Layer(_LATENT, DenseFeedForward(18432)),) * 3 + (Layer(_LATENT, _EXPERTS),) * 58,
    mtp=MtpHead(1, Layer(_LATENT, _EXPERTS), stored_embeddings=True),
    quantization=Quantization("fp8_block128", includes_mtp=True),
)


def sliding(window: int | None, layers: int = 32, kv_heads: int = 8) -> Model:
    """Mistral-7B's sizes with another window."""
    mixer = FullAttention(32, kv_heads, 128, window=window)
    return Model(
        4096, 32768, "bfloat16", Embeddings(32000, tied=False), (Layer(mixer, DenseFeedForward(14336)),) * layers
    )


def gemma() -> Model:
    """Gemma-2-9B: even layers slide over 4,096 tokens, odd layers see all; embeddings tied, four norms."""
    slide, full = FullAttention(16, 8, 256, window=4096), FullAttention(16, 8, 256)
    layers = (Layer(slide, DenseFeedForward(14336)), Layer(full, DenseFeedForward(14336))) * 21
    return Model(3584, 8192, "bfloat16", Embeddings(256000, tied=True), layers, Norms(per_layer=4))


def gpt_oss_20b() -> Model:
    """Even layers slide over 128 tokens; sinks, biases everywhere, experts alone in MXFP4."""
    experts = MoeFeedForward(32, 4, 2880, bias=True)
    full = FullAttention(64, 8, 64, qkv_bias=True, output_bias=True, sinks=True)
    layers = (Layer(replace(full, window=128), experts), Layer(full, experts)) * 12
    return Model(
        2880, 131072, "bfloat16", Embeddings(201088, tied=False), layers,
        quantization=Quantization("mxfp4", experts_only=True),
    )  # fmt: skip
