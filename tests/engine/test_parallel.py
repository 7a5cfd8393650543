"""What one of several devices holds, counted tensor by tensor and cell by cell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from site_builder.engine.model import DenseFeedForward, FullAttention, Layer
from site_builder.engine.quantities import BY_ID
from site_builder.engine.quantity import BeyondModel
from tests.engine.models import ANCHOR, DEEPSEEK, LLAMA, gemma, value


def test_tensor_parallelism_divides_matrices_and_copies_norms():
    norms = 65 * 4096
    assert value("weights_per_device", LLAMA) == value("weights", LLAMA)
    assert value("weights_per_device", LLAMA, tensor=8) == 2 * ((8_030_261_248 - norms) // 8 + norms)
    keys_and_values = 32 * 2 * 8 * 128 * 4096
    others = (8_030_261_248 - norms - keys_and_values) // 16
    assert value("weights_per_device", LLAMA, tensor=16) == 2 * (others + keys_and_values // 8 + norms)


def test_expert_parallelism_gives_whole_experts():
    each = 59 * 3 * 2048 * 7168  # one expert in each of DeepSeek-V3's 58 layers of experts, and in its MTP module
    whole = value("weights_per_device", DEEPSEEK)
    scales = 59 * 3 * 16 * 56 * 4  # FP32, one for each 128 × 128
    assert whole - value("weights_per_device", DEEPSEEK, expert=64) == (256 - 4) * (each + scales)


def test_a_stage_has_its_layers_and_the_largest_counts():
    layer = (8_030_261_248 - 2 * 128_256 * 4096 - 4096) // 32
    last = 2 * (8 * layer + 128_256 * 4096 + 4096)  # with head and final norm
    assert value("weights_per_device", LLAMA, pipeline=4) == last
    assert value("kv_cache_per_device", LLAMA, N=1000, pipeline=4) == value("kv_cache", LLAMA, N=1000) // 4
    assert value("weights_per_device", gemma(), pipeline=2) == 2 * (
        256_000 * 3584 + 21 * value("parameters_layers", gemma()) // 42 + 3584
    )


def test_the_largest_stage_of_the_cache_depends_on_the_context():
    """Two windowed layers, then one that sees all beside one without a cache of its own."""
    slide, full = FullAttention(16, 8, 256, window=64), FullAttention(16, 8, 256)
    reading = replace(full, shared_cache=True)
    block = DenseFeedForward(64)
    model = replace(gemma(), layers=tuple(Layer(mixer, block) for mixer in (slide, slide, full, reading)))
    each = 2 * 8 * 256 * 2
    for n in (1, 64, 127, 128, 129, 1000):
        expected = each * max(2 * min(n, 64), n)
        assert value("kv_cache_per_device", model, N=n, pipeline=2) == expected


def test_devices_that_share_the_requests_have_whole_ones():
    assert value("kv_cache_per_device", LLAMA, N=10, batch=7, data=4) == value("kv_cache", LLAMA, N=10, batch=2)


def test_a_device_keeps_the_cache_of_its_heads_and_positions():
    whole = value("kv_cache", LLAMA, N=1000)
    assert value("kv_cache_per_device", LLAMA, N=1000, tensor=8) == whole // 8
    assert value("kv_cache_per_device", LLAMA, N=1000, tensor=32) == whole // 8
    assert value("kv_cache_per_device", LLAMA, N=1000, tensor=8, context=4) == whole // 32
    assert value("kv_cache_per_device", DEEPSEEK, N=1000, tensor=8) == value("kv_cache", DEEPSEEK, N=1000)


@pytest.mark.parametrize(
    ("model", "given", "reason"),
    [
        (LLAMA, {"tensor": 3}, "32 query heads are not divided evenly"),
        (ANCHOR, {"tensor": 6}, "4 KV heads are neither divided nor copied evenly"),
        (LLAMA, {"expert": 2}, "the model has no experts"),
        (DEEPSEEK, {"expert": 3}, "256 experts are not divided evenly"),
        (LLAMA, {"pipeline": 3}, "32 layers are not divided evenly"),
        (LLAMA, {"format": "q4_k_m", "tensor": 2}, "format=q4_k_m are divided is not described"),
    ],
)
def test_what_does_not_divide_is_refused(model, given, reason):
    with pytest.raises(BeyondModel, match=reason):
        BY_ID["weights_per_device"].bind(model, **given)
