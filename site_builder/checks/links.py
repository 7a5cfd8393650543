"""Links of the lessons against the pages that were built from them."""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Collection, Mapping, Sequence
from urllib.parse import unquote, urlsplit

from site_builder.document.course import Course
from site_builder.document.page import Page
from site_builder.problems import Mistake, Problems, likest, nearest

RULE = "link-has-a-target"
_ID = re.compile(r'\sid="([^"]+)"')


def check_links(course: Course, pages: Sequence[Page], files: Mapping[str, bytes], problems: Problems) -> None:
    """Every link within the course leads to a file of the site, and its fragment to an element there.

    A page with errors is in `pages` and not in `files`: what it would hold is not known yet.
    """
    names = [f"{page.id}.md" for page in pages if page.url]
    unknown = {page.url for page in pages if not page.html}
    drafts = {f"{page.id}.md" for page in pages if not page.url}
    planned = {f"{lesson.id}.md" for lesson in course.lessons if not lesson.written} - drafts
    ids: dict[str, frozenset[str]] = {}
    for url, link in ((page.url, link) for page in pages for link in page.links):
        written = unquote(link.written)
        target, fragment = _target(url, link.href)
        if target is None or (target in unknown and link.href):
            continue
        if target not in files or not link.href:
            problems.add(_absent(written, names, planned, drafts).at(link.position))
            continue
        if fragment and target not in ids:
            ids[target] = _ids(files[target])
        if fragment and fragment not in ids[target]:
            message = f"{written!r}: that page has no element #{fragment}"
            problems.warning(link.position, RULE, message, _near(fragment, ids[target]))


def _target(url: str, href: str) -> tuple[str | None, str]:
    """The file of the site that `href` on the page `url` leads to, or None for an address outside; the fragment."""
    target = urlsplit(href)
    if target.scheme or target.netloc:
        return None, ""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(url), unquote(target.path))) if target.path else url
    return path, unquote(target.fragment)


def _absent(written: str, names: Collection[str], planned: Collection[str], drafts: Collection[str]) -> Mistake:
    path = written.partition("#")[0]
    if not path:
        return Mistake(RULE, "this link has no address", "write [words](address)", "warning")
    if path in planned:
        return Mistake(
            RULE, f"{path!r} is planned and not written yet", "the role {lesson} says so by itself", "warning"
        )
    if path in drafts:
        message = f"{path!r} is a draft, so this site does not hold it"
        return Mistake(RULE, message, "write {lesson}`…`, which becomes a link once it is published", "warning")
    if path.startswith("/"):
        return Mistake(
            RULE,
            f"{path!r} begins with a slash",
            "write it relative to this file, so that the site works anywhere",
            "warning",
        )
    if path.endswith(".md"):
        hint = (
            "a link of an included file is read from the folder of that file" if path in names else nearest(path, names)
        )
        return Mistake(RULE, f"there is no lesson {path!r}", hint, "warning")
    if path.endswith(".html"):
        stem = path.removesuffix("/index.html").removesuffix(".html").rpartition("/")[2]
        if f"{stem}.md" in names:
            message = f"{path!r} is no file of the course: a link to a lesson names its Markdown file"
            return Mistake(RULE, message, f"write {stem}.md", "warning")
    return Mistake(
        RULE, f"{path!r} leads to no file of the site", "link to a lesson's .md file or to a whole address", "warning"
    )


def _ids(page: bytes) -> frozenset[str]:
    return frozenset(html.unescape(found) for found in _ID.findall(page.decode()))


def _near(fragment: str, ids: Collection[str]) -> str:
    close = likest(fragment, ids, 40)
    return f"did you mean #{close}?" if close else ""
