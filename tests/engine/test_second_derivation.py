"""Any model counted a second way: layer by layer in plain arithmetic, with none of the engine's formulas."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.engine.formula import evaluate, from_json
from site_builder.engine.model import (
    DenseFeedForward,
    FeedForward,
    FullAttention,
    LatentAttention,
    LinearAttention,
    Mixer,
    Model,
    MoeFeedForward,
)  # fmt: skip
from site_builder.engine.storage import BY_NAME
from site_builder.engine.table import table
from tests.engine.models import value
from tests.engine.test_quantities import MODELS


def full_parameters(mixer: FullAttention, d: int) -> int:
    queries, keys = mixer.query_heads * mixer.head_dim, mixer.kv_heads * mixer.head_dim
    projected = queries * (2 if mixer.output_gate else 1)
    matrices = (projected + 2 * keys + queries) * d
    biases = (projected + 2 * keys) * mixer.qkv_bias + d * mixer.output_bias
    norms = 2 * mixer.head_dim * mixer.qk_norm + (queries + keys) * mixer.joint_qk_norm
    return matrices + biases + norms + mixer.query_heads * mixer.sinks


def linear_parameters(mixer: LinearAttention, d: int) -> int:
    keys, values = mixer.key_heads * mixer.key_head_dim, mixer.value_heads * mixer.value_head_dim
    channels = 2 * keys + values
    gates = 2 * mixer.value_heads * d + 2 * mixer.value_heads
    return channels * d + 2 * values * d + gates + channels * mixer.conv_kernel + mixer.value_head_dim


def latent_parameters(mixer: LatentAttention, d: int) -> int:
    heads, rank = mixer.query_heads, mixer.kv_rank
    queries = heads * (mixer.nope_head_dim + mixer.rope_head_dim)
    query = queries * d if mixer.query_rank is None else mixer.query_rank * (d + 1 + queries)
    down = (rank + mixer.rope_head_dim) * d + rank
    return query + down + rank * heads * (mixer.nope_head_dim + mixer.value_head_dim) + heads * mixer.value_head_dim * d


def mixer_parameters(mixer: Mixer, d: int) -> int:
    match mixer:
        case FullAttention():
            return full_parameters(mixer, d)
        case LinearAttention():
            return linear_parameters(mixer, d)
        case LatentAttention():
            return latent_parameters(mixer, d)


def dense_parameters(block: DenseFeedForward, d: int) -> int:
    inward, f = 2 if block.gated else 1, block.intermediate_size
    return (inward + 1) * d * f + (inward * f + d) * block.bias


def moe_parameters(block: MoeFeedForward, d: int, active: bool) -> int:
    passed, f = block.experts_per_token if active else block.experts, block.expert_intermediate_size
    router = block.experts * (d + block.bias) + (0 if active else block.experts * block.router_bias)
    shared = 3 * d * (block.shared_intermediate_size or 0) + d * block.shared_gate
    return router + passed * (3 * d * f + (2 * f + d) * block.bias) + shared


def block_parameters(block: FeedForward, d: int, active: bool) -> int:
    return dense_parameters(block, d) if isinstance(block, DenseFeedForward) else moe_parameters(block, d, active)


def text_parameters(model: Model, active: bool = False) -> int:
    d, embeddings = model.hidden_size, model.embeddings
    vocabulary = embeddings.vocab_size * d * (1 if embeddings.tied else 2) + (embeddings.positions or 0) * d
    norms = d * (1 + model.norms.bias) * (model.norms.per_layer * len(model.layers) + 1)
    layers = sum(
        mixer_parameters(layer.mixer, d) + block_parameters(layer.feed_forward, d, active) for layer in model.layers
    )
    return vocabulary + norms + layers


def cached_bytes(mixer: Mixer, n: int, each: int) -> int:
    match mixer:
        case FullAttention():
            return 2 * mixer.kv_heads * mixer.head_dim * min(n, mixer.window or n) * each
        case LatentAttention():
            return (mixer.kv_rank + mixer.rope_head_dim) * n * each
    return 0


@settings(max_examples=100, deadline=None)
@given(MODELS)
def test_parameters(model):
    assert value("parameters_text", model) == text_parameters(model)
    assert value("parameters_active", model) == text_parameters(model, active=True)


@settings(max_examples=100, deadline=None)
@given(MODELS, st.integers(1, 60))
def test_caches_and_states(model, n):
    each = BY_NAME[model.stored_dtype].block_bytes
    mixers = [layer.mixer for layer in model.layers]
    assert value("kv_cache", model, N=n) == sum(cached_bytes(mixer, n, each) for mixer in mixers)
    linear = [mixer for mixer in mixers if isinstance(mixer, LinearAttention)]
    states = sum(mixer.value_heads * mixer.key_head_dim * mixer.value_head_dim for mixer in linear)
    assert value("linear_state", model) == 4 * states


@settings(max_examples=60, deadline=None)
@given(MODELS, st.integers(1, 40))
def test_a_causal_prefill_is_its_tokens_decoded_one_after_another(model, n):
    latent = any(isinstance(layer.mixer, LatentAttention) for layer in model.layers)
    form = {"latent": "expanded"} if latent else {}
    decoded = sum(value("flops_attention_per_token", model, N=seen, **form) for seen in range(1, n + 1))
    assert value("flops_prefill", model, N=n, part="attention") == decoded


@settings(max_examples=40, deadline=None)
@given(MODELS, st.integers(1, 2**40))
def test_what_the_browser_is_sent_evaluates_to_the_same(model, n):
    for row in table(model, {"N": n}):
        if row.bound is not None:
            sent = row.bound.as_json()
            inputs = {name: int(written) for name, written in sent["inputs"].items()}
            assert evaluate(from_json(sent["formula"]), inputs) == row.bound.value()
