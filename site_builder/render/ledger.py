"""The ledger of numbers: every computed value of a page, once, with what it was made of."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from site_builder.document.resolved import ComputedValue

_NAME = re.compile(r"[a-z]\w*")
_ASKED = re.compile(r"([a-z]\w*)\(([^()]*)\)")
_ARXIV = re.compile(r"arXiv:(\d{4}\.\d{4,5}(?:v\d+)?)")
_CONFIG = re.compile(r"config\.json of ([\w.-]+/[\w.-]+), revision ([0-9a-f]{40})")
_LONGEST = 60
"""Characters of an expression that are kept in an id; the rest is in its checksum."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """A formula of the page: `first` names it (quantity, formula, sources); `values` are its printed figures."""

    first: ComputedValue
    values: tuple[ComputedValue, ...]


def number_id(value: ComputedValue) -> str:
    """The element id of a figure in the ledger: of the expression that asks for it, not of its place or its value.

    Another anchor changes the figure and not its id.  A page has one anchor, so equal expressions are one figure.
    """
    words = re.sub(r"[^A-Za-z0-9_]+", "-", value.call).strip("-")
    if words == value.call and len(words) <= _LONGEST:
        return f"number-{words}"
    return f"number-{words[:_LONGEST].rstrip('-')}-{crc32(value.call.encode()) & 0xFFFFFF:06x}"


def ledger(values: tuple[ComputedValue, ...]) -> tuple[LedgerEntry, ...]:
    """The values grouped by quantity, formula and conventions, in order of first appearance.

    The formulas of one quantity stand together, so that its name is printed once.
    """
    quantities: dict[str, dict[object, dict[str, ComputedValue]]] = {}
    for value in values:
        formulas = quantities.setdefault(heading(value), {})
        formulas.setdefault((value.tex, value.conventions), {}).setdefault(number_id(value), value)
    groups = (tuple(group.values()) for formulas in quantities.values() for group in formulas.values())
    return tuple(LedgerEntry(group[0], group) for group in groups)


def heading(value: ComputedValue) -> str:
    """What a value stands under: its quantity; the whole expression where one quantity stands in it more than once."""
    names = _NAME.findall(value.quantity)
    return value.quantity if len(set(names)) == len(names) else value.call


def quantity_title(value: ComputedValue, words: Mapping[str, Any]) -> str:
    """A quantity's name in the reader's language, arithmetic on quantities included; else the engine's."""
    names: Mapping[str, str] = words.get("quantities", {})
    if heading(value) != value.quantity:
        asked = words["ledger"]["asked"]
        return _ASKED.sub(lambda each: asked.format(name=names.get(each[1], each[1]), arguments=each[2]), value.call)
    named = _NAME.sub(lambda name: names.get(name[0], name[0]), value.quantity)
    title = named if named != value.quantity else value.title or value.quantity
    model = dict(value.conventions).get("model")
    whose = model if value.quantity.isidentifier() else None  # a quotient may be of two models
    return words["ledger"]["of_model"].format(title=title, model=whose) if whose else title


def source_url(source: str) -> str:
    """Where a source of the engine or of an anchor can be read, or "": arXiv, or the config at its revision."""
    if paper := _ARXIV.match(source):
        return f"https://arxiv.org/abs/{paper[1]}"
    if config := _CONFIG.match(source):
        return f"https://huggingface.co/{config[1]}/blob/{config[2]}/config.json"
    return ""
