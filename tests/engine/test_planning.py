"""What a planner asks: file formats, requests that share, what fits, floors on time, several devices, training.

Every figure twice: the formula, and a count over requests, cells or tensors, or a published figure.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.engine.devices import BY_NAME as DEVICES
from site_builder.engine.quantities import BY_ID
from site_builder.engine.quantity import BeyondModel, QuantityError
from site_builder.engine.storage import BY_NAME
from tests.engine.models import ANCHOR, DEEPSEEK, LLAMA, TINY, gemma, sliding, value

PUBLISHED_BITS = {
    "q8_0": "8.5", "q6_k": "6.5625", "q5_k": "5.5", "q5_1": "6", "q5_0": "5.5", "q4_k": "4.5", "q4_1": "5",
    "q4_0": "4.5", "q3_k": "3.4375", "q2_k": "2.625", "iq4_nl": "4.5", "iq4_xs": "4.25", "iq3_s": "3.4375",
    "iq3_xxs": "3.0625", "iq2_s": "2.5625", "iq2_xs": "2.3125", "iq2_xxs": "2.0625", "iq1_m": "1.75",
    "iq1_s": "1.5625",
}  # fmt: skip
"""Bits a weight, as llama.cpp prints them (docs of its `quantize` tool)."""


@pytest.mark.parametrize(("name", "bits"), PUBLISHED_BITS.items())
def test_a_format_of_llama_cpp_has_its_published_bits(name, bits):
    assert Fraction(BY_NAME[name].block_bytes * 8, BY_NAME[name].block_elements) == Fraction(bits)


def test_scales_of_nf4_are_quantised_again():
    """QLoRA: 64 elements a scale of 32 bits, 0.5 bits each; twice quantised 8 / 64 + 32 / (64 · 256) = 0.127 bits."""
    plain, twice = BY_NAME["nf4"], BY_NAME["nf4_double"]
    assert Fraction(plain.block_bytes * 8, plain.block_elements) - 4 == Fraction(1, 2)
    assert Fraction(twice.block_bytes * 8, twice.block_elements) - 4 == Fraction(8, 64) + Fraction(32, 64 * 256)


@pytest.mark.parametrize(
    ("written", "meant"), [("bf16", "bfloat16"), ("FP8", "float8"), ("q4_k_m", "q4_k"), ("awq", "int4_g128_zeros")]
)
def test_a_common_spelling_is_answered_with_ours(written, meant):
    with pytest.raises(QuantityError, match=f"{written} is {meant} here"):
        BY_ID["weights"].bind(LLAMA, format=written)


# --- requests that share ------------------------------------------------------------------------


def cells(n: int, window: int | None, batch: int, prefix: int, block: int) -> int:
    """Counted one by one: the cells that some request needs, a cell of the prefix being the same for all."""
    if window is not None:
        block = 1
    whole = prefix // block * block
    needed = set()
    for request in range(batch):
        for position in range(0 if window is None else max(0, n - window), n):
            needed.add(("shared" if position < whole else request, position // block))
    return len(needed) * block


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 60), st.integers(1, 5), st.integers(0, 70), st.sampled_from([1, 4, 16]))
def test_a_batch_keeps_the_cells_that_its_requests_need(n, batch, prefix, block):
    one = value("kv_cache", LLAMA, N=1)
    found = value("kv_cache", LLAMA, N=n, batch=batch, prefix=prefix, block=block)
    assert found == one * cells(n, None, batch, prefix, block)


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 60), st.integers(1, 5), st.integers(0, 70), st.integers(1, 40))
def test_a_window_keeps_of_the_prefix_what_it_still_reaches(n, batch, prefix, window):
    model = sliding(window)
    found = value("kv_cache", model, N=n, batch=batch, prefix=prefix)
    assert found == value("kv_cache", model, N=1) * cells(n, window, batch, prefix, 1)


def test_latent_cache_in_fp8_takes_656_bytes():
    """vLLM's fp8_ds_mla: 512 B, four FP32 scales and 64 rotated elements of 2 B, in each of 61 layers."""
    assert value("kv_per_token", DEEPSEEK, dtype="fp8_ds_mla") == 61 * 656 == 61 * (512 + 4 * 4 + 64 * 2)
    assert value("kv_cache", DEEPSEEK, N=100, batch=3, dtype="fp8_ds_mla") == 300 * 61 * 656
    with pytest.raises(QuantityError, match="full attention has none"):
        BY_ID["kv_cache"].bind(LLAMA, dtype="fp8_ds_mla")
    with pytest.raises(QuantityError, match="does not go with latent=expanded"):
        BY_ID["kv_cache"].bind(DEEPSEEK, dtype="fp8_ds_mla", latent="expanded")


# --- what fits ----------------------------------------------------------------------------------


def held(model, n: int, batch: int) -> int:
    state = value("linear_state", model) + value("conv_state", model)
    return value("weights", model) + batch * (state + value("kv_cache", model, N=n))


