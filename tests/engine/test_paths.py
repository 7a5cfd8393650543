"""Table 1 of Vaswani et al. as exact counts."""

from __future__ import annotations

import pytest

from tests.engine.models import ANCHOR, DEEPSEEK, TINY, value


@pytest.mark.parametrize("n", [1, 5, 262_144])
def test_a_recurrence_takes_a_step_for_each_token_attention_one(n):
    assert value("sequential_steps_recurrent", ANCHOR, N=n) == n
    assert value("longest_path_recurrent", ANCHOR, N=n) == n - 1
    assert value("sequential_steps_attention", ANCHOR, N=n) == 1
    assert value("longest_path_attention", ANCHOR, N=n) == 1


@pytest.mark.parametrize(("kernel", "n", "layers"), [(3, 5, 2), (5, 125, 3), (3, 243, 5), (10, 1000, 3), (2, 1, 0)])
def test_dilated_convolutions_join_all_pairs(kernel, n, layers):
    """Without a float logarithm: log(125, 5) is 3.0000000000000004."""
    assert value("longest_path_convolution", ANCHOR, N=n, kernel=kernel) == layers
    assert kernel**layers >= n
    assert layers == 0 or kernel ** (layers - 1) < n


@pytest.mark.parametrize(("kernel", "n"), [(3, 5), (3, 6), (2, 9), (5, 6), (3, 1)])
def test_contiguous_convolutions_widen_by_k_minus_one(kernel, n):
    layers, seen = 0, 1
    while seen < n:
        layers, seen = layers + 1, seen + kernel - 1
    assert value("longest_path_convolution", ANCHOR, N=n, kernel=kernel, stack="contiguous") == layers


def test_restricted_attention_walks_by_neighbourhoods():
    assert value("longest_path_restricted", ANCHOR, N=131_072, r=4096) == 32
    assert value("longest_path_restricted", ANCHOR, N=131_073, r=4096) == 33
    assert value("longest_path_restricted", ANCHOR, N=5, r=1) == 5


@pytest.mark.parametrize(
    ("n", "attention", "recurrent"),
    [
        (6, 184_320, 157_286_400),
        (5120, 134_217_728_000, 134_217_728_000),
        (262_144, 351_843_720_888_320, 6_871_947_673_600),
    ],
)
def test_operations_of_table_1(n, attention, recurrent):
    assert value("layer_ops_attention", ANCHOR, N=n) == attention == n * n * 5120
    assert value("layer_ops_recurrent", ANCHOR, N=n) == recurrent == n * 5120 * 5120


def test_multiply_adds_of_the_same_layers():
    """Two products of width h_q·d_h = 6,144 for each pair; two matrices of 5120 × 5120 for each token."""
    assert value("layer_ops_attention", ANCHOR, N=7, convention="macs") == 2 * 49 * 6144
    assert value("layer_ops_recurrent", ANCHOR, N=7, convention="macs") == 2 * 7 * 5120**2
    assert value("layer_ops_attention", TINY, N=3, convention="macs") == 2 * 9 * 2 * 4
    assert value("layer_ops_attention", DEEPSEEK, N=3, convention="macs") == 9 * 128 * (192 + 128)
