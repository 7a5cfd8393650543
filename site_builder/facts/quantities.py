"""``content/quantities.yaml``: the quantities a course defines for itself, checked where they are written."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from site_builder.engine.dims import BY_NAME as DIMENSIONS
from site_builder.engine.formula import Symbol
from site_builder.engine.measure import CONSTANTS, ONE, Unit, also_called
from site_builder.engine.quantity import BoundQuantity
from site_builder.engine.units import style_of
from site_builder.expression.functions import FUNCTIONS
from site_builder.expression.names import Names
from site_builder.expression.own import OwnArgument, OwnQuantity, check_number, number, read_formula
from site_builder.expression.printing import missing
from site_builder.expression.reader import Reader
from site_builder.expression.reading import Local
from site_builder.expression.syntax import read_syntax
from site_builder.facts.places import expression_place
from site_builder.facts.sheets import NAME
from site_builder.problems import Mistake, Problems, Refused, SourcePosition, Written, nearest
from site_builder.source.fields import given, read, record
from site_builder.source.kinds import mapping, sequence, text, whole
from site_builder.source.nodes import MappingNode, Node, follow
from site_builder.source.text import SourceText
from site_builder.source.yaml import load_yaml

QUANTITIES = "content/quantities.yaml"
LARGEST = 2**60
UNITS = "units are B, GB, GiB, FLOP, s, token, parameter and products of such, as GB/s"


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgumentEntry:
    """An argument: a number, with its unit or its bounds, or one of some choices or fact sheets."""

    unit: str = given(text(), default="")
    symbol: str | None = given(NAME, default=None)
    default: str | None = given(text(), default=None)
    minimum: int | None = given(whole(0, LARGEST), default=None, key="from")
    maximum: int | None = given(whole(1, LARGEST), default=None, key="to")
    choices: tuple[str, ...] = given(sequence(NAME), default=())
    sheets: tuple[str, ...] = given(sequence(NAME), default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantityEntry:
    """A quantity: its title, what it comes out in, its arguments and its formula."""

    title: str = given(NAME)
    symbol: str | None = given(NAME, default=None)
    unit: str = given(text(), default="")
    arguments: Mapping[str, ArgumentEntry] = given(mapping(record(ArgumentEntry).kind(), NAME), default={})
    formula: str = given(text(least=1, most=500))
    sources: tuple[str, ...] = given(sequence(NAME), default=())


def read_quantities(
    text: SourceText, names: Names, sources: Mapping[str, str], problems: Problems
) -> dict[str, OwnQuantity | None]:
    """The quantities in `text` by id, each tried on the model of `names`; None for one with a reported problem.

    `names` holds what they are made of: the engine's quantities, the model and the fact sheets.
    """
    node = load_yaml(text, problems)
    if not isinstance(node, MappingNode):
        return {}
    found: dict[str, OwnQuantity] = {}
    for entry in node.entries:
        mark = problems.mark
        written = read(entry.value, QuantityEntry, problems)
        if written is None:
            continue
        own = _quantity(text, entry.key, written, entry.value, entry.position, names, sources, problems)
        if not problems.has_errors_since(mark):
            found[entry.key] = own
    acyclic = {name: own for name, own in found.items() if not _report_circle(name, found, problems)}
    right: dict[str, OwnQuantity | None] = dict.fromkeys(entry.key for entry in node.entries)
    broken = right.keys() - acyclic.keys()
    known = replace(names, quantities={**names.quantities, **right, **acyclic})
    reached = {name: _reached(name, acyclic) for name in acyclic}
    for name in sorted(acyclic, key=lambda name: len(reached[name])):  # what others build on comes first
        if not broken & reached[name] and _is_right(acyclic[name], node, known, problems):
            right[name] = acyclic[name]
        else:
            broken = broken | {name}
    return right


def _quantity(
    text: SourceText, name: str, record: QuantityEntry, node: Node, position: SourcePosition, names: Names,
    sources: Mapping[str, str], problems: Problems,
) -> OwnQuantity:  # fmt: skip
    _check_name(name, position, names, problems)
    for index, key in enumerate(record.sources):
        if key not in sources:
            place = follow(node, ("sources", index))[0].position
            hint = nearest(key, sources) or "sources are listed in content/sources.yaml"
            problems.error(place, "source-is-known", f"no source has the key {key!r}", hint)
    if record.symbol in DIMENSIONS:
        place = follow(node, ("symbol",))[0].position
        message = f"{record.symbol} is a dimension: {DIMENSIONS[record.symbol].meaning}"
        problems.warning(place, "id-is-unique", message, "choose another symbol")
    unit = _unit(record.unit, follow(node, ("unit",))[0].position, problems)
    formula = Written(record.formula, expression_place(text, node, ("formula",)))
    arguments = tuple(
        _argument(each, given, follow(node, ("arguments", each))[0], names, problems)
        for each, given in record.arguments.items()
    )
    cited = tuple(sources[key] for key in record.sources if key in sources)
    own = OwnQuantity(name, record.title, record.symbol or name, unit, arguments, formula, cited, position)
    _check_arguments_used(own, node, problems)
    return own


def _check_name(name: str, position: SourcePosition, names: Names, problems: Problems) -> None:
    kinds = {
        "a quantity of the engine": names.quantities, "a field of the model": names.model.facts,
        "a unit": CONSTANTS, "a function": FUNCTIONS, "a fact sheet": names.sheets,
        "a word of the language": ("show", "model", "unit", "digits", "pi"),
    }  # fmt: skip
    if taken := next((kind for kind, known in kinds.items() if name in known), ""):
        problems.error(position, "id-is-unique", f"{name!r} is {taken} already", "choose another name")
    elif not name.isidentifier():
        hint = "use letters, digits and _ alone"
        problems.error(position, "expression-is-well-formed", f"{name!r} cannot stand in an expression", hint)


def _unit(written: str, position: SourcePosition, problems: Problems) -> Unit:
    try:
        return Unit.parse(written) if written else ONE
    except ValueError as error:
        hint = f"did you mean {meant!r}?" if (meant := also_called(written)) else nearest(written, CONSTANTS, UNITS)
        problems.error(position, "field-has-its-type", str(error), hint)
        return ONE


def _argument(name: str, entry: ArgumentEntry, node: Node, names: Names, problems: Problems) -> OwnArgument:
    if unknown := [sheet for sheet in entry.sheets if sheet not in names.sheets]:
        hint = nearest(unknown[0], names.sheets, "fact sheets are content/facts/<id>.yaml")
        problems.error(node.position, "quantity-is-known", f"no fact sheet is called {unknown[0]!r}", hint)
    known = entry.choices or entry.sheets
    if known and entry.default is not None and entry.default not in known:
        place = follow(node, ("default",))[0].position
        message = f"the default is one of {', '.join(known)}, not {entry.default!r}"
        problems.error(place, "argument-is-known", message, nearest(entry.default, known))
    default = None if entry.default is None else Written(entry.default, follow(node, ("default",))[0].position)
    bounds = None
    if entry.minimum is not None or entry.maximum is not None:
        bounds = (1 if entry.minimum is None else entry.minimum, entry.maximum or LARGEST)
        if bounds[0] > bounds[1]:
            place = follow(node, ("from",))[0].position
            message = f"{name} would begin at {bounds[0]:,} and end at {bounds[1]:,}"
            problems.error(place, "argument-is-known", message, "write the smaller bound as from")
    unit = _unit(entry.unit, follow(node, ("unit",))[0].position, problems)
    return OwnArgument(name, unit, entry.symbol or name, default, bounds, entry.choices, entry.sheets)


def _check_arguments_used(own: OwnQuantity, node: Node, problems: Problems) -> None:
    used = set(_names(own.formula.source))
    for argument in own.arguments:
        arguments = follow(node, ("arguments",))[0]
        entry = arguments.entry(argument.name) if isinstance(arguments, MappingNode) else None
        if used and argument.name not in used and entry:
            message = f"the formula does not use the argument {argument.name!r}"
            hint = "write it into the formula, or leave it out here"
            problems.error(entry.position, "argument-is-used", message, hint)


def _names(source: str) -> Iterator[str]:
    """Every name in a formula; none where it cannot be read, which is reported when it is tried."""
    try:
        tree = read_syntax(source)[0]
    except Refused:
        return
    yield from (each.id for each in ast.walk(tree) if isinstance(each, ast.Name))


def _report_circle(name: str, found: Mapping[str, OwnQuantity], problems: Problems) -> bool:
    """Whether a definition leads back to itself, which is reported once, at the first of those in the circle."""
    path = _path_back(name, name, found, ())
    if name == next((each for each in found if each in path), ""):
        said = " → ".join((name, *path))
        problems.error(found[name].formula.position, "quantity-is-acyclic", f"{said}: a definition leads to itself")
    return bool(path)


def _path_back(goal: str, name: str, found: Mapping[str, OwnQuantity], seen: tuple[str, ...]) -> tuple[str, ...]:
    for inner in dict.fromkeys(_names(found[name].formula.source)):
        if inner == goal:
            return (*seen, goal)
        if inner in found and inner not in seen and (path := _path_back(goal, inner, found, (*seen, inner))):
            return path
    return ()


def _reached(name: str, found: Mapping[str, OwnQuantity]) -> set[str]:
    """Every name that a formula leads to, at once or through other definitions."""
    reached: set[str] = set()
    pending = [name]
    while pending:
        inner = set(_names(found[pending.pop()].formula.source)) - reached
        reached |= inner
        pending += inner & found.keys()
    return reached


def _is_right(own: OwnQuantity, node: MappingNode, names: Names, problems: Problems) -> bool:
    """Whether the formula can be computed with the arguments' defaults, and comes out in its unit."""
    free = {argument.name: argument.bounds for argument in own.arguments if argument.default is None}
    reader = Reader(own.formula.source, names, {name: bounds or (1, 1) for name, bounds in free.items()})
    try:
        locals_ = {argument.name: _tried(own, argument, reader, problems) for argument in own.arguments}
    except Refused:
        return False
    try:
        bound = read_formula(reader, None, own, names.model, locals_)
        if not bound.free:
            bound.value()
    except Refused as refusal:
        if refusal.mistake.rule == "field-is-of-the-model":  # a formula for other models is no mistake
            return True
        problems.add(_with_declaration(refusal.mistake, own.formula.source).at(own.formula.position))
        return False
    except ValueError as error:
        problems.error(own.formula.position, "expression-has-a-value", str(error))
        return False
    if bound.unit != own.unit:
        entry = node.entry(own.id)
        assert entry is not None
        place = follow(entry.value, ("unit",))[0].position
        message = f"{own.id} comes out in {bound.unit.words()}, not in {own.unit.words()}"
        problems.error(place, "quantity-has-its-unit", message, missing(bound.unit, own.unit))
        return False
    return True


