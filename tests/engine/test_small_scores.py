"""The small scale's scores: the published generic example, and every cell from its own products."""

from math import cos, sin, sqrt

import numpy as np
import pytest

from site_builder.engine.attention import softmax
from site_builder.engine.small_scores import small_scores


def test_queries_and_keys_are_the_published_ones():
    small = small_scores(6, 4)
    assert small.q_ND.shape == small.k_ND.shape == (6, 4)
    assert small.scores_NN.shape == (6, 6)
    for i in range(6):
        for j in range(4):
            assert small.q_ND[i, j] == pytest.approx(sin(1 + 4 * i + j), abs=1e-15)
            assert small.k_ND[i, j] == pytest.approx(cos(1 + 4 * i + j), abs=1e-15)


def test_the_first_row_has_the_published_weights():
    weights = [0.173199623966, 0.271232145659, 0.047228837072, 0.296359674668, 0.154257117581, 0.057722601053]
    np.testing.assert_allclose(softmax(small_scores(6, 4).scores_NN)[0], weights, rtol=0, atol=1e-12)


def test_every_score_is_the_sum_of_its_products_over_the_root_of_d_k():
    small = small_scores(6, 4)
    for query in range(6):
        for key in range(6):
            products = small.products(query, key)
            assert len(products) == 4
            assert sum(products) / sqrt(4) == pytest.approx(small.scores_NN[query, key], abs=1e-15)


@pytest.mark.parametrize(("n", "d_k"), [(0, 4), (6, 0), (-1, 4)])
def test_sizes_below_one_are_refused(n, d_k):
    with pytest.raises(ValueError, match="at least one"):
        small_scores(n, d_k)
