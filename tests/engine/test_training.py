"""What training and a prefill keep, by published figures and by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from site_builder.engine.model import DenseFeedForward, FullAttention, Layer
from site_builder.engine.quantities import BY_ID
from site_builder.engine.quantity import BeyondModel
from tests.engine.models import ANCHOR, DEEPSEEK, LLAMA, TINY, gpt_oss_20b, value


@pytest.mark.parametrize(("stage", "published"), [(0, "120"), (1, "31.4"), (2, "16.6"), (3, "1.9")])
def test_zero_shares_as_published(stage, published):
    """ZeRO, Figure 1: 7.5 billion parameters, 64 devices, mixed precision with Adam, GB a device."""
    found = value("training_states", TINY, parameters=7_500_000_000, devices=64, zero=stage)
    assert round(Fraction(found, 10**9), 1) == Fraction(published)


def test_precision_and_optimizer_change_what_is_kept():
    million = {"parameters": 1_000_000}
    assert value("training_states", TINY, **million) == 16_000_000
    assert value("training_states", TINY, **million, precision="float32") == 16_000_000
    assert value("training_states", TINY, **million, precision="bfloat16", optimizer="adamw_8bit") == 6_000_000
    assert value("training_states", TINY, **million, optimizer="sgd") == 8_000_000


GPT = replace(
    LLAMA, hidden_size=12288, layers=(Layer(FullAttention(96, 96, 128), DenseFeedForward(4 * 12288, gated=False)),) * 96
)


@pytest.mark.parametrize(("recompute", "each"), [("full", 2), ("selective", 32), ("none", 32 + 2 * 96 * 2048 // 12288)])
def test_activations_of_a_layer_as_published_without_dropout(recompute, each):
    """Korthikanti et al. 2022, §4: s·b·h·(34 + 5·a·s/h), of it 2 and 3·a·s/h for dropout; §5: 2·s·b·h in full."""
    assert value("training_activations", GPT, N=2048, batch=3, recompute=recompute) == 96 * 2048 * 3 * 12288 * each


def test_activations_of_other_layers_are_not_described():
    with pytest.raises(BeyondModel, match="full attention and are dense"):
        BY_ID["training_activations"].bind(ANCHOR, recompute="selective")
    assert value("training_activations", ANCHOR, N=10) == 64 * 10 * 5120 * 2


def test_a_pass_holds_the_residual_and_its_widest_layer():
    """Llama 3.1 8B: gate, up and product of 14,336 are wider than 32 + 8 + 8 + 32 heads of 128."""
    assert value("prefill_activations", LLAMA, N=1000, batch=2) == 2 * 1000 * (2 * 4096 + 3 * 14336) * 2
    assert value("prefill_activations", LLAMA, N=1000, chunk=256) == 256 * (2 * 4096 + 3 * 14336) * 2
    experts = gpt_oss_20b()
    assert value("prefill_activations", experts, N=1) == (2 * 2880 + max(3 * 4 * 2880, (64 + 8 + 8 + 64) * 64)) * 2
    with pytest.raises(BeyondModel, match="full and linear attention alone"):
        BY_ID["prefill_activations"].bind(DEEPSEEK)


def test_the_head_that_predicts_further_tokens_has_a_cache_of_its_own():
    assert value("kv_cache_mtp", DEEPSEEK, N=100) == 100 * 576 * 2
    assert value("kv_cache_mtp", ANCHOR, N=100, batch=2) == 2 * 100 * 2 * 4 * 256 * 2
    assert value("kv_cache_mtp", LLAMA, N=100) == 0
