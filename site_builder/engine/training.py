"""What training keeps on a device: weights, gradients, optimizer states, shared by ZeRO."""

from __future__ import annotations

from site_builder.engine.algebra import formula
from site_builder.engine.arguments import PARAMETERS, counted
from site_builder.engine.formula import Expression, Symbol, ceil_div
from site_builder.engine.model import Model
from site_builder.engine.parameters import count
from site_builder.engine.quantity import Argument, Arguments, Formula, Input, Quantity

PRECISIONS = {"mixed": (2, 2, 4), "bfloat16": (2, 2, 0), "float32": (4, 4, 0)}
"""Bytes a parameter takes as weight, as gradient, and as the optimizer's own copy of the weight."""
OPTIMIZERS = {"adamw": 8, "adamw_8bit": 2, "muon": 4, "sgd_momentum": 4, "sgd": 0}
"""Bytes of the averages kept for a parameter: two in FP32, two in 8 bits (block scales not counted), one, none."""

PRECISION = Argument(
    "precision", "mixed: BF16 weights and gradients, an FP32 copy of the weights; bfloat16, float32: no copy", "mixed",
    choices=tuple(PRECISIONS),
)  # fmt: skip
OPTIMIZER = Argument("optimizer", "what keeps averages, in FP32 or in 8 bits", "adamw", choices=tuple(OPTIMIZERS))
ZERO_STAGE = Argument(
    "zero", "what the devices share: 0: nothing; 1: optimizer states; 2: gradients too; 3: weights too", 0, 0, 3
)  # fmt: skip
DEVICES = Argument("devices", "data-parallel devices", 1, 1, 2**20)


def _training_states(model: Model, arguments: Arguments) -> Formula:
    """P · (w + g + o): what stage k shares is divided by the devices, rounded up, the rest is on each of them."""
    weight, gradient, copy = PRECISIONS[str(arguments["precision"])]
    averages = OPTIMIZERS[str(arguments["optimizer"])]
    said = f"precision = {arguments['precision']}"
    inputs = (
        counted(arguments, "parameters", "P") if "parameters" in arguments else Input("P", count(model), "parameters"),
        Input("b_w", weight, said),
        Input("b_g", gradient, said),
        Input("b_o", copy + averages, f"optimizer = {arguments['optimizer']}"),
        counted(arguments, "devices", "n_dev"),
    )
    kinds = [Symbol("b_w"), Symbol("b_g"), Symbol("b_o")]
    kept = len(kinds) - int(arguments["zero"])
    if arguments["devices"] == 1 or kept == len(kinds):
        return formula(Symbol("P") * _sum(kinds), *inputs)
    shared = ceil_div(Symbol("P") * _sum(kinds[kept:]), Symbol("n_dev"))
    return formula(Symbol("P") * _sum(kinds[:kept]) + shared if kept else shared, *inputs)


def _sum(terms: list[Symbol]) -> Expression:
    found: Expression = terms[0]
    for term in terms[1:]:
        found = found + term
    return found


TRAINING_QUANTITIES: tuple[Quantity, ...] = (
    Quantity(
        "training_states", "Weights, gradients and optimizer states, a device", "M_train", "B", "memory",
        _training_states, (PARAMETERS, OPTIMIZER, PRECISION, ZERO_STAGE, DEVICES), ("arXiv:1910.02054",),
    ),
)  # fmt: skip
