"""All that a course gives to compute with beside its lessons: fact sheets, other models, quantities of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from site_builder.engine.quantities import BY_ID
from site_builder.engine.quantity import Arguments, ArgumentValue
from site_builder.engine.sheet import Sheet
from site_builder.engine.table import Row, argument_names
from site_builder.expression.names import Names
from site_builder.expression.own import OwnQuantity
from site_builder.expression.reader import compute
from site_builder.facts.anchor import ANCHORS, load_anchor
from site_builder.facts.quantities import QUANTITIES, read_quantities
from site_builder.facts.sheets import FACTS, read_sheet
from site_builder.problems import Problems, Written
from site_builder.source.snapshot import Files


@dataclass(frozen=True)
class Models(Mapping[str, Sheet | None]):
    """The anchors of the course by id, each read when it is first asked for; None where one has problems (reported)."""

    files: Files
    problems: Problems
    _read: dict[str, Sheet | None] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Sheet | None:
        if name not in self:
            raise KeyError(name)
        if name not in self._read:
            anchor = load_anchor(self.files, name, self.problems)
            self._read[name] = None if anchor is None else anchor.sheet
        return self._read[name]

    def __contains__(self, name: object) -> bool:
        return f"{ANCHORS}/{name}.yaml" in self.files.names(ANCHORS, ".yaml")

    def __iter__(self) -> Iterator[str]:
        return (path.removeprefix(f"{ANCHORS}/").removesuffix(".yaml") for path in self.files.names(ANCHORS, ".yaml"))

    def __len__(self) -> int:
        return len(self.files.names(ANCHORS, ".yaml"))


@dataclass(frozen=True, slots=True)
class Given:
    """What names beside the engine's and the page's own model can mean."""

    quantities: Mapping[str, OwnQuantity | None]
    sheets: Mapping[str, Sheet]
    models: Mapping[str, Sheet | None]

    @property
    def only_theirs(self) -> frozenset[str]:
        """Names of arguments, ``card`` and ``decode_floor.card``, that only the course's own quantities take."""
        pairs = [(own.id, argument.name) for own in self.quantities.values() if own for argument in own.arguments]
        names = {name for _, name in pairs} | {f"{owner}.{name}" for owner, name in pairs}
        return frozenset(names.difference(argument_names()))

    def table(self, model: Sheet, settings: Arguments) -> tuple[Row, ...]:
        """The course's own quantities, as `engine.table.table` has the engine's."""
        names = Names({**BY_ID, **self.quantities}, self.sheets, self.models, model)
        return tuple(_row(own, names, settings) for own in self.quantities.values() if own)


def _row(own: OwnQuantity, names: Names, settings: Arguments) -> Row:
    assert names.model.model is not None
    given: dict[str, ArgumentValue] = {}
    for argument in own.arguments:
        if argument.name == "N" and argument.default is None:
            given["N"] = names.model.model.native_context
        for name in (argument.name, f"{own.id}.{argument.name}"):
            given |= {argument.name: settings[name]} if name in settings else {}
    words = {argument.name for argument in own.arguments if argument.choices or argument.sheets}
    written = ", ".join(f"{name}={json.dumps(value) if name in words else value}" for name, value in given.items())
    problems = Problems()
    bound = compute(Written(f"{own.id}({written})", own.position), names, problems)
    return Row(own, bound, "" if bound else problems.errors[0].message)


def load_given(files: Files, model: Sheet, sources: Mapping[str, str], problems: Problems) -> Given:
    """The fact sheets and quantities of the course, these tried on its own `model`; every problem is reported."""
    models = Models(files, problems)
    texts = (files.text(path, problems) for path in files.names(FACTS, ".yaml"))
    read = (read_sheet(text, problems) for text in texts if text)
    sheets = {sheet.id: sheet for sheet in read if sheet}
    text = files.text(QUANTITIES, problems) if files.has(QUANTITIES) else None
    names = Names(BY_ID, sheets, models, model)
    own = {} if text is None else read_quantities(text, names, sources, problems)
    return Given(own, sheets, models)
