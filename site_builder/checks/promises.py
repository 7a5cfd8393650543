"""Promises against the lessons that are to pay them."""

from __future__ import annotations

from collections.abc import Sequence

from site_builder.document.course import Course
from site_builder.document.page import Page
from site_builder.problems import Problems


def check_promises(course: Course, pages: Sequence[Page], problems: Problems) -> None:
    """A published lesson says where it pays what another has promised of it; one with errors is not judged."""
    promised = {promise for page in pages for promise, _ in page.rows.promised}
    paid = {page.id: {promise for promise, _ in page.rows.paid} for page in pages if page.html}
    for promise in course.promises.values():
        if promise.id in promised and promise.lesson in paid and promise.id not in paid[promise.lesson]:
            message = f"the lesson {promise.lesson!r} does not say where it pays the promise {promise.id!r}"
            problems.warning(promise.position, "promise-is-paid", message, f"write {{paid}}`{promise.id}` there")
