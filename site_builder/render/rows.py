"""What a lesson's page gives to the pages about the whole course: its claims, promises, terms and sources."""

from __future__ import annotations

import re
from collections.abc import Iterator

from site_builder.document.inline import Inline, Token
from site_builder.document.page import ClaimRow, Rows
from site_builder.document.plain import plain
from site_builder.document.resolved import ComputedValue, PaidTarget, ResolvedClaims, ResolvedLesson
from site_builder.document.walk import walk
from site_builder.render.writer import Writer

_BETWEEN = re.compile(r"[，。；：！？（）—…]|[,.;:!?()](?=\s|$)")
"""What parts clauses."""


def rows_of(resolved: ResolvedLesson, writer: Writer) -> Rows:
    """The rows of a lesson without mistakes."""
    lesson = resolved.lesson
    return Rows(
        minutes=lesson.minutes,
        experiments=resolved.calculators,
        lede=plain(lesson.lede or lesson.subtitle or lesson.title),
        date=lesson.date,
        number=_key_number(lesson.lede),
        claims=tuple(_claims(resolved, writer)),
        promised=tuple((promise.id, f"promise-{promise.id}") for promise in resolved.promises),
        paid=tuple(dict.fromkeys((found.id, f"paid-{found.id}") for found in _paid(resolved))),
        terms=tuple(term.key for term in resolved.terms),
        cited=tuple(source.key for source in resolved.cited),
    )


def _key_number(lede: Inline | None) -> tuple[str, str]:
    """The last number that a description computes, and the clause it stands in."""
    found = (token.meta.get("resolved") for token in walk(lede) if isinstance(token, Token)) if lede else ()
    values = [each.text for each in found if isinstance(each, ComputedValue) and not each.call.isdecimal()]
    if not lede or not values:
        return "", ""
    clauses = [clause.strip() for clause in _BETWEEN.split(plain(lede)) if values[-1] in clause]
    return values[-1], clauses[-1] if clauses else ""


def _claims(resolved: ResolvedLesson, writer: Writer) -> Iterator[ClaimRow]:
    for block in resolved.records:
        if isinstance(block, ResolvedClaims):
            for claim in block.claims:
                source, place = (claim.cite.key, claim.cite.place) if claim.cite else ("", "")
                html = writer.unlinked(claim.text)
                yield ClaimRow(claim.element, html, claim.grade, source, place, claim.section)


def _paid(resolved: ResolvedLesson) -> Iterator[PaidTarget]:
    for token in resolved.tokens:
        found = token.meta.get("resolved")
        if isinstance(found, PaidTarget):
            yield found
