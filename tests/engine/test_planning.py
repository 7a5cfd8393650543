"""What a planner asks: what is loaded, requests that share, what fits, floors on time.

Every figure twice: the formula, and a count over requests, cells or tensors, or a published figure.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.engine.devices import BY_NAME as DEVICES
from site_builder.engine.model import Checkpoint
from site_builder.engine.quantities import BY_ID
from site_builder.engine.quantity import BeyondModel, QuantityError
from site_builder.expression.names import fact_quantity
from site_builder.facts.sheets import read_sheet
from site_builder.problems import Problems
from site_builder.source.text import SourceText
from tests.engine.models import ANCHOR, DEEPSEEK, LLAMA, gemma, gpt_oss_20b, sliding, value

# --- what is loaded -----------------------------------------------------------------------------


def test_a_quantised_model_is_loaded_as_published_each_element_once():
    """DeepSeek-V3's files, without the second copies of embedding and head: 2 · 129,280 · 7,168 in BF16."""
    once = 688_574_839_360 - 2 * 2 * 129_280 * 7168
    assert value("weights", DEEPSEEK) == once
    assert value("weights_per_device", DEEPSEEK) == once
    assert value("weights", DEEPSEEK, format="stored") == 2 * 682_636_487_424
    assert value("weights", gpt_oss_20b()) == 13_761_264_768
    text = value("weights", DEEPSEEK, scope="text")
    assert text == value("weights", replace(DEEPSEEK, mtp=None))


def test_a_quantisation_that_is_not_described_is_refused_unless_the_files_say_their_bytes():
    unknown = replace(LLAMA, checkpoint=Checkpoint(known=False, method="quark"))
    with pytest.raises(BeyondModel, match="quantised by quark, which is not described"):
        BY_ID["weights"].bind(unknown)
    assert value("weights", unknown, format="stored") == 2 * 8_030_261_248
    assert value("weights", replace(LLAMA, checkpoint=Checkpoint(bytes=12_345, method="quark"))) == 12_345


def test_a_crossing_takes_the_weights_in_their_format():
    weights = value("weights", LLAMA, format="int4")
    reached = value("crossing_score_weights", LLAMA, format="int4")
    assert 2 * (reached - 1) ** 2 < weights <= 2 * reached**2
    cached = value("crossing_kv_weights", LLAMA, format="int4")
    assert 131_072 * (cached - 1) < weights <= 131_072 * cached


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
    assert value("memory_per_device", model, device=device, N=longest, batch=batch) == held(model, longest, batch)
    share = BY_ID["memory_share"].bind(model, device=device, N=longest + 1, batch=batch).value()
    assert share == Fraction(held(model, longest + 1, batch), DEVICES[device].memory) > 1


@pytest.mark.parametrize("n", [1, 4096, 100_003])
def test_one_request_more_does_not_fit(n):
    most = value("max_batch", ANCHOR, device="h200", N=n)
    assert held(ANCHOR, n, most) <= 141 * 10**9 < held(ANCHOR, n, most + 1)


def test_devices_of_more_than_the_kv_heads_each_keep_a_whole_one():
    """Llama 3.1 8B over 16: norms and each of 8 KV heads twice, so that a device fits less than a sixteenth of all."""
    weights = value("weights_per_device", LLAMA, tensor=16)
    a_token = 32 * 2 * 1 * 128 * 2
    longest = value("max_context", LLAMA, device="a100-40gb", tensor=16)
    assert weights + a_token * longest <= 40 * 10**9 < weights + a_token * (longest + 1)
    assert value("kv_cache_per_device", LLAMA, N=longest, tensor=16) == a_token * longest
    assert value("max_batch", LLAMA, device="a100-40gb", tensor=16, N=1000) == (40 * 10**9 - weights) // (
        1000 * a_token
    )


def test_latent_vectors_are_on_every_device():
    one = value("kv_per_token", DEEPSEEK)
    weights = value("weights_per_device", DEEPSEEK, tensor=8)
    longest = value("max_context", DEEPSEEK, device="h200", tensor=8)
    assert longest == (141 * 10**9 - weights) // one


