"""Bytes of score matrices and KV caches: published figures, and the sizes of real arrays."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from site_builder.engine.model import DenseFeedForward, Embeddings, FullAttention, Layer, Model
from site_builder.engine.quantities import BY_ID
from site_builder.engine.quantity import QuantityError
from tests.engine.models import ANCHOR, DEEPSEEK, LLAMA, TINY, gemma, sliding, value

KIB, MIB, GIB, TIB = 2**10, 2**20, 2**30, 2**40


@pytest.mark.parametrize(
    ("n", "expected", "text"),
    [
        (1, 2, "2 B"),
        (5, 50, "50 B"),
        (6, 72, "72 B"),
        (46_341, 4_294_976_562, "4 GiB"),
        (100_003, 20_001_200_018, "18.63 GiB"),
        (131_072, 2**35, "32 GiB"),
        (262_144, 2**37, "128 GiB"),
    ],
)
def test_the_score_matrix_of_one_head_is_n_squared_elements(n, expected, text):
    bound = BY_ID["score_matrix"].bind(ANCHOR)
    assert bound.value(N=n) == expected == n * n * 2
    assert bound.text(N=n) == text


def test_the_score_matrix_is_as_large_as_the_array():
    for n in (1, 5, 6, 333):
        assert value("score_matrix", ANCHOR, N=n) == np.zeros((n, n), np.float16).nbytes
        assert (
            value("score_matrix", ANCHOR, N=n, heads=24, layers=2, dtype="float32")
            == np.zeros((2, 24, n, n), np.float32).nbytes
        )


def test_all_heads_are_query_heads_and_full_layers_only():
    assert value("score_matrix", ANCHOR, N=262_144, heads=24) == 3 * TIB
    assert value("score_matrix", ANCHOR, N=262_144, heads=24, layers=16) == 52_776_558_133_248 == 48 * TIB


def test_the_causal_triangle_includes_its_diagonal():
    assert value("score_matrix_causal", ANCHOR, N=262_144) == 68_719_738_880 == 64 * GIB + 256 * KIB
    for n in (1, 2, 7):
        assert value("score_matrix_causal", ANCHOR, N=n) == 2 * int(np.tril(np.ones((n, n), int)).sum())


def test_twice_the_context_is_four_times_the_scores_and_twice_the_cache():
    for n in (1, 6, 131_072):
        assert value("score_matrix", ANCHOR, N=2 * n) == 4 * value("score_matrix", ANCHOR, N=n)
        assert value("kv_cache", ANCHOR, N=2 * n) == 2 * value("kv_cache", ANCHOR, N=n)


def test_substituted_formulas_leave_out_factors_of_one():
    assert BY_ID["score_matrix"].bind(ANCHOR).substituted(N=131_072) == "2 × 131072² B = 32 GiB"
    assert BY_ID["score_matrix"].bind(ANCHOR).substituted(N=1) == "2 × 1² B = 2 B"
    one = BY_ID["kv_cache"].bind(ANCHOR, kv_heads=1, layers=1)
    assert one.substituted(N=131_072) == "2 × 131072 × 256 × 2 B = 128 MiB"
    assert BY_ID["kv_cache"].bind(ANCHOR, N=1).substituted() == "2 × 16 × 4 × 1 × 256 × 2 B = 64 KiB"


@pytest.mark.parametrize(
    ("n", "expected"), [(4096, 256 * MIB), (8192, 512 * MIB), (131_072, 8 * GIB), (262_144, 16 * GIB)]
)
def test_the_kv_cache_of_the_anchor_is_that_of_its_sixteen_full_layers(n, expected):
    assert value("kv_cache", ANCHOR, N=n) == expected
    assert value("kv_cache_layer", ANCHOR, N=n) * 16 == expected
    assert value("kv_per_token", ANCHOR) * n == expected


def test_one_head_and_layer_of_the_cache():
    assert value("kv_cache", ANCHOR, N=131_072, kv_heads=1, layers=1) == 128 * MIB
    assert value("kv_cache", ANCHOR, N=262_144, kv_heads=1, layers=1) == 256 * MIB
    assert value("kv_cache", ANCHOR, N=512, kv_heads=1, layers=1) == value("score_matrix", ANCHOR, N=512) == 524_288


def test_the_cache_is_as_large_as_its_arrays():
    for n in (1, 7, 64):
        keys_and_values = np.zeros((2, 16, 4, n, 256), np.float16)
        assert value("kv_cache", ANCHOR, N=n) == keys_and_values.nbytes
        assert value("kv_cache", TINY, N=n) == np.zeros((2, 1, 1, n, 4), np.float16).nbytes


def test_what_the_cache_would_be_with_the_usual_mistakes():
    """Query heads for KV heads: 6×; all 64 layers: 4×; hidden_size for KV heads × head_dim, too: 20×."""
    assert value("kv_cache", ANCHOR, N=262_144, kv_heads=24) == 96 * GIB
    assert value("kv_cache", ANCHOR, N=262_144, layers=64) == 64 * GIB
    assert 2 * 64 * 5120 * 2 * 262_144 == 320 * GIB == 20 * value("kv_cache", ANCHOR, N=262_144)


@pytest.mark.parametrize(
    ("dtype", "per_token"),
    [
        ("stored", 65_536),
        ("float32", 131_072),
        ("float8", 32_768),
        ("fp8_per_token_head", 33_280),
        ("nvfp4", 18_432),
        ("q8_0", 34_816),
        ("q4_0", 18_432),
    ],
)
def test_cache_types_count_their_scales(dtype, per_token):
    """32,768 elements a token; q8_0 34 B for 32, q4_0 18 B for 32, NVFP4 9 B for 16, 4 B a token and head."""
    elements = 2 * 16 * 4 * 256
    by_hand = {
        "stored": elements * 2,
        "float32": elements * 4,
        "float8": elements,
        "fp8_per_token_head": elements + 2 * 16 * 4 * 4,
        "nvfp4": elements // 2 + elements // 16,
        "q8_0": elements // 32 * 34,
        "q4_0": elements // 32 * 18,
    }
    assert value("kv_per_token", ANCHOR, dtype=dtype) == by_hand[dtype] == per_token
    assert value("kv_cache", ANCHOR, N=4096, dtype=dtype) == 4096 * per_token


@pytest.mark.parametrize(("n", "expected"), [(1000, 131_072_000), (4096, 536_870_912), (32_768, 536_870_912)])
def test_a_window_shorter_and_longer_than_the_context(n, expected):
    mistral = sliding(4096)
    assert value("kv_cache", mistral, N=n) == expected == 2 * 32 * 8 * min(n, 4096) * 128 * 2
    assert value("kv_cache", mistral, N=n, window="full") == n * 131_072
    assert value("kv_per_token", mistral) == 131_072


@pytest.mark.parametrize(("n", "expected"), [(1000, 344_064_000), (4096, 1_409_286_144), (8192, 2_113_929_216)])
def test_half_the_layers_slide(n, expected):
    assert value("kv_cache", gemma(), N=n) == expected == 8192 * (21 * n + 21 * min(n, 4096))


def test_the_allocator_keeps_more_cells_than_the_floor():
    """llama.cpp: pad256(min(8192, 4096 + 512)) = 4,608 cells in a sliding layer."""
    floor, allocated = (value("kv_cache", gemma(), N=8192, window=window) for window in ("floor", "llama.cpp"))
    assert allocated - floor == 8192 * 21 * (4608 - 4096)
    assert value("kv_cache", sliding(4096), N=8192, window="llama.cpp") == 131_072 * 4608
    assert value("kv_cache", sliding(4096), N=100, window="llama.cpp") == 131_072 * 256
    assert value("kv_cache", sliding(4096), N=8192, window="llama.cpp", ubatch=1024) == 131_072 * 5120


def test_a_window_of_one_token_keeps_one():
    assert value("kv_cache", sliding(1), N=9) == value("kv_per_token", sliding(1)) == 131_072


def test_latent_attention_caches_one_vector_without_a_factor_of_two():
    assert value("kv_per_token", DEEPSEEK) == 61 * (512 + 64) * 2 == 70_272
    assert value("kv_cache", DEEPSEEK, N=131_072) == 9_210_691_584
    assert value("kv_per_token", DEEPSEEK, latent="expanded") == 61 * 128 * (128 + 64 + 128) * 2 == 4_997_120


def test_a_scale_for_each_head_needs_heads():
    """FP8 with a scale for each token and KV head is no way to store a vector that all heads share."""
    for quantity in ("kv_cache", "kv_cache_layer", "kv_per_token"):
        with pytest.raises(QuantityError, match="latent attention has none"):
            BY_ID[quantity].bind(DEEPSEEK, dtype="fp8_per_token_head")


def test_expanded_latent_keys_and_values_at_the_length_of_a_book():
    """4,997,120 B a token: 610 GiB at 131,072, where the compressed vectors take 8.578 GiB."""
    assert BY_ID["kv_cache"].bind(DEEPSEEK, latent="expanded").text(N=131_072) == "610 GiB"
    assert BY_ID["kv_cache"].bind(DEEPSEEK).text(N=131_072) == "8.578 GiB"


def test_kilobytes_of_two_papers():
    """OPT-13B's "800 KB" is 800 KiB = 819,200 B; DeepSeek-V3's "70.272 KB" is 70,272 B."""
    layer = Layer(FullAttention(40, 40, 128), DenseFeedForward(20480, gated=False))
    opt = Model(5120, 2048, "float16", Embeddings(50272, tied=True), (layer,) * 40)
    assert value("kv_per_token", opt) == 2 * 40 * 5120 * 2 == 819_200
    assert BY_ID["kv_per_token"].bind(opt).text() == "800 KiB"
    assert BY_ID["kv_per_token"].bind(DEEPSEEK).text() == "68.63 KiB"


def test_a_cache_of_no_layer_is_nothing():
    linear_only = replace(TINY, layers=TINY.layers[:3])
    bound = BY_ID["kv_cache"].bind(linear_only)
    assert (bound.value(N=9), bound.substituted(N=9)) == (0, "0 B = 0 B")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"N": 0}, "N=0"),
        ({"N": -1}, "N=-1"),
        ({"N": 2**40 + 1}, "1,099,511,627,776"),
        ({"N": "many"}, "'many'"),
        ({"N": True}, "True"),
        ({"n": 5}, "'n'"),
        ({"dtype": "bf16"}, "bfloat16"),
        ({"window": "none"}, "llama.cpp"),
        ({"kv_heads": 0}, "kv_heads"),
    ],
)
def test_a_bad_argument_is_named(arguments, named):
    with pytest.raises(QuantityError, match="kv_cache") as error:
        BY_ID["kv_cache"].bind(LLAMA, **arguments)
    assert named in str(error.value)
