"""Multiply-adds and FLOPs: closed forms against counting one product at a time."""

from __future__ import annotations

from itertools import product

import pytest

from tests.engine.models import ANCHOR, DEEPSEEK, LLAMA, TINY, gemma, sliding, value


def test_a_score_is_a_product_of_width_d_h():
    for n in (1, 3, 6):
        products = sum(1 for _ in product(range(n), range(n), range(4)))
        assert value("macs_scores", TINY, N=n) == products
        assert value("flops_scores", TINY, N=n) == 2 * products
    assert value("macs_scores", ANCHOR, N=131_072) == 2**34 * 256
    assert value("flops_scores", ANCHOR, N=131_072, heads=24, layers=16) == 2 * 2**34 * 256 * 24 * 16


def test_attention_of_one_decoded_token():
    """QKᵀ and the weighted sum: 4·h_q·d_h for each token of the context and each full layer."""
    assert value("flops_attention_per_token", ANCHOR, N=1) == 4 * 24 * 256 * 16 == 393_216
    assert value("flops_attention_per_token", ANCHOR, N=262_144) == 393_216 * 262_144


def test_the_matrices_of_one_token():
    assert value("flops_linear_per_token", ANCHOR) == 2 * 25_621_954_560 == 51_243_909_120


def test_a_mixture_of_experts_multiplies_only_the_active_ones():
    dense_equivalent = value("parameters_active", DEEPSEEK, embeddings="output")
    vectors = 61 * (2 * 7168 + 1536 + 512) + 7168
    assert value("flops_linear_per_token", DEEPSEEK) == 2 * (dense_equivalent - vectors)


def test_a_prefill_of_the_anchor():
    n = 262_144
    assert value("flops_prefill", ANCHOR, N=n, part="attention", mask="full") == 27_021_597_764_222_976
    assert value("flops_prefill", ANCHOR, N=n, part="attention") == 13_510_850_421_719_040
    assert value("flops_prefill", ANCHOR, N=n, part="matrices") == 13_433_283_312_353_280
    assert value("flops_prefill", ANCHOR, N=n) == 13_510_850_421_719_040 + 13_433_283_312_353_280


@pytest.mark.parametrize("model", [ANCHOR, LLAMA, TINY, sliding(4), gemma()])
def test_a_causal_prefill_is_its_tokens_decoded_one_after_another(model):
    for n in (1, 3, 4, 5, 9):
        decoded = sum(value("flops_attention_per_token", model, N=seen) for seen in range(1, n + 1))
        assert value("flops_prefill", model, N=n, part="attention") == decoded


def test_latent_attention_costs_by_the_form_it_is_computed_in():
    """Expanded: 192 for scores, 128 for values; compressed: 576 and 512, for each head and layer."""
    heads = 2 * 61 * 128
    assert value("flops_attention_per_token", DEEPSEEK, N=1, latent="expanded") == heads * (192 + 128)
    assert value("flops_attention_per_token", DEEPSEEK, N=1) == heads * (576 + 512)
    assert value("flops_prefill", DEEPSEEK, N=2, part="attention") == heads * 320 * 3


def test_a_window_caps_the_cost_of_a_token():
    assert value("flops_attention_per_token", sliding(4096), N=32_768) == 4 * 32 * 128 * 32 * 4096
