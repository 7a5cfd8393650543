"""One function for each kind of reference: the name is looked up, a problem reported if it is not there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from site_builder.document.blocks import Calculator
from site_builder.document.calculator import ChoiceControl, Control
from site_builder.document.course import CourseLesson, Promise, Source
from site_builder.document.inline import (
    CiteReference,
    DimReference,
    EvalReference,
    LessonReference,
    LiveReference,
    PaidReference,
    PromiseReference,
    Reference,
    SetReference,
    Target,
    TargetReference,
    TermReference,
)
from site_builder.document.resolved import (
    CiteTarget,
    ComputedValue,
    DimTarget,
    LessonTarget,
    LiveValue,
    PaidTarget,
    PromiseTarget,
    Resolved,
    SetTarget,
    TargetNumber,
    TermTarget,
)
from site_builder.engine.dims import BY_NAME
from site_builder.expression.names import Names
from site_builder.expression.reader import compute_count, compute_printed
from site_builder.problems import Problems, SourcePosition, Written, nearest
from site_builder.resolve.addresses import lesson_href, promise_href
from site_builder.resolve.links import target_number
from site_builder.resolve.live import live_value
from site_builder.resolve.scope import Scope
from site_builder.resolve.values import computed_value


@dataclass(frozen=True, slots=True)
class PageNames:
    """What only this page knows: its calculators, its order of citations, where promises are first made and paid."""

    calculators: Mapping[str, Calculator]
    citation_numbers: Mapping[str, int]
    promise_elements: Mapping[SourcePosition, str]


def look_up(reference: Reference, scope: Scope, page: PageNames) -> Resolved | None:
    """What a reference leads to, or None with the problem reported."""
    return _LOOK_UPS[type(reference)](reference, scope, page)


def lesson_target(lesson: CourseLesson, scope: Scope, text: str = "") -> LessonTarget:
    """A lesson of the course as seen from the page of another: its URL is relative, or None if planned."""
    chapter = scope.course.chapter_of[lesson.chapter]
    url = lesson_href(lesson) if lesson.written else None
    return LessonTarget(lesson.id, lesson.name, chapter.label, url, text)


def cite_target(
    key: str, place: str, position: SourcePosition, scope: Scope, numbers: Mapping[str, int]
) -> CiteTarget | None:
    """A source with its number on this page."""
    source = scope.course.sources.get(key)
    if source is None:
        scope.problems.error(
            position,
            "source-is-known",
            f"no source has the key {key!r}",
            nearest(key, scope.course.sources) or "sources are listed in content/sources.yaml",
        )
        return None
    return CiteTarget(
        key, numbers.get(key, 0), _label(source), source.title, source.authors, source.year, source.url, place
    )


def _label(source: Source) -> str:
    return f"{source.authors} {source.year}" if source.year else source.authors


def _evaluate(reference: EvalReference, scope: Scope, page: PageNames) -> ComputedValue | None:
    return evaluated(reference, scope.names, scope.problems)


def evaluated(reference: EvalReference, names: Names, problems: Problems) -> ComputedValue | None:
    """The value of an expression, printed as it asks."""
    source, before = reference.expression.source, problems.mark
    known: ComputedValue | None = names.printed.get(source)
    if known is not None:
        return known
    computed = compute_printed(reference.expression, names, problems)
    found = computed_value(*computed, reference.expression, problems) if computed else None
    if found and problems.mark == before:  # what is reported is reported at every place
        names.printed[source] = found
    return found


def _lesson(reference: LessonReference, scope: Scope, page: PageNames) -> LessonTarget | None:
    lesson = _course_lesson(reference.id, reference.position, scope)
    return lesson_target(lesson, scope, reference.text) if lesson else None


def _known_promise(reference: PromiseReference | PaidReference, scope: Scope) -> Promise | None:
    promise = scope.course.promises.get(reference.id)
    if promise is None:
        scope.problems.error(
            reference.position, "promise-is-known", f"no promise has the id {reference.id!r}",
            nearest(reference.id, scope.course.promises) or "promises are listed in content/course.yaml",
        )  # fmt: skip
    return promise


def _paid(reference: PaidReference, scope: Scope, page: PageNames) -> PaidTarget | None:
    promise = _known_promise(reference, scope)
    if promise is None:
        return None
    if promise.lesson != scope.lesson.id:
        message = f"the promise {promise.id!r} is to be paid by {promise.lesson!r}, not by this lesson"
        hint = "say so in content/course.yaml, or refer to it with {promise}"
        scope.problems.error(reference.position, "promise-is-paid", message, hint)
        return None
    element = page.promise_elements.get(reference.position, "")
    return PaidTarget(promise.id, reference.text, promise.text, promise_href(promise), element)


def _promise(reference: PromiseReference, scope: Scope, page: PageNames) -> PromiseTarget | None:
    promise = _known_promise(reference, scope)
    if promise is None:
        return None
    lesson = _course_lesson(promise.lesson, reference.position, scope)
    if lesson is None:
        return None
    _check_later(reference, lesson, scope)
    element = page.promise_elements.get(reference.position, "")
    target = lesson_target(lesson, scope)
    return PromiseTarget(promise.id, reference.text, promise.text, target, element)


def _check_later(reference: PromiseReference, payer: CourseLesson, scope: Scope) -> None:
    order, here = scope.course.order, scope.lesson.id
    if here in order and order[payer.id] <= order[here]:
        where = "is this lesson" if payer.id == here else "comes before this lesson"
        message = f"the promise {reference.id!r} is paid by {payer.id!r}, which {where}"
        scope.problems.warning(reference.position, "promise-is-paid-later", message, "refer to it with {lesson}")


def _course_lesson(lesson_id: str, position: SourcePosition, scope: Scope) -> CourseLesson | None:
    lessons = scope.course.lesson_of
    if lesson_id not in lessons:
        scope.problems.error(
            position, "lesson-is-known", f"the course has no lesson {lesson_id!r}", nearest(lesson_id, lessons)
        )
    return lessons.get(lesson_id)


def _cite(reference: CiteReference, scope: Scope, page: PageNames) -> CiteTarget | None:
    return cite_target(reference.key, reference.place, reference.position, scope, page.citation_numbers)


def _term(reference: TermReference, scope: Scope, page: PageNames) -> TermTarget | None:
    term = scope.course.glossary.get(reference.key)
    if term is None:
        scope.problems.error(
            reference.position, "term-is-known", f"the glossary has no term {reference.key!r}",
            nearest(reference.key, scope.course.glossary) or "terms are listed in content/glossary.yaml",
        )  # fmt: skip
        return None
    return TermTarget(term.key, reference.text, term.title, term.english, term.sentence)


_WHOLE_NUMBER = re.compile(r"(?<![\w.])[0-9][0-9,]{0,25}(?![0-9.,]|\s?[A-Za-z%])", re.ASCII)


def _dim(reference: DimReference, scope: Scope, page: PageNames) -> DimTarget | None:
    return dim_target(reference, scope.problems)


def dim_target(reference: DimReference, problems: Problems) -> DimTarget | None:
    """The dimension of the key that is named."""
    dim = BY_NAME.get(reference.name)
    if dim is None:
        problems.error(
            reference.position, "dimension-is-known", f"no dimension is called {reference.name!r}",
            nearest(reference.name, BY_NAME),
        )  # fmt: skip
        return None
    return DimTarget(dim.name, dim.tex, f"dim-{dim.name}")


def _set(reference: SetReference, scope: Scope, page: PageNames) -> SetTarget | None:
    def refuse(message: str, hint: str = "") -> SetTarget | None:
        scope.problems.error(reference.position, "widget-is-known", message, hint)
        return None

    widget = _calculator(reference, scope, page)
    if widget is None:
        return None
    controls = {control.name: control for control in widget.controls}
    settings: list[tuple[str, str]] = []
    for name, written in reference.settings:
        control = controls.get(name)
        if control is None:
            return refuse(
                f"{reference.widget!r} has no control {name!r}",
                nearest(name, controls, f"it has {', '.join(controls)}"),
            )
        value = _setting(control, written, reference, scope)
        if value is None:
            return None
        settings.append((name, value))
    _check_said(reference, [(name, int(value)) for name, value in settings if value.isdecimal()], scope)
    return SetTarget(reference.widget, tuple(settings), reference.label)


def _live(reference: LiveReference, scope: Scope, page: PageNames) -> LiveValue | None:
    widget = _calculator(reference, scope, page)
    return live_value(reference, widget, scope) if widget else None


def _calculator(reference: SetReference | LiveReference, scope: Scope, page: PageNames) -> Calculator | None:
    """The calculator that is named, with a problem where the page has none of that name."""
    widget = page.calculators.get(reference.widget)
    if widget is None and "calculator" not in scope.lesson.dropped:
        message = f"this page has no calculator named {reference.widget!r}"
        hint = nearest(reference.widget, page.calculators, "give the calculator a :name:")
        scope.problems.error(reference.position, "widget-is-known", message, hint)
    return widget


def _setting(control: Control, written: Written, reference: SetReference, scope: Scope) -> str | None:
    """What a button sets a control to: an option's word, or digits; None with the problem reported."""

    def refuse(message: str, hint: str = "") -> str | None:
        scope.problems.error(reference.position, "widget-is-known", message, hint)
        return None

    if isinstance(control, ChoiceControl):
        word, words = written.source.strip("\"'"), [word for word, _ in control.choices]
        if word in words:
            return word
        return refuse(f"{control.name} is one of {', '.join(words)}, not {word!r}", nearest(word, words, " ").strip())
    found = [compute_count(each, scope.names, scope.problems) for each in (written, control.minimum, control.maximum)]
    if None in found:
        return None
    value, low, high = found
    if not isinstance(value, int) or not low <= value <= high:  # type: ignore[operator]
        return refuse(f"{value} is not a whole number from {low} to {high}, the range of {reference.widget!r}")
    return str(value)


