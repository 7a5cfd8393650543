"""Facts with their sources: of a model, of an accelerator, of a paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from site_builder.engine.formula import Number
from site_builder.engine.measure import ONE, Unit
from site_builder.engine.model import Model

FactValue: TypeAlias = Number | bool | str | tuple[str, ...] | tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """A value by the name an expression knows it by, the letter it has in formulas, and where it was read.

    `at` is where its file says it, ``content/anchors/gpt2.yaml:12``; `of` the fact it is counted from, if it is.
    """

    name: str
    value: FactValue
    unit: Unit = ONE
    symbol: str = ""
    source: str = ""
    at: str = ""
    of: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Facts of one thing; an anchor is a sheet with a model."""

    id: str
    title: str
    facts: Mapping[str, Fact]
    model: Model | None = None
