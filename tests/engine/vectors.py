"""Test vectors: every quantity of every anchor at many N, as the browser gets them and as Python prints them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from site_builder.engine.formula import FormulaError
from site_builder.engine.model import Model
from site_builder.engine.quantities import QUANTITIES
from site_builder.engine.quantity import ArgumentValue, BoundQuantity, Quantity, QuantityError
from site_builder.facts.anchor import load_anchor
from site_builder.problems import Problems
from site_builder.source.folder import read_folder

ROOT = Path(__file__).parents[2]
EDGES = (1, 2, 3, 6, 512, 4096, 46_341, 100_003, 131_072, 166_677, 166_678, 262_144, 10**6, 4_194_304, 2**40)
LENGTHS = EDGES + tuple(random.Random(4).randrange(1, 4_194_305) for _ in range(15))


ANCHORS = tuple(sorted(path.stem for path in ROOT.glob("content/anchors/*.yaml")))


@cache
def model_of(anchor: str) -> Model:
    """The model of one of `ANCHORS`."""
    problems = Problems()
    found = load_anchor(read_folder(ROOT), anchor, problems)
    assert found is not None, list(problems)
    return found.model


NUMBERS = {
    "batch": 3, "block": 16, "chunk": 512, "context": 4, "data": 2, "devices": 8, "expert": 2, "heads": 2,
    "kv_heads": 1, "layers": 2, "parameters": 7_000_000_001, "pipeline": 2, "prefix": 700, "tensor": 2,
    "ubatch": 256, "zero": 2,
}  # fmt: skip
"""A value for every argument that is a number and has a default, or may be left out."""
TOGETHER = (
    {"batch": 3, "prefix": 700, "block": 16},
    {"batch": 5, "tensor": 4, "context": 2},
    {"zero": 3, "devices": 8},
)


def bound_quantities(model: Model) -> Iterator[BoundQuantity]:
    """Every quantity with its defaults, and once more with each choice of each convention, and each number."""
    for quantity in QUANTITIES:
        yield from _bound(quantity, model)
        for argument in quantity.arguments:
            for choice in argument.choices:
                if choice != argument.default:
                    yield from _bound(quantity, model, **{argument.name: choice})
            if argument.name in NUMBERS:
                yield from _bound(quantity, model, **{argument.name: NUMBERS[argument.name]})
        names = {argument.name for argument in quantity.arguments}
        for given in TOGETHER:
            if names >= set(given):
                yield from _bound(quantity, model, **given)


def _bound(quantity: Quantity, model: Model, **choice: ArgumentValue) -> Iterator[BoundQuantity]:
    try:
        yield quantity.bind(model, **choice)
    except QuantityError:
        """A model without such a thing (no linear layer, no cache) has no such number."""


def vector(bound: BoundQuantity, turn: int) -> dict[str, Any]:
    """The quantity as the browser gets it, with a row of expected results for each N: every fifth, in turns."""
    lengths = LENGTHS[turn % 5 :: 5] if "N" in bound.free else (None,)
    return {"quantity": bound.as_json(), "rows": [_row(bound, length) for length in lengths]}


def _row(bound: BoundQuantity, length: int | None) -> dict[str, str | None]:
    free = {} if length is None else {"N": length}
    row = {"N": None if length is None else str(length)}
    try:
        value = bound.value(**free)
    except FormulaError:
        return row | {"value": None}
    return row | {
        "value": str(value),
        "text": bound.text(**free),
        "equation": bound.substituted(**free),
    }
