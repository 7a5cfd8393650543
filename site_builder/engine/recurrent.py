"""A vanilla recurrent layer on real arrays: one step after another, and what remains of a gradient.

h_t = tanh(W h_{t−1} + U x_t), h_0 = 0.  Letters: N steps, M hidden size, of the inputs too.
`ShapeError` for arrays that do not fit together.
"""

from __future__ import annotations

import numpy as np

from site_builder.engine.shapes import Array, sizes_of


def rnn_forward(w_MM: Array, u_MM: Array, x_NM: Array, linear: bool = False) -> Array:
    """hidden_NM, N steps that wait for one another; without the tanh when `linear`."""
    sizes = sizes_of("rnn forward", w_MM=w_MM, u_MM=u_MM, x_NM=x_NM)
    hidden_NM = np.zeros((sizes["N"], sizes["M"]))
    hidden_M = np.zeros(sizes["M"])
    for step, x_M in enumerate(x_NM):
        before_M = w_MM @ hidden_M + u_MM @ x_M
        hidden_M = before_M if linear else np.tanh(before_M)
        hidden_NM[step] = hidden_M
    return hidden_NM


def gradient_along_time(w_MM: Array, hidden_NM: Array, linear: bool = False) -> Array:
    """jacobian_MM = ∂h_N/∂h_1: the product of diag(1 − h_t²)·W over t = 2 … N; diag(1) when `linear`.

    One factor a step: with factors below 1 it vanishes, above 1 it explodes.
    """
    sizes = sizes_of("gradient along time", w_MM=w_MM, hidden_NM=hidden_NM)
    jacobian_MM = np.eye(sizes["M"])
    for hidden_M in hidden_NM[1:]:
        slope_M = np.ones(sizes["M"]) if linear else 1.0 - hidden_M**2
        jacobian_MM = slope_M[:, None] * w_MM @ jacobian_MM
    return jacobian_MM
