"""The recurrent layer: the published sequence, its linear version, gradients against finite differences."""

import numpy as np
import pytest

from site_builder.engine.recurrent import gradient_along_time, rnn_forward
from site_builder.engine.shapes import ShapeError

HALF, ONE = np.array([[0.5]]), np.array([[1.0]])
IMPULSE = np.array([[1.0], [0.0], [0.0], [0.0], [0.0]])


def test_an_impulse_fades():
    hidden_NM = rnn_forward(HALF, ONE, IMPULSE)
    published = [0.761594155956, 0.363399484389, 0.179726207120, 0.089621989540, 0.044781024972]
    np.testing.assert_allclose(hidden_NM[:, 0], published, rtol=0, atol=1e-12)


def test_the_linear_version_halves():
    hidden_NM = rnn_forward(HALF, ONE, IMPULSE, linear=True)
    assert hidden_NM[:, 0].tolist() == [1, 1 / 2, 1 / 4, 1 / 8, 1 / 16]
    assert gradient_along_time(HALF, hidden_NM, linear=True).tolist() == [[1 / 16]]


@pytest.mark.parametrize("linear", [False, True])
def test_the_gradient_is_the_slope_of_the_last_state_in_the_first(linear):
    generator = np.random.default_rng(2)
    w_MM, u_MM, x_NM = (generator.normal(size=shape) / 2 for shape in ((3, 3), (3, 3), (6, 3)))
    hidden_NM = rnn_forward(w_MM, u_MM, x_NM, linear)
    measured = np.zeros((3, 3))
    for column in range(3):
        ends = []
        for step in (1e-6, -1e-6):
            hidden_M = hidden_NM[0] + step * np.eye(3)[column]
            for x_M in x_NM[1:]:
                hidden_M = w_MM @ hidden_M + u_MM @ x_M
                hidden_M = hidden_M if linear else np.tanh(hidden_M)
            ends.append(hidden_M)
        measured[:, column] = (ends[0] - ends[1]) / 2e-6
    np.testing.assert_allclose(gradient_along_time(w_MM, hidden_NM, linear), measured, rtol=0, atol=1e-8)


def test_one_step_passes_the_gradient_unchanged():
    assert gradient_along_time(HALF, np.array([[0.3]])).tolist() == [[1.0]]


def test_arrays_that_do_not_fit_are_refused():
    with pytest.raises(ShapeError, match="rnn forward: M is both 1 and 2"):
        rnn_forward(HALF, ONE, np.zeros((5, 2)))
    with pytest.raises(ShapeError, match="M is both 2 and 3"):
        rnn_forward(np.zeros((2, 3)), np.zeros((2, 1)), IMPULSE)
    with pytest.raises(ShapeError, match="gradient along time: M is both 1 and 2"):
        gradient_along_time(HALF, np.zeros((5, 2)))
