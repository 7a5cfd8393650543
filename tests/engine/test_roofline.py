"""Accelerators: published ridge points and the floor they set for decoding."""

import pytest

from site_builder.engine.roofline import ACCELERATORS, BY_ID, decode_floor, is_memory_bound

TEXT_WEIGHTS = 2 * 26_895_998_464
"""Bytes of Qwen3.8-27B's text model in BF16."""


@pytest.mark.parametrize(
    ("name", "ridge"),
    [("a100_sxm_80gb", 153.0), ("a100_40gb", 200.6), ("h100_sxm", 295.2), ("h200_sxm", 206.0), ("b200_sxm", 292.2)],
)
def test_ridge_points(name, ridge):
    assert float(BY_ID[name].ridge) == pytest.approx(ridge, abs=0.05)


@pytest.mark.parametrize(("name", "milliseconds"), [("h100_sxm", 16.06), ("h200_sxm", 11.21), ("a100_sxm_80gb", 26.38)])
def test_decoding_takes_at_least_one_reading_of_the_weights(name, milliseconds):
    assert float(decode_floor(TEXT_WEIGHTS, BY_ID[name])) * 1000 == pytest.approx(milliseconds, abs=0.005)


def test_dense_figures_not_those_with_sparsity():
    """1,979 TFLOPS of the H100 and H200 is with sparsity: half of it is dense."""
    for name in ("h100_sxm", "h200_sxm"):
        assert BY_ID[name].compute // 10**12 == 1979 // 2


def test_every_figure_has_a_source():
    assert all("@" in accelerator.source for accelerator in ACCELERATORS)
    assert len(BY_ID) == len(ACCELERATORS)


def test_decoding_waits_for_memory_and_a_large_product_does_not():
    """A matrix-vector product does 1 FLOP a byte in BF16; n × n matrices do n/3."""
    n, h100 = 4096, BY_ID["h100_sxm"]
    assert is_memory_bound(2 * n * n, 2 * n * n, h100)
    assert not is_memory_bound(2 * n**3, 3 * 2 * n * n, h100)
    with pytest.raises(ValueError, match="at least one byte"):
        is_memory_bound(1, 0, h100)
