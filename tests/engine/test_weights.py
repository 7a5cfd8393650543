"""Bytes of weights in every format, scales exact."""

from __future__ import annotations

from dataclasses import replace

import pytest

from site_builder.engine.checkpoint import CheckpointElements, checkpoint_elements
from site_builder.engine.quantities import BY_ID
from site_builder.engine.quantity import QuantityError
from site_builder.engine.storage import BY_NAME, FORMATS, matrix_scales
from tests.engine.models import ANCHOR, DEEPSEEK, LLAMA, gpt_oss_20b, value

P = 27_781_427_952
PROJECTIONS = 24_326_963_200


def test_weights_are_the_whole_checkpoint_in_its_stored_dtype():
    assert value("weights", ANCHOR) == 2 * P == 55_562_855_904
    assert BY_ID["weights"].bind(ANCHOR).text() == "51.75 GiB"
    assert value("weights", ANCHOR, scope="text") == 2 * 26_895_998_464
    assert value("weights", ANCHOR, parameters=27_800_000_000) == 55_600_000_000


@pytest.mark.parametrize(
    ("format_", "expected"),
    [
        ("float8", 27_781_427_952),
        ("int4", 13_890_713_976),
        ("int4_g32", 15_627_053_223),
        ("float32", 4 * P),
        ("int4_g128", -(-P * 66 // 128)),
        ("mxfp4", P * 17 // 32 + (P * 17 % 32 > 0)),
    ],
)
def test_all_weights_in_another_format(format_, expected):
    assert value("weights", ANCHOR, format=format_) == expected


def test_bits_for_each_element_are_the_published_ones():
    bits = {"int4_g32": 4.5, "int4_g128": 4.125, "int8_g32": 8.5, "mxfp4": 4.25, "nvfp4": 4.5, "q8_0": 8.5, "q4_0": 4.5}
    for name, expected in bits.items():
        assert BY_NAME[name].block_bytes * 8 / BY_NAME[name].block_elements == expected
    assert len({storage.name for storage in FORMATS}) == len(FORMATS)


def test_projections_quantised_and_the_rest_kept():
    rest = 2 * (P - PROJECTIONS)
    assert (
        value("weights", ANCHOR, format="int4_g32", quantized="projections")
        == PROJECTIONS // 32 * 18 + rest
        == 20_592_846_304
    )
    assert (
        value("weights", ANCHOR, format="int8_g32", quantized="projections")
        == PROJECTIONS // 32 * 34 + rest
        == 32_756_327_904
    )


def test_scales_of_tiles_count_ragged_tiles():
    tiles = BY_NAME["fp8_block128"]
    assert matrix_scales(17408, 5120, tiles) == 5_440
    assert 17408 * 5120 + 4 * 5_440 == 89_150_720
    assert matrix_scales(48, 5120, tiles) == 40
    assert matrix_scales(1, 1, tiles) == 1
    assert matrix_scales(17408, 5120, BY_NAME["float8"]) == 0


def test_tiles_of_projections_by_hand():
    """Sides of the anchor's projections are multiples of 128: one scale for 16,384 elements."""
    expected = PROJECTIONS + 4 * PROJECTIONS // 16384 + 2 * (P - PROJECTIONS)
    assert value("weights", ANCHOR, format="fp8_block128", quantized="projections") == expected


def test_deepseek_checkpoint_to_the_byte():
    assert checkpoint_elements(DEEPSEEK) == CheckpointElements(
        quantised=680_571_043_840, scales=41_540_496, single=15_104, rest=3_918_786_560
    )
    assert 680_571_043_840 + 41_540_496 + 15_104 + 3_918_786_560 == 684_531_386_000
    assert value("weights", DEEPSEEK, format="checkpoint") == 688_574_839_360


def test_deepseek_rest_is_vocabulary_twice_routers_projection_and_norms():
    vocabulary, routers = 4 * 129280 * 7168, 59 * 256 * 7168
    norms = 61 * 2 * 7168 + 7168 + 5 * 7168 + 62 * (1536 + 512)
    assert vocabulary + routers + 2 * 7168 * 7168 + norms == 3_918_786_560


def test_gpt_oss_checkpoint_to_the_byte():
    """MXFP4, 17 B for 32 elements, for 24·32 experts of three matrices; the rest in BF16: as published."""
    experts = 24 * 32 * 3 * 2880 * 2880
    assert experts // 32 * 17 + 2 * (20_914_757_184 - experts) == 13_761_264_768
    assert value("weights", gpt_oss_20b(), format="checkpoint") == 13_761_264_768


def test_second_copies_are_in_the_files_whether_quantised_or_not():
    unquantised = replace(DEEPSEEK, quantization=None)
    copies = 2 * 129280 * 7168
    assert value("weights", unquantised, format="checkpoint") == 2 * (682_636_487_424 + copies)
    assert value("weights", unquantised) == 2 * 682_636_487_424


def test_a_checkpoint_without_quantisation_is_its_stored_dtype():
    assert value("weights", LLAMA, format="checkpoint") == value("weights", LLAMA) == 2 * 8_030_261_248


@pytest.mark.parametrize(
    "arguments",
    [
        {"format": "checkpoint", "scope": "text"},
        {"format": "checkpoint", "quantized": "projections"},
        {"format": "checkpoint", "parameters": 5},
        {"scope": "text", "parameters": 5},
    ],
)
def test_an_argument_that_would_be_ignored_is_refused(arguments):
    with pytest.raises(QuantityError, match="parameters"):
        BY_ID["weights"].bind(DEEPSEEK, **arguments)


def test_tiles_need_matrices():
    with pytest.raises(QuantityError, match='quantized="projections"'):
        BY_ID["weights"].bind(ANCHOR, format="fp8_block128")
    with pytest.raises(QuantityError, match="less than the 24326963200"):
        BY_ID["weights"].bind(ANCHOR, format="int4_g32", quantized="projections", parameters=5)
