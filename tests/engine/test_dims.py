"""The dimension key: its letters, and that every array of the engine really has the axes its name says."""

import re
import sys

import numpy as np
import pytest

from site_builder.engine import attention, delta_rule, recurrent
from site_builder.engine.dims import BY_NAME, DIMS
from site_builder.engine.shapes import ShapeError, sizes_of

LETTERS = {dim.letter for dim in DIMS if dim.letter}
ARRAY_NAME = re.compile(r"_([A-Z]+)$")
N, D, V, H, G, M = 5, 4, 3, 6, 2, 7
"""Six different sizes: an axis with another's size cannot pass for it."""


def run_everything():
    q_ND, k_ND, v_NV = np.ones((N, D)), np.ones((N, D)), np.ones((N, V))
    alpha_N, beta_N, mask_NN = np.full(N, 0.9), np.full(N, 0.5), attention.sliding_window_mask(N, 2)
    attention.attention(q_ND, k_ND, v_NV, mask_NN)
    attention.grouped_attention(np.ones((H, N, D)), np.ones((G, N, D)), np.ones((G, N, V)), mask_NN)
    attention.blockwise_attention(q_ND, k_ND, v_NV, 2, mask_NN)
    delta_rule.gated_delta_rule(delta_rule.l2_normalised(q_ND), k_ND, v_NV, alpha_N, beta_N)
    delta_rule.chunked_gated_delta_rule(q_ND, k_ND, v_NV, alpha_N, beta_N, 2)
    hidden_NM = recurrent.rnn_forward(np.ones((M, M)) / M, np.ones((M, M)), np.ones((N, M)))
    recurrent.gradient_along_time(np.ones((M, M)) / M, hidden_NM)


def watched_arrays():
    """(function, {name: shape}) for every call of the engine's numeric modules while everything runs."""
    files = {module.__file__ for module in (attention, delta_rule, recurrent)}
    seen = []

    def watch(frame, event, _):
        if event == "return" and frame.f_code.co_filename in files:
            given = ((name, value) for name, value in frame.f_locals.items() if value is not None)
            seen.append(
                (frame.f_code.co_name, {name: np.shape(value) for name, value in given if ARRAY_NAME.search(name)})
            )

    sys.setprofile(watch)
    try:
        run_everything()
    finally:
        sys.setprofile(None)
    return seen


def test_every_array_has_the_axes_its_name_says():
    seen = watched_arrays()
    functions = {function for function, arrays in seen if arrays}
    assert {
        "attention",
        "grouped_attention",
        "blockwise_steps",
        "_one_chunk",
        "gated_delta_rule",
        "rnn_forward",
    } <= functions
    for function, arrays in seen:
        sizes = {}
        for name, shape in arrays.items():
            letters = ARRAY_NAME.search(name)[1]
            assert set(letters) <= LETTERS, f"{function}: {name}"
            assert len(letters) == len(shape), f"{function}: {name} is {shape}"
            for letter, size in zip(letters, shape, strict=True):
                assert sizes.setdefault(letter, size) == size, f"{function}: {letter} in {arrays}"


def test_names_are_unique_and_letters_are_capitals():
    assert len(BY_NAME) == len(DIMS)
    assert all(re.fullmatch("[A-Z]", letter) for letter in LETTERS)


def test_sizes_are_read_from_names():
    assert sizes_of("scores", q_ND=np.zeros((6, 4)), k_ND=np.zeros((6, 4))) == {"N": 6, "D": 4}


def test_a_shape_error_carries_its_facts():
    with pytest.raises(ShapeError) as caught:
        sizes_of("scores", q_ND=np.zeros((6, 4)), k_ND=np.zeros((6, 5)))
    assert caught.value.operation == "scores"
    assert caught.value.shapes == {"q_ND": (6, 4), "k_ND": (6, 5)}
    assert str(caught.value) == "scores: D is both 4 and 5 (q_ND is (6, 4), k_ND is (6, 5))"
