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
    Layer,
    LightningAttention,
    LinearAttention,
    Mamba,
    Mamba2,
    Mixer,
    Model,
    MoeFeedForward,
    Rwkv7,
)  # fmt: skip
from site_builder.engine.storage import BY_NAME
from site_builder.engine.table import table
from tests.engine.models import value
from tests.engine.test_quantities import MODELS


def full_parameters(mixer: FullAttention, d: int) -> int:
    values_wide = mixer.value_head_dim or mixer.head_dim
    queries, projected = (
        mixer.query_heads * mixer.head_dim,
        mixer.query_heads * mixer.head_dim * (1 + mixer.output_gate),
    )
    keys, values = mixer.kv_heads * mixer.head_dim, mixer.kv_heads * values_wide
    if mixer.shared_cache and not mixer.stored_keys:
        keys = values = 0
    inward = projected + keys + (0 if mixer.keys_as_values else values)
    matrices = (inward + mixer.query_heads * values_wide) * d
    biases = (projected + keys + values) * mixer.qkv_bias + d * mixer.output_bias
    normed = 1 if mixer.shared_cache and not mixer.stored_keys else 2
    norms = normed * mixer.head_dim * mixer.qk_norm + (queries + keys) * mixer.joint_qk_norm
    return matrices + biases + norms + mixer.query_heads * mixer.sinks


def linear_parameters(mixer: LinearAttention, d: int) -> int:
    keys, values = mixer.key_heads * mixer.key_head_dim, mixer.value_heads * mixer.value_head_dim
    channels, heads = 2 * keys + values, mixer.value_heads
    gate = values * d if mixer.gate_rank is None else mixer.gate_rank * (d + values)
    decays = heads * mixer.key_head_dim
    decay = heads * d + heads if mixer.decay_rank is None else mixer.decay_rank * (d + decays) + decays
    vectors = heads + channels * mixer.conv_kernel + mixer.value_head_dim
    return channels * d + values * d + gate + decay + heads * d + vectors


def latent_parameters(mixer: LatentAttention, d: int) -> int:
    heads, rank = mixer.query_heads, mixer.kv_rank
    queries = heads * (mixer.nope_head_dim + mixer.rope_head_dim)
    query = queries * d if mixer.query_rank is None else mixer.query_rank * (d + 1 + queries)
    down = (rank + mixer.rope_head_dim) * d + rank
    index = mixer.index_heads or 0
    width = mixer.index_head_dim or 0
    down += index * width * (mixer.query_rank or 0) + width * (d + 2) + index * d
    return query + down + rank * heads * (mixer.nope_head_dim + mixer.value_head_dim) + heads * mixer.value_head_dim * d


def mamba_parameters(mixer: Mamba, d: int) -> int:
    inner, state, rank = mixer.inner_size, mixer.state_size, mixer.step_rank
    projections = 3 * inner * d + inner * (rank + 2 * state) + rank * inner
    vectors = inner * (mixer.conv_kernel + mixer.conv_bias) + 2 * inner + inner * state
    return projections + vectors + (2 * inner + d) * mixer.bias + (rank + 2 * state) * mixer.inner_norms


def mamba2_parameters(mixer: Mamba2, d: int) -> int:
    inner, shared = mixer.heads * mixer.head_dim, 2 * mixer.groups * mixer.state_size
    inward = inner + (inner + shared) + mixer.heads
    vectors = 3 * mixer.heads + (inner + shared) * (mixer.conv_kernel + mixer.conv_bias) + inner * mixer.gated_norm
    return (inward + inner) * d + vectors + (inward + d) * mixer.bias


def lightning_parameters(mixer: LightningAttention, d: int) -> int:
    width = mixer.heads * mixer.head_dim
    return 5 * width * d + width


def rwkv7_parameters(mixer: Rwkv7, d: int) -> int:
    width = mixer.heads * mixer.head_dim
    ranks = (mixer.decay_rank, mixer.rate_rank, mixer.gate_rank, mixer.value_rank or 0)
    biases = 2 + (mixer.value_rank is not None)
    return 4 * width * d + sum(ranks) * (d + width) + 6 * d + (biases + 3 + 2) * width


def mixer_parameters(mixer: Mixer, d: int) -> int:
    match mixer:
        case FullAttention():
            return full_parameters(mixer, d)
        case LinearAttention():
            return linear_parameters(mixer, d)
        case LatentAttention():
            return latent_parameters(mixer, d)
        case LightningAttention():
            return lightning_parameters(mixer, d)
        case Rwkv7():
            return rwkv7_parameters(mixer, d)
        case Mamba():
            return mamba_parameters(mixer, d)
        case Mamba2():
            return mamba2_parameters(mixer, d)


def dense_parameters(block: DenseFeedForward, d: int) -> int:
    inward, f = 2 if block.gated else 1, block.intermediate_size
    return (inward + 1) * d * f + (inward * f + d) * block.bias + d * block.token_shift


