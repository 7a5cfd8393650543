"""Markdown links within the course: written to ``other.md#heading`` or to a label, built to the element of a page."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from site_builder.course.course import lesson_path
from site_builder.document.course import CourseLesson
from site_builder.document.inline import Target, TargetReference, Token
from site_builder.document.resolved import TargetNumber
from site_builder.problems import SourcePosition, nearest
from site_builder.resolve.addresses import lesson_href
from site_builder.resolve.scope import Scope


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a link leads within the course: to a lesson, None for the page's own, and to a name there."""

    lesson: CourseLesson | None
    name: str

    def target(self, scope: Scope) -> Target | None:
        """What has that name as its label."""
        if not self.name:
            return None
        if self.lesson is None:
            return next((target for target in scope.lesson.targets if target.name == self.name), None)
        return scope.elsewhere(self.lesson.id, self.name).get(self.name)


def to_built_page(token: Token, scope: Scope) -> Token:
    """A link that leads to a written lesson's file leads to its page, and one to a label to its element.

    Any other link stays as it is.  What the author wrote stays in ``meta["written"]``, for the messages of whoever
    checks links.
    """
    written = str(token.attrGet("href") or "")
    place = _place(written, token.meta.get("position", scope.lesson.position), scope)
    if place is None:
        return token
    target = place.target(scope)
    fragment = target.element if target else urlsplit(written).fragment
    page = lesson_href(place.lesson) if place.lesson else ""
    href = page + (f"#{fragment}" if fragment else "")
    if href == written:
        return token
    return token.copy(attrs=token.attrs | {"href": href}, meta=token.meta | {"written": written})


def target_number(reference: TargetReference, scope: Scope) -> TargetNumber | None:
    """The number of what a link leads to; None, with the problem reported, where that has none."""
    place = _place(reference.address, reference.position, scope)
    target = place.target(scope) if place else None
    if place is None or target is None:
        _report_unknown(reference, place, scope)
        return None
    lesson, course = place.lesson, scope.course
    here = course.lesson_of.get(scope.lesson.id)
    is_near = lesson is None or (here is not None and here.chapter == lesson.chapter)
    chapter = "" if is_near or lesson is None else course.chapter_of[lesson.chapter].label
    return TargetNumber(target.kind, target.number, reference.whole, lesson=lesson, chapter=chapter)


def _place(written: str, position: SourcePosition, scope: Scope) -> _Place | None:
    """The place in the course that an address leads to, or None: elsewhere, or to no written lesson."""
    address = urlsplit(written)
    if address.scheme or address.netloc or not (address.path or address.fragment):
        return None
    name = unquote(address.fragment)
    if not address.path:
        return _Place(None, name)
    path = posixpath.normpath(posixpath.join(posixpath.dirname(position.path), unquote(address.path)))
    lesson = scope.course.lesson_of.get(posixpath.basename(path).removesuffix(".md"))
    if lesson is None or not lesson.written or lesson_path(lesson.id) != path:
        return None
    return _Place(None if lesson.id == scope.lesson.id and name else lesson, name)


def _report_unknown(reference: TargetReference, place: _Place | None, scope: Scope) -> None:
    written = unquote(reference.address)
    if place is None:
        message, hint = f"{written!r} leads to no lesson that is written", "give the link words of its own"
    elif place.lesson is None and scope.lesson.dropped:
        return  # the directive with that label may be the one whose mistakes are reported
    elif place.lesson is None and place.name in {heading.id for heading in scope.lesson.headings}:
        message = f"#{place.name} is a heading, which has no number"
        hint = f"write [words](#{place.name})"
    else:
        known = (
            scope.elsewhere(place.lesson.id, "") if place.lesson else {each.name: each for each in scope.lesson.targets}
        )
        message = f"{'that lesson' if place.lesson else 'this lesson'} has no label {place.name!r}"
        hint = nearest(place.name, known) or "give the figure, table or formula one"
    scope.problems.error(reference.position, "target-is-known", message, hint)
