"""What is known of a course before any Markdown is parsed: its file, and how its sources are cited."""

from __future__ import annotations

from site_builder.course.bibliography import load_source_entries
from site_builder.course.entries import load_node
from site_builder.course.files import CourseFile
from site_builder.problems import Problems, SourcePosition
from site_builder.source.fields import read
from site_builder.source.nodes import Node
from site_builder.source.snapshot import Files

COURSE = "content/course.yaml"


def read_course(files: Files, problems: Problems) -> tuple[CourseFile, Node] | None:
    """The course file and its YAML; None, with the problems reported, where it cannot be read."""
    if not files.has(COURSE):
        hint = "--root names the folder that holds content/"
        if files.has("course.yaml"):
            hint = "this folder is the content itself: name the one that holds it, --root .."
        problems.error(SourcePosition(COURSE), "file-is-present", f"there is no file {COURSE!r}", hint)
        return None
    node = load_node(files, COURSE, problems)
    file = None if node is None else read(node, CourseFile, problems)
    return None if node is None or file is None else (file, node)


def read_citations(files: Files, problems: Problems) -> dict[str, str]:
    """Key → how a source is cited, its title as it is written."""
    entries = load_source_entries(files, problems)
    return {key: citation(entry.authors.source, entry.year, entry.title.source) for key, (entry, _) in entries.items()}


def citation(authors: str, year: int | None, title: str) -> str:
    """A source on one line of plain text."""
    return f"{authors} {year or ''}".strip() + f", {title}"