def _check_said(reference: SetReference, settings: list[tuple[str, int]], scope: Scope) -> None:
    """A button that says a number sets that number."""
    said = _numbers_said(reference.label)
    if said and settings and not {value for _, value in settings} & set(said):
        name, value = settings[0]
        message = f"the button says {said[0]:,} and sets {name} to {value:,}"
        scope.problems.warning(reference.position, "button-sets-what-it-says", message, "say the same, or no number")


def _target(reference: Target, scope: Scope, page: PageNames) -> TargetNumber:
    return TargetNumber(reference.kind, reference.number, element=reference.element)


def _number(reference: TargetReference, scope: Scope, page: PageNames) -> TargetNumber | None:
    return target_number(reference, scope)


def _numbers_said(label: str) -> list[int]:
    """The whole numbers in the words of a button; ``128 GiB`` and ``4K`` are none."""
    return [int(found.replace(",", "")) for found in _WHOLE_NUMBER.findall(label)]


_LOOK_UPS: dict[type, Callable[..., Resolved | None]] = {
    EvalReference: _evaluate,
    LessonReference: _lesson,
    PromiseReference: _promise,
    PaidReference: _paid,
    CiteReference: _cite,
    TermReference: _term,
    DimReference: _dim,
    SetReference: _set,
    LiveReference: _live,
    Target: _target,
    TargetReference: _number,
}
