"""What a planner asks: file formats, requests that share, what fits, floors on time, several devices, training.

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
from site_builder.engine.model import Checkpoint, DenseFeedForward, FullAttention, Layer, Norms
from site_builder.engine.quantities import BY_ID
from site_builder.engine.quantity import BeyondModel, QuantityError
from site_builder.engine.recipes import elements_by_type
from site_builder.engine.storage import BY_NAME
from site_builder.expression.names import fact_quantity
from site_builder.facts.sheets import read_sheet
from site_builder.problems import Problems
from site_builder.source.text import SourceText
from tests.engine.models import ANCHOR, DEEPSEEK, LLAMA, TINY, gemma, gpt_oss_20b, sliding, value

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


@pytest.mark.parametrize(("written", "meant"), [("bf16", "bfloat16"), ("FP8", "float8"), ("awq", "int4_g128_zeros")])
def test_a_common_spelling_is_answered_with_ours(written, meant):
    with pytest.raises(QuantityError, match=f"{written} is {meant} here"):
        BY_ID["weights"].bind(LLAMA, format=written)


PUBLISHED_FILES = {
    "q2_k_s": "2.9697", "q2_k_file": "3.1593", "q3_k_s": "3.6429", "q3_k_l": "4.2979", "q4_k_s": "4.6672",
    "q4_k_m": "4.8944", "q5_k_s": "5.5704", "q5_k_m": "5.7036",
}  # fmt: skip
"""Bits a weight of Llama-3.1-8B (ggml-org/llama.cpp, tools/quantize/README.md)."""


@pytest.mark.parametrize(("name", "bits"), PUBLISHED_FILES.items())
def test_a_file_of_llama_cpp_has_its_published_bits(name, bits):
    assert round(Fraction(8 * value("weights", LLAMA, format=name), 8_030_261_248), 4) == Fraction(bits)


def test_values_have_more_bits_where_there_are_80_layers():
    """Llama-3.1-70B Q4_K_M is published with 42.5 GB: in q4_k the 40 other value projections would be Q4_K too."""
    layer = Layer(FullAttention(64, 8, 128), DenseFeedForward(28672))
    model = replace(LLAMA, hidden_size=8192, layers=(layer,) * 80)
    assert round(Fraction(value("weights", model, format="q4_k_m"), 10**9), 1) == Fraction("42.5")
    plain = elements_by_type(replace(model, layers=(layer,) * 40), "q4_k_m")
    assert "q5_k" not in plain
    assert elements_by_type(model, "q4_k_m")["q5_k"] == sum(not _spread(at, 80) for at in range(80)) * 8192 * 1024


def _spread(layer: int, layers: int) -> bool:
    """A tenth layer at either end has more bits in any case: 0 … 9, 70 … 79, and 12, 15, … 69 between."""
    return layer in {*range(10), *range(70, 80), *range(12, 70, 3)}


@pytest.mark.parametrize(
    ("model", "given", "reason"),
    [
        (DEEPSEEK, {"scope": "text"}, "other feed-forwards|other attention"),
        (ANCHOR, {}, 'add scope="text"'),
        (ANCHOR, {"scope": "text"}, "this one has other attention"),
        (LLAMA, {"quantized": "projections"}, "neither parameters nor quantized"),
        (LLAMA, {"parameters": 5}, "neither parameters nor quantized"),
        (replace(LLAMA, hidden_size=4000), {}, "a row of .* has 4000 elements, no multiple of 256"),
        (replace(LLAMA, norms=Norms(bias=True)), {}, "tensors of other kinds"),
    ],
)
def test_a_file_whose_types_are_not_described_is_refused(model, given, reason):
    with pytest.raises(QuantityError, match=reason):
        BY_ID["weights"].bind(model, format="q4_k_m", **given)


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


# --- several devices ----------------------------------------------------------------------------


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
