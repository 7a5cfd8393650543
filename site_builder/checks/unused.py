"""What the course defines and no lesson uses: promises, sources, terms; and files that nothing was made from."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence

from site_builder.course.bibliography import BIBLIOGRAPHY
from site_builder.document.course import Course
from site_builder.document.page import Page
from site_builder.problems import Problems, SourcePosition
from site_builder.source.snapshot import Files


def check_unused(course: Course, pages: Sequence[Page], files: Files, problems: Problems) -> None:
    """Warn of each, once every lesson that the course lists is written and right: any other may use it."""
    if not all(lesson.written for lesson in course.lessons) or not all(page.html for page in pages):
        return
    used = {name for page in pages for name in page.record["ids"]}
    named = _named_in_yaml(files)
    for kind, role, key, position in _defined(course):
        if f"{kind}-{key}" not in used and key not in named:
            message = f"no lesson refers to the {kind} {key!r}"
            hint = f"write {{{role}}}`{key}` where it belongs, or take it out"
            problems.warning(position, "entry-is-used", message, hint)
    for path in _unread(pages, files):
        message = "no page is made from this file"
        problems.warning(SourcePosition(path), "file-is-read", message, "show it in a lesson, or take it out")


def _defined(course: Course) -> Iterator[tuple[str, str, str, SourcePosition]]:
    """(kind, the role that refers to it, key, place) of every entry."""
    yield from (("promise", "promise", key, entry.position) for key, entry in course.promises.items())
    yield from (("term", "term", key, entry.position) for key, entry in course.glossary.items())
    for key, entry in course.sources.items():
        if entry.position.path != BIBLIOGRAPHY:  # which may hold more than a course needs
            yield "source", "cite", key, entry.position


def _named_in_yaml(files: Files) -> frozenset[str]:
    """Sources that quantities name, and what roles in the words of YAML name."""
    found = set[str]()
    for path in files.names("content", ".yaml"):
        text = files.text(path, Problems())
        written = text.text if text else ""
        found.update(re.findall(r"\{(?:term|cite|promise)\}`(?:[^`<]*<)?([\w.-]+)", written))
        if path.endswith("/quantities.yaml"):
            found.update(re.findall(r"[\w.-]+", " ".join(re.findall(r"sources:(.*)", written))))
    return frozenset(found)


def _unread(pages: Sequence[Page], files: Files) -> Iterator[str]:
    read = {path for page in pages for path in page.read}
    for page in pages:
        read |= {
            posixpath.normpath(posixpath.join(posixpath.dirname(image.position.path), image.path))
            for image in page.images
        }
    for path in files.names("content", deep=True):
        if path not in read and path != BIBLIOGRAPHY and not path.lower().endswith((".yaml", ".yml")):
            yield path
