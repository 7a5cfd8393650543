"""What the pages about the whole course show: terms, sources, claims and promises, each with its places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from site_builder.course.bibliography import BIBLIOGRAPHY
from site_builder.document.course import CourseLesson, Promise, Source, Term
from site_builder.document.page import ClaimRow, Page, Site
from site_builder.resolve.addresses import lesson_url

GRADES = ("proved", "experiment", "practice", "none")


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a lesson: the label of its chapter, and its address from the site's root.

    `href` is empty for a lesson that is planned.
    """

    lesson: CourseLesson
    label: str
    href: str


@dataclass(frozen=True, slots=True)
class PlacedClaim:
    """A claim and where it stands; `derived` leads to the section that derives it, `source` is None then."""

    row: ClaimRow
    place: Place
    source: Source | None
    derived: str


@dataclass(frozen=True, slots=True)
class PlacedTerm:
    term: Term
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class PlacedSource:
    """A source, the claims that rest on it, and the lessons that cite it."""

    source: Source
    claims: tuple[PlacedClaim, ...]
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class PlacedPromise:
    """A promise: where it is made, the lesson that pays it, and the place where it does, None as long as it is owed."""

    promise: Promise
    made: tuple[Place, ...]
    payer: Place
    paid: Place | None


def place_of(lesson: CourseLesson, site: Site, fragment: str = "") -> Place:
    """The lesson's page, or an element of it."""
    label = site.course.chapter_of[lesson.chapter].label
    address = quote(lesson_url(lesson)) + (f"#{quote(fragment)}" if fragment else "")
    return Place(lesson, label, address if lesson.written else "")


def _shown(site: Site) -> Iterator[tuple[Page, CourseLesson]]:
    return ((page, site.course.lesson_of[page.id]) for page in site.pages if page.html)


def glossary(site: Site) -> tuple[PlacedTerm, ...]:
    """Every term, with the lessons that explain it at their foot."""
    return tuple(
        PlacedTerm(
            term,
            tuple(place_of(lesson, site, f"term-{key}") for page, lesson in _shown(site) if key in page.rows.terms),
        )
        for key, term in site.course.glossary.items()
    )


def claims(site: Site) -> tuple[PlacedClaim, ...]:
    """Every claim of the course, in order."""
    return tuple(
        PlacedClaim(
            row,
            place_of(lesson, site, row.element),
            site.course.sources.get(row.source),
            place_of(lesson, site, row.section).href if row.section else "",
        )
        for page, lesson in _shown(site)
        for row in page.rows.claims
    )


def evidence(site: Site) -> Mapping[str, tuple[PlacedClaim, ...]]:
    """Grade → its claims, the best grade first."""
    found = claims(site)
    return {grade: tuple(claim for claim in found if claim.row.grade == grade) for grade in GRADES}


def sources(site: Site) -> tuple[PlacedSource, ...]:
    """Every source with what leans on it; of a bibliography, those that something does."""
    found = claims(site)
    placed = (
        PlacedSource(
            source,
            tuple(claim for claim in found if claim.row.source == key),
            tuple(place_of(lesson, site, f"source-{key}") for page, lesson in _shown(site) if key in page.rows.cited),
        )
        for key, source in site.course.sources.items()
    )
    return tuple(each for each in placed if each.claims or each.places or each.source.position.path != BIBLIOGRAPHY)


def promises(site: Site) -> tuple[PlacedPromise, ...]:
    """Every promise of the course, in its order."""
    return tuple(_promise(promise, site) for promise in site.course.promises.values())


def _promise(promise: Promise, site: Site) -> PlacedPromise:
    made = [
        place_of(lesson, site, element)
        for page, lesson in _shown(site)
        for name, element in page.rows.promised
        if name == promise.id
    ]
    paid = [
        place_of(lesson, site, element)
        for page, lesson in _shown(site)
        for name, element in page.rows.paid
        if name == promise.id
    ]
    payer = place_of(site.course.lesson_of[promise.lesson], site)
    return PlacedPromise(promise, tuple(made), payer, paid[0] if paid else None)
