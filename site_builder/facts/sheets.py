"""``content/facts/<id>.yaml``: facts with their sources, of an accelerator or a paper; read as ``h200.bandwidth``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from site_builder.engine.sheet import Fact, Sheet
from site_builder.expression.names import Names
from site_builder.expression.reader import compute
from site_builder.facts.places import expression_place
from site_builder.problems import Problems, SourcePosition, Written, nearest
from site_builder.source.fields import given, read, record
from site_builder.source.kinds import mapping, one_or_more, text
from site_builder.source.nodes import MappingNode, Node, follow
from site_builder.source.text import SourceText
from site_builder.source.yaml import load_yaml

FACTS = "content/facts"
TEXT = text(least=1, most=500)
NAME = text(least=1, most=200)


@dataclass(frozen=True, slots=True, kw_only=True)
class FactEntry:
    """A fact: its value, a number with its unit or a list of them, and where it was read."""

    value: str | tuple[str, ...] = given(one_or_more(TEXT))
    source: str = given(NAME)
    place: str | None = given(NAME, default=None)
    symbol: str | None = given(NAME, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetFile:
    """A file of ``content/facts/``."""

    title: str = given(NAME)
    sources: Mapping[str, str] = given(mapping(NAME, NAME))
    facts: Mapping[str, FactEntry] = given(mapping(record(FactEntry).kind(), NAME))


def read_sheet(text: SourceText, problems: Problems) -> Sheet | None:
    """The facts in `text`, under the id its file is named by; None, with every problem reported at its line."""
    id_ = text.path.rpartition("/")[2].removesuffix(".yaml")
    if not id_.isidentifier():
        message = f"the name {id_!r} cannot stand in an expression"
        problems.error(SourcePosition(text.path), "name-is-portable", message, "use letters, digits and _ alone")
        return None
    node = load_yaml(text, problems)
    file = None if node is None else read(node, SheetFile, problems)
    if node is None or file is None:
        return None
    mark = problems.mark
    facts = {name: _fact(name, entry, file, node, text, problems) for name, entry in file.facts.items()}
    if problems.has_errors_since(mark):
        return None
    return Sheet(id_, file.title, MappingProxyType({name: fact for name, fact in facts.items() if fact}))


def _fact(
    name: str, entry: FactEntry, file: SheetFile, node: Node, text: SourceText, problems: Problems
) -> Fact | None:
    if not name.isidentifier():
        facts = follow(node, ("facts",))[0]
        found = facts.entry(name) if isinstance(facts, MappingNode) else None
        position = found.position if found else facts.position
        problems.error(position, "expression-is-well-formed", f"{name!r} cannot stand in an expression")
    if entry.source not in file.sources:
        position = follow(node, ("facts", name, "source"))[0].position
        message = f"{name}: no source is called {entry.source!r}"
        problems.error(position, "source-is-known", message, nearest(entry.source, file.sources))
    place = ("facts", name, "value")
    is_list = isinstance(entry.value, tuple)
    written = [((*place, index), each) for index, each in enumerate(entry.value)] if is_list else [(place, entry.value)]
    places = [expression_place(text, node, path) for path, _ in written]
    computed = [
        compute(Written(str(each), at), NUMBERS, problems) for (_, each), at in zip(written, places, strict=True)
    ]
    numbers = [bound for bound in computed if bound]
    if len(numbers) < len(written) or not numbers:
        return None
    for bound, at in zip(numbers, places, strict=True):
        if bound.unit != numbers[0].unit:
            message = (
                f"{name}: a list has one unit; {bound.id} is in {bound.unit.words()}, not in {numbers[0].unit.words()}"
            )
            problems.error(at, "quantity-has-its-unit", message)
    where = file.sources.get(entry.source, "")
    source = f"{where}, {entry.place}" if entry.place else where
    value = tuple(bound.value() for bound in numbers) if is_list else numbers[0].value()
    written_at = f"{text.path}:{places[0].line}"
    return Fact(name, value, numbers[0].unit, entry.symbol or name, source, written_at)


_NONE: Mapping[str, Sheet] = MappingProxyType({})
NUMBERS = Names(MappingProxyType({}), _NONE, MappingProxyType({}), Sheet("", "", MappingProxyType({})))
"""No names but units: what a fact is written in."""
