"""A model refuses fields that contradict one another, naming them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from site_builder.engine.model import (
    DenseFeedForward,
    Embeddings,
    FullAttention,
    LatentAttention,
    LinearAttention,
    ModelError,
    MoeFeedForward,
    Norms,
    Quantization,
)  # fmt: skip
from tests.engine.models import ANCHOR, FULL, LINEAR, MLP


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: FullAttention(5, 2, 64), "query_heads = 5 is not a multiple of kv_heads = 2"),
        (lambda: FullAttention(0, 1, 64), "FullAttention.query_heads"),
        (lambda: FullAttention(8, 8, -1), "head_dim"),
        (lambda: FullAttention(8, 8, 64.0), "64.0"),
        (lambda: FullAttention(8, 8, 64, window=0), "window"),
        (lambda: FullAttention(8, 8, "64"), "FullAttention.head_dim must be a whole number ≥ 1, not '64'"),
        (lambda: FullAttention(8, 8, None), "head_dim"),
        (lambda: FullAttention(True, 1, 64), "FullAttention.query_heads"),
        (lambda: FullAttention(8, 8, np.int64(64)), "head_dim"),
        (lambda: FullAttention(8, 8, 64, output_gate="no"), "output_gate must be True or False, not 'no'"),
        (lambda: Embeddings(10, tied=1), "Embeddings.tied must be True or False, not 1"),
        (lambda: Norms(per_layer=2.0), "Norms.per_layer"),
        (lambda: replace(LINEAR, state_dtype="fp32"), "state_dtype must be one of float32, bfloat16"),
        (lambda: replace(ANCHOR, stored_dtype="int4"), "stored_dtype must be one of float32, bfloat16"),
        (lambda: Quantization("fp8"), "format must be one of float32"),
        (lambda: FullAttention(8, 8, 64, qk_norm=True, joint_qk_norm=True), "two ways of one norm"),
        (lambda: MoeFeedForward(4, 2, 16, shared_intermediate_size=8, bias=True), "shared expert"),
        (lambda: LinearAttention(16, 40, 128, 128, 4), "value_heads = 40"),
        (lambda: LatentAttention(8, 0, 4, 4, 4, 4), "query_rank"),
        (lambda: DenseFeedForward(0), "intermediate_size"),
        (lambda: MoeFeedForward(4, 5, 16), "experts_per_token = 5"),
        (lambda: MoeFeedForward(4, 2, 16, shared_gate=True), "shared_gate"),
        (lambda: Embeddings(0, tied=True), "vocab_size"),
        (lambda: Norms(per_layer=3), "norms_per_layer must be 0, 1, 2 or 4"),
        (lambda: replace(ANCHOR, layers=()), "at least one layer"),
        (lambda: replace(ANCHOR, hidden_size=0), "Model.hidden_size"),
    ],
)
def test_a_contradiction_is_named(make, named):
    with pytest.raises(ModelError) as error:
        make()
    assert named in str(error.value)


def test_layers_are_grouped_by_kind_in_order_of_first_use():
    assert ANCHOR.mixers() == ((LINEAR, 48), (FULL, 16))
    assert ANCHOR.feed_forwards() == ((MLP, 64),)
    assert (ANCHOR.count(FullAttention), ANCHOR.count(LinearAttention), ANCHOR.count(DenseFeedForward)) == (16, 48, 64)


def test_head_dim_is_never_hidden_size_over_heads():
    assert FULL.query_heads * FULL.head_dim == 6144 != ANCHOR.hidden_size