def _with_declaration(mistake: Mistake, source: str) -> Mistake:
    """Of a name that means nothing, and is like none that does: how it becomes an argument."""
    name = next((name for name in _names(source) if f" {name!r}" in mistake.message), "")
    if mistake.rule != "quantity-is-known" or not name or mistake.hint.startswith("did you mean"):
        return mistake
    return replace(mistake, hint=f"if it is an argument, declare it: arguments: {{{name}: {{from: 1, to: 1024}}}}")


def _tried(own: OwnQuantity, argument: OwnArgument, reader: Reader, problems: Problems) -> Local:
    """A value to try a formula with: the default, the first choice, or a number that stays free.

    Raises Refused for a default that is none, which has been reported at its place.
    """
    if argument.sheets:
        return reader.names.sheets[argument.default.source if argument.default else argument.sheets[0]]
    if argument.choices:
        return argument.default.source if argument.default else argument.choices[0]
    if argument.default is None:
        return BoundQuantity(argument.name, "", argument.unit, style_of(argument.unit), Symbol(argument.name))
    source = argument.default.source
    try:
        read = reader.within(source, reader.model, {}).read(read_syntax(source)[0])
        check_number(own.id, argument, read, None, reader)
        return number(argument, read, None)
    except Refused as refusal:
        problems.add(refusal.mistake.at(argument.default.position))
        raise
