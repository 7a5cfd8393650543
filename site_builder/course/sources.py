"""``content/sources.yaml``: the papers and records that claims cite."""

from __future__ import annotations

from site_builder.course.entries import load_entries
from site_builder.course.files import SourceEntry
from site_builder.document.course import Source
from site_builder.problems import Problems
from site_builder.source.snapshot import Files

SOURCES = "content/sources.yaml"


def load_sources(files: Files, problems: Problems) -> dict[str, Source]:
    """Key → source, in the file's order; an entry with a problem is left out.  No year is 0, no address is empty."""
    entries = load_entries(files, SOURCES, SourceEntry, problems)
    return {
        key: Source(key, entry.title, entry.authors, entry.year or 0, entry.url or "", position)
        for key, (entry, position) in entries.items()
    }
