"""What the parts of a reader share: the names it knows, and the arguments of a definition it reads within."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Protocol, TypeAlias

from site_builder.engine.quantity import BoundQuantity
from site_builder.engine.ranges import Range
from site_builder.engine.sheet import Sheet
from site_builder.expression.names import Names
from site_builder.expression.syntax import refused
from site_builder.problems import nearest

Local: TypeAlias = BoundQuantity | Sheet | str
"""The value of an argument within a definition: a number, a fact sheet, or a choice to hand on."""


class Reads(Protocol):
    """A reader of one expression; `model` is whose fields and quantities its names are."""

    names: Names
    free: Mapping[str, Range]
    model: Sheet

    def read(self, node: ast.expr) -> BoundQuantity: ...

    def choice(self, node: ast.expr | None) -> str | None: ...

    def word(self, node: ast.expr) -> str | None: ...

    def numbers(self, node: ast.AST, sheet: str, name: str) -> tuple[BoundQuantity, ...] | None: ...

    def also(self, name: str, value: Local) -> Reads: ...

    def within(self, source: str, model: Sheet, locals_: Mapping[str, Local]) -> Reads: ...


def model_asked(reader: Reads, keywords: Sequence[ast.keyword]) -> tuple[Sheet, list[ast.keyword]]:
    """The sheet of the model that ``model="…"`` asks for, or the reader's own, and the other arguments."""
    others = [keyword for keyword in keywords if keyword.arg != "model"]
    if len(others) == len(keywords):
        return reader.model, others
    (given,) = (keyword for keyword in keywords if keyword.arg == "model")
    name = reader.choice(given.value)
    if name is None:
        hint = f'write model="{ast.unparse(given.value)}"'
        raise refused(given, "argument-is-known", "model=… is the id of an anchor, in quotes", hint)
    models = reader.names.models
    if name not in models:
        hint = nearest(name, models, f"there are {', '.join(sorted(models))}")
        raise refused(given, "argument-is-known", f"there is no anchor {name!r}", hint)
    sheet = models[name]
    if sheet is None:
        raise refused(given, "argument-is-known", f"the anchor {name!r} has problems of its own")
    return sheet, others
