"""A page as ``numbers.json`` has it: what it prints, draws, says, links to and promises; see docs/numbers.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from site_builder.document.plain import plain
from site_builder.document.resolved import ComputedValue, ResolvedClaims, ResolvedLesson, Step
from site_builder.engine.quantity import BoundQuantity
from site_builder.figures.calculator_records import CalculatorView
from site_builder.figures.plot_records import PlotView
from site_builder.figures.sweeps import value_at
from site_builder.render.ledger import number_id, quantity_title
from site_builder.render.page_text import Drawn, PageText, page_text
from site_builder.resolve.lesson import VIEWS


def page_record(lesson: ResolvedLesson, page: str, words: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a lesson and the page written of it, in the reader's `words`; plain data, equal for equal pages."""
    found = page_text(page, VIEWS.values(), (ResolvedClaims.stem,))
    return {
        "id": lesson.place.id,
        "url": lesson.url,
        "title": plain(lesson.lesson.title),
        "sections": [{"id": part.id, "title": part.title, "text": part.lines} for part in found.parts],
        "numbers": [_number(value, lesson.trail.asked, found, words) for value in lesson.values],
        "behind": {name: _step(step) for name, step in lesson.trail.behind.items()},
        "figures": [*_figures(lesson, found)],
        "claims": [*_claims(lesson)],
        "promises": [[promise.id, promise.lesson.id, plain(promise.promised)] for promise in lesson.promises],
        "links": [list(link) for link in found.links],
        "ids": found.ids,
    }


def _number(
    value: ComputedValue, asked: Mapping[str, Step], found: PageText, words: Mapping[str, Any]
) -> dict[str, Any]:
    """A printed number with its places; an ordinal counts the numbers of a section from 1."""
    name, ordinals, places = number_id(value), dict[str, int](), []
    for place in found.places:
        ordinals[place.section] = ordinals.get(place.section, 0) + 1
        if place.number == name:
            places.append([place.section, ordinals[place.section], place.text])
    return {
        "id": name,
        "call": value.call,
        "title": quantity_title(value, words),
        **_step(asked[value.call]),
        "text": value.text,
        "sources": list(value.sources),
        "places": places,
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "quantity": step.quantity, "value": step.value, "text": step.text, "unit": step.unit, "formula": step.formula,
        "arguments": dict(step.arguments), "inputs": [list(given) for given in step.inputs],
    }  # fmt: skip


def _figures(lesson: ResolvedLesson, found: PageText) -> Iterator[dict[str, Any]]:
    """Every computed figure: the words in it, or what a calculator or a plot draws, with its values at each row."""
    views = {node.name: node for node in lesson.records if isinstance(node, CalculatorView)}
    plots = iter([node for node in lesson.records if isinstance(node, PlotView)])
    for drawn in (each for each in found.drawn if each.kind != ResolvedClaims.stem):
        view = views.get(drawn.name) if drawn.kind == CalculatorView.stem else None
        plot = next(plots) if drawn.kind == PlotView.stem else None
        if plot and plot.computed:
            yield _plot(plot, drawn, lesson)
        else:
            yield _calculator(view, drawn, lesson) if view else _drawn(drawn)


def _drawn(drawn: Drawn) -> dict[str, Any]:
    return {"kind": drawn.kind, "name": drawn.name, "section": drawn.section, "words": drawn.words}


def _calculator(view: CalculatorView, drawn: Drawn, lesson: ResolvedLesson) -> dict[str, Any]:
    """A calculator with its curves for every combination of its choices, where the integers beside the axis begin."""
    axis = view.axis
    points = sorted({axis.minimum.value, axis.start.value, axis.maximum.value, *(row.value for row in view.rows)})
    curves = [
        _curve(name, label, bound, ((str(at), value_at(bound, {**view.held, axis.name: at})) for at in points), lesson)
        for name, label, bound in view.formulas
    ]
    crossing = [view.crossing.label, _exact(view.crossing.value), view.crossing.text] if view.crossing else None
    bounds = [str(stop.value) for stop in (axis.minimum, axis.start, axis.maximum)]
    presets = [str(stop.value) for stop in axis.presets]
    return {
        "kind": drawn.kind, "name": drawn.name, "section": drawn.section, "title": plain(view.title),
        "variable": axis.name, "bounds": bounds, "presets": presets, "crossing": crossing, "curves": curves,
    }  # fmt: skip


def _plot(view: PlotView, drawn: Drawn, lesson: ResolvedLesson) -> dict[str, Any]:
    """A plot or a computed table: each line with its values at its rows, each other value with its place."""
    curves = [
        _curve(name, name, each.bound, each.samples, lesson)
        for each in view.computed
        if (name := " · ".join(filter(None, (each.series, each.place))))
    ]
    return {
        "kind": drawn.kind, "name": drawn.name, "section": drawn.section,
        "title": view.title.plain if view.title else "", "variable": view.x_label,
        "bounds": [], "presets": [], "crossing": None, "curves": curves,
    }  # fmt: skip


def _curve(
    name: str, label: str, bound: BoundQuantity, samples: Iterable[tuple[str, Any]], lesson: ResolvedLesson
) -> dict[str, Any]:
    call = bound.call or bound.id
    return {
        "id": name,
        "label": label,
        "call": call,
        **_step(lesson.trail.asked[call]),
        "samples": [[at, _exact(value)] for at, value in samples],
    }


def _exact(value: Any) -> str:
    return "" if value is None else str(value)


def _claims(lesson: ResolvedLesson) -> Iterator[list[str]]:
    """(text, grade, the source's key or the section that derives it, place)."""
    for node in lesson.records:
        if isinstance(node, ResolvedClaims):
            for claim in node.claims:
                basis = claim.cite.key if claim.cite else f"#{claim.section}"
                yield [plain(claim.text), claim.grade, basis, claim.cite.place if claim.cite else ""]
