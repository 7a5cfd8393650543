"""What a page was made from, as one text: equal exactly where the page would come out equal."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping

from site_builder.course.course import lesson_path
from site_builder.document.course import Course
from site_builder.document.page import Page
from site_builder.source.snapshot import Files


def shared_digest(files: Files, theme: Files, course: Course, options: Iterable[str]) -> str:
    """The digest of all that every page may depend on.

    That is every YAML file of the course and its bibliography, templates and words, the names of assets, the options
    and what the course calls its lessons; a store belongs to one version of our code.  Coarse on purpose: a new
    sentence concerns one page, a new title all of them.
    """
    yaml = [path for path in files.names("content", deep=True) if path.endswith((".yaml", ".yml", ".bib"))]
    templates = theme.names("templates", deep=True)
    return digest_of(
        *options,
        *(f"{path} {files.fingerprint(path)}" for path in yaml),
        *(f"{path} {theme.fingerprint(path)}" for path in templates),
        *theme.names("static", deep=True),
        *(json.dumps([each.id, each.title and each.title.plain, each.written]) for each in course.lessons),
    )


def templates_key(templates: Mapping[str, str]) -> str:
    """The name of compiled templates in a store."""
    return digest_of("templates", *(part for pair in sorted(templates.items()) for part in pair))


def page_key(lesson_id: str, files: Files, shared: str) -> str:
    """The name of a lesson's page in a store, before it is known which other files the lesson reads."""
    return digest_of(shared, lesson_id, files.fingerprint(lesson_path(lesson_id)))


def is_current(page: Page, files: Files) -> bool:
    """Whether every file the page was made from is as it was."""
    return all(files.fingerprint(path) == before for path, before in page.read.items())


def digest_of(*parts: str) -> str:
    """One digest of several texts, none of which can run into the next."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
