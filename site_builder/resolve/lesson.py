"""The stage that turns names into values: a parsed lesson in, a lesson ready to render out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Any
from zlib import crc32

from site_builder.document.blocks import (
    Areas,
    AttentionFigure,
    Calculator,
    Claim,
    Claims,
    Dataflow,
    Plot,
    ShapeDiagram,
    StepsFigure,
)
from site_builder.document.inline import CiteReference, PaidReference, PromiseReference, Token
from site_builder.document.lesson import Lesson
from site_builder.document.resolved import (
    CiteTarget,
    ComputedValue,
    LessonTarget,
    LiveValue,
    PromiseTarget,
    ResolvedClaim,
    ResolvedClaims,
    ResolvedLesson,
    TermTarget,
)
from site_builder.document.walk import rewrite, walk
from site_builder.figures.calculator_records import CalculatorView
from site_builder.figures.plot_records import PlotView
from site_builder.problems import Problems, nearest
from site_builder.resolve.addresses import lesson_url
from site_builder.resolve.links import to_built_page
from site_builder.resolve.references import PageNames, cite_target, lesson_target, look_up
from site_builder.resolve.scope import Scope, Targets, World, no_targets
from site_builder.resolve.trail import trail

VIEWS: dict[type, str] = {
    Areas: "areas",
    Plot: "plot",
    AttentionFigure: "attention_figure",
    Calculator: "calculator",
    Dataflow: "dataflow",
    ShapeDiagram: "shape_diagram",
    StepsFigure: "steps_figure",
}
"""The blocks that are computed, with the module that does it (by ``resolve_<module>``): only a page that has one
imports it, for some need numpy and Plotly."""


def resolve_lesson(
    lesson: Lesson, world: World, problems: Problems, elsewhere: Targets = no_targets
) -> ResolvedLesson | None:
    """`lesson` with every name looked up.  None where the course does not list it or its anchor is unknown."""
    scope = _scope(lesson, world, problems, elsewhere)
    place = world.course.lesson_of.get(lesson.id)
    if place is None:
        problems.error(
            lesson.position, "lesson-is-known", f"content/course.yaml lists no lesson {lesson.id!r}",
            nearest(lesson.id, world.course.lesson_of),
        )  # fmt: skip
    if scope is None or place is None:
        return None
    page = _page_names(lesson, problems)
    resolved: Lesson = rewrite(
        lesson, lambda token: _find(token, scope, page), lambda record: _finish(record, scope, page)
    )
    previous, following = _neighbours(lesson.id, scope)
    nodes = tuple(walk(resolved))
    seen = list(_found(nodes))
    values = _once(seen, ComputedValue, lambda value: value.call)
    curves = [bound for node in seen if isinstance(node, CalculatorView) for _, _, bound in node.formulas]
    curves += [each.bound for node in seen if isinstance(node, PlotView) for each in node.computed]
    return ResolvedLesson(
        lesson=resolved,
        place=place,
        chapter=world.course.chapter_of[place.chapter],
        url=lesson_url(place),
        previous=previous,
        next=following,
        calculators=len(page.calculators),
        cited=_once(seen, CiteTarget, lambda target: target.key),
        promises=_once(seen, PromiseTarget, lambda target: target.id),
        values=values,
        terms=_once(seen, TermTarget, lambda term: term.key),
        trail=trail((*(value.bound for value in values if value.bound), *curves), scope.names),
        nodes=nodes,
    )


def _scope(lesson: Lesson, world: World, problems: Problems, elsewhere: Targets = no_targets) -> Scope | None:
    name = lesson.anchor or world.course.anchor
    anchor = world.anchors.get(name)
    if anchor is None:
        problems.error(lesson.position, "file-is-present", f"there is no anchor {name!r}", nearest(name, world.anchors))
        return None
    return Scope(world.course, anchor, lesson, problems, world.names(anchor), elsewhere)


def _page_names(lesson: Lesson, problems: Problems) -> PageNames:
    calculators: dict[str, Calculator] = {}
    numbers: dict[str, int] = {}
    promises: dict[str, PromiseReference] = {}
    paid: dict[str, PaidReference] = {}
    for node in walk(lesson):
        match node:
            case Calculator():
                _add_calculator(calculators, node, problems)
            case CiteReference(key=key):
                numbers.setdefault(key, len(numbers) + 1)
            case Claims(claims=claims):
                for claim in claims:
                    if claim.source:
                        numbers.setdefault(claim.source, len(numbers) + 1)
            case PromiseReference():
                promises.setdefault(node.id, node)
            case PaidReference():
                paid.setdefault(node.id, node)
    elements = {reference.position: f"promise-{reference.id}" for reference in promises.values()}
    elements |= {reference.position: f"paid-{reference.id}" for reference in paid.values()}
    return PageNames(calculators, numbers, elements)


def _add_calculator(calculators: dict[str, Calculator], block: Calculator, problems: Problems) -> None:
    if block.name in calculators:
        first = calculators[block.name].position
        problems.error(
            block.position, "widget-is-known", f"two calculators are named {block.name!r}; the first is at {first}",
            "give each its own :name:",
        )  # fmt: skip
    calculators.setdefault(block.name, block)


def _find(token: Token, scope: Scope, page: PageNames) -> Token:
    """A token with what its reference or its link leads to."""
    if "reference" in token.meta:
        return token.copy(meta=token.meta | {"resolved": look_up(token.meta["reference"], scope, page)})
    return to_built_page(token, scope) if token.type == "link_open" else token


def _finish(record: Any, scope: Scope, page: PageNames) -> Any:
    if isinstance(record, Claims):
        return _finish_claims(record, scope, page)
    name = VIEWS.get(type(record))
    if name is None:
        return record
    return _resolver(name)(record, scope) if scope.budget.affords(record, scope.problems) else None


@cache
def _resolver(name: str) -> Callable[[Any, Scope], Any]:
    found: Callable[[Any, Scope], Any] = getattr(import_module(f"site_builder.resolve.{name}"), f"resolve_{name}")
    return found


def _finish_claims(block: Claims, scope: Scope, page: PageNames) -> ResolvedClaims:
    claims = []
    for claim in block.claims:
        cite = None
        if claim.section:
            _check_section(claim, scope)
        else:
            cite = cite_target(claim.source, claim.place, claim.position, scope, page.citation_numbers)
        if cite or claim.section:
            basis = f"{claim.text.plain}\n{claim.grade}\n{claim.source}\n{claim.place}\n{claim.section}"
            element = f"claim-{crc32(basis.encode()) & 0xFFFFFF:06x}"
            claims.append(ResolvedClaim(claim.text, claim.grade, cite, claim.section, claim.position, element))
    return ResolvedClaims(block.title, tuple(claims), block.position)


def _check_section(claim: Claim, scope: Scope) -> None:
    ids = [heading.id for heading in scope.lesson.headings]
    if claim.section not in ids:
        scope.problems.error(
            claim.position, "section-is-known", f"this lesson has no section #{claim.section}",
            nearest(claim.section, ids),
        )  # fmt: skip


def _neighbours(lesson_id: str, scope: Scope) -> tuple[LessonTarget | None, LessonTarget | None]:
    """The lessons before and after on the path, which passes by forks; a fork stands between two of them."""
    order = scope.course.order
    here = order[lesson_id]
    before = [lesson for lesson in scope.course.path if order[lesson.id] < here][-1:]
    after = [lesson for lesson in scope.course.path if order[lesson.id] > here][:1]
    found = [lesson_target(each[0], scope) if each else None for each in (before, after)]
    return found[0], found[1]


def _found(nodes: Iterable[Any]) -> Iterator[Any]:
    for node in nodes:
        if type(node) is Token:
            found = node.meta.get("resolved")
            if found is not None:
                yield found.start if isinstance(found, LiveValue) else found
        elif isinstance(node, (CiteTarget, ComputedValue, CalculatorView, PlotView)):
            yield node


def _once(seen: list[Any], kind: type, key: Callable[[Any], Any]) -> tuple[Any, ...]:
    kept: dict[Any, Any] = {}
    for item in seen:
        if isinstance(item, kind):
            kept.setdefault(key(item), item)
    return tuple(kept.values())
