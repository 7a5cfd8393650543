"""Where the page of a lesson is, in the site and from the page of another."""

from __future__ import annotations

from urllib.parse import quote

from site_builder.document.course import CourseLesson, Promise


def lesson_url(lesson: CourseLesson) -> str:
    """The page of a lesson within the site.  The file is named, so that it opens from a folder on disk too."""
    return f"{lesson.chapter}/{lesson.id}/index.html"


def lesson_href(lesson: CourseLesson) -> str:
    """The way to a lesson's page from the page of another lesson."""
    return f"../../{quote(lesson_url(lesson))}"


def promise_href(promise: Promise) -> str:
    """The way to a promise in the ledger of the course, from the page of a lesson."""
    return f"../../promises/index.html#{quote(f'promise-{promise.id}')}"
