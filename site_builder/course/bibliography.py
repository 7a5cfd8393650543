"""What can be cited: ``content/sources.yaml``, and ``content/sources.bib`` beside it, as records of one kind."""

from __future__ import annotations

from collections.abc import Mapping

from site_builder.course.entries import load_entries
from site_builder.course.files import SourceEntry
from site_builder.problems import Problems, SourcePosition, Written
from site_builder.source.bibtex import BibEntry, read_bibtex
from site_builder.source.snapshot import Files

SOURCES = "content/sources.yaml"
BIBLIOGRAPHY = "content/sources.bib"
_NAMED = 3
"""So many authors are named; of more, the first."""


def load_source_entries(files: Files, problems: Problems) -> Mapping[str, tuple[SourceEntry, SourcePosition]]:
    """Key → (record, place of the key), those of the YAML first; a key of both files is reported."""
    entries = load_entries(files, SOURCES, SourceEntry, problems)
    text = files.text(BIBLIOGRAPHY, problems) if files.has(BIBLIOGRAPHY) else None
    for entry in read_bibtex(text, problems) if text else ():
        if entry.key in entries:
            message = f"the source {entry.key!r} is in {SOURCES} too"
            problems.error(entry.position, "id-is-unique", message, "keep one of the two")
        elif made := _record(entry, problems):
            entries[entry.key] = (made, entry.position)
    return entries


def _record(entry: BibEntry, problems: Problems) -> SourceEntry | None:
    """The entry as sources.yaml would have it, known by its title where nobody is named; None without a title."""
    if not entry.title:
        problems.error(entry.position, "field-is-present", f"the entry {entry.key!r} has no title")
        return None
    return SourceEntry(
        title=Written(entry.title, entry.position),
        authors=Written(_short(entry.surnames) if entry.surnames else entry.plain, entry.position),
        year=entry.year or None,
        url=entry.url or None,
    )


def _short(surnames: tuple[str, ...]) -> str:
    """The form that stands in a text, as people cite: ``Vaswani et al.``, ``Bahdanau, Cho & Bengio``."""
    if len(surnames) > _NAMED or surnames[-1] == "others":
        return f"{surnames[0]} et al."
    *most, last = surnames
    return f"{', '.join(most)} & {last}" if most else last
