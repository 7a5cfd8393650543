"""Parameters by part: sums of the published tensor shapes against the closed forms of the parts."""

from __future__ import annotations

from dataclasses import replace
from math import prod

import pytest

from site_builder.engine.checkpoint import projection_parameters
from site_builder.engine.components import PARTS, TEXT_PARTS, components
from site_builder.engine.model import (
    DenseFeedForward,
    Embeddings,
    FullAttention,
    Layer,
    Model,
    MoeFeedForward,
    Norms,
    VisionTower,
)
from site_builder.engine.parameters import count, matrix_parameters, part_counts, parts
from tests.engine.models import ANCHOR, DEEPSEEK, LLAMA, TINY, gemma, gpt_oss_20b, value

# Shapes of one occurrence, as in the tensor headers of Qwen/Qwen3.8-27B, and how often each occurs.
HEADERS = {
    "embedding": (1, [(248320, 5120)]),
    "head": (1, [(248320, 5120)]),
    "full_attention": (16, [(12288, 5120), (1024, 5120), (1024, 5120), (5120, 6144), (256,), (256,)]),
    "linear_attention": (
        48,
        [(10240, 5120), (6144, 5120), (48, 5120), (48, 5120), (10240, 1, 4), (48,), (48,), (128,), (5120, 6144)],
    ),
    "feed_forward": (64, [(17408, 5120), (17408, 5120), (5120, 17408)]),
}
PUBLISHED = {
    "embedding": 1_271_398_400,
    "head": 1_271_398_400,
    "full_attention": 1_677_729_792,
    "linear_attention": 5_562_051_072,
    "feed_forward": 17_112_760_320,
    "norms": 660_480,
    "vision": 460_730_096,
    "mtp": 424_699_392,
}


@pytest.mark.parametrize("part", PUBLISHED)
def test_a_part_of_the_anchor_has_its_published_count(part):
    assert count(ANCHOR, (part,)) == PUBLISHED[part]
    assert value(f"parameters_{part}", ANCHOR) == PUBLISHED[part]


@pytest.mark.parametrize("part", HEADERS)
def test_a_part_is_the_sum_of_its_tensor_headers(part):
    layers, shapes = HEADERS[part]
    assert count(ANCHOR, (part,)) == layers * sum(map(prod, shapes))


def test_the_vision_tower_is_the_sum_of_its_tensor_headers():
    block = [(3456, 1152), (3456,), (1152, 1152), (1152,), (4304, 1152), (4304,), (1152, 4304), (1152,)] + [(1152,)] * 4
    edge = [(1152, 3, 2, 16, 16), (1152,), (2304, 1152), (1152,), (1152,), (4608, 4608), (4608,), (5120, 4608), (5120,)]
    assert count(ANCHOR, ("vision",)) == 27 * sum(map(prod, block)) + sum(map(prod, edge))


def test_a_merger_of_one_projection():
    """Gemma-3-4B: 27 SigLIP blocks, 64 × 64 patches, then a norm and one matrix: 4,300,079,472 with the text model."""
    vision = VisionTower(27, 1152, 4304, 14, 1, 3, 64 * 64, 4, 2560, linear_merger=True)
    blocks = 27 * (4 * 1152 * 1152 + 2 * 4304 * 1152 + (4 + 1 + 4) * 1152 + 4304)
    tower = 3 * 14 * 14 * 1152 + 1152 + 64 * 64 * 1152 + blocks + 2 * 1152 + 1152 + 2560 * 1152
    assert count(replace(ANCHOR, vision=vision), ("vision",)) == tower == 4_300_079_472 - 3_880_263_168


def test_the_mtp_head_is_a_projection_a_full_layer_and_three_norms():
    layer = sum(map(prod, HEADERS["full_attention"][1])) + sum(map(prod, HEADERS["feed_forward"][1])) + 2 * 5120
    assert layer == 372_255_232
    assert count(ANCHOR, ("mtp",)) == 10240 * 5120 + layer + 3 * 5120


def test_the_four_totals_of_the_anchor():
    assert value("parameters", ANCHOR) == sum(PUBLISHED.values()) == 27_781_427_952
    assert value("parameters_text", ANCHOR) == 26_895_998_464
    assert value("parameters_nonembedding", ANCHOR) == 24_353_201_664
    assert value("parameters_layers", ANCHOR) == 24_353_201_664 - 5120  # all but the final norm
    assert value("parameters_layer_norms", ANCHOR) == 64 * 2 * 5120
    assert value("parameters", ANCHOR) - value("parameters_mtp", ANCHOR) == 27_356_728_560
    assert value("parameters_active", ANCHOR) == 26_895_998_464