def test_a_state_is_divided_with_its_heads():
    kept = value("memory_per_device", ANCHOR, N=1, batch=3, tensor=4)
    state = value("linear_state", ANCHOR) + value("conv_state", ANCHOR)
    cache = value("kv_cache_per_device", ANCHOR, N=1, batch=3, tensor=4)
    assert kept == value("weights_per_device", ANCHOR, tensor=4) + 3 * -(-state // 4) + cache


def test_windows_that_are_full_are_no_limit():
    with pytest.raises(QuantityError, match="a context of any length fits"):
        BY_ID["max_context"].bind(sliding(1024))
    longest = value("max_context", gemma(), device="a100-80gb")
    assert held(gemma(), longest, 1) <= 80 * 10**9 < held(gemma(), longest + 1, 1)


def test_weights_that_do_not_fit_are_refused():
    for quantity in ("max_context", "max_batch"):
        with pytest.raises(BeyondModel, match="do not fit NVIDIA A100 40 GB"):
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
    """Llama 3.1 8B: the head works at the last position alone, and the embedding is a look-up."""
    head, norms = 128_256 * 4096, 65 * 4096
    layers = 8_030_261_248 - 2 * head - norms
    pairs = 8192 * 8193 // 2
    work = 2 * layers * 8192 + 2 * head + 4 * 32 * 32 * 128 * pairs
    long = BY_ID["time_to_first_token_floor"].bind(LLAMA, device="h100", N=8192, batch=2)
    assert long.value() == Fraction(2 * work, 989 * 10**12)
    short = BY_ID["time_to_first_token_floor"].bind(LLAMA, device="h100", N=1)
    assert short.value() == Fraction(2 * (8_030_261_248 - head), 3350 * 10**9)


def test_a_floor_reads_the_experts_of_one_token_alone():
    """DeepSeek-V3 in FP8: 37 billion of its 671 billion parameters; a floor of all of them would be 18 times higher."""
    bound = BY_ID["time_to_first_token_floor"].bind(DEEPSEEK, device="h200", N=1)
    read = {given.symbol: given.value for given in bound.inputs}["M_tok"]
    active = value("parameters_active", DEEPSEEK, embeddings="output")
    assert active < read < Fraction(21, 20) * active
    assert bound.value() == Fraction(read, 4800 * 10**9)


@pytest.mark.parametrize(
    ("device", "chosen", "rate"),
    [
        ("h100", "bfloat16", 989), ("h100", "float32", 989), ("h100", "float8", 1978), ("h100", "int8_g32", 1978),
        ("h100", "int4_g128", 1978), ("h100", "q4_k_m", 1978), ("b200", "nvfp4", 9000), ("a100-80gb", "float8", 312),
    ],
)  # fmt: skip
def test_the_fastest_arithmetic_is_on_operands_as_wide_as_a_weight(device, chosen, rate):
    work = 10**5 * (value("flops_linear_per_token", LLAMA) + value("flops_attention_per_token", LLAMA, N=1))
    bound = BY_ID["time_per_token_floor"].bind(LLAMA, device=device, format=chosen, N=1, batch=10**5)
    assert bound.value() == Fraction(work, rate * 10**12)


IN_THE_COURSE = {"a100": "a100-80gb", "a100_40gb": "a100-40gb", "b200": "b200", "h100": "h100", "h200": "h200"}


@pytest.mark.parametrize(("sheet", "name"), IN_THE_COURSE.items())
def test_the_course_and_the_engine_say_the_same_of_an_accelerator(sheet, name):
    device, problems = DEVICES[name], Problems()
    path = f"content/facts/{sheet}.yaml"
    read = read_sheet(SourceText(path, Path(__file__).parents[2].joinpath(path).read_text("utf-8")), problems)
    known = {"memory": device.memory, "bandwidth": device.bandwidth, "compute": device.rates[16]}
    assert read.facts
    for fact in read.facts:
        assert fact_quantity(read, fact).value() == known[fact]


def test_logits_are_one_for_each_entry_of_the_vocabulary():
    assert value("logits", LLAMA, N=1000, batch=2) == 2 * 1000 * 128_256 * 4
    assert value("logits", LLAMA, N=1000, positions="last", dtype="bfloat16") == 128_256 * 2
