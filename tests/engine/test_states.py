"""What linear-attention layers keep: constant in N, exact in every convention."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from site_builder.engine.quantities import BY_ID
from tests.engine.models import ANCHOR, LLAMA, TINY, value


def test_the_recurrent_state_in_the_type_the_config_names():
    assert value("linear_state", ANCHOR) == np.zeros((48, 48, 128, 128), np.float32).nbytes == 150_994_944
    assert value("linear_state", ANCHOR, dtype="bfloat16") == 75_497_472
    assert value("linear_state", ANCHOR, dtype="stored") == 75_497_472
    assert BY_ID["linear_state"].bind(ANCHOR).text() == "144 MiB"


def test_the_convolution_state_in_each_convention():
    elements = np.zeros((48, 3, 10240), np.float16)
    assert value("conv_state", ANCHOR) == elements.nbytes == 2 * 1_474_560
    assert value("conv_state", ANCHOR, dtype="float32") == 4 * 1_474_560
    assert value("conv_state", ANCHOR, width="K") == 2 * 48 * 4 * 10240


@pytest.mark.parametrize(("conv", "total"), [("bfloat16", 153_944_064), ("float32", 156_893_184)])
def test_totals_of_vllm_and_llama_cpp(conv, total):
    """vLLM keeps the convolution in BF16, 3,207,168 B a layer; llama.cpp in FP32, 149.625 MiB in all."""
    assert value("linear_state", ANCHOR) + value("conv_state", ANCHOR, dtype=conv) == total


def test_a_page_of_vllm_is_one_layer():
    """Recurrent state in FP32 and convolution in BF16: 3,207,168 B, as many as 783 tokens of one full layer's cache."""
    page = (value("linear_state", ANCHOR) + value("conv_state", ANCHOR)) // 48
    assert page == 48 * 128 * 128 * 4 + 3 * 10240 * 2 == 3_207_168
    assert page == 783 * value("kv_cache_layer", ANCHOR, N=1)


@pytest.mark.parametrize(("drafted", "mebibytes"), [(0, 149.625), (1, 299.25), (3, 598.5)])
def test_llama_cpp_keeps_a_state_for_every_drafted_token(drafted, mebibytes):
    kept = value("linear_state", ANCHOR) + value("conv_state", ANCHOR, dtype="float32")
    assert kept * (1 + drafted) == mebibytes * 2**20


def test_a_state_takes_no_context():
    assert "N" not in [argument.name for argument in BY_ID["linear_state"].arguments]
    assert BY_ID["linear_state"].bind(ANCHOR).free == ()


def test_a_model_without_linear_layers_keeps_nothing():
    for quantity in ("linear_state", "conv_state"):
        bound = BY_ID[quantity].bind(LLAMA)
        assert (bound.value(), bound.substituted(), bound.inputs) == (0, "0 B = 0 B", ())


def test_a_convolution_of_one_tap_keeps_nothing():
    mixer = replace(TINY.layers[0].mixer, conv_kernel=1)
    model = replace(TINY, layers=(replace(TINY.layers[0], mixer=mixer),))
    assert value("conv_state", model) == 0
    assert value("conv_state", model, width="K") == 2 * 8
