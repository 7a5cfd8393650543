"""Why a number changed: the way back through its formula to the fact, the formula or the argument that is another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from site_builder.compare.report import Kind, Root
from site_builder.compare.site import Record, SiteRecord
from site_builder.engine.digits import MINUS, figure

_NAME = re.compile(r"[A-Za-z_]\w*")
DIGITS = 4
"""Significant digits of a ratio."""


@dataclass(frozen=True)
class Sites:
    """Two sites, the older first."""

    old: SiteRecord
    new: SiteRecord

    @cached_property
    def changed_facts(self) -> dict[tuple[str, str], Root]:
        """(sheet, name) → the facts that both sites have and that are not the same in both."""
        return {
            (sheet, name): _fact_root(sheet, name, facts[name], self.new.facts[sheet][name])
            for sheet, facts in self.old.facts.items()
            for name in facts
            if name in self.new.facts.get(sheet, {}) and facts[name]["value"] != self.new.facts[sheet][name]["value"]
        }

    @cached_property
    def changed_formulas(self) -> dict[str, Root]:
        """The course's own quantities whose formulas are not the same in both, by id."""
        old, new = self.old.data["quantities"], self.new.data["quantities"]
        return {
            name: Root("formula", name, old[name]["formula"], new[name]["formula"], at=new[name]["at"])
            for name in new
            if name in old and old[name]["formula"] != new[name]["formula"]
        }


def _fact_root(sheet: str, name: str, old: Record, new: Record) -> Root:
    return Root("fact", name, old["text"], new["text"], sheet, new["at"], ratio(old["value"], new["value"]))


@dataclass(frozen=True, slots=True)
class Found:
    """The roots of one change, and the names on the way to them, level by level from the number."""

    roots: tuple[Root, ...]
    path: tuple[str, ...]


@dataclass(slots=True)
class _Trace:
    """What a search has seen: roots in the order found, names by their distance from the number."""

    roots: dict[Root, None] = field(default_factory=dict)
    depths: dict[str, int] = field(default_factory=dict)

    def pass_by(self, name: str, depth: int) -> bool:
        """Note the name; whether it is new."""
        is_new = name not in self.depths
        self.depths[name] = max(depth, self.depths.get(name, 0))
        return is_new

    def path(self) -> tuple[str, ...]:
        levels: dict[int, list[str]] = {}
        for name, depth in self.depths.items():
            levels.setdefault(depth, []).append(name)
        return tuple(", ".join(levels[depth]) for depth in sorted(levels))


def find_cause(old: Record, new: Record, before: Record, after: Record, sites: Sites) -> Found:
    """Why the step `new` of the page `after` is not what `old` was on the page `before`, both asked for by one call."""
    if before["model"] != after["model"]:
        return Found((Root("model", "model", before["model"], after["model"]),), ())
    trace = _Trace()
    _walk(old, new, (before, after), sites, trace, 0)
    if not trace.roots:
        kind: Kind = "printing" if old["value"] == new["value"] and old["formula"] == new["formula"] else "program"
        trace.roots[Root(kind, new["call"], old["text"], new["text"])] = None
    return Found(tuple(sorted(trace.roots)), trace.path())


def _walk(old: Record, new: Record, pages: tuple[Record, Record], sites: Sites, trace: _Trace, depth: int) -> None:
    if old["formula"] != new["formula"]:
        for root in _of_formula(new, pages[1], sites):
            trace.roots[root] = None
            trace.pass_by(root.what, depth)
    was = {symbol: value for symbol, value, _ in old["inputs"]}
    for symbol, value, origin in new["inputs"]:
        if was.get(symbol, value) == value or not trace.pass_by(origin, depth):
            continue
        behind = [page["behind"].get(origin) for page in pages]
        if all(behind):
            _walk(behind[0], behind[1], pages, sites, trace, depth + 1)
        else:
            _end(origin, pages[1], sites, trace, depth)


def _end(origin: str, page: Record, sites: Sites, trace: _Trace, depth: int) -> None:
    """The fact that an input is; where it is none of its own, the facts of the model that can have moved it."""
    key = sites.new.fact(origin, page)
    if key in sites.changed_facts:
        fact = sites.changed_facts[key]
        counted_from = sites.new.facts[key[0]][key[1]].get("of")
        if counted_from and (key[0], counted_from) in sites.changed_facts:
            fact = sites.changed_facts[key[0], counted_from]
            trace.pass_by(counted_from, depth + 1)
        trace.roots[fact] = None
        return
    for root in _of_model(origin.rpartition(".")[0] or page["model"], sites):
        trace.roots[root] = None
        trace.pass_by(root.what, depth + 1)


def _of_formula(step: Record, page: Record, sites: Sites) -> Iterator[Root]:
    """What made a formula another: the course's own definition, or what the model is made of."""
    own = [root for name, root in sites.changed_formulas.items() if name in _definitions(step["call"], sites)]
    if own:
        yield from own
        return
    models = [page["model"], step["arguments"].get("model", "")]
    found = [root for model in models for root in _of_model(model, sites)]
    shaping = [root for root in found if not root.ratio]
    yield from shaping or found


def _definitions(call: str, sites: Sites) -> set[str]:
    """The names in a call, and those in the definitions of the course that they lead to."""
    own = sites.new.data["quantities"]
    names, pending = set[str](), [call]
    while pending:
        fresh = set(_NAME.findall(pending.pop())) - names
        names |= fresh
        pending += [own[name]["formula"] for name in sorted(fresh) if name in own]
    return names


def _of_model(model: str, sites: Sites) -> list[Root]:
    """The changed facts of a model, without those that only count another of them."""
    facts = sites.new.facts.get(model, {})
    changed = {name: root for (sheet, name), root in sites.changed_facts.items() if sheet == model}
    return [root for name, root in changed.items() if facts[name].get("of") not in changed]


def ratio(old: object, new: object) -> str:
    """New over old, ``× 0.5``; empty where one is no number, or the old one is 0."""
    try:
        before, after = Fraction(str(old)), Fraction(str(new))
    except ValueError:
        return ""
    if before == 0:
        return ""
    size = abs(after / before)
    sign = MINUS if after / before < 0 else ""
    return f"× {sign}{figure(size, DIGITS)}" if size != 1 or sign else ""


def change_of(old: str, new: str) -> Fraction | None:
    """The relative change, (new − old) ÷ old; None where there is none to be had."""
    try:
        return (Fraction(new) - Fraction(old)) / Fraction(old)
    except (ValueError, ZeroDivisionError):
        return None


def percent(change: Fraction) -> str:
    """``+12.5%``, ``−50%``."""
    return f"{MINUS if change < 0 else '+'}{figure(abs(change) * 100, 3)}%"


def expression_root(old: Record, new: Record) -> Root:
    """A lesson asks for something else now; of one quantity, the arguments that differ."""
    if old["quantity"] == new["quantity"]:
        names = [name for name in new["arguments"] if old["arguments"].get(name) != new["arguments"][name]]
        if names:
            said = ", ".join(names)
            before = ", ".join(str(old["arguments"].get(name, "")) for name in names)
            after = ", ".join(str(new["arguments"][name]) for name in names)
            return Root("expression", f"{new['quantity']}({said})", before, after)
    return Root("expression", "the lesson", old["call"], new["call"])


def without_place(root: Root) -> Root:
    """The root as what it is, wherever its line has moved to."""
    return replace(root, at="")
