"""What it costs to sweep every quantity over a million lengths, beside numpy doing one square of as many."""

from time import process_time

import numpy as np

from site_builder.engine.quantities import QUANTITIES
from site_builder.engine.sweep import evaluate_array
from tests.engine.vectors import model_of

LENGTHS = np.arange(1, 10**6 + 1)
ROUNDS = 3


def quickest(work):
    """Seconds of processor time of the quickest of some rounds."""
    times = []
    for _ in range(ROUNDS):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def test_every_quantity_over_a_million_lengths():
    model = model_of("qwen3.8-27b")
    bound = [quantity.bind(model) for quantity in QUANTITIES]
    ours = quickest(lambda: [evaluate_array(each.expression, {**each.values(), "N": LENGTHS}) for each in bound])
    square = quickest(lambda: LENGTHS.astype(float) ** 2)
    print(f"\n{len(bound)} quantities: {ours:.2f} s; one square: {square:.4f} s; ratio {ours / square:.0f}")
    assert ours < 1.0