def test_the_usual_mistakes_have_their_usual_size():
    """Without the gate's doubling 503,316,480 are missing; a tied head would leave out 1,271,398,400."""
    ungated = FullAttention(24, 4, 256, qk_norm=True)
    layers = (*ANCHOR.layers[:3], Layer(ungated, ANCHOR.layers[3].feed_forward)) * 16
    assert value("parameters_text", ANCHOR) - count(_with(ANCHOR, layers=layers), TEXT_PARTS) == 16 * 24 * 256 * 5120
    tied = _with(ANCHOR, embeddings=Embeddings(248320, tied=True))
    assert value("parameters_text", ANCHOR) - value("parameters_text", tied) == 248320 * 5120


def test_a_tiny_hybrid_counted_by_hand():
    """160 vocabulary + 264 full + 3·198 linear + 4·400 layers' MLP and norms + 8 final norm = 2,626."""
    assert count(TINY, ("embedding", "head")) == 2 * 10 * 8
    assert count(TINY, ("full_attention",)) == 16 * 8 + 2 * 4 * 8 + 8 * 8 + 2 * 4 == 264
    linear = 4 * 8 + 4 * 8 + 4 * 8 + 2 * 2 * 8 + 8 * 4 + 2 + 2 + 2 + 8 * 4
    assert count(TINY, ("linear_attention",)) == 3 * linear == 3 * 198
    assert count(TINY, ("feed_forward", "norms")) == 4 * (3 * 8 * 16 + 2 * 8) + 8
    assert value("parameters", TINY) == 160 + 264 + 3 * 198 + 4 * 400 + 8 == 2_626


def test_every_component_equals_the_sizes_of_real_shapes():
    """The formula of a component against the product of each tensor's sides, tensor by tensor."""
    for model in (ANCHOR, DEEPSEEK, TINY, LLAMA, gemma()):
        for component in components(model):
            assert component.count() == sum(prod(sides) * times for _, sides, times in component.shapes())


def test_equal_models_are_counted_once_and_nobody_can_change_the_counts():
    counts = part_counts(ANCHOR)
    assert part_counts(replace(ANCHOR, native_context=ANCHOR.native_context)) is counts
    assert part_counts(replace(ANCHOR, hidden_size=8)) != counts
    with pytest.raises(TypeError):
        counts["head"] = 0


def test_parts_add_up_to_the_checkpoint():
    for model in (ANCHOR, DEEPSEEK, TINY, LLAMA, gemma()):
        assert sum(part.count for part in parts(model)) == count(model) == value("parameters", model)
        assert [part.id for part in parts(model)] == [part for part in PARTS if part in {p.id for p in parts(model)}]


def test_gemma_is_tied_and_has_four_norms_a_layer():
    expected = 256000 * 3584 + 42 * (2 * 16 * 256 * 3584 + 2 * 8 * 256 * 3584 + 3 * 14336 * 3584 + 4 * 3584) + 3584
    assert value("parameters", gemma()) == expected == 9_241_705_984
    assert value("parameters_head", gemma()) == 0


def test_deepseek_counts_every_expert_once():
    mla = 7168 * 1536 + 1536 + 1536 * 128 * 192 + 7168 * 576 + 512 + 512 * 128 * 256 + 128 * 128 * 7168
    expert = 3 * 7168 * 2048
    layers = 61 * (mla + 2 * 7168) + 3 * 3 * 7168 * 18432 + 58 * (257 * expert + 256 * 7168 + 256)
    main = 2 * 129280 * 7168 + layers + 7168
    assert value("parameters_text", DEEPSEEK) == main == 671_026_419_200
    mtp = 2 * 7168 * 7168 + mla + 257 * expert + 256 * 7168 + 256 + 5 * 7168
    assert value("parameters_mtp", DEEPSEEK) == mtp == 11_610_068_224


def test_active_parameters_follow_the_convention_asked_for():
    """All: both vocabulary matrices; output: the head alone; none: neither.  Router biases steer, they do not count."""
    idle = 58 * (248 * 3 * 7168 * 2048 + 256)
    assert value("parameters_active", DEEPSEEK) == 671_026_419_200 - idle == 37_552_282_624
    assert value("parameters_active", DEEPSEEK, embeddings="output") == 37_552_282_624 - 129280 * 7168
    assert value("parameters_active", DEEPSEEK, embeddings="none") == 37_552_282_624 - 2 * 129280 * 7168
    tied = value("parameters_active", gemma(), embeddings="output")
    assert tied == value("parameters_active", gemma()), "a tied matrix is the head too"


