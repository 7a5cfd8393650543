"""Laws that hold for every model: linear in layers and heads, doubling, monotone in N, never a float."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.engine.components import components
from site_builder.engine.dims import TEX_NAMES
from site_builder.engine.formula import Integer, symbols
from site_builder.engine.model import (
    DenseFeedForward,
    Embeddings,
    FullAttention,
    LatentAttention,
    Layer,
    LightningAttention,
    LinearAttention,
    Mamba,
    Mamba2,
    Model,
    MoeFeedForward,
    Norms,
    Rwkv7,
    SidePaths,
)  # fmt: skip
from site_builder.engine.quantities import BY_ID, QUANTITIES
from site_builder.engine.quantity import QuantityError
from tests.engine.models import ANCHOR, DEEPSEEK, LLAMA, TINY, gemma, sliding, value

STABLE_IDS = {
    "parameters", "parameters_text", "parameters_active", "parameters_nonembedding", "parameters_vision",
    "parameters_mtp", "weights", "score_matrix", "score_matrix_causal", "kv_cache", "kv_per_token",
    "kv_cache_layer", "linear_state", "conv_state", "flops_scores", "flops_attention_per_token",
    "flops_linear_per_token", "flops_prefill", "sequential_steps_recurrent", "sequential_steps_attention",
    "longest_path_recurrent", "longest_path_attention", "longest_path_convolution", "layer_ops_attention",
    "layer_ops_recurrent", "crossing_score_weights", "crossing_kv_state", "crossing_attention_linear",
    "crossing_layer_ops", "macs_scores",
}  # fmt: skip

SMALL = st.integers(1, 12)
FLAGS = st.booleans()
FULLS = st.builds(
    lambda groups, kv, width, gate, norm, bias, sinks, window, values, shared: FullAttention(
        groups * kv, kv, width, output_gate=gate, qk_norm=norm == "each", joint_qk_norm=norm == "joint",
        qkv_bias=bias, output_bias=bias, sinks=sinks and shared not in ("cache", "kept"), window=window,
        value_head_dim=values,
        keys_as_values=shared == "keys" and values is None, shared_cache=shared in ("cache", "kept"),
        stored_keys=shared == "kept",
    ),
    SMALL, SMALL, SMALL, FLAGS, st.sampled_from(["none", "each", "joint"]), FLAGS, FLAGS,
    st.none() | st.integers(1, 40), st.none() | SMALL, st.sampled_from(["no", "no", "keys", "cache", "kept"]),
)  # fmt: skip
LINEARS = st.builds(
    lambda groups, keys, dk, dv, k, ranks: LinearAttention(
        keys, groups * keys, dk, dv, k, decay_rank=ranks[0], gate_rank=ranks[1]
    ),
    SMALL, SMALL, SMALL, SMALL, SMALL, st.tuples(st.none() | SMALL, st.none() | SMALL),
)  # fmt: skip
LATENTS = st.builds(LatentAttention, SMALL, st.none() | SMALL, SMALL, SMALL, SMALL, SMALL) | st.builds(
    lambda sizes, heads, width, seen: LatentAttention(
        *sizes, index_heads=heads, index_head_dim=width, index_topk=seen
    ),
    st.tuples(*(SMALL,) * 6), SMALL, SMALL, st.integers(1, 40),
)  # fmt: skip
MAMBAS = st.builds(Mamba, SMALL, SMALL, SMALL, SMALL, FLAGS, FLAGS, FLAGS) | st.builds(
    lambda groups, each, *others: Mamba2(groups * each, others[0], groups, *others[1:]),
    SMALL, SMALL, SMALL, SMALL, SMALL, FLAGS, FLAGS, FLAGS,
)  # fmt: skip
BLOCKS = st.builds(DenseFeedForward, SMALL, FLAGS, FLAGS, FLAGS) | st.builds(
    lambda active, more, width, shared, bias, gated, latent, norms: MoeFeedForward(
        active + more, active, width, shared, shared is not None, bias=bias and shared is None and gated,
        gated=gated, latent_size=latent, norms=norms, router_scales=norms is not None,
    ),
    SMALL, SMALL, SMALL, st.none() | SMALL, FLAGS, FLAGS, st.none() | SMALL, st.none() | SMALL,
)  # fmt: skip
OTHERS = st.builds(LightningAttention, SMALL, SMALL) | st.builds(
    Rwkv7, SMALL, SMALL, SMALL, SMALL, SMALL, st.none() | SMALL
)
MIXERS = FULLS | LINEARS | LATENTS | MAMBAS | OTHERS
LAYERS = st.builds(Layer, MIXERS, BLOCKS, st.none() | st.none() | MIXERS)
HALVES = st.builds(Layer, MIXERS, st.none()) | st.builds(Layer, st.none(), BLOCKS)
MODELS = st.builds(
    Model,
    hidden_size=SMALL,
    native_context=st.just(64),
    stored_dtype=st.sampled_from(["bfloat16", "float32", "float8"]),
    embeddings=st.builds(Embeddings, SMALL, FLAGS, st.none() | SMALL, FLAGS, FLAGS),
    layers=st.lists(LAYERS | LAYERS | HALVES, min_size=1, max_size=4).map(tuple),
    norms=st.builds(Norms, st.sampled_from([0, 2, 4]), FLAGS, FLAGS),
    side=st.none() | st.none() | st.builds(SidePaths, SMALL, SMALL, SMALL, SMALL),
)
LENGTHS = st.integers(1, 200)
TOKENS = (
    "score_matrix",
    "score_matrix_causal",
    "kv_cache",
    "kv_cache_layer",
    "flops_attention_per_token",
    "flops_prefill",
)


def test_ids_are_stable_unique_and_complete():
    ids = [quantity.id for quantity in QUANTITIES]
    assert len(set(ids)) == len(ids) == len(BY_ID)
    assert set(ids) >= STABLE_IDS
    for quantity in QUANTITIES:
        assert BY_ID[quantity.id] is quantity
        assert quantity.title
        assert quantity.symbol
        assert quantity.sources


def bound_to(model):
    for quantity in QUANTITIES:
        try:
            yield quantity.bind(model)
        except QuantityError:
            assert quantity.id.startswith(("crossing_", "max_", "prefill_activations"))


@settings(max_examples=60, deadline=None)
@given(MODELS, LENGTHS)
def test_every_value_is_a_whole_number(model, n):
    for bound in bound_to(model):
        found = bound.value(N=n)
        assert type(found) is int or bound.style in ("time", "percent"), bound.id
        assert found >= 0


@settings(max_examples=60, deadline=None)
@given(MODELS)
def test_every_symbol_of_a_formula_has_an_input_and_a_name_in_tex(model):
    for bound in bound_to(model):
        assert set(bound.free) <= {"N"}
        assert {given.symbol for given in bound.inputs} | {"N"} >= set(symbols(bound.expression))
        assert all(symbol in TEX_NAMES for symbol in symbols(bound.expression))
        assert all(given.origin and type(given.value) is int for given in bound.inputs)


@settings(max_examples=60, deadline=None)
@given(MODELS, st.integers(2, 4))
def test_repeating_all_layers_multiplies_what_layers_hold(model, times):
    longer = replace(model, layers=model.layers * times)
    for quantity in ("kv_per_token", "linear_state", "conv_state"):
        assert value(quantity, longer) == times * value(quantity, model)
    for part in ("full_attention", "linear_attention", "latent_attention", "feed_forward", "side_paths"):
        assert value(f"parameters_{part}", longer) == times * value(f"parameters_{part}", model)
    for part in ("embedding", "head"):
        bare, more = (replace(each, side=None) for each in (model, longer))  # whose embeddings are those of layers
        assert value(f"parameters_{part}", more) == value(f"parameters_{part}", bare)


@settings(max_examples=60, deadline=None)
@given(MODELS, LENGTHS)
def test_bytes_and_operations_never_fall_with_the_context(model, n):
    for quantity in TOKENS:
        assert value(quantity, model, N=n) <= value(quantity, model, N=n + 1)


@given(st.integers(1, 2**20), st.integers(1, 24), st.integers(1, 64))
def test_scores_are_linear_in_heads_and_layers_and_quadratic_in_n(n, heads, layers):
    one = value("score_matrix", ANCHOR, N=n)
    assert value("score_matrix", ANCHOR, N=n, heads=heads, layers=layers) == heads * layers * one
    assert value("score_matrix", ANCHOR, N=2 * n) == 4 * one
    assert value("score_matrix", ANCHOR, N=n, dtype="float32") == 2 * one
    causal = value("score_matrix_causal", ANCHOR, N=n)
    assert 2 * causal == one + 2 * n


@given(st.integers(1, 2**20), st.integers(1, 24))
def test_the_cache_is_linear_in_n_heads_and_layers(n, times):
    one = value("kv_cache", ANCHOR, N=n, kv_heads=1, layers=1)
    assert value("kv_cache", ANCHOR, N=n, kv_heads=times, layers=3) == 3 * times * one
    assert value("kv_cache", ANCHOR, N=n * times) == times * value("kv_cache", ANCHOR, N=n)


@settings(max_examples=60, deadline=None)
@given(MODELS)
def test_the_checkpoint_is_every_tensor_once(model):
    """A second derivation: every side of every tensor multiplied out."""
    elements = 0
    for component in components(model):
        for _, sides, times in component.shapes():
            size = times
            for side in sides:
                size *= side
            elements += size
    assert value("parameters", model) == elements
    assert value("parameters_active", model) <= value("parameters_text", model) <= elements


@pytest.mark.parametrize("model", [ANCHOR, LLAMA, DEEPSEEK, TINY, gemma(), sliding(4096)])
@pytest.mark.parametrize("quantity", [quantity.id for quantity in QUANTITIES])
def test_n_given_early_or_late_is_the_same(model, quantity):
    try:
        late = BY_ID[quantity].bind(model)
    except QuantityError:
        return
    if "N" not in [argument.name for argument in BY_ID[quantity].arguments]:
        assert late.free == ()
        return
    early = BY_ID[quantity].bind(model, N=12_345)
    assert (early.value(), early.text(), early.substituted()) == (
        late.value(N=12_345), late.text(N=12_345), late.substituted(N=12_345),
    )  # fmt: skip


def test_a_formula_of_nothing_is_zero():
    assert BY_ID["linear_state"].bind(LLAMA).expression == Integer(0)
    assert BY_ID["parameters_vision"].bind(LLAMA).expression == Integer(0)


@pytest.mark.parametrize(
    ("quantity", "arguments", "words"),
    [
        ("kv_cache", {"N": 8, "layers": 999}, "the model has 64 layers"),
        ("kv_cache", {"N": 8, "kv_heads": 9999}, "has 4 KV heads, and 24 query heads"),
        ("score_matrix", {"N": 8, "heads": 25}, "has 24 query heads"),
        ("kv_cache", {"N": 8, "latent": "expanded"}, "no layers with latent attention"),
        ("kv_per_token", {"latent": "expanded"}, "no layers with latent attention"),
        ("kv_cache", {"N": 8, "window": "full"}, "no layers with a sliding window"),
    ],
)
def test_an_argument_stays_within_the_model(quantity, arguments, words):
    with pytest.raises(QuantityError, match=words):
        value(quantity, ANCHOR, **arguments)


def test_latent_attention_has_no_kv_heads_to_count():
    with pytest.raises(QuantityError, match="no KV heads"):
        value("kv_cache", DEEPSEEK, N=8, kv_heads=1)
