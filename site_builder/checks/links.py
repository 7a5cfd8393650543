"""Links of the lessons against the pages that were built from them."""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from urllib.parse import unquote, urlsplit

from site_builder.document.course import Course
from site_builder.document.inline import Token
from site_builder.document.resolved import ResolvedLesson
from site_builder.document.walk import walk
from site_builder.problems import Mistake, Problems, likest, nearest

RULE = "link-has-a-target"
_ID = re.compile(r'\sid="([^"]+)"')


def check_links(
    course: Course, lessons: Sequence[ResolvedLesson], files: Mapping[str, bytes], problems: Problems
) -> None:
    """Every link within the course leads to a file of the site, and its fragment to an element there."""
    names = {lesson.place.id: f"{lesson.place.id}.md" for lesson in lessons}
    planned = {f"{lesson.id}.md" for lesson in course.lessons if not lesson.written}
    ids: dict[str, frozenset[str]] = {}
    for lesson in lessons:
        for token in _links(lesson):
            href, written = str(token.attrGet("href")), unquote(str(token.meta.get("written", token.attrGet("href"))))
            page, fragment = _target(lesson.url, href)
            if page is None:
                continue
            if page not in files or not href:
                problems.add(_absent(written, names.values(), planned).at(token.meta["position"]))
                continue
            if page not in ids:
                ids[page] = _ids(files[page])
            if fragment and fragment not in ids[page]:
                message = f"{written!r}: that page has no element #{fragment}"
                problems.warning(token.meta["position"], RULE, message, _near(fragment, ids[page]))


def _links(lesson: ResolvedLesson) -> Iterator[Token]:
    for node in walk(lesson.lesson):
        if isinstance(node, Token) and node.type == "link_open":
            yield node


def _target(url: str, href: str) -> tuple[str | None, str]:
    """The file of the site that `href` on the page `url` leads to, or None for an address outside; the fragment."""
    target = urlsplit(href)
    if target.scheme or target.netloc:
        return None, ""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(url), unquote(target.path))) if target.path else url
    return path, unquote(target.fragment)


def _absent(written: str, names: Collection[str], planned: Collection[str]) -> Mistake:
    path = written.partition("#")[0]
    if not path:
        return Mistake(RULE, "this link has no address", "write [words](address)", "warning")
    if path in planned:
        return Mistake(
            RULE, f"{path!r} is planned and not written yet", "the role {lesson} says so by itself", "warning"
        )
    if path.startswith("/"):
        return Mistake(
            RULE,
            f"{path!r} begins with a slash",
            "write it relative to this file, so that the site works anywhere",
            "warning",
        )
    if path.endswith(".md"):
        return Mistake(RULE, f"there is no lesson {path!r}", nearest(path, names), "warning")
    return Mistake(
        RULE, f"{path!r} leads to no file of the site", "link to a lesson's .md file or to a whole address", "warning"
    )


def _ids(page: bytes) -> frozenset[str]:
    return frozenset(html.unescape(found) for found in _ID.findall(page.decode()))


def _near(fragment: str, ids: Collection[str]) -> str:
    close = likest(fragment, ids, 40)
    return f"did you mean #{close}?" if close else ""