def test_matrix_parameters_leave_out_lookups_vectors_and_convolutions():
    vectors = 660_480 + 48 * (10240 * 4 + 48 + 48 + 128) + 16 * 512
    assert matrix_parameters(ANCHOR) == 26_895_998_464 - 1_271_398_400 - vectors == 25_621_954_560
    assert matrix_parameters(gemma()) == 9_241_705_984 - 42 * 4 * 3584 - 3584, "a tied head is multiplied all the same"


def test_projections_are_what_quantised_checkpoints_quantise():
    linears = 16 * 104_857_600 + 48 * (10240 + 6144 + 6144) * 5120 + 17_112_760_320
    assert projection_parameters(ANCHOR) == linears == 24_326_963_200


def test_biases_positions_sinks_and_gpt2():
    """GPT-2 small: 12 layers of 768, learned positions, biases everywhere: 124,439,808."""
    layer = Layer(
        FullAttention(12, 12, 64, qkv_bias=True, output_bias=True), DenseFeedForward(3072, gated=False, bias=True)
    )
    gpt2 = Model(768, 1024, "bfloat16", Embeddings(50257, True, 1024), (layer,) * 12, Norms(bias=True))
    assert value("parameters", gpt2) == 124_439_808
    assert count(gpt2, ("full_attention",)) == 12 * (4 * 768 * 768 + 4 * 768)
    with_sinks = Layer(FullAttention(12, 12, 64, qkv_bias=True, output_bias=True, sinks=True), layer.feed_forward)
    assert count(_with(gpt2, layers=(with_sinks,) * 12)) == 124_439_808 + 12 * 12


def test_one_norm_over_all_heads_is_as_wide_as_they_are():
    """OLMo-2-7B: 32 layers of 4,096, norms of 32·128 on queries and on keys: 7,298,617,344 as published."""
    layer = Layer(FullAttention(32, 32, 128, joint_qk_norm=True), DenseFeedForward(11008))
    olmo = Model(4096, 4096, "float32", Embeddings(100352, tied=False), (layer,) * 32)
    assert value("parameters", olmo) == 7_298_617_344
    assert count(olmo, ("full_attention",)) == 32 * (4 * 4096 * 4096 + 2 * 4096)


def test_sinks_and_experts_with_biases():
    """gpt-oss-20b: 24 layers of 2,880, 64 heads of 64 over 8, 32 experts of 2,880: 20,914,757,184 as published."""
    gpt_oss = gpt_oss_20b()
    attention = 2 * 2880 * 64 * 64 + 2 * 2880 * 8 * 64 + (64 + 2 * 8) * 64 + 2880 + 64
    experts = 32 * (3 * 2880 * 2880 + 2 * 2880 + 2880) + 32 * 2880 + 32
    assert count(gpt_oss, ("full_attention",)) == 24 * attention
    assert count(gpt_oss, ("feed_forward",)) == 24 * experts
    assert value("parameters", gpt_oss) == 20_914_757_184
    assert value("parameters_active", gpt_oss, embeddings="output") == 20_914_757_184 - 201088 * 2880 - 24 * 28 * (
        3 * 2880 * 2880 + 3 * 2880
    )


def test_two_kinds_of_layer_keep_their_own_sizes():
    """Full attention of two widths: the symbols of the second are told apart, the sum is exact."""
    wide, narrow = FullAttention(8, 8, 64), FullAttention(8, 2, 32)
    layers = (Layer(wide, DenseFeedForward(100)), Layer(narrow, DenseFeedForward(50)))
    model = Model(512, 1024, "bfloat16", Embeddings(10, tied=True), layers)
    assert count(model, ("full_attention",)) == 4 * 512 * 512 + 2 * 512 * 256 + 2 * 512 * 64
    assert value("parameters_full_attention", model) == count(model, ("full_attention",))
    assert value("parameters_feed_forward", model) == 3 * 512 * 150


def test_a_moe_layer_has_router_experts_and_shared_gate():
    block = MoeFeedForward(512, 10, 512, shared_intermediate_size=512, shared_gate=True)
    model = Model(2048, 1024, "bfloat16", Embeddings(10, tied=True), (Layer(FullAttention(16, 2, 256), block),))
    expert = 3 * 2048 * 512
    assert count(model, ("feed_forward",)) == 513 * expert + 512 * 2048 + 2048
    assert count(model, ("feed_forward",), active=True) == 11 * expert + 512 * 2048 + 2048


def _with(model: Model, **changes: object) -> Model:
    return replace(model, **changes)