def moe_parameters(block: MoeFeedForward, d: int, active: bool) -> int:
    passed, f = block.experts_per_token if active else block.experts, block.expert_intermediate_size
    router = block.experts * (d + block.bias) + (0 if active else block.experts * block.router_bias)
    matrices, width = 2 + block.gated, block.latent_size or d
    shared = matrices * d * (block.shared_intermediate_size or 0) + d * block.shared_gate
    beside = 2 * d * (block.latent_size or 0) + d * (block.norms or 0) + (d + block.experts) * block.router_scales
    return router + passed * (matrices * width * f + (2 * f + d) * block.bias) + shared + beside


def block_parameters(block: FeedForward, d: int, active: bool) -> int:
    return dense_parameters(block, d) if isinstance(block, DenseFeedForward) else moe_parameters(block, d, active)


def text_parameters(model: Model, active: bool = False) -> int:
    d, embeddings = model.hidden_size, model.embeddings
    vocabulary = embeddings.vocab_size * d * (1 if embeddings.tied else 2) + (embeddings.positions or 0) * d
    norm = d * (1 + model.norms.bias)
    vocabulary += norm * embeddings.norm + embeddings.vocab_size * embeddings.head_bias
    vocabulary += side_parameters(model)
    return vocabulary + norm * model.norms.final + sum(layer_parameters(layer, model, active) for layer in model.layers)


def side_parameters(model: Model) -> int:
    side, d, layers = model.side, model.hidden_size, len(model.layers)
    if side is None:
        return 0
    u, width = side.streams, side.embedding_width
    table = side.embedding_vocab_size * layers * width + width * layers * d + width
    each = 2 * side.low_rank * d + u * d + u**3 + u**2 + 2 * width * d + 4 * d
    return table + 2 * (u - 1) * d * d + layers * each


def layer_parameters(layer: Layer, model: Model, active: bool) -> int:
    d, block = model.hidden_size, layer.feed_forward
    whole = layer.mixer is not None and block is not None
    norms = model.norms.per_layer // (1 if whole else 2) * d * (1 + model.norms.bias)
    mixers = [mixer_parameters(mixer, d) for mixer in (layer.mixer, layer.beside) if mixer is not None]
    return norms + sum(mixers) + (0 if block is None else block_parameters(block, d, active))


def cached_bytes(mixer: Mixer, n: int, each: int) -> int:
    match mixer:
        case FullAttention():
            if mixer.shared_cache:
                return 0
            width = mixer.head_dim + (mixer.value_head_dim or mixer.head_dim)
            return mixer.kv_heads * width * min(n, mixer.window or n) * each
        case LatentAttention():
            return (mixer.kv_rank + mixer.rope_head_dim + (mixer.index_head_dim or 0)) * n * each
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
    mixers = [mixer for layer in model.layers for mixer in (layer.mixer, layer.beside) if mixer is not None]
    assert value("kv_cache", model, N=n) == sum(cached_bytes(mixer, n, each) for mixer in mixers)
    assert value("linear_state", model) == 4 * sum(map(state_elements, mixers))
    assert value("conv_state", model, width="K") == each * (sum(map(convolved, mixers)) + shifted(model))


def state_elements(mixer: Mixer) -> int:
    match mixer:
        case LinearAttention():
            return mixer.value_heads * mixer.key_head_dim * mixer.value_head_dim
        case LightningAttention() | Rwkv7():
            return mixer.heads * mixer.head_dim**2
        case Mamba():
            return mixer.inner_size * mixer.state_size
        case Mamba2():
            return mixer.heads * mixer.head_dim * mixer.state_size
    return 0


def shifted(model: Model) -> int:
    """The last token's vector, for each mixer of RWKV and each feed-forward that mixes it in."""
    vectors = sum(isinstance(mixer, Rwkv7) for layer in model.layers for mixer in layer.mixers)
    blocks = [layer.feed_forward for layer in model.layers]
    vectors += sum(isinstance(block, DenseFeedForward) and block.token_shift for block in blocks)
    return vectors * model.hidden_size


def convolved(mixer: Mixer) -> int:
    match mixer:
        case LinearAttention():
            keys, values = mixer.key_heads * mixer.key_head_dim, mixer.value_heads * mixer.value_head_dim
            return (2 * keys + values) * mixer.conv_kernel
        case Mamba():
            return mixer.inner_size * mixer.conv_kernel
        case Mamba2():
            return (mixer.heads * mixer.head_dim + 2 * mixer.groups * mixer.state_size) * mixer.conv_kernel
    return 0


@settings(max_examples=60, deadline=None)
@given(MODELS, st.integers(1, 40))
def test_a_causal_prefill_is_its_tokens_decoded_one_after_another(model, n):
    latent = any(isinstance(mixer, LatentAttention) for layer in model.layers for mixer in layer.mixers)
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