@pytest.mark.parametrize(("model", "device"), [(ANCHOR, "a100-80gb"), (ANCHOR, "h200"), (LLAMA, "rtx-4090")])
@pytest.mark.parametrize("batch", [1, 3, 8])
def test_the_longest_context_fits_and_one_token_more_does_not(model, device, batch):
    longest = value("max_context", model, device=device, batch=batch)
    assert held(model, longest, batch) <= DEVICES[device].memory < held(model, longest + 1, batch)
    assert value("max_batch", model, device=device, N=longest) >= batch


@pytest.mark.parametrize("n", [1, 4096, 100_003])
def test_one_request_more_does_not_fit(n):
    most = value("max_batch", ANCHOR, device="h200", devices=2, N=n)
    assert held(ANCHOR, n, most) <= 2 * 141 * 10**9 < held(ANCHOR, n, most + 1)


def test_windows_that_are_full_are_no_limit():
    with pytest.raises(QuantityError, match="a context of any length fits"):
        BY_ID["max_context"].bind(sliding(1024))
    longest = value("max_context", gemma(), device="a100-80gb")
    assert held(gemma(), longest, 1) <= 80 * 10**9 < held(gemma(), longest + 1, 1)


def test_weights_that_do_not_fit_are_refused():
    for quantity in ("max_context", "max_batch"):
        with pytest.raises(BeyondModel, match="do not fit 1 × NVIDIA A100 40 GB"):
            BY_ID[quantity].bind(ANCHOR, device="a100-40gb")
        assert (
            value(quantity, ANCHOR, device="a100-40gb", format="q4_k", **({"N": 1} if "batch" in quantity else {})) > 0
        )


# --- floors -------------------------------------------------------------------------------------


def test_a_token_takes_the_time_to_read_what_it_needs():
    """Llama 3.1 8B: all but the embedding is read, 128 KiB of cache a token; one request is bound by bandwidth."""
    embedding = 128_256 * 4096
    read = 2 * (8_030_261_248 - embedding) + 131_072 * 1000
    bound = BY_ID["time_per_token_floor"].bind(LLAMA, device="h100", N=1000)
    assert bound.value() == Fraction(read, 3350 * 10**9)
    assert BY_ID["time_per_token_floor"].bind(LLAMA, device="h100", N=1000, devices=4).value() == bound.value() / 4


def test_many_requests_are_bound_by_their_work():
    work = 1000 * (value("flops_linear_per_token", LLAMA) + value("flops_attention_per_token", LLAMA, N=1))
    bound = BY_ID["time_per_token_floor"].bind(LLAMA, device="h100", N=1, batch=1000)
    assert bound.value() == Fraction(work, 989 * 10**12)


def test_the_first_token_takes_the_work_of_the_prompt_or_one_reading():
    long = BY_ID["time_to_first_token_floor"].bind(LLAMA, device="h100", N=8192, batch=2)
    assert long.value() == Fraction(2 * value("flops_prefill", LLAMA, N=8192), 989 * 10**12)
    short = BY_ID["time_to_first_token_floor"].bind(LLAMA, device="h100", N=1)
    assert short.value() == Fraction(2 * 8_030_261_248, 3350 * 10**9)


def test_logits_are_one_for_each_entry_of_the_vocabulary():
    assert value("logits", LLAMA, N=1000, batch=2) == 2 * 1000 * 128_256 * 4
    assert value("logits", LLAMA, N=1000, positions="last", dtype="bfloat16") == 128_256 * 2


# --- several devices ----------------------------------------------------------------------------


def test_tensor_parallelism_divides_matrices_and_copies_norms():
    norms = 65 * 4096
    assert value("weights_per_device", LLAMA) == value("weights", LLAMA)
    assert value("weights_per_device", LLAMA, tensor=8) == 2 * ((8_030_261_248 - norms) // 8 + norms)
    keys_and_values = 32 * 2 * 8 * 128 * 4096
    others = (8_030_261_248 - norms - keys_and_values) // 16
    assert value("weights_per_device", LLAMA, tensor=16) == 2 * (others + keys_and_values // 8 + norms)


def test_expert_parallelism_gives_whole_experts():
    each = 58 * 3 * 2048 * 7168  # one expert in each of DeepSeek-V3's 58 layers of experts
    whole = value("weights_per_device", DEEPSEEK)
    assert whole - value("weights_per_device", DEEPSEEK, expert=64) == 2 * (256 - 4) * each


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
    ],
)
def test_what_does_not_divide_is_refused(model, given, reason):
    with pytest.raises(BeyondModel, match=reason):
        BY_ID["weights_per_device"].bind(model, **given)


# --- training -----------------------------------------------------------------------------------


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


def test_full_recomputation_keeps_the_input_of_every_layer():
    """Korthikanti et al. 2022, §5: 2·s·b·h a layer."""
    assert value("activation_checkpoints", LLAMA, N=4096, batch=2) == 32 * 2 * 4096 * 2 * 4096
